"""What is known of a value in a rule: a number, a record, an array, a rule, or nothing.

This is what Numba infers too, only coarser: where two branches disagree, nothing is known, and of
what is not known nothing is reported.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from types import FunctionType, ModuleType
from typing import Any

from rollwrite.kernel.records import Field, Record
from rollwrite.kernel.rule import is_rule

LARGEST = (1 << 63) - 1


class Plain(Enum):
    """Kinds with nothing inside."""

    UNSET = "not assigned yet"
    UNKNOWN = "anything"
    NUMBER = "a whole number"
    NOTHING = "None"


UNSET, UNKNOWN, NUMBER, NOTHING = Plain.UNSET, Plain.UNKNOWN, Plain.NUMBER, Plain.NOTHING


class Role(Enum):
    """What an array is for, where that says how it may be used."""

    PLAIN = "a field"
    SLOTS = "room for records, which are copied into it"
    MOVES = "the moves that legal lists"
    TABLE = "a constant"


@dataclass(frozen=True, slots=True)
class RecordOf:
    """A record of a class."""

    record: type[Record]


@dataclass(frozen=True, slots=True)
class ArrayOf:
    """An array of integers (a NumPy code) or of records; a length may be unknown."""

    base: str | type[Record]
    shape: tuple[int | None, ...]
    role: Role = Role.PLAIN

    @property
    def element(self) -> Kind:
        if len(self.shape) > 1:
            return ArrayOf(self.base, self.shape[1:], self.role)
        return NUMBER if isinstance(self.base, str) else RecordOf(self.base)


@dataclass(frozen=True, slots=True)
class TupleOf:
    """A tuple of values, named or not."""

    items: tuple[Kind, ...]
    named: type[Any] | None = None


@dataclass(frozen=True, slots=True)
class RuleOf:
    """A rule, as a value."""

    function: FunctionType


@dataclass(frozen=True, slots=True)
class Holder:
    """Something with rules and constants in it: a module, or an IntEnum."""

    name: str
    value: Any


@dataclass(frozen=True, slots=True)
class Maker:
    """A class of named tuples."""

    made: type[Any]


Kind = Plain | RecordOf | ArrayOf | TupleOf | RuleOf | Holder | Maker


def joined(one: Kind, other: Kind) -> Kind:
    """What is known of a value that is one or the other."""
    if one == other or other is UNSET:
        return one
    if one is UNSET:
        return other
    if isinstance(one, TupleOf) and isinstance(other, TupleOf):
        if len(one.items) == len(other.items) and one.named is other.named:
            return TupleOf(tuple(map(joined, one.items, other.items)), one.named)
    elif isinstance(one, ArrayOf) and isinstance(other, ArrayOf):
        alike = len(one.shape) == len(other.shape) and one.role is other.role
        if alike and (one.base == other.base or one.role is Role.TABLE):
            sizes = zip(one.shape, other.shape, strict=True)
            shape = tuple(size if size == second else None for size, second in sizes)
            return ArrayOf(one.base, shape, one.role)
    return UNKNOWN


def shallow(kind: Kind) -> Kind:
    """A kind as part of a tuple: tuples in tuples in tuples are not followed."""
    deep = isinstance(kind, TupleOf) and any(isinstance(item, TupleOf) for item in kind.items)
    return UNKNOWN if deep else kind


def of_field(field: Field) -> Kind:
    """What a field of a record holds."""
    if field.shape:
        return ArrayOf(field.kind, field.shape, Role.SLOTS if field.slots else Role.PLAIN)
    return NUMBER if isinstance(field.kind, str) else RecordOf(field.kind)


def limits(code: str) -> tuple[int, int]:
    """The least and the most that integers of a NumPy code hold."""
    bits = 8 * int(code[1:])
    return (0, (1 << bits) - 1) if code[0] == "u" else (-1 << bits - 1, (1 << bits - 1) - 1)


def width(code: str) -> str:
    """A NumPy code as records declare it: ``i1`` is ``i8``."""
    return f"{code[0]}{8 * int(code[1:])}"


def of_global(name: str, value: Any) -> Kind | str:
    """What is known of a constant that a rule reads, or why it may not."""
    if is_rule(value):
        plain = isinstance(value, FunctionType)
        return (
            RuleOf(value) if plain else "is a rule inside something else: put only @rule above it"
        )
    if isinstance(value, bool | int):
        return NUMBER if -LARGEST <= value <= LARGEST else "does not fit in 64 bits"
    if isinstance(value, tuple):
        return _table(value)
    if isinstance(value, ModuleType):
        return Holder(name, value)
    if isinstance(value, type):
        return _class(name, value)
    return _reason(value)


def _class(name: str, value: type[Any]) -> Kind | str:
    if issubclass(value, tuple) and hasattr(value, "_fields"):
        return Maker(value)
    return Holder(name, value) if issubclass(value, Enum) else UNKNOWN


def _reason(value: Any) -> Kind | str:
    """Why a constant is none that a rule may read."""
    if value is None:
        return NOTHING
    if isinstance(value, str | bytes):
        return "is a string: rules know only whole numbers"
    if isinstance(value, float | complex):
        return "is no whole number: count in a smaller unit, such as hundredths"
    if isinstance(value, list):
        return "is a list: make it a tuple"
    if isinstance(value, dict):
        return "is a dict: make it a tuple that is indexed by a number"
    if isinstance(value, set | frozenset):
        return "is a set: make it a tuple, or an integer with a bit for each member"
    if isinstance(value, FunctionType):
        return "is no rule: put @rule above it"
    if type(value).__module__.partition(".")[0] == "numpy" and hasattr(value, "shape"):
        return "is an array of NumPy: make it a tuple" if value.shape else UNKNOWN
    if callable(value):
        return UNKNOWN  # told where it is called
    kind = type(value).__name__
    return f"is of type `{kind}`: rules read only whole numbers and tuples of them"


def _table(value: tuple[Any, ...]) -> Kind | str:
    """A constant tuple: the compiler makes it an array, so it must be one."""
    shape, level = [], [value]
    while any(isinstance(item, tuple) for item in level):
        if len({len(item) if isinstance(item, tuple) else -1 for item in level}) > 1:
            return "has rows of different lengths: fill the shorter ones up"
        shape.append(len(level[0]))
        level = [inner for item in level for inner in item]
    for item in level:
        if not isinstance(item, int):
            return f"has {item!r} in it: rules read only tuples of whole numbers"
        if not -LARGEST <= item <= LARGEST:
            return f"has {item} in it, which does not fit in 64 bits"
    return ArrayOf("i8", tuple(shape), Role.TABLE)
