"""A Qwinto score line by line."""

from __future__ import annotations

from rollwrite.games.contract import GameContext, TallyLine
from rollwrite.games.qwinto.notation import LETTERS, colour, say
from rollwrite.games.qwinto.rules import (
    BONUSES,
    COLUMNS,
    FIELDS,
    PENTAGONS,
    ROWS,
    State,
    bonus_points,
    row_points,
    written,
)


def lines(game: GameContext, s: State, seat: int) -> list[TallyLine]:
    """Q9: three rows, five columns, the misses."""
    sheet = s.sheets[seat]
    found = []
    for row in range(ROWS):
        full = written(sheet, row) == FIELDS
        label = say(f"tally.{'last_number' if full else 'numbers'}.{LETTERS[row]}")
        parts = tuple(
            f"{LETTERS[row]}{field + 1}"
            for field in range(FIELDS)
            if sheet.cells[row][COLUMNS[row][field]] and (not full or field == FIELDS - 1)
        )
        found.append(TallyLine(label, row_points(sheet, row), parts))
    for bonus in range(BONUSES):
        row, column = PENTAGONS[bonus]
        number = COLUMNS[row].index(column) + 1
        label = say("tally.column", row=colour(row), number=number)
        field = f"{LETTERS[row]}{number}"
        found.append(TallyLine(label, bonus_points(sheet, bonus), (field,)))
    misses = tuple(f"miss-{place + 1}" for place in range(sheet.misses))
    found.append(TallyLine(say("tally.misses", count=sheet.misses), -5 * sheet.misses, misses))
    return found
