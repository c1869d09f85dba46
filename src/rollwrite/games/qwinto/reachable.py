"""What a sheet of Qwinto has or can still get: numbers, full rows, columns with a pentagon."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from rollwrite.games.contract import GameContext
from rollwrite.games.qwinto.advice import HIGHEST
from rollwrite.games.qwinto.notation import row_name, say
from rollwrite.games.qwinto.rules import COLUMNS, FIELDS, PENTAGONS, ROWS, Sheet, State
from rollwrite.texts import Message


def reachable(game: GameContext, s: State, seat: int) -> Mapping[Hashable, Message]:
    sheet = s.sheets[seat]
    found: dict[Hashable, Message] = {}
    for row in range(ROWS):
        name = row_name(row)
        for field in range(FIELDS):
            if numbers(sheet, row, field):
                found["field", row, field] = say("closes.field.one", row=name, at=field + 1)
        if _fillable(sheet, row):
            found["row", row] = say("closes.row", row=name)
    for row, column in PENTAGONS:
        if _distinct(sheet, column, ROWS - 1, frozenset()):
            field = COLUMNS[row].index(column) + 1
            at = say("position.place", row=row_name(row), field=field)
            found["column", column] = say("closes.column.one", at=at)
    return found


def numbers(sheet: Sheet, row: int, field: int) -> list[int]:
    """Q5 and Q6: the number in a field, or all that it can still take."""
    column = COLUMNS[row][field]
    if sheet.cells[row][column]:
        return [sheet.cells[row][column]]
    low = max(sheet.cells[row][at] for at in (column, *COLUMNS[row][:field]))
    right = [sheet.cells[row][at] for at in COLUMNS[row][field:] if sheet.cells[row][at]]
    taken = [sheet.cells[other][column] for other in range(ROWS)]
    return [n for n in range(low + 1, min([HIGHEST + 1, *right])) if n not in taken]


def _fillable(sheet: Sheet, row: int) -> bool:
    """Whether all fields of a row can be filled: each with the lowest number that it can take."""
    last = 0
    for field in range(FIELDS):
        last = next((n for n in numbers(sheet, row, field) if n > last), 0)
        if not last:
            return False
    return True


def _distinct(sheet: Sheet, column: int, row: int, used: frozenset[int]) -> bool:
    """Whether the rows of a column down to this one can be filled with numbers not used yet."""
    if row < 0:
        return True
    able = numbers(sheet, row, COLUMNS[row].index(column))
    return any(_distinct(sheet, column, row - 1, used | {n}) for n in able if n not in used)
