"""How a game of Qwinto begins, and its positions as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rollwrite.games.contract import GameContext, Json
from rollwrite.games.kit.positions import DERIVED, End, Number, Own, Positions, Rows
from rollwrite.games.kit.reading import Fields, wrong
from rollwrite.games.kit.wording import together
from rollwrite.games.qwinto import notation, rules
from rollwrite.games.qwinto.notation import LETTERS, row_name, say
from rollwrite.games.qwinto.rules import CHOOSE, COLUMNS, KEEP, OVER, ROLL, ROWS, WRITE, State
from rollwrite.texts import Message

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
    """Refuse a sheet that breaks Q5 or Q6."""
    for place, problem in problems(s, seat):
        raise wrong(f"{where}{place}", problem)


def problems(s: State, seat: int) -> Iterator[tuple[str, Message]]:
    """Q5 and Q6: where rows do not rise, and which numbers stand twice in a column."""
    cells = s.sheets[seat].cells
    for row, columns in enumerate(COLUMNS):
        there = [cells[row][column] for column in columns if cells[row][column]]
        for a, b in pairwise(there):
            if a >= b:
                told = say("position.Q5", row=row_name(row), number=b, before=a)
                yield f".{LETTERS[row]}", told
    for column in range(rules.WIDTH):
        there = [cells[row][column] for row in range(ROWS) if cells[row][column]]
        for value in sorted({one for one in there if there.count(one) > 1}):
            same = [row for row in range(ROWS) if cells[row][column] == value]
            places = [
                say(
                    "position.place",
                    field=COLUMNS[row].index(column) + 1,
                    row=row_name(row),
                )
                for row in same
            ]
            yield "", say("position.Q6", value=value, places=together(places))


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
