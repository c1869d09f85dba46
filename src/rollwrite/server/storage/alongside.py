"""Rows that are written together with entries: who plays where, and what a game came to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from rollwrite.server.storage.schema import KEYS, METADATA, PLAYERS, SEATS
from rollwrite.server.tables.entries import EntryKind
from rollwrite.server.tables.ids import public_id

if TYPE_CHECKING:
    from rollwrite.server.tables.entries import Entry

_PLACES = {name: place for place, name in enumerate(METADATA.tables)}


class Row(NamedTuple):
    """A row for a table of the database, unless there is one with its key already."""

    table: Table
    values: Mapping[str, Any]


def player_rows(who: str, name: str, at: float) -> list[Row]:
    """A player and the first of its browsers."""
    key = {"key": who, "who": who, "how": "first", "device": "", "at": at, "used": at}
    player = {"who": who, "public": public_id(who), "name": name, "at": at}
    return [Row(PLAYERS, player), Row(KEYS, key)]


def rows_of(entries: Iterable[Entry]) -> list[Row]:
    """A profile exists as soon as somebody sits down."""
    found: list[Row] = []
    for entry in entries:
        for seat in sitting(entry):
            if who := seat.get("who"):
                found += player_rows(who, seat.get("name", ""), entry.at)
                found.append(Row(SEATS, {"who": who, "table_id": entry.table, "at": entry.at}))
    return found


def sitting(entry: Entry) -> Iterable[Mapping[str, Any]]:
    """Who sits down with an entry."""
    if entry.what == EntryKind.CREATED:
        seats: list[dict[str, Any]] = entry.data.get("seats", [])
        return seats
    return [entry.data] if entry.what in (EntryKind.JOINED, EntryKind.CLAIMED) else []


def statements(rows: Iterable[Row], dialect: str) -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """What inserts rows, always in the same order: two servers must not wait for each other."""
    make = postgresql.insert if dialect == "postgresql" else sqlite.insert
    known = {_key(row): row for row in reversed(list(rows))}
    in_order = (known[key] for key in sorted(known))
    for table, some in groupby(in_order, key=lambda row: row.table):
        yield make(table).on_conflict_do_nothing(), [dict(row.values) for row in some]


def _key(row: Row) -> tuple[int, tuple[Any, ...]]:
    keys = (row.values[column.name] for column in row.table.primary_key)
    return _PLACES[row.table.name], tuple(keys)


def changes(rows: Iterable[Row], dialect: str) -> list[Any]:
    """The same as statements that hold their values."""
    return [made.values(values) for made, values in statements(rows, dialect)]
