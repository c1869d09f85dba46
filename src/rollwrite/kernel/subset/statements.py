"""Statements in rules: what they write, what they return, and which of them no rule may have."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, NamedTuple

from rollwrite.kernel.subset.bounds import Bounds
from rollwrite.kernel.subset.expressions import Expressions
from rollwrite.kernel.subset.findings import Finding
from rollwrite.kernel.subset.kinds import (
    NUMBER,
    UNKNOWN,
    UNSET,
    ArrayOf,
    Holder,
    Kind,
    RecordOf,
    Role,
    TupleOf,
    joined,
    limits,
    of_field,
)
from rollwrite.kernel.subset.scope import Program
from rollwrite.kernel.subset.wording import FORBIDDEN

MOST_PASSES = 10  # over a function, until the kinds of its locals no longer change


class Walked(NamedTuple):
    """What is known of a rule after a walk over it."""

    result: Kind
    found: list[Finding]


def walk(
    program: Program, function: FunctionType, node: ast.FunctionDef, path: str, kinds: list[Kind]
) -> Walked:
    """Check a rule that is called with arguments of these kinds."""
    walker = Statements(program, function, node, path, kinds)
    for _ in range(MOST_PASSES):
        before = dict(walker.locals), walker.result
        walker.found.clear()
        walker.block(node.body)
        if before == (walker.locals, walker.result):
            break
    walker.check_end()
    return Walked(UNKNOWN if walker.result is UNSET else walker.result, walker.found)


class Statements(Expressions):
    """Walks over the body of one rule."""

    def __init__(
        self,
        program: Program,
        function: FunctionType,
        node: ast.FunctionDef,
        path: str,
        kinds: list[Kind],
    ) -> None:
        super().__init__(program, function, path)
        self._node = node
        self.result: Kind = UNSET
        self._left = False  # whether a loop may have been left before this place
        nodes = list(ast.walk(node))
        names = [one.arg for one in parameters(node)]
        by_loops = Counter(n for one in nodes if isinstance(one, ast.For) for n in _bound_by(one))
        counts = Counter(names) + Counter(name for one in nodes for name in _bound_by(one))
        self._of_loops = {name for name, count in by_loops.items() if count == counts[name]}
        around: dict[str, Kind] = dict.fromkeys(function.__code__.co_freevars, UNKNOWN)
        given = dict(zip(names, kinds, strict=True))
        self.locals = around | dict.fromkeys(counts, UNSET) | given
        self.once = {
            target.id: one.value
            for one in nodes
            if isinstance(one, ast.Assign)
            for target in one.targets
            if isinstance(target, ast.Name) and counts[target.id] == 1
        }

    def block(self, body: list[ast.stmt]) -> None:
        for node in body:
            self._statement(node)
            if self._left:
                self.loops = {}  # what follows may be skipped

    def _statement(self, node: ast.stmt) -> None:
        if type(node) in FORBIDDEN:
            self.report(node, f"`{self.name}` {FORBIDDEN[type(node)]}")
        elif isinstance(node, ast.Break | ast.Continue):
            self._left = True
        elif type(node) in _STATEMENTS:
            _STATEMENTS[type(node)](self, node)
        else:
            for inner in ast.iter_child_nodes(node):
                if isinstance(inner, ast.expr):
                    self.kind(inner)

    # Statements

    def _expression(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring, or dots
            self.kind(node.value)

    def _assign(self, node: ast.Assign) -> None:
        kind = self.kind(node.value)
        for target in node.targets:
            self._store(target, kind, node.value)

    def _annotated(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._store(node.target, self.kind(node.value), node.value)

    def _augmented(self, node: ast.AugAssign) -> None:
        self.operator(node, node.op)
        kind = self.kind(node.value)
        if isinstance(node.target, ast.Name):
            if node.target.id not in self.locals:
                self.kind(node.target)
            number = kind is NUMBER or not isinstance(node.op, ast.Add | ast.Mult)
            self._bind(node.target.id, NUMBER if number else UNKNOWN)
            return
        self._store(node.target, NUMBER, None)
        code, change = self._width_of(node.target), self.bounds(node.value)
        if code and change and change.constant and isinstance(node.op, ast.Add | ast.Sub):
            low, high = limits(code)
            step = change.low if isinstance(node.op, ast.Add) else -change.low
            if low + step > high or high + step < low:
                self._too_narrow(node.target, f"it is changed by {step}", step, code)

    def _for(self, node: ast.For) -> None:
        kept, left = self.loops, self._left
        reached = self._range(node)
        self._left = False
        self._store(node.target, self._item(node.iter), None)
        if isinstance(node.target, ast.Name):
            self.loops = {name: b for name, b in kept.items() if name != node.target.id}
            if reached and node.target.id in self._of_loops:
                self.loops[node.target.id] = reached
        self.block(node.body)
        self._left = self._left or left
        self.loops = kept
        self.block(node.orelse)

    def _item(self, node: ast.expr) -> Kind:
        """What a loop goes through."""
        if isinstance(node, ast.List):  # Python makes a tuple of it
            return self._alike(tuple(self.kind(item) for item in node.elts))
        kind = self.kind(node)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            if name == "range":
                return NUMBER
            if name in ("enumerate", "zip") and name not in self.locals:
                items = tuple(self._entry(self.kind(item)) for item in node.args)
                return TupleOf((NUMBER, *items[:1]) if name == "enumerate" else items)
        return self._entry(kind)

    def _entry(self, kind: Kind) -> Kind:
        if isinstance(kind, ArrayOf):
            return kind.element
        return self._alike(kind.items) if isinstance(kind, TupleOf) else UNKNOWN

    def _range(self, node: ast.For) -> Bounds | None:
        """The first and the last number of a loop over a constant range."""
        call, target = node.iter, node.target
        if not isinstance(call, ast.Call) or not isinstance(target, ast.Name):
            return None
        named = isinstance(call.func, ast.Name) and call.func.id == "range"
        ends = [self.bounds(argument) for argument in call.args]
        values = [end.low for end in ends if end and end.constant]
        if not named or len(values) != len(ends) or not 1 <= len(ends) <= 3 or values[2:] == [0]:
            return None
        numbers = range(*values)
        if not numbers:
            return None
        loops = frozenset([target.id])
        return Bounds(min(numbers[0], numbers[-1]), max(numbers[0], numbers[-1]), loops)

    def _if(self, node: ast.If | ast.While) -> None:
        self.test(node.test)
        with self.condition(node.test, True):
            self.block(node.body)
        with self.condition(node.test, False):
            self.block(node.orelse)

    def _match(self, node: ast.Match) -> None:
        self.kind(node.subject)
        kept, self.loops = self.loops, {}
        for case in node.cases:
            self.block(case.body)
        self.loops = kept

    def _return(self, node: ast.Return) -> None:
        self._left = True
        if node.value is not None and returns_value(node):
            self.result = joined(self.result, self.kind(node.value))

    # Writing

    def _bind(self, name: str, kind: Kind) -> None:
        self.locals[name] = joined(self.locals.get(name, UNSET), kind)

    def _store(self, target: ast.expr, kind: Kind, value: ast.expr | None) -> None:
        if isinstance(target, ast.Name):
            self._bind(target.id, kind)
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target, kind, value)
        elif isinstance(target, ast.Attribute):
            self._store_field(target, value)
        elif isinstance(target, ast.Subscript):
            self._store_item(target, value)
        elif isinstance(target, ast.Starred):
            self.kind(target)

    def _unpack(self, target: ast.Tuple | ast.List, kind: Kind, value: ast.expr | None) -> None:
        items: list[Kind] = [UNKNOWN] * len(target.elts)
        starred = any(isinstance(item, ast.Starred) for item in target.elts)
        if isinstance(kind, TupleOf) and not starred:
            if len(kind.items) == len(items):
                items = list(kind.items)
            else:
                count = len(kind.items)
                what = f"`{self.name}` unpacks {count} values into {len(items)} names"
                self.report(target, what)
        values = (
            value.elts if isinstance(value, ast.Tuple) and len(value.elts) == len(items) else ()
        )
        for place, (item, one) in enumerate(zip(target.elts, items, strict=True)):
            self._store(item, one, values[place] if values else None)

    def _store_field(self, target: ast.Attribute, value: ast.expr | None) -> None:
        base = self.base(target.value)
        told = ast.unparse(target)
        if isinstance(base, Holder):
            self.report(target, f"`{self.name}` writes to `{told}`, which no rule may change")
        elif isinstance(base, TupleOf):
            self.report(
                target, f"`{told}` is part of a tuple, which cannot be changed: make a new one"
            )
        elif isinstance(base, RecordOf) and target.attr in base.record._fields:
            field = of_field(base.record._fields[target.attr])
            if isinstance(field, ArrayOf):
                self.report(target, f"`{told}` is a whole array: write its elements in a loop")
            elif isinstance(field, RecordOf):
                self.report(target, f"`{told}` is a whole record: write its fields one by one")
            elif value is not None:
                self._fits(target, value)
        else:
            self.kind(target)

    def _store_item(self, target: ast.Subscript, value: ast.expr | None) -> None:
        item = self.kind(target)
        array = self._array_of(target)
        if array is None:
            return
        told = ast.unparse(target)
        if array.role is Role.TABLE:
            self.report(target, f"`{self.name}` writes to `{told}`, a constant: use a field")
        elif isinstance(item, ArrayOf):
            self.report(target, f"`{told}` is a whole row: write its elements in a loop")
        elif isinstance(item, RecordOf) and array.role is not Role.SLOTS:
            what = f"`{told}` is a whole record, which plain Python would not copy"
            self.report(target, f"{what}: write its fields one by one, or declare it with `slots`")
        elif item is NUMBER and value is not None:
            self._fits(target, value)

    def _array_of(self, target: ast.Subscript) -> ArrayOf | None:
        """The array whose element a target is; what is wrong in it has been told."""
        known = len(self.found)
        base = self.base(target.value)
        del self.found[known:]
        return base if isinstance(base, ArrayOf) else None

    def _width_of(self, target: ast.expr) -> str | None:
        """The NumPy code of the integer that a target is, where it is known."""
        if isinstance(target, ast.Subscript):
            array = self._array_of(target)
            narrow = array is not None and array.role is not Role.TABLE and len(array.shape) == 1
            return array.base if narrow and array and isinstance(array.base, str) else None
        known = len(self.found)
        base = self.base(target.value) if isinstance(target, ast.Attribute) else UNKNOWN
        del self.found[known:]
        if isinstance(base, RecordOf) and isinstance(target, ast.Attribute):
            field = base.record._fields.get(target.attr)
            return field.kind if field and not field.shape and isinstance(field.kind, str) else None
        return None

    def _fits(self, target: ast.expr, value: ast.expr) -> None:
        code, given = self._width_of(target), self.bounds(value)
        if code is None or given is None:
            return
        low, high = limits(code)
        array = self._array_of(target) if isinstance(target, ast.Subscript) else None
        actions = getattr(self.program.bindings.get("rules"), "ACTIONS", 0)
        if array is not None and array.role is Role.MOVES and given.high >= actions:
            what = f"`{ast.unparse(target)}` lists action {given.high}, but ACTIONS is {actions}"
            self.report(target, f"{what}: raise it")
        elif given.high > high or given.low < low:
            wrong = given.high if given.high > high else given.low
            self._too_narrow(target, f"{wrong} is written there", wrong, code)

    def _too_narrow(self, target: ast.expr, told: str, value: int, code: str) -> None:
        low, high = limits(code)
        wider = next((bits for bits in (16, 32) if abs(value) < 1 << bits - 1), 64)
        what = f"`{ast.unparse(target)}` holds {low} to {high}, but {told}"
        declared = any(isinstance(inner, ast.Attribute) for inner in ast.walk(target))
        self.report(target, f"{what}: declare it as i{wider}" if declared else what)

    # The end

    def check_end(self) -> None:
        """A rule that returns a number must do so on every way through it."""
        returns = [node for node in ast.walk(self._node) if isinstance(node, ast.Return)]
        if not any(map(returns_value, returns)):
            return
        for node in returns:
            if not returns_value(node):
                self.report(node, f"`{self.name}` returns nothing here, and a value elsewhere")
        if falls_through(self._node.body):
            self.report(
                self._node, f"`{self.name}` may end without `return`: return a value there too"
            )


def returns_value(node: ast.AST) -> bool:
    """Whether this is a return of something."""
    if not isinstance(node, ast.Return):
        return False
    nothing = isinstance(node.value, ast.Constant) and node.value.value is None
    return node.value is not None and not nothing


def falls_through(body: list[ast.stmt]) -> bool:
    """Whether the end of a block may be reached, as far as its form tells."""
    last = body[-1]
    if isinstance(last, ast.Return | ast.Raise | ast.Match | ast.Try | ast.With):
        return False  # a match may be complete; the others are told already
    if isinstance(last, ast.If):
        return not last.orelse or falls_through(last.body) or falls_through(last.orelse)
    endless = isinstance(last, ast.While) and isinstance(last.test, ast.Constant)
    return not endless


def parameters(node: ast.FunctionDef) -> list[ast.arg]:
    """The parameters of a function, in order."""
    rest = [one for one in (node.args.vararg, node.args.kwarg) if one]
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, *rest]


def _bound_by(node: ast.AST) -> Iterator[str]:
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, ast.AnnAssign | ast.AugAssign | ast.For | ast.NamedExpr):
        targets = [node.target]
    elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
        yield node.name
    for target in targets:
        for name in ast.walk(target):
            if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store):
                yield name.id


_STATEMENTS: dict[type[ast.stmt], Callable[[Statements, Any], None]] = {
    ast.Expr: Statements._expression,
    ast.Assign: Statements._assign,
    ast.AnnAssign: Statements._annotated,
    ast.AugAssign: Statements._augmented,
    ast.For: Statements._for,
    ast.If: Statements._if,
    ast.While: Statements._if,
    ast.Match: Statements._match,
    ast.Return: Statements._return,
}
