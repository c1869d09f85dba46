"""Who sits where during a game: names, absence, bots in place of people, other devices."""

from __future__ import annotations

import secrets
import time

from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.commands.creation import bot_name, clean_name, unique_name
from rollwrite.server.tables.commands.steps import (
    Step,
    Steps,
    check_host,
    check_mine,
    check_seat,
    one_step,
)
from rollwrite.server.tables.entries import EntryKind, entry
from rollwrite.server.tables.ids import hashed
from rollwrite.server.tables.table import PLAYING, Table

MOST_LINKS = 8
LINK_SECONDS = 24 * 3600


def rename(table: Table, who: str, seat: int, name: str) -> Steps:
    check_mine(table, who, seat)
    others = (other.name for number, other in enumerate(table.seats) if number != seat)
    own = unique_name(clean_name(name), others)
    return one_step(table, EntryKind.RENAMED, seat, name=own)


def leave(table: Table, who: str, seat: int) -> Steps:
    check_mine(table, who, seat)
    return gone(table, seat)


def gone(table: Table, seat: int) -> Steps:
    """A seat whose owner is away; nothing, if he is already."""
    if table.seats[seat].away or table.status == "over":
        return []
    return one_step(table, EntryKind.LEFT, seat)


def returned(table: Table, who: str) -> Steps:
    """Every seat of a browser that has come back."""
    away = [seat for seat in table.mine(who) if table.seats[seat].away]
    return [
        Step(entry(table.id, table.seq + 1 + n, EntryKind.RETURNED, seat))
        for n, seat in enumerate(away)
    ]


def remove(table: Table, who: str, seat: int, level: str) -> Steps:
    """The host gives a seat to a bot for good."""
    check_host(table, who)
    check_seat(table, seat)
    if table.seats[seat].who == who and table.status == PLAYING:
        raise Problem(Cause.BAD_REQUEST, "own_seat")
    others = [{"name": other.name} for other in table.seats]
    name = table.seats[seat].name or bot_name(seat, others)
    return one_step(table, EntryKind.REMOVED, seat, level=level, name=name)


def link(table: Table, who: str, seat: int) -> tuple[Steps, str]:
    """A private link that moves a seat to another device, once."""
    check_mine(table, who, seat)
    fresh = [other for other in table.links.values() if other.until > time.time()]
    if len(fresh) >= MOST_LINKS:
        raise Problem(Cause.TOO_MANY, "links", limit=MOST_LINKS)
    token = secrets.token_urlsafe(16)
    until = time.time() + LINK_SECONDS
    return one_step(table, EntryKind.LINKED, seat, token=hashed(token), until=until), token


def claim(table: Table, who: str, token: str) -> Steps:
    """Take the seat a private link is for."""
    found = table.links.get(hashed(token))
    if found is None or found.until < time.time():
        raise Problem(Cause.BAD_LINK)
    return one_step(table, EntryKind.CLAIMED, found.seat, who=who, token=hashed(token))


def hand_over(table: Table, before: str, after: str) -> Steps:
    """Every seat of a browser, to the player it belongs to now."""
    return [
        Step(entry(table.id, table.seq + 1 + n, EntryKind.CLAIMED, seat, who=after, token=""))
        for n, seat in enumerate(table.mine(before))
    ]


def forget(table: Table, who: str) -> Steps:
    """Every seat of a player who has deleted his profile: a bot plays on for it."""
    return [
        Step(entry(table.id, table.seq + 1 + n, EntryKind.FORGOTTEN, seat))
        for n, seat in enumerate(table.mine(who))
    ]


def unname(table: Table, who: str) -> Steps:
    """The host of the server takes the name from every seat of a player."""
    return [
        Step(entry(table.id, table.seq + 1 + n, EntryKind.RENAMED, seat, name="", unnamed=True))
        for n, seat in enumerate(table.mine(who))
    ]


def close(table: Table) -> Steps:
    """The host of the server removes the table."""
    return one_step(table, EntryKind.CLOSED, None)
