"""The log of a table: numbered entries, from creating it to the last move. Everything is a fold."""

from __future__ import annotations

import time
from enum import StrEnum
from typing import Any

import msgspec


class EntryKind(StrEnum):
    """What can happen at a table."""

    CREATED = "created"
    JOINED = "joined"
    RENAMED = "renamed"
    SEEDED = "seeded"  # a browser has added its randomness
    STARTED = "started"
    MOVED = "moved"
    ROLLED = "rolled"  # or dealt
    CORRECTED = "corrected"  # players' own dice were entered wrongly: another roll in their place
    TAKEN_BACK = "taken_back"
    LEFT = "left"  # in the lobby the seat opens; later a bot plays it until its owner returns
    RETURNED = "returned"
    REMOVED = "removed"  # by the host: a bot plays the seat from now on
    LINKED = "linked"  # a private link to the seat was made
    CLAIMED = "claimed"  # and used: the seat belongs to another browser now
    FORGOTTEN = "forgotten"  # the seat's owner has deleted his profile
    HINTED = "hinted"  # the coach was asked about the seat's decision
    REMATCH = "rematch"
    CLOSED = "closed"  # the host of the server has removed the table
    EMPTIED = "emptied"  # whatever happened at a table that was removed


class Entry(msgspec.Struct, frozen=True):
    """One numbered thing that happened at a table."""

    table: str
    seq: int
    what: EntryKind
    seat: int | None = None
    data: dict[str, Any] = {}
    at: float = 0.0


def entry(table: str, seq: int, what: EntryKind, seat: int | None = None, **data: Any) -> Entry:
    """An entry that happens now."""
    return Entry(table, seq, what, seat, data, time.time())
