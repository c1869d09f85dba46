"""Expressions in rules: what they are, and which of them no rule may have."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType
from typing import Any

from rollwrite.kernel.records import Record
from rollwrite.kernel.subset.findings import nearest
from rollwrite.kernel.subset.kinds import (
    NOTHING,
    NUMBER,
    UNKNOWN,
    UNSET,
    ArrayOf,
    Holder,
    Kind,
    Maker,
    RecordOf,
    Role,
    RuleOf,
    TupleOf,
    joined,
    of_field,
    of_global,
    shallow,
)
from rollwrite.kernel.subset.scope import MISSING, Scope
from rollwrite.kernel.subset.wording import (
    BUILTINS,
    CONSTANTS,
    FORBIDDEN,
    INSTEAD,
    METHODS,
    NEW_RECORD,
    ONLY_RULES,
)

_ANY_NUMBER = CO_VARARGS | CO_VARKEYWORDS


class Expressions(Scope):
    """Finds out what the expressions of one rule are."""

    def kind(self, node: ast.expr) -> Kind:
        """What an expression is; what is wrong in it is noted."""
        if type(node) in FORBIDDEN:
            self.report(node, f"`{self.name}` {FORBIDDEN[type(node)]}")
            return UNKNOWN
        read = _EXPRESSIONS.get(type(node))
        if read is not None:
            return read(self, node)
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.expr):
                self.kind(inner)
        return UNKNOWN

    def _constant(self, node: ast.Constant) -> Kind:
        if type(node.value) in CONSTANTS:
            what = CONSTANTS[type(node.value)].format(value=node.value)
            self.report(node, f"`{self.name}` {what}")
            return UNKNOWN
        if isinstance(node.value, int) and isinstance(of_global("", node.value), str):
            self.report(node, f"{node.value} does not fit in 64 bits")
        return NUMBER

    def _name(self, node: ast.Name) -> Kind:
        if node.id in self.locals:
            kind = self.locals[node.id]
            return UNKNOWN if kind is UNSET else kind
        kind = self._global(node, node.id, self.value_of(node.id))
        if kind is NOTHING:
            self.report(node, f"`{self.name}` reads `{node.id}`, which is None: give it a number")
            return UNKNOWN
        return kind

    def _global(self, node: ast.AST, name: str, value: Any) -> Kind:
        if value is MISSING:
            self.report(node, f"`{self.name}` reads `{name}`, which is defined nowhere")
            return UNKNOWN
        if name in self.program.bindings and hasattr(value, "__dict__"):
            return RuleOf(value) if isinstance(value, FunctionType) else Holder(name, value)
        kind = self.program.constant(name, value)
        if not isinstance(kind, str):
            return kind
        self.report(node, f"`{self.name}` reads `{name}`, which {kind}")
        return UNKNOWN

    def base(self, node: ast.expr) -> Kind:
        """What stands before a dot, an index or a call; None may stand for what is bound later."""
        outside = isinstance(node, ast.Name) and node.id not in self.locals
        if outside and isinstance(node, ast.Name) and self.value_of(node.id) is None:
            return UNKNOWN
        return self.kind(node)

    def _attribute(self, node: ast.Attribute) -> Kind:
        base = self.base(node.value)
        if isinstance(base, RecordOf):
            fields = base.record._fields
            if node.attr in fields:
                return of_field(fields[node.attr])
            self._no_field(node, base.record.__name__, fields)
        elif isinstance(base, Holder):
            if hasattr(base.value, node.attr):
                kind = self._global(node, node.attr, getattr(base.value, node.attr))
                return UNKNOWN if kind is NOTHING else kind
            self.report(
                node, f"`{self.name}` reads `{ast.unparse(node)}`, which is defined nowhere"
            )
        elif isinstance(base, TupleOf) and base.named is not None:
            items: dict[str, Kind] = dict(zip(base.named._fields, base.items, strict=True))
            if node.attr in items:
                return items[node.attr]
            self._no_field(node, base.named.__name__, items)
        elif isinstance(base, ArrayOf):
            what = f"`{ast.unparse(node.value)}` is an array, and has no field `{node.attr}`"
            self.report(node, f"{what}: index it first")
        return UNKNOWN

    def _no_field(self, node: ast.Attribute, record: str, fields: Any) -> None:
        what = f"`{self.name}` uses `{ast.unparse(node)}`, but `{record}` has no such field"
        self.report(node, f"{what}: {nearest(node.attr, fields)}")

    def _subscript(self, node: ast.Subscript) -> Kind:
        base = self.base(node.value)
        if isinstance(node.slice, ast.Tuple):
            self.report(
                node, f"`{ast.unparse(node)}` has two indices in one: write `[row][column]`"
            )
            return UNKNOWN
        self.kind(node.slice)
        if isinstance(base, ArrayOf):
            self._inside(node, base)
            return base.element
        if isinstance(base, TupleOf):
            index = self.bounds(node.slice)
            if index is None or not index.constant:
                return self._alike(base.items)
            if -len(base.items) <= index.low < len(base.items):
                return base.items[index.low]
        elif isinstance(base, RecordOf):
            what = f"`{ast.unparse(node.value)}` is a record of `{base.record.__name__}`"
            self.report(node, f"{what} and has no index: name its field")
        elif base is NUMBER:
            self.report(node, f"`{ast.unparse(node.value)}` is a number and has no index")
        return UNKNOWN

    def _inside(self, node: ast.Subscript, array: ArrayOf) -> None:
        """An index that is certain to lie outside its array is reported."""
        index, size = self.bounds(node.slice), array.shape[0]
        if index is None or size is None or -size <= index.low <= index.high < size:
            return
        wrong = index.high if index.high >= size else index.low
        what = f"`{ast.unparse(node)}` reaches index {wrong}, but there are only {size}"
        if array.role is Role.MOVES:
            what = f"`{ast.unparse(node)}` lists move {wrong + 1}, but MOVES is {size}: raise it"
        self.report(node, what)

    @staticmethod
    def _alike(items: tuple[Kind, ...]) -> Kind:
        kind: Kind = UNSET
        for item in items:
            kind = joined(kind, item)
        return UNKNOWN if kind is UNSET else kind

    def _tuple(self, node: ast.Tuple) -> Kind:
        return TupleOf(tuple(map(shallow, map(self.kind, node.elts))))

    def _operation(self, node: ast.BinOp) -> Kind:
        self.operator(node, node.op)
        numbers = [self.kind(side) is NUMBER for side in (node.left, node.right)]
        if isinstance(node.op, ast.Add | ast.Mult):  # which tuples know too
            return NUMBER if all(numbers) else UNKNOWN
        return NUMBER

    def operator(self, node: ast.AST, op: ast.operator) -> None:
        if isinstance(op, ast.Div):
            self.report(node, f"`{self.name}` divides with `/`, which gives a fraction: use `//`")
        elif isinstance(op, ast.MatMult):
            self.report(node, f"`{self.name}` multiplies with `@`: use `*`")

    def _unary(self, node: ast.UnaryOp) -> Kind:
        if isinstance(node.op, ast.Not):
            self.test(node.operand)
        else:
            self.kind(node.operand)
        return NUMBER

    def test(self, node: ast.expr) -> None:
        """A condition: a number, not an array or a record."""
        kind = self.kind(node)
        if isinstance(kind, ArrayOf | RecordOf):
            what = "an array" if isinstance(kind, ArrayOf) else "a record"
            told = ast.unparse(node)
            self.report(node, f"`{self.name}` takes `{told}` for true or false, but it is {what}")

    def _choice(self, node: ast.IfExp) -> Kind:
        self.test(node.test)
        with self.condition(node.test, True):
            one = self.kind(node.body)
        with self.condition(node.test, False):
            return joined(one, self.kind(node.orelse))

    def _either(self, node: ast.BoolOp) -> Kind:
        kind = self.kind(node.values[0])
        for before, value in zip(node.values, node.values[1:], strict=False):
            with self.condition(before, isinstance(node.op, ast.And)):
                kind = joined(kind, self.kind(value))
        return kind

    def _compare(self, node: ast.Compare) -> Kind:
        sides = [node.left, *node.comparators]
        for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
            if isinstance(op, ast.Is | ast.IsNot):
                self.report(node, f"`{self.name}` compares with `is`: numbers need `==` or `!=`")
                return NUMBER
            if isinstance(op, ast.In | ast.NotIn):
                if isinstance(right, ast.List):  # Python makes a tuple of it
                    for item in right.elts:
                        self.kind(item)
                else:
                    self._contains(right)
                continue
            for side in (left, right):
                kind = self.kind(side)
                if isinstance(kind, ArrayOf | RecordOf):
                    what = "array" if isinstance(kind, ArrayOf) else "record"
                    told = ast.unparse(side)
                    self.report(
                        node, f"`{self.name}` compares `{told}`, a whole {what}: write a loop"
                    )
        return NUMBER

    def _contains(self, node: ast.expr) -> None:
        """What stands after ``in``: numbers in one row."""
        kind = self.kind(node)
        records = isinstance(kind, ArrayOf) and not isinstance(kind.base, str)
        rows = isinstance(kind, ArrayOf) and len(kind.shape) > 1
        if records or rows or isinstance(kind, RecordOf) or kind is NUMBER:
            what = f"`{self.name}` looks for something `in {ast.unparse(node)}`"
            self.report(node, f"{what}, which is no tuple or row of numbers: write a loop")

    # Calls

    def _call(self, node: ast.Call) -> Kind:
        called = self._called(node.func)
        arguments = [self.kind(argument) for argument in node.args]
        named = {word.arg: self.kind(word.value) for word in node.keywords if word.arg}
        if any(word.arg is None for word in node.keywords):
            self.report(node, f"`{self.name}` has a `**`: name the values one by one")
            return UNKNOWN
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            return UNKNOWN
        if isinstance(called, RuleOf) and called.function.__code__.co_flags & _ANY_NUMBER:
            self.program.result(called.function, ())  # told where it is defined
        elif isinstance(called, RuleOf):
            return self._call_rule(node, called.function, arguments, named)
        if isinstance(called, Maker):
            fields = called.made._fields
            items: dict[str, Kind] = dict(zip(fields, arguments, strict=False)) | named
            kinds = tuple(shallow(items.get(name, UNKNOWN)) for name in fields)
            return TupleOf(kinds, called.made)
        return self._call_builtin(node, arguments) if called is NUMBER else UNKNOWN

    def _called(self, node: ast.expr) -> Kind:
        """What is called: a rule, a class of named tuples, NUMBER for a builtin, or unknown."""
        if isinstance(node, ast.Name):
            if node.id in self.locals:
                return self._name(node)
            return self._callable(node, node.id, self.value_of(node.id))
        if isinstance(node, ast.Attribute):
            base = self.base(node.value)
            if isinstance(base, Holder):
                value = getattr(base.value, node.attr, MISSING)
                called = self._callable(node, ast.unparse(node), value)
                if isinstance(called, RuleOf) and base.name not in self.program.bindings:
                    what = f"`{self.name}` calls `{ast.unparse(node)}` through its module"
                    self.report(node, f"{what}, which compiled code cannot: import it by name")
                return called
            known = base is not UNKNOWN or node.attr in METHODS or isinstance(node.value, ast.Call)
            if known and not self._is_field(base, node.attr):
                what = f"`{self.name}` calls the method `{ast.unparse(node)}`"
                self.report(node, f"{what}: rules call only rules, and a few builtins")
            return UNKNOWN
        self.kind(node)
        return UNKNOWN

    @staticmethod
    def _is_field(base: Kind, name: str) -> bool:
        return isinstance(base, TupleOf) and base.named is not None and name in base.named._fields

    def _callable(self, node: ast.expr, name: str, value: Any) -> Kind:
        if value is MISSING or value is None:
            return self._global(node, name, value) if value is MISSING else UNKNOWN
        kind = self.program.constant(name, value)
        if isinstance(kind, RuleOf | Maker):
            return kind
        if vars(builtins).get(name) is value and isinstance(node, ast.Name):
            if name in BUILTINS:
                return NUMBER
            what = f"calls `{name}`{INSTEAD.get(name, ONLY_RULES)}"
        elif isinstance(value, type) and issubclass(value, Record):
            what = f"makes a `{name}`{NEW_RECORD}"
        elif self._own(value):
            what = f"calls `{name}`, which is no rule: put @rule above it"
        else:
            what = f"calls `{name}`{ONLY_RULES}"
        self.report(node, f"`{self.name}` {what}")
        return UNKNOWN

    def _own(self, value: Any) -> bool:
        """Whether a function stands in the same package as this rule, and could be one."""
        own = self.function.__module__.rpartition(".")[0] or self.function.__module__
        module = getattr(value, "__module__", None) or ""
        return isinstance(value, FunctionType) and (module + ".").startswith(own + ".")

    def _call_rule(
        self, node: ast.Call, rule: FunctionType, given: list[Kind], named: dict[str, Kind]
    ) -> Kind:
        names, needed = self.program.parameters(rule)
        unknown = [name for name in named if name not in names[len(given) :]]
        missing = [name for name in names[len(given) : needed] if name not in named]
        if len(given) > len(names) or unknown or missing:
            takes = ", ".join(names)
            what = f"`{self.name}` calls `{ast.unparse(node)}`"
            self.report(node, f"{what}, but the rule is `{rule.__name__}({takes})`")
            return UNKNOWN
        rest = (named.get(name, UNKNOWN) for name in names[len(given) :])
        return self.program.result(rule, (*given, *rest))

    def _call_builtin(self, node: ast.Call, given: list[Kind]) -> Kind:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if node.keywords and name in ("min", "max", "sum"):
            what = f"`{self.name}` gives `{name}` a keyword, which the compiler does not know"
            self.report(node, f"{what}: write a loop")
        if name in ("range", "enumerate", "zip"):
            return UNKNOWN
        if name in ("min", "max") and any(kind is not NUMBER for kind in given):
            return UNKNOWN
        return TupleOf((NUMBER, NUMBER)) if name == "divmod" else NUMBER


_EXPRESSIONS: dict[type[ast.expr], Callable[[Expressions, Any], Kind]] = {
    ast.Constant: Expressions._constant,
    ast.Name: Expressions._name,
    ast.Attribute: Expressions._attribute,
    ast.Subscript: Expressions._subscript,
    ast.Tuple: Expressions._tuple,
    ast.BinOp: Expressions._operation,
    ast.UnaryOp: Expressions._unary,
    ast.IfExp: Expressions._choice,
    ast.BoolOp: Expressions._either,
    ast.Compare: Expressions._compare,
    ast.Call: Expressions._call,
}
