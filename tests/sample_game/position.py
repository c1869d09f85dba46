"""How a game of Duet begins, and its positions as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollwrite.games.contract import GameContext, Json, OptionValue
from rollwrite.games.kit.reading import Fields, integer, read_answers, write_answers

from . import notation, rules
from .notation import LETTERS
from .rules import DEAL, FIELDS, OVER, ROWS, SEATS, TURNS, WORTH, WRITE, Sheet, State

PHASES = ("deal", "roll", "write", "over")


def start(game: GameContext, seats: int, first: int, options: Mapping[str, OptionValue]) -> State:
    s = State()
    rules.start(s, seats, first)
    return s


def write(game: GameContext, s: State, seat: int | None) -> Json:
    return {
        "game": "duet",
        "seats": s.seats,
        "active": s.active,
        "phase": PHASES[s.phase],
        "turns": s.turns,
        "dice": list(s.dice),
        "pending": [other for other in range(s.seats) if s.pending >> other & 1],
        **write_answers(game, notation, s, seat),
        "sheets": [_write_sheet(s, other, seat in (None, other)) for other in range(s.seats)],
    }


def _write_sheet(s: State, seat: int, seen: bool) -> Json:
    sheet = s.sheets[seat]
    rows = {LETTERS[row]: list(sheet.crosses[row]) for row in range(ROWS)}
    return {**rows, **({"goal": sheet.goal} if seen else {})}


def read(game: GameContext, data: Mapping[str, Any]) -> State:
    fields = Fields(data)
    s = State()
    fields.value("game", "duet")
    s.seats = fields.integer("seats", 1, SEATS)
    s.active = fields.integer("active", 0, s.seats - 1)
    s.phase = PHASES.index(fields.choice("phase", PHASES))
    first, last = (TURNS, TURNS) if s.phase == OVER else (0, TURNS - 1)
    s.turns = fields.integer("turns", first, last)
    low, high = (1, FIELDS) if s.phase == WRITE else (0, 0)
    for row, value in enumerate(fields.items("dice", ROWS)):
        s.dice[row] = integer(value, low, high, f"dice[{row}]")
    for seat, sheet in enumerate(fields.each("sheets", s.seats)):
        _read_sheet(sheet, s.sheets[seat], dealt=s.phase != DEAL)
    read_answers(game, notation, fields, s, open_window=s.phase == WRITE)
    fields.done()
    return s


def _read_sheet(fields: Fields, sheet: Sheet, *, dealt: bool) -> None:
    for row, letter in enumerate(LETTERS):
        for field, value in enumerate(fields.items(letter, FIELDS)):
            sheet.crosses[row][field] = integer(value, 0, 1, fields.at(letter))
            sheet.points += value * WORTH * (field + 1)
    sheet.goal = fields.integer("goal", int(dealt), ROWS)
    fields.done()
