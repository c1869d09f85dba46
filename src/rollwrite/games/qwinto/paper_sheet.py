"""A sheet of Qwinto that was played on paper."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite.games.contract import GameContext, PlayedSheet, SheetLine
from rollwrite.games.kit.paper_sheet import CROSSES, NOTHING, crossed
from rollwrite.games.qwinto import rules
from rollwrite.games.qwinto.notation import LETTERS, field_id, say
from rollwrite.games.qwinto.position import problems
from rollwrite.games.qwinto.rules import COLUMNS, FIELDS, MISSES, OVER, ROWS, State
from rollwrite.texts import Message

NUMBERS = tuple(map(str, range(1, 19)))  # Q4: sums of up to three dice


def lines(game: GameContext, typed: Sequence[Sequence[str]]) -> tuple[SheetLine, ...]:
    """The numbers of each row from the left, and the misses."""
    rows = [
        SheetLine(
            say(f"paper.{letter}"), NUMBERS, tuple(field_id(row, field) for field in range(FIELDS))
        )
        for row, letter in enumerate(LETTERS)
    ]
    boxes = tuple(f"miss-{place + 1}" for place in range(MISSES))
    return (*rows, SheetLine(say("paper.misses"), CROSSES, boxes))


def read(game: GameContext, typed: Sequence[Sequence[str]]) -> PlayedSheet:
    """The sheet, and what breaks Q5, Q6 or Q8."""
    s = State()
    s.seats, s.phase = 1, OVER
    sheet = s.sheets[0]
    for row in range(ROWS):
        for field, word in enumerate(typed[row]):
            sheet.cells[row][COLUMNS[row][field]] = 0 if word == NOTHING else int(word)
    sheet.misses = crossed(typed[ROWS])
    found: list[Message] = [message for _, message in problems(s, 0)]
    full = sum(rules.written(sheet, row) == FIELDS for row in range(ROWS))
    if full == ROWS or (full == 2 and sheet.misses == MISSES):
        found.append(say("paper.Q8"))
    return PlayedSheet(s, tuple(found))
