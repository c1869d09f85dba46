"""Taking a player out of the logs of tables: the games stay, whoever played them is nobody."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any

import msgspec

from rollwrite.server.tables.entries import Entry, EntryKind
from rollwrite.server.tables.table import Table


def scrubbed(entries: Iterable[Entry], who: str, *, keep: bool = False) -> list[Entry]:
    """The entries that named a player, as they are without; with ``keep``, only without names."""
    table, found = Table(""), list[Entry]()
    nobody = who if keep else f"nobody-{secrets.token_hex(8)}"
    for entry in entries:
        data = _without(table, entry, who, nobody)
        if data != entry.data:
            found.append(msgspec.structs.replace(entry, data=data))
        table.apply(entry)
    return found


def _without(table: Table, entry: Entry, who: str, nobody: str) -> dict[str, Any]:
    data = dict(entry.data)
    if entry.what == EntryKind.CREATED:
        data["seats"] = [_seat(seat, who, nobody) for seat in data["seats"]]
        data["host"] = nobody if data["host"] == who else data["host"]
    elif entry.what in (EntryKind.JOINED, EntryKind.CLAIMED, EntryKind.SEEDED):
        data = _seat(data, who, nobody)
    elif entry.what == EntryKind.RENAMED and table.seats[entry.seat or 0].who == who:
        data["name"] = ""
    return data


def _seat(given: dict[str, Any], who: str, nobody: str) -> dict[str, Any]:
    if given.get("who") != who:
        return given
    return given | {"who": nobody} | ({"name": ""} if "name" in given else {})
