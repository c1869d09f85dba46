"""Records full of random numbers: what stood in a workspace before must not matter."""

from __future__ import annotations

from random import Random
from typing import Any

from rollwrite.kernel.records import Record

BITS = {"i1": 7, "u1": 8, "i2": 15, "u2": 16, "i4": 24, "i8": 40}


def scramble(record: Record, draw: Random) -> Any:
    """Fill a record with random numbers that its fields can hold; returns it."""
    for name, field in record._fields.items():
        setattr(record, name, _scrambled(getattr(record, name), field.kind, draw))
    return record


def _scrambled(value: Any, kind: Any, draw: Random) -> Any:
    if isinstance(value, list):
        return type(value)([_scrambled(item, kind, draw) for item in value])
    if isinstance(value, Record):
        return scramble(value, draw)
    most = 1 << BITS[kind]
    return draw.randrange(most) if kind.startswith("u") else draw.randrange(-most, most)
