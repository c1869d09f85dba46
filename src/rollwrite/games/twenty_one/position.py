"""How a game of Twenty One begins, and its positions as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rollwrite.errors import BadOption
from rollwrite.games.contract import GameContext, OptionValue
from rollwrite.games.kit.positions import DERIVED, End, Number, Numbers, Positions, Rows, Word
from rollwrite.games.kit.reading import Fields, wrong
from rollwrite.games.twenty_one import notation, rules
from rollwrite.games.twenty_one.notation import say
from rollwrite.games.twenty_one.rules import (
    KEEP,
    LETTERS,
    OVER,
    ROLL,
    ROWS,
    WRITE,
    Sheet,
    State,
)
from rollwrite.texts import Message

_ROLLS = {ROLL: (0, 1), KEEP: (1, 1), WRITE: (1, 2), OVER: (1, 2)}


def start(game: GameContext, seats: int, first: int, options: Mapping[str, OptionValue]) -> State:
    """T1: sheets A, B, C … by seat, or the letters of the option ``sheets``."""
    s: State = _positions.start(game, seats, first, options)
    letters = options.get("sheets", LETTERS[:seats])
    used = letters.upper() if isinstance(letters, str) else ""
    if len(used) != seats or len(set(used)) < seats or set(used) - set(LETTERS):
        raise BadOption(say("option.sheets", given=letters, seats=seats, letters=LETTERS))
    for seat, letter in enumerate(used):
        s.sheets[seat].model = LETTERS.index(letter)
    return s


def check_sheet(game: GameContext, s: State, seat: int, where: str) -> None:
    """Refuse a sheet that breaks T3 or T5."""
    for row, problem in problems(s, seat):
        raise wrong(f"{where}.rows[{row}]", problem)


def problems(s: State, seat: int) -> Iterator[tuple[int, Message]]:
    """T3 and T5: rows are filled from the top, and crosses from the left; sets the current row."""
    sheet = s.sheets[seat]
    empty = [row.count(0) for row in sheet.cells]
    sheet.row = next((row for row in range(ROWS) if empty[row]), ROWS)
    for row in range(sheet.row + 1, ROWS):
        if empty[row] < rules.FIELDS:
            yield row, say("position.order", row=row + 1, current=sheet.row + 1)
    for row in range(ROWS):
        cells = sheet.cells[row]
        for field in range(rules.FIELDS):
            if cells[field] == rules.CROSSED and 0 in cells[:field]:
                yield row, say("position.T5", row=row + 1, field=field + 1)


def _turns(sheet: Sheet) -> range:
    """T3: how many turns a sheet can have had, each with one cross or with some numbers."""
    used = [cell for row in sheet.cells for cell in row if cell]
    crosses = used.count(rules.CROSSED)
    rows = sum(any(cell not in (0, rules.CROSSED) for cell in row) for row in sheet.cells)
    return range(crosses + rows, len(used) + 1)


def _check(game: GameContext, s: State, fields: Fields) -> None:
    """T1: every player has a different sheet. T2: dice due show 0, on a reroll all but the 1s."""
    turns = [_turns(s.sheets[seat]) for seat in range(s.seats)]
    fewest, most = max(one.start for one in turns), min(one.stop for one in turns) - 1
    if fewest > most:
        busy = next(seat for seat, one in enumerate(turns) if one.start == fewest)
        slow = next(seat for seat, one in enumerate(turns) if one.stop - 1 == most)
        values = {"seat": busy, "turns": fewest, "other": slow, "most": most}
        raise wrong("sheets", say("position.T3", **values))
    used = [LETTERS[s.sheets[seat].model] for seat in range(s.seats)]
    for seat, letter in enumerate(used):
        if letter in used[:seat]:
            raise wrong(f"sheets[{seat}].sheet", say("position.T1", letter=letter))
    shown = set(s.dice)
    if s.phase != ROLL:
        right = 0 not in shown
    else:
        right = shown == {0} if s.rolls == 0 else 0 in shown and shown <= {0, 1}
    if not right:
        key = "position.dice" if s.phase != ROLL else f"position.dice_roll_{s.rolls}"
        raise wrong("dice", say(key))


_positions = Positions(
    "twenty_one",
    notation,
    State,
    ("roll", "keep", "write", "over"),
    fields={"rolls": Number(lambda s: _ROLLS[s.phase]), "dice": Numbers((0, 6), rules.COLOURS)},
    sheet={
        "model": Word(LETTERS, "sheet"),
        "row": DERIVED,
        "cells": Rows(rules.NUMBERS, key="rows", looks={0: None, rules.CROSSED: 0}),
    },
    decides=(KEEP,),
    windows=(WRITE,),
    check_sheet=check_sheet,
    check=_check,
    end=End("T7", say, lambda sheet: bool(sheet.row == ROWS)),
)
write, read = _positions.write, _positions.read
