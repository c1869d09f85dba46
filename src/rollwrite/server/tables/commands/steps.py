"""What a command gives, and the checks that commands share."""

from __future__ import annotations

from typing import Any, NamedTuple

import rollwrite as rw
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.entries import Entry, EntryKind, entry
from rollwrite.server.tables.table import LOBBY, PLAYING, Table


class Step(NamedTuple):
    """An entry and the game after it, where the command has worked it out already."""

    entry: Entry
    state: rw.State | None = None


Steps = list[Step]


def one_step(table: Table, what: EntryKind, seat: int | None, **data: Any) -> Steps:
    return [Step(entry(table.id, table.seq + 1, what, seat, **data))]


def check_seat(table: Table, seat: int) -> None:
    if not 0 <= seat < len(table.seats):
        raise Problem(Cause.BAD_REQUEST, "no_such_seat", seat=seat, last=len(table.seats) - 1)


def check_mine(table: Table, who: str, seat: int) -> None:
    check_seat(table, seat)
    if table.seats[seat].who != who:
        raise Problem(Cause.NOT_YOUR_SEAT, seat=seat)


def check_host(table: Table, who: str) -> None:
    if table.host != who:
        raise Problem(Cause.NOT_HOST)


def check_lobby(table: Table) -> None:
    if table.status != LOBBY:
        raise Problem(Cause.WRONG_TIME, "begun")


def check_playing(table: Table) -> None:
    if table.status == LOBBY:
        raise Problem(Cause.WRONG_TIME, "not_begun")


def check_fresh(table: Table, seat: int, seq: int) -> None:
    if seq < table.since[seat] and table.status == PLAYING:
        raise Problem(Cause.STALE)
