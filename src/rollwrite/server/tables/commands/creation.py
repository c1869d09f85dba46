"""Creating a table: its seats, its bots, and the rematch with the same people."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Any

import rollwrite as rw
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables import fair
from rollwrite.server.tables.bot_runner import DEFAULT
from rollwrite.server.tables.commands.steps import Steps, one_step
from rollwrite.server.tables.daily import Dice
from rollwrite.server.tables.entries import Entry, EntryKind, entry
from rollwrite.server.tables.ids import new_id
from rollwrite.server.tables.table import (
    BOT,
    DAILY,
    DEVICE,
    FRIENDS,
    HUMAN,
    OPEN,
    SOLO,
    WATCH,
    Seat,
    Table,
)

LONGEST_NAME = 24
BOT_NAMES = ("Ada", "Blaise", "Emmy", "Carl", "Sofia", "Leonhard", "Grace", "Pierre")


def create(
    game: rw.Game,
    mode: str,
    seats: Sequence[Mapping[str, Any]],
    who: str,
    name: str,
    levels: Sequence[str],
    *,
    daily: Dice | None = None,
    own_dice: bool = False,
    before: str | None = None,
    brought: int = 0,
) -> Entry:
    """The first entry of a new table."""
    if own_dice and mode in (DAILY, WATCH):
        raise Problem(Cause.BAD_REQUEST, "own_dice_mode", mode=mode)
    if mode in (SOLO, DAILY):
        seats = [{"kind": "me", "name": name}]
    if not seats or len(seats) > game.seats.stop - 1:
        low, high = game.seats.start, game.seats.stop - 1
        raise Problem(Cause.BAD_REQUEST, "seats", count=len(seats), low=low, high=high)
    created: list[dict[str, Any]] = []
    for given in seats:
        created.append(_new_seat(given, who, name, levels, mode, created))
    if mode != FRIENDS and len(created) < game.seats.start:
        low, high = game.seats.start, game.seats.stop - 1
        raise Problem(Cause.BAD_REQUEST, "seats", count=len(created), low=low, high=high)
    if mode != FRIENDS:  # what cannot be started is refused now
        game.start(len(created))
    data: dict[str, Any] = {
        "game": game.id,
        "variant": game.variant,
        "options": game.options,
        "mode": mode,
        "host": who,
        "seats": created,
    }
    if own_dice:
        data["own_dice"] = True
    else:
        data["secret"] = (daily.secret if daily else fair.new_secret()).hex()
    if daily:
        data["day"] = daily.day
    if daily and daily.practice:
        data["practice"] = True
    if before:
        data["before"] = before
    if brought:
        data["brought"] = brought
    return entry(new_id(), 1, EntryKind.CREATED, None, **data)


def _new_seat(
    given: Mapping[str, Any],
    who: str,
    name: str,
    levels: Sequence[str],
    mode: str,
    earlier: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    seat, taken = len(earlier), [other.get("name", "") for other in earlier]
    kind, own = given["kind"], clean_name(given.get("name") or "")
    if mode == WATCH and kind != "bot":
        raise Problem(Cause.BAD_REQUEST, "only_bots")
    if kind == "open" and mode != FRIENDS:
        raise Problem(Cause.BAD_REQUEST, "open_seat", mode=mode)
    if kind == "open":
        return {"kind": OPEN}
    if kind == "bot":
        level = checked_level(given.get("level"), levels)
        chosen = unique_name(own, taken) if own else bot_name(seat, earlier)
        return {"kind": BOT, "name": chosen, "level": level}
    if given.get("who"):  # a rematch keeps everybody's seat
        return {"kind": HUMAN, "name": unique_name(own, taken), "who": given["who"]}
    fallback = clean_name(name) if mode != DEVICE or seat == 0 else ""
    return {"kind": HUMAN, "name": unique_name(own or fallback, taken), "who": who}


def bot_name(seat: int, others: Sequence[Mapping[str, Any]]) -> str:
    """A friendly name for the bot at a seat, which nobody else at the table has."""
    taken = {other.get("name") for other in others}
    names = [*BOT_NAMES[seat % len(BOT_NAMES) :], *BOT_NAMES]
    return next((name for name in names if name not in taken), names[0])


def checked_level(level: str | None, levels: Sequence[str]) -> str:
    """A level that bots have; a middling one if none is named."""
    if level is None:
        return DEFAULT if DEFAULT in levels else levels[-1]
    if level not in levels:
        raise Problem(Cause.BAD_REQUEST, "level", level=level, levels=list(levels))
    return level


def clean_name(name: str) -> str:
    """A name on one line, of bounded length; HTML stays the text that it is."""
    words = "".join(c if c.isprintable() else " " for c in name).split()
    return " ".join(words)[:LONGEST_NAME].strip()


def unique_name(name: str, others: Iterable[str]) -> str:
    """A name that nobody else at the table has: the second Anna is "Anna 2".

    Friends who join by a link cannot see each other's choice, so nobody is refused.
    """
    taken = {_folded(other) for other in others}
    if not name or _folded(name) not in taken:
        return name
    endings = (f" {number}" for number in count(2))
    names = (name[: LONGEST_NAME - len(end)].rstrip() + end for end in endings)
    return next(one for one in names if _folded(one) not in taken)


def _folded(name: str) -> str:
    """Names that look the same are the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def rematch(table: Table, who: str, levels: Sequence[str]) -> Entry:
    """The first entry of a new table, with the same people and the same game."""
    if not table.mine(who):
        raise Problem(Cause.NOT_YOUR_SEAT, "no_seat")
    if table.status != "over":
        raise Problem(Cause.WRONG_TIME, "not_over")
    if table.day is not None:
        raise Problem(Cause.WRONG_TIME, "daily_once")
    seats = [_again(seat, levels) for seat in table.seats]
    name = table.seats[table.mine(who)[0]].name
    return create(
        table.game, table.mode, seats, who, name, levels, own_dice=table.own_dice, before=table.id
    )


def offer_rematch(table: Table, other: str) -> Steps:
    """Tell everybody at the table where the rematch is; the first one offered counts."""
    return [] if table.rematch else one_step(table, EntryKind.REMATCH, None, other=other)


def _again(seat: Seat, levels: Sequence[str]) -> dict[str, Any]:
    if seat.kind == BOT:
        level = seat.level if seat.level in levels else None  # no longer offered
        return {"kind": "bot", "name": seat.name, "level": level}
    return {"kind": "me", "name": seat.name, "who": seat.who}
