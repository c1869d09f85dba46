"""How a game of Qwinto begins, and its positions as JSON."""

from __future__ import annotations

from itertools import pairwise

from rollwrite.games.contract import GameContext, Json
from rollwrite.games.kit.positions import DERIVED, End, Number, Own, Positions, Rows
from rollwrite.games.kit.reading import Fields, wrong
from rollwrite.games.qwinto import notation, rules
from rollwrite.games.qwinto.notation import LETTERS, colour, field_id, say
from rollwrite.games.qwinto.rules import CHOOSE, COLUMNS, KEEP, OVER, ROLL, ROWS, WRITE, State

_ROLLS = {CHOOSE: (0, 0), ROLL: (0, 1), KEEP: (1, 1), WRITE: (1, 2), OVER: (1, 2)}


def _write_dice(game: GameContext, s: State) -> Json:
    return {LETTERS[die]: s.dice[die] for die in range(rules.DICE) if s.chosen >> die & 1}


def _read_dice(game: GameContext, fields: Fields, s: State) -> None:
    """The chosen dice: none before the choice, 0 before the roll, 1 to 6 after it."""
    chosen = fields.fields("dice")
    low, high = (0, 0) if s.phase == ROLL else (1, 6)
    for die, letter in enumerate(LETTERS):
        if letter in chosen.names():
            s.dice[die] = chosen.integer(letter, low, high)
            s.chosen |= 1 << die
    chosen.done()
    if (s.phase == CHOOSE) != (s.chosen == 0):
        raise wrong("dice", say("position.dice_choose" if s.chosen else "position.dice_missing"))


def check_sheet(game: GameContext, s: State, seat: int, where: str) -> None:
    """Q5 and Q6: rows rise, and no number stands twice in a column."""
    cells = s.sheets[seat].cells
    for row, columns in enumerate(COLUMNS):
        there = [cells[row][column] for column in columns if cells[row][column]]
        if any(a >= b for a, b in pairwise(there)):
            told = say("position.Q5", row=colour(row), numbers=there)
            raise wrong(f"{where}.{LETTERS[row]}", told)
    for column in range(rules.WIDTH):
        there = [cells[row][column] for row in range(ROWS) if cells[row][column]]
        if len(set(there)) < len(there):
            value = max(there, key=there.count)
            same = [row for row in range(ROWS) if cells[row][column] == value]
            names = [field_id(row, COLUMNS[row].index(column)) for row in same]
            raise wrong(where, say("position.Q6", value=value, fields=names))


_positions = Positions(
    "qwinto",
    notation,
    State,
    ("choose", "roll", "keep", "write", "over"),
    fields={
        "chosen": DERIVED,
        "rolls": Number(lambda s: _ROLLS[s.phase]),
        "dice": Own(_write_dice, _read_dice),
    },
    sheet={"cells": Rows(18, LETTERS, COLUMNS), "misses": Number((0, rules.MISSES), 0)},
    decides=(CHOOSE, KEEP),
    windows=(WRITE,),
    check_sheet=check_sheet,
    end=End("Q8", say, rules.finished),
)
start, write, read = _positions.start, _positions.write, _positions.read
