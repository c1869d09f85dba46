"""How a game of Qwinto begins, and its positions as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from rollwrite.games.contract import GameContext, Json, OptionValue
from rollwrite.games.kit.reading import Fields, integer, read_answers, write_answers, wrong
from rollwrite.games.qwinto import notation, rules
from rollwrite.games.qwinto.notation import LETTERS, colour, say
from rollwrite.games.qwinto.rules import (
    CHOOSE,
    COLUMNS,
    DICE,
    FIELDS,
    KEEP,
    MISSES,
    OVER,
    ROLL,
    ROWS,
    SEATS,
    WRITE,
    Sheet,
    State,
)

PHASES = ("choose", "roll", "keep", "write", "over")
_ROLLS = {CHOOSE: (0, 0), ROLL: (0, 1), KEEP: (1, 1), WRITE: (1, 2), OVER: (1, 2)}


def start(game: GameContext, seats: int, first: int, options: Mapping[str, OptionValue]) -> State:
    s = State()
    rules.start(s, seats, first)
    return s


def write(game: GameContext, s: State, seat: int | None) -> Json:
    return {
        "game": "qwinto",
        "seats": s.seats,
        "active": s.active,
        "phase": PHASES[s.phase],
        "dice": {LETTERS[die]: s.dice[die] for die in range(DICE) if s.chosen >> die & 1},
        "rolls": s.rolls,
        "pending": [other for other in range(s.seats) if s.pending >> other & 1],
        **write_answers(game, notation, s, seat),
        "sheets": [_write_sheet(s.sheets[other]) for other in range(s.seats)],
    }


def _write_sheet(sheet: Sheet) -> Json:
    rows = {
        LETTERS[row]: [sheet.cells[row][column] for column in COLUMNS[row]] for row in range(ROWS)
    }
    return {**rows, "misses": sheet.misses}


def read(game: GameContext, data: Mapping[str, Any]) -> State:
    fields = Fields(data)
    s = State()
    fields.value("game", "qwinto")
    s.seats = fields.integer("seats", 1, SEATS)
    s.active = fields.integer("active", 0, s.seats - 1)
    s.phase = PHASES.index(fields.choice("phase", PHASES))
    s.rolls = fields.integer("rolls", *_ROLLS[s.phase])
    _read_dice(fields.fields("dice"), s)
    for seat, sheet in enumerate(fields.each("sheets", s.seats)):
        _read_sheet(sheet, s.sheets[seat])
    _check_end(s)
    if s.phase in (CHOOSE, KEEP):
        s.pending = 1 << s.active
    read_answers(game, notation, fields, s, open_window=s.phase == WRITE)
    fields.done()
    return s


def _read_dice(fields: Fields, s: State) -> None:
    """The chosen dice: none before the choice, 0 before the roll, 1 to 6 after it."""
    low, high = (0, 0) if s.phase == ROLL else (1, 6)
    for die, letter in enumerate(LETTERS):
        if letter in fields.names():
            s.dice[die] = fields.integer(letter, low, high)
            s.chosen |= 1 << die
    fields.done()
    if (s.phase == CHOOSE) != (s.chosen == 0):
        raise wrong("dice", say("position.dice_choose" if s.chosen else "position.dice_missing"))


def _read_sheet(fields: Fields, sheet: Sheet) -> None:
    for row, letter in enumerate(LETTERS):
        numbers = fields.items(letter, FIELDS)
        for field, value in enumerate(numbers):
            where = f"{fields.at(letter)}[{field}]"
            sheet.cells[row][COLUMNS[row][field]] = integer(value, 0, 18, where)
        there = [value for value in numbers if value]
        if any(a >= b for a, b in pairwise(there)):
            raise wrong(fields.at(letter), say("position.Q5", row=colour(row), numbers=numbers))
    sheet.misses = fields.integer("misses", 0, MISSES, 0)
    fields.done()
    for column in range(rules.WIDTH):
        there = [sheet.cells[row][column] for row in range(ROWS) if sheet.cells[row][column]]
        if len(set(there)) < len(there):
            value = max(there, key=there.count)
            names = [
                f"{LETTERS[row]}{COLUMNS[row].index(column) + 1}"
                for row in range(ROWS)
                if sheet.cells[row][column] == value
            ]
            raise wrong(fields.where, say("position.Q6", value=value, fields=names))


def _check_end(s: State) -> None:
    """Q8: a game is over exactly when some sheet ends it."""
    ended = [seat for seat in range(s.seats) if rules.finished(s.sheets[seat])]
    if ended and s.phase != OVER:
        raise wrong("phase", say("position.Q8.over", seat=ended[0]))
    if not ended and s.phase == OVER:
        raise wrong("phase", say("position.Q8.open"))
