"""What a game came to, for each of its seats: the rows that its last move writes."""

from __future__ import annotations

from typing import Any

import msgspec

import rollwrite as rw
from rollwrite.server.tables.commands import Steps
from rollwrite.server.tables.daily import counted_until
from rollwrite.server.tables.table import DAILY, DEVICE, OVER, WATCH, Table


def finished(table: Table, steps: Steps) -> list[dict[str, Any]]:
    """The rows to be written with steps, which hold the end of a game; none if they do not."""
    if not steps or table.status == OVER:
        return []
    last = steps[-1]
    return results(table, last.state, last.entry.at) if last.state and last.state.over else []


def results(table: Table, end: rw.State, at: float) -> list[dict[str, Any]]:
    """A row for each seat; none for games of bots alone."""
    if table.mode == WATCH:
        return []
    game, scores, won = table.game, end.scores(), end.winners()
    standings = [(seat in won, scores[seat]) for seat in range(end.seats)]
    bots = {end.log.events[place].seat for place in table.by_bots}
    same: dict[str, Any] = {
        "table_id": table.id,
        "game": game.id,
        "version": game.definition.version,
        "variant": game.variant,
        "edition": game.edition,
        "options": msgspec.json.encode(game.options, order="sorted").decode(),
        "seats": end.seats,
        "mode": table.mode,
        "dice": "own" if table.own_dice else "brought" if table.brought else "server",
        "day": table.day if counts(table, at) else None,
        "at": at,
        "luck": None,
        "loss": None,
        "decisions": None,
        "worst": None,
    }
    return [
        same
        | {
            "seat": number,
            "who": _owner(table, number),
            "level": seat.level if seat.kind == "bot" else None,
            "name": seat.name,
            "score": scores[number],
            "place": 1 + sum(other > standings[number] for other in standings),
            "won": int(number in won),
            "hints": seat.hints,
            "stood_in": int(seat.kind != "bot" and number in bots),
        }
        for number, seat in enumerate(table.seats)
    ]


def counts(table: Table, at: float) -> bool:
    """Whether a game is one of its day: all of it on this server's dice, and finished in time."""
    if table.day is None or table.practice or table.own_dice or table.brought:
        return False
    return table.mode == DAILY and at <= counted_until(table.day)


def _owner(table: Table, seat: int) -> str | None:
    """Whose result it is; around one device, only the first seat is its owner's."""
    who = table.seats[seat].who
    return who if table.mode != DEVICE or table.mine(who)[:1] == [seat] else None
