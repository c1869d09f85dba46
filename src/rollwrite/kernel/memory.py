"""Memory: where records and arrays lie for compiled code, told without NumPy.

The layout is that of C and of ``Record.dtype()``. A *frame* holds all arguments of a loop in one
block, the same on this machine and in WebAssembly:

    8 bytes   what the loop returns (nothing)
    8 bytes   where it would tell of an exception (it raises none)
    8 each    the words of its arguments, as Numba's calling convention has them; addresses count
              from the beginning of the frame
    ...       the arrays, each on a multiple of 16 bytes
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import prod
from typing import Any, NamedTuple

from rollwrite.kernel.records import Field, Record

CODES = {"i1": "b", "u1": "B", "i2": "h", "u2": "H", "i4": "i", "i8": "q"}  # NumPy's: struct's
HEAD = 16  # bytes of a frame before its words
GRAIN = 16  # what the place of an array is a multiple of

Kind = str | type[Record]


class Place(NamedTuple):
    """Where a field lies in its record."""

    at: int
    kind: Kind
    shape: tuple[int, ...]


class Layout(NamedTuple):
    """How a kind of element lies in memory."""

    size: int
    align: int
    fields: dict[str, Place]  # of a record
    format: str  # as ``struct`` takes it, padding included


@cache
def layout(kind: Kind) -> Layout:
    """How an integer or a record lies in memory."""
    if isinstance(kind, str):
        return Layout(int(kind[1:]), int(kind[1:]), {}, CODES[kind])
    at, most, fields, parts = 0, 1, dict[str, Place](), list[str]()
    for name, field in kind._fields.items():
        inner = layout(field.kind)
        start = _raised(at, inner.align)
        parts.append("x" * (start - at))
        fields[name] = Place(start, field.kind, field.shape)
        count = prod(field.shape)
        parts.append(f"{count}{inner.format}" if not inner.fields else inner.format * count)
        at, most = start + inner.size * count, max(most, inner.align)
    size = _raised(at, most)
    return Layout(size, most, fields, "".join([*parts, "x" * (size - at)]))


def described(kind: Any) -> str:
    """A layout in words: equal for a record and for its NumPy type, and only if they agree."""
    if isinstance(kind, str):
        return kind
    if isinstance(kind, type):
        size, _, fields, _ = layout(kind)
    elif kind.fields is None:
        return f"{kind.kind}{kind.itemsize}"
    else:
        size = kind.itemsize
        fields = {name: Place(at, t.base, t.shape) for name, (t, at) in kind.fields.items()}
    inner = [
        f"{name}:{described(field.kind)}{list(field.shape)}@{field.at}"
        for name, field in fields.items()
    ]
    return f"{{{','.join(inner)}}}{size}"


@cache
def packer(kind: type[Record]) -> Callable[[Record], bytes]:
    """A function that gives the bytes of a record as they lie in memory."""
    flatten = _flattener(Field(kind))
    pack = struct.Struct("=" + layout(kind).format).pack

    def packed(record: Record) -> bytes:
        numbers: list[int] = []
        flatten(record, numbers)
        return pack(*numbers)

    return packed


def _flattener(field: Field) -> Callable[[Any, list[int]], None]:
    """A function that appends all numbers of a field's value to a list, in their order."""
    if field.shape:
        if len(field.shape) == 1 and isinstance(field.kind, str):
            return lambda values, found: found.extend(values)
        inner = _flattener(Field(field.kind, field.shape[1:]))

        def each(values: Any, found: list[int]) -> None:
            for value in values:
                inner(value, found)

        return each
    if isinstance(field.kind, str):
        return lambda value, found: found.append(value)
    parts = [(name, _flattener(part)) for name, part in field.kind._fields.items()]

    def all_fields(record: Any, found: list[int]) -> None:
        for name, flatten in parts:
            flatten(getattr(record, name), found)

    return all_fields


class Block(NamedTuple):
    """An array among the arguments of a loop; zeros at first."""

    kind: Kind
    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return layout(self.kind).size * prod(self.shape)


class Frame:
    """The arguments of a loop in one block of memory: integers, blocks and arrays of the library.

    Named tuples of them are arguments too. ``array`` objects hold what never changes, such as
    models: whoever can, reads them where they are (``outside``).
    """

    def __init__(self, *arguments: Any) -> None:
        self.arguments = arguments
        flat = list(_flat(arguments))
        self._at: dict[int, int] = {}  # by the identity of a block
        self.outside: dict[int, array[int]] = {}  # by the place in the words
        self.words: list[tuple[bool, int]] = []  # each with whether it is an address
        sizes: list[tuple[int, Block]] = []
        for one in flat:
            if isinstance(one, int):
                self.words.append((False, one))
                continue
            block = Block(f"i{one.itemsize}", (len(one),)) if isinstance(one, array) else one
            step = layout(block.kind).size
            strides = [step * prod(block.shape[axis + 1 :]) for axis in range(len(block.shape))]
            numbers = [prod(block.shape), step]
            self.words += [(True, 0), (True, 0), *((False, number) for number in numbers)]
            if isinstance(one, array):
                self.outside[len(self.words)] = one
            sizes.append((len(self.words), one))
            self.words.append((True, 0))
            self.words += [(False, number) for number in (*block.shape, *strides)]
        at = HEAD + 8 * len(self.words)
        for word, one in sizes:
            if word not in self.outside:
                at = _raised(at, GRAIN)
                self.words[word] = True, at
                self._at[id(one)] = at
                at += one.size
        self.size = at  # without what lies outside

    def at(self, block: Block, *path: str) -> int:
        """Where a block begins, or a field of its first element."""
        found, kind = self._at[id(block)], block.kind
        for name in path:
            place = layout(kind).fields[name]
            found, kind = found + place.at, place.kind
        return found

    def image(self) -> tuple[bytes, int]:
        """The words of a frame with all arrays inside, and its whole size."""
        words, at = [number for _, number in self.words], self.size
        for word, content in self.outside.items():
            at = _raised(at, GRAIN)
            words[word] = at
            at += len(content) * content.itemsize
        return struct.pack(f"={len(words)}q", *words), at

    def contents(self) -> Iterator[tuple[int, memoryview]]:
        """Where in such a frame each of those arrays lies, and its bytes."""
        at = self.size
        for content in self.outside.values():
            at = _raised(at, GRAIN)
            yield at, memoryview(content).cast("B")
            at += len(content) * content.itemsize


def numbers(kind: str, content: bytes) -> Sequence[int]:
    """The integers of such a kind that lie in some bytes."""
    return struct.unpack(f"={len(content) // int(kind[1:])}{CODES[kind]}", content)


def view(kind: str, content: bytes) -> Any:
    """The same as a view of the bytes."""
    code: Any = CODES[kind]
    return memoryview(content).cast(code)


def _flat(arguments: Any) -> Iterator[Any]:
    for one in arguments:
        if isinstance(one, tuple) and not isinstance(one, Block):
            yield from _flat(one)
        else:
            yield one


def _raised(at: int, step: int) -> int:
    """The next multiple of a step."""
    return -(-at // step) * step
