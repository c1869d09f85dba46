"""Records: the small fixed-size structures that rules work on, declared once, carried two ways.

A record class *is* the interpreted carrier: an object with slots, integers and lists. Its
``dtype()`` is the compiled carrier: the same fields as an aligned NumPy record. Rules index
``cells[row][column]`` and read fields by name, so the same code runs on both.

    class Sheet(Record):
        cells: list[list[int]] = i8[3, 12]
        misses: int = i8

    class State(Record):
        active: int = i8
        sheets: list[Sheet] = many(Sheet, 6)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Self


class Field(NamedTuple):
    """What a field holds: a NumPy integer code or a record class, and the shape of its array."""

    kind: str | type[Record]
    shape: tuple[int, ...] = ()
    slots: bool = False  # whether records put into the array are copied (see ``slots``)

    def __getitem__(self, shape: Any) -> Any:
        """``i8[3, 12]`` is an array of three rows of twelve."""
        return Field(self.kind, shape if isinstance(shape, tuple) else (shape,))

    def zero(self) -> Any:
        """The field's value in a fresh record."""
        made = _zero(self.kind, self.shape)
        return Slots(made) if self.slots else made

    def copier(self) -> Callable[[Any], Any]:
        """A function that copies a value of this field."""
        if not self.shape:
            return _same if isinstance(self.kind, str) else _copy_record
        inner = Field(self.kind, self.shape[1:])
        if inner.shape or not isinstance(inner.kind, str):
            copy_inner = inner.copier()
            made = Slots if self.slots else list
            return lambda values: made([copy_inner(value) for value in values])
        return _copy_list

    def freezer(self) -> Callable[[Any], Any]:
        """A function that turns a value of this field into nested tuples."""
        if not self.shape:
            return _same if isinstance(self.kind, str) else _freeze_record
        inner = Field(self.kind, self.shape[1:])
        if inner.shape or not isinstance(inner.kind, str):
            freeze_inner = inner.freezer()
            return lambda values: tuple([freeze_inner(value) for value in values])
        return tuple

    def storer(self) -> Callable[[Any], Any]:
        """A function that turns a value of this field into what NumPy takes for it.

        Numbers it takes in lists, records only as tuples.
        """
        if isinstance(self.kind, str):
            return _same
        if not self.shape:
            return _store_record
        store_inner = Field(self.kind, self.shape[1:]).storer()
        return lambda values: [store_inner(value) for value in values]

    def dtype(self) -> Any:
        """The NumPy type of one field, shape included."""
        base = self.kind if isinstance(self.kind, str) else self.kind.layout()
        return (base, self.shape) if self.shape else base


# Typed as Any so that `misses: int = i8` reads as the declaration it is.
i8: Any = Field("i1")
i16: Any = Field("i2")
i32: Any = Field("i4")
i64: Any = Field("i8")


def many(kind: type[Record], *shape: int) -> Any:
    """A field that holds an array of records."""
    return Field(kind, shape)


def one(kind: type[Record]) -> Any:
    """A field that holds another record."""
    return Field(kind)


def slots(kind: type[Record], count: int) -> Any:
    """A field with room for records: ``slots[0] = record`` copies, as with an array of NumPy."""
    return Field(kind, (count,), slots=True)


class Slots(list[Any]):
    """A list of records in which an assignment copies, as it does in an array of records."""

    def __setitem__(self, index: Any, record: Any) -> None:
        super().__setitem__(index, record.copy())


class _RecordType(type):
    """Turns the fields declared in a record class into slots."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _RecordType:
        fields = {key: value for key, value in body.items() if isinstance(value, Field)}
        for key in fields:
            del body[key]
        body["__slots__"] = tuple(fields)
        body["_fields"] = fields
        body["_copiers"] = tuple((key, field.copier()) for key, field in fields.items())
        body["_freezers"] = tuple((key, field.freezer()) for key, field in fields.items())
        body["_storers"] = tuple((key, field.storer()) for key, field in fields.items())
        body["_zeros"] = tuple(field.zero() for field in fields.values())
        return super().__new__(mcs, name, bases, body)


class Record(metaclass=_RecordType):
    """A structure of integers, arrays of integers and other records; all zero when made."""

    _fields: dict[str, Field]
    _copiers: tuple[tuple[str, Callable[[Any], Any]], ...]
    _freezers: tuple[tuple[str, Callable[[Any], Any]], ...]
    _storers: tuple[tuple[str, Callable[[Any], Any]], ...]
    _zeros: tuple[Any, ...]

    def __init__(self) -> None:
        for (name, copier), zero in zip(self._copiers, self._zeros, strict=True):
            setattr(self, name, copier(zero))

    def copy(self) -> Self:
        """An equal record that shares nothing with this one."""
        twin = object.__new__(type(self))
        for name, copier in self._copiers:
            setattr(twin, name, copier(getattr(self, name)))
        return twin

    def values(self) -> tuple[Any, ...]:
        """All fields as nested tuples: hashable, and equal exactly when the records are."""
        return tuple([freeze(getattr(self, name)) for name, freeze in self._freezers])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return False
        return all(getattr(self, name) == getattr(other, name) for name in self._fields)

    __hash__ = None  # type: ignore[assignment]  # rules change records in place

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({inner})"

    @classmethod
    def dtype(cls) -> Any:
        """The compiled carrier: an aligned NumPy record type with the same fields."""
        import numpy as np

        return np.dtype((np.record, cls.layout()))

    @classmethod
    def layout(cls) -> Any:
        """The fields in memory; as a record type NumPy would forget how to align them inside."""
        import numpy as np

        fields = [(name, field.dtype()) for name, field in cls._fields.items()]
        return np.dtype(fields, align=True)

    def store(self, slot: Any) -> None:
        """Write this record into a slot of a NumPy array of its ``dtype()``."""
        for name, stored in self._storers:
            slot[name] = stored(getattr(self, name))

    @classmethod
    def load(cls, slot: Any) -> Self:
        """The record that stands in a slot of a NumPy array of its ``dtype()``."""
        made = cls()
        for name, field in cls._fields.items():
            setattr(made, name, _plain(slot[name], field))
        return made


def dtype(kind: Any) -> Any:
    """The NumPy type of an integer, by its code, or of a record; that itself, if it is one."""
    import numpy as np

    return kind.dtype() if hasattr(kind, "_fields") else np.dtype(kind)


def _zero(kind: str | type[Record], shape: tuple[int, ...]) -> Any:
    if shape:
        return [_zero(kind, shape[1:]) for _ in range(shape[0])]
    return 0 if isinstance(kind, str) else kind()


def _same(value: Any) -> Any:
    return value


def _copy_list(values: list[int]) -> list[int]:
    return values[:]


def _copy_record(value: Record) -> Record:
    return value.copy()


def _store_record(value: Record) -> tuple[Any, ...]:
    return tuple([stored(getattr(value, name)) for name, stored in value._storers])


def _freeze_record(value: Record) -> tuple[Any, ...]:
    return value.values()


def _plain(value: Any, field: Field) -> Any:
    if field.shape:
        inner = Field(field.kind, field.shape[1:])
        return [_plain(item, inner) for item in value]
    return int(value) if isinstance(field.kind, str) else field.kind.load(value)
