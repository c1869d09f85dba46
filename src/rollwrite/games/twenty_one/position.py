"""How a game of Twenty One begins, and its positions as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollwrite.errors import BadOption
from rollwrite.games.contract import GameContext, Json, OptionValue
from rollwrite.games.kit.reading import Fields, integer, read_answers, write_answers, wrong
from rollwrite.games.twenty_one import notation, rules
from rollwrite.games.twenty_one.notation import say
from rollwrite.games.twenty_one.rules import (
    COLOURS,
    CROSSED,
    DICE,
    FIELDS,
    KEEP,
    LETTERS,
    NUMBERS,
    OVER,
    ROLL,
    ROWS,
    SEATS,
    WRITE,
    Sheet,
    State,
)

PHASES = ("roll", "keep", "write", "over")
_ROLLS = {ROLL: (0, 1), KEEP: (1, 1), WRITE: (1, 2), OVER: (1, 2)}


def start(game: GameContext, seats: int, first: int, options: Mapping[str, OptionValue]) -> State:
    """T1: sheets A, B, C … by seat, or the letters of the option ``sheets``."""
    s = State()
    rules.start(s, seats, first)
    letters = options.get("sheets", LETTERS[:seats])
    if (
        not isinstance(letters, str)
        or len(letters) != seats
        or len(set(letters.upper())) < seats
        or not set(letters.upper()) <= set(LETTERS)
    ):
        raise BadOption(say("option.sheets", given=letters, seats=seats, letters=LETTERS))
    for seat, letter in enumerate(letters.upper()):
        s.sheets[seat].model = LETTERS.index(letter)
    return s


def write(game: GameContext, s: State, seat: int | None) -> Json:
    return {
        "game": "twenty_one",
        "seats": s.seats,
        "active": s.active,
        "phase": PHASES[s.phase],
        "rolls": s.rolls,
        "pending": [other for other in range(s.seats) if s.pending >> other & 1],
        "dice": {COLOURS[die]: s.dice[die] for die in range(DICE)},
        **write_answers(game, notation, s, seat),
        "sheets": [_write_sheet(s.sheets[other]) for other in range(s.seats)],
    }


def _write_sheet(sheet: Sheet) -> Json:
    values: dict[int, int | None] = {0: None, CROSSED: 0}
    rows = [[values.get(cell, cell) for cell in row] for row in sheet.cells]
    return {"sheet": LETTERS[sheet.model], "rows": rows}


def read(game: GameContext, data: Mapping[str, Any]) -> State:
    fields = Fields(data)
    s = State()
    fields.value("game", "twenty_one")
    s.seats = fields.integer("seats", 1, SEATS)
    s.active = fields.integer("active", 0, s.seats - 1)
    s.phase = PHASES.index(fields.choice("phase", PHASES))
    s.rolls = fields.integer("rolls", *_ROLLS[s.phase])
    _read_dice(fields.fields("dice"), s)
    for seat, sheet in enumerate(fields.each("sheets", s.seats)):
        _read_sheet(sheet, s.sheets[seat])
    _check_models(s)
    _check_end(s)
    if s.phase == KEEP:
        s.pending = 1 << s.active
    read_answers(game, notation, fields, s, open_window=s.phase == WRITE)
    fields.done()
    return s


def _read_dice(fields: Fields, s: State) -> None:
    """T2: before a roll the dice due show 0: all of them, or on a reroll all but the 1s."""
    for die, colour in enumerate(COLOURS):
        s.dice[die] = fields.integer(colour, 0, 6)
    fields.done()
    shown = set(s.dice)
    if s.phase != ROLL:
        right = 0 not in shown
    elif s.rolls == 0:
        right = shown == {0}
    else:
        right = 0 in shown and shown <= {0, 1}
    if not right:
        key = "position.dice" if s.phase != ROLL else f"position.dice_roll_{s.rolls}"
        raise wrong("dice", say(key))


def _read_sheet(fields: Fields, sheet: Sheet) -> None:
    sheet.model = LETTERS.index(fields.choice("sheet", tuple(LETTERS)))
    rows = fields.items("rows", ROWS)
    fields.done()
    for row, cells in enumerate(rows):
        where = f"{fields.at('rows')}[{row}]"
        Fields({"row": cells}, where).items("row", FIELDS)
        for place, cell in enumerate(cells):
            if cell is not None:
                value = integer(cell, 0, NUMBERS[row][place], f"{where}[{place}]")
                sheet.cells[row][place] = value or CROSSED
    empty = [row.count(0) for row in sheet.cells]
    while sheet.row < ROWS and empty[sheet.row] == 0:
        sheet.row += 1
    for row in range(sheet.row + 1, ROWS):
        if empty[row] < FIELDS:
            message = say("position.order", row=row + 1, current=sheet.row + 1)
            raise wrong(f"{fields.at('rows')}[{row}]", message)


def _check_models(s: State) -> None:
    """T1: every player has a different sheet."""
    used = [LETTERS[s.sheets[seat].model] for seat in range(s.seats)]
    for seat, letter in enumerate(used):
        if letter in used[:seat]:
            raise wrong(f"sheets[{seat}].sheet", say("position.T1", letter=letter))


def _check_end(s: State) -> None:
    """T7: a game is over exactly when somebody has scored the fifth row."""
    ended = [seat for seat in range(s.seats) if s.sheets[seat].row == ROWS]
    if ended and s.phase != OVER:
        raise wrong("phase", say("position.T7.over", seat=ended[0]))
    if not ended and s.phase == OVER:
        raise wrong("phase", say("position.T7.open"))
