"""Records compared field by field, and fields that hold more than they are declared for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rollwrite.kernel.records import Field, Record


class Difference(NamedTuple):
    """A place such as ``sheets[0].misses`` and what stands there in each of two things."""

    path: tuple[str | int, ...]
    one: Any
    two: Any

    def __str__(self) -> str:
        return f"{place(self.path)} is {self.one!r} in one and {self.two!r} in the other"


def place(path: tuple[str | int, ...]) -> str:
    """A path in words: ``sheets[0].misses``."""
    steps = "".join(f"[{s}]" if isinstance(s, int) else f".{s}" for s in path)
    return steps.removeprefix(".") or "all"


def differences(one: Any, two: Any, path: tuple[str | int, ...] = ()) -> Iterator[Difference]:
    """Where two records, JSON values or lists of such differ."""
    if one == two:
        return
    if isinstance(one, Record) and type(one) is type(two):
        for name in one._fields:
            yield from differences(getattr(one, name), getattr(two, name), (*path, name))
    elif isinstance(one, dict) and isinstance(two, dict):
        for name in {**one, **two}:
            yield from differences(one.get(name), two.get(name), (*path, name))
    elif isinstance(one, list | tuple) and isinstance(two, list | tuple) and len(one) == len(two):
        for number, (a, b) in enumerate(zip(one, two, strict=True)):
            yield from differences(a, b, (*path, number))
    else:
        yield Difference(path, one, two)


def too_wide(record: Record, path: tuple[str | int, ...] = ()) -> Iterator[str]:
    """The fields of a record that hold what is no integer, or one beyond their declared width."""
    for name, field in record._fields.items():
        yield from _too_wide(getattr(record, name), field, (*path, name))


def _all_fit(values: Any, field: Field) -> bool:
    """Whether a list of integers is within the width of its field: the quick way."""
    top = 1 << 8 * int(str(field.kind)[1]) - 1
    return {*map(type, values)} == {int} and -top <= min(values) and max(values) < top


def _too_wide(value: Any, field: Field, path: tuple[str | int, ...]) -> Iterator[str]:
    if field.shape:
        inner = Field(field.kind, field.shape[1:])
        if len(value) != field.shape[0]:
            yield f"{place(path)} has {len(value)} places, declared are {field.shape[0]}"
        if not inner.shape and isinstance(inner.kind, str) and _all_fit(value, inner):
            return
        for number, item in enumerate(value):
            yield from _too_wide(item, inner, (*path, number))
    elif not isinstance(field.kind, str):
        yield from too_wide(value, path)
    elif not isinstance(value, int):
        yield f"{place(path)} is {value!r}, which is no integer"
    elif not -(top := 1 << 8 * int(field.kind[1]) - 1) <= value < top:
        width = f"i{8 * int(field.kind[1])}"
        yield f"{place(path)} is {value}, too large for {width} (from {-top} to {top - 1})"
