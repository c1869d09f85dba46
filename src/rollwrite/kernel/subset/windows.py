"""Answers that wait: action 0 would read as no answer, so no move of such a window may be 0.

An answer is kept in the state's ``answers`` until all are in, where 0 stands for none. This check
reports a move 0 only where the phases under which it is listed and answered are plain to see;
playing the game finds the rest.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from types import FunctionType
from typing import Any, NamedTuple

from rollwrite.kernel.rule import is_rule
from rollwrite.kernel.subset.bounds import Bounds, bounds
from rollwrite.kernel.subset.findings import Findings
from rollwrite.kernel.subset.program import Program
from rollwrite.kernel.subset.sources import Sources, shown


class Phases(NamedTuple):
    """The phases in which a statement runs for certain: these, or all but those."""

    only: frozenset[int] | None = None
    never: frozenset[int] = frozenset()

    def meets(self, other: Phases) -> bool:
        """Whether there certainly is a phase in which both run."""
        if self.only is not None and other.only is not None:
            return bool(self.only & other.only)
        if self.only is not None:
            return bool(self.only - other.never)
        return self.never == other.never if other.only is None else other.meets(self)

    def within(self, test: Phases) -> Phases:
        """Those of them in which a test holds too."""
        if test.only is None:
            kept = None if self.only is None else self.only - test.never
            return Phases(kept, self.never | test.never)
        only = test.only - self.never
        return Phases(only if self.only is None else only & self.only, self.never)

    def without(self, test: Phases) -> Phases:
        """Those of them in which it does not hold."""
        return self.within(Phases(None, test.only) if test.only is not None else Phases(test.never))


class Scope(NamedTuple):
    """A function whose statements are sorted by phase."""

    function: FunctionType
    state: str  # what it calls the state

    def constant(self, node: ast.expr) -> Any:
        names: dict[str, Any] = getattr(self.function, "__globals__", {})
        value = names.get(node.id) if isinstance(node, ast.Name) else None
        return value if isinstance(value, int | tuple) else None

    def number(self, node: ast.expr) -> int | None:
        found = bounds(node, self.constant, {})
        return found.low if found else None

    def test(self, node: ast.expr) -> Phases | None:
        """The phases in which a test holds; None where it asks for something else."""
        if not isinstance(node, ast.Compare) or len(node.ops) != 1:
            return None
        left, op, right = node.left, node.ops[0], node.comparators[0]
        if ast.unparse(left) != f"{self.state}.phase":
            return None
        sides = right.elts if isinstance(right, ast.Tuple) else [right]
        found = [self.number(side) for side in sides]
        phases = frozenset(number for number in found if number is not None)
        if len(phases) != len(sides):
            return None
        if isinstance(op, ast.Eq | ast.In):
            return Phases(phases)
        return Phases(None, phases) if isinstance(op, ast.NotEq | ast.NotIn) else None

    def sorted(self, body: list[ast.stmt], at: Phases) -> Iterator[tuple[ast.stmt, Phases]]:
        """The statements that certainly run in some phases, and in which."""
        for node in body:
            test = self.test(node.test) if isinstance(node, ast.If) else None
            if isinstance(node, ast.If) and test is not None:
                yield from self.sorted(node.body, at.within(test))
                yield from self.sorted(node.orelse, at.without(test))
                if isinstance(node.body[-1], ast.Return):
                    at = at.without(test)
                if node.orelse and isinstance(node.orelse[-1], ast.Return):
                    at = at.within(test)
                continue
            yield node, at
            if isinstance(node, ast.If | ast.While) and _leaves(node):
                return  # what follows is no longer certain


def _leaves(node: ast.stmt) -> bool:
    return any(isinstance(inner, ast.Return) for inner in ast.walk(node))


def check_windows(program: Program, rules: Any, sources: Sources, findings: Findings) -> None:
    """Report a move 0 that is certainly listed in a phase in which answers are kept."""
    legal, apply = (getattr(rules, name, None) for name in ("legal", "apply"))
    if not isinstance(legal, FunctionType) or not isinstance(apply, FunctionType):
        return
    listing, making = sources.syntax(legal), sources.syntax(apply)
    if listing is None or making is None or len(listing.args.args) != 3 != len(making.args.args):
        return
    windows = list(_windows(apply, making, sources))
    state, _, moves = (one.arg for one in listing.args.args)
    scope = Scope(legal, state)
    path = shown(legal.__code__.co_filename)
    for node, at in scope.sorted(listing.body, Phases()):
        if any(at.meets(window) for window in windows) and _lists_zero(scope, node, moves):
            what = "this lists action 0 in a phase in which `apply` keeps answers, where 0 means"
            findings.add(f"{path}:{node.lineno}", f"{what} none: number these actions from 1 on")


def _windows(apply: FunctionType, node: ast.FunctionDef, sources: Sources) -> Iterator[Phases]:
    """The phases in which ``apply`` keeps its action as an answer."""
    state, _, action = (one.arg for one in node.args.args)
    scope = Scope(apply, state)
    changed = any(
        isinstance(inner, ast.Name) and inner.id == action and isinstance(inner.ctx, ast.Store)
        for inner in ast.walk(node)
    )
    for statement, at in () if changed else scope.sorted(node.body, Phases()):
        first = statement.test if isinstance(statement, ast.If) else statement
        if isinstance(statement, ast.For | ast.While):
            continue
        for call in ast.walk(first):
            if isinstance(call, ast.Call) and _keeps(call, action, apply, sources):
                yield at


def _keeps(call: ast.Call, action: str, apply: FunctionType, sources: Sources) -> bool:
    """Whether a call is of a rule that writes the action into ``answers`` as it is."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    called = apply.__globals__.get(name)
    if not is_rule(called) or not isinstance(called, FunctionType) or call.keywords:
        return False
    node = sources.syntax(called)
    given = [isinstance(one, ast.Name) and one.id == action for one in call.args]
    if node is None or len(given) != len(node.args.args):
        return False
    kept = {one.arg for one, same in zip(node.args.args, given, strict=True) if same}
    return any(
        isinstance(inner, ast.Assign)
        and isinstance(inner.value, ast.Name)
        and inner.value.id in kept
        and isinstance(target := inner.targets[0], ast.Subscript)
        and isinstance(target.value, ast.Attribute)
        and target.value.attr == "answers"
        for inner in node.body
    )


def _lists_zero(scope: Scope, node: ast.stmt, moves: str) -> bool:
    """Whether a statement certainly writes 0 into the moves."""
    loops: dict[str, Bounds] = {}
    inner = node
    while isinstance(inner, ast.For) and isinstance(inner.target, ast.Name):
        call = inner.iter
        ranged = isinstance(call, ast.Call) and getattr(call.func, "id", "") == "range"
        ends = [scope.number(end) for end in call.args] if isinstance(call, ast.Call) else []
        low, high = (0, *ends) if len(ends) == 1 else (*ends, None, None)[:2]
        if not ranged or low is None or high is None or low >= high or len(ends) > 2:
            return False
        loops[inner.target.id] = Bounds(low, high - 1, frozenset([inner.target.id]))
        inner = inner.body[0]
    if not isinstance(inner, ast.Assign) or not isinstance(inner.targets[0], ast.Subscript):
        return False
    written = bounds(inner.value, scope.constant, loops)
    to_moves = getattr(inner.targets[0].value, "id", "") == moves
    return to_moves and written is not None and 0 in (written.low, written.high)
