"""What a function reads of a record: for as long as that is the same, so is what it makes.

A drawing or a tally looks at a sheet, rarely at the whole table. Whoever keeps what was made of a
record, with what was read of it, knows by comparing a few fields whether it is still right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from rollwrite.kernel.records import Record

Made = TypeVar("Made")
WHOLE = -1


class Reads:
    """The fields, and of fields that hold records the members, that were read, as they were."""

    __slots__ = ("_seen",)

    def __init__(self, seen: dict[tuple[str, int], Any]) -> None:
        self._seen = seen

    def hold(self, record: Any) -> bool:
        """Whether another record reads the same."""
        for (name, place), value in self._seen.items():
            found = getattr(record, name)
            if value != (found if place == WHOLE else found[place]):
                return False
        return True


def watch(make: Callable[[Any], Made], record: Any) -> tuple[Made, Reads]:
    """What a function makes of a record, and what it has read for that."""
    seen: dict[tuple[str, int], Any] = {}
    return make(_Watched(record, seen)), Reads(seen)


class _Watched:
    """Stands in for a record; it can be read, not changed."""

    __slots__ = ("_record", "_seen")

    def __init__(self, record: Any, seen: dict[tuple[str, int], Any]) -> None:
        self._record = record
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._record, name)
        if name not in self._record._fields:  # a method may read anything
            for field in self._record._fields:
                self._seen[field, WHOLE] = getattr(self._record, field)
        elif isinstance(value, list) and value and isinstance(value[0], Record):
            return _Members(name, value, self._seen)
        else:
            self._seen[name, WHOLE] = value
        return value


class _Members:
    """Stands in for a list of records."""

    __slots__ = ("_name", "_seen", "_values")

    def __init__(self, name: str, values: list[Any], seen: dict[tuple[str, int], Any]) -> None:
        self._name = name
        self._values = values
        self._seen = seen

    def __getitem__(self, place: Any) -> Any:
        if type(place) is int:
            place %= len(self._values)
            self._seen[self._name, place] = self._values[place]
        else:
            self._seen[self._name, WHOLE] = self._values
        return self._values[place]

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Any]:
        self._seen[self._name, WHOLE] = self._values
        return iter(self._values)
