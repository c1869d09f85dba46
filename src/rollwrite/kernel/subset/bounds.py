"""The least and the most that a number in a rule is certain to be.

Only constants and the variables of loops over constant ranges are followed, and of those only what
every run is sure to reach: a value inside a condition may never get there.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rollwrite.kernel.subset.kinds import LARGEST

SHIFT, POWER = 64, 64  # no constant of a rule needs more


class Bounds(NamedTuple):
    """Both ends are reached; ``loops`` are the variables of loops that they depend on."""

    low: int
    high: int
    loops: frozenset[str] = frozenset()

    @property
    def constant(self) -> bool:
        return self.low == self.high


_PLAIN: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Pow: operator.pow,
}
_MONOTONE = (ast.Add, ast.Sub, ast.Mult)
_COMPARED: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}

Lookup = Callable[[ast.expr], Any]  # the value of a constant that an expression names, or None


def bounds(node: ast.expr, lookup: Lookup, loops: Mapping[str, Bounds]) -> Bounds | None:
    """What an expression is certain to be at least and at most; None where that is not sure."""
    if isinstance(node, ast.Name) and node.id in loops:
        return loops[node.id]
    if isinstance(node, ast.Constant | ast.Name | ast.Attribute | ast.Subscript | ast.Call):
        value = _value(node, lookup)
        return Bounds(value, value) if isinstance(value, int) and abs(value) <= LARGEST else None
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = bounds(node.operand, lookup, loops)
        return Bounds(-inner.high, -inner.low, inner.loops) if inner else None
    if isinstance(node, ast.BinOp):
        left = bounds(node.left, lookup, loops)
        right = bounds(node.right, lookup, loops)
        return _combined(node.op, left, right) if left and right else None
    return None


def _value(node: ast.expr, lookup: Lookup) -> Any:
    """The value of a constant, of an entry in a table, or of a table's length."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Call):
        sized = isinstance(node.func, ast.Name) and node.func.id == "len" and len(node.args) == 1
        table = _value(node.args[0], lookup) if sized else None
        return len(table) if isinstance(table, tuple) else None
    if isinstance(node, ast.Subscript):
        table, index = _value(node.value, lookup), bounds(node.slice, lookup, {})
        inside = isinstance(table, tuple) and index and -len(table) <= index.low < len(table)
        return table[index.low] if inside and index else None
    return lookup(node)


def _combined(op: ast.operator, left: Bounds, right: Bounds) -> Bounds | None:
    if left.loops & right.loops:
        return None  # they rise together: the ends need not be reached
    if not left.loops and not right.loops:
        value = _computed(op, left.low, right.low)
        return None if value is None else Bounds(value, value)
    if not isinstance(op, _MONOTONE):
        return None
    compute = _PLAIN[type(op)]
    corners = [compute(a, b) for a in left[:2] for b in right[:2]]
    return Bounds(min(corners), max(corners), left.loops | right.loops)


def _computed(op: ast.operator, left: int, right: int) -> int | None:
    shifts = isinstance(op, ast.LShift | ast.RShift) and not 0 <= right <= SHIFT
    grows = isinstance(op, ast.Pow) and not 0 <= right <= POWER
    divides = isinstance(op, ast.FloorDiv | ast.Mod) and right == 0
    if shifts or grows or divides or type(op) not in _PLAIN:
        return None
    value = _PLAIN[type(op)](left, right)
    return value if abs(value) <= LARGEST else None


def truth(node: ast.expr, lookup: Lookup) -> bool | None:
    """Whether a condition of constants alone holds; None where it depends on the game."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = truth(node.operand, lookup)
        return None if inner is None else not inner
    if isinstance(node, ast.BoolOp):
        each = [truth(value, lookup) for value in node.values]
        decided = isinstance(node.op, ast.Or)
        if decided in each:
            return decided
        return None if None in each else not decided
    if isinstance(node, ast.Compare):
        sides = [bounds(side, lookup, {}) for side in (node.left, *node.comparators)]
        holds = [
            None
            if one is None or other is None or type(op) not in _COMPARED
            else _COMPARED[type(op)](one.low, other.low)
            for one, op, other in zip(sides, node.ops, sides[1:], strict=False)
        ]
        return None if None in holds else all(holds)
    found = bounds(node, lookup, {})
    return None if found is None else bool(found.low)
