"""A Qwinto score line by line."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite.games.contract import GameContext
from rollwrite.games.kit.tally import Scoring, each, once, tally
from rollwrite.games.optional import Item
from rollwrite.games.qwinto import rules
from rollwrite.games.qwinto.notation import LETTERS, colour, field_id, say
from rollwrite.games.qwinto.rules import COLUMNS, FIELDS, PENTAGONS, Sheet, State
from rollwrite.texts import Message


def _row_label(sheet: Sheet, row: int) -> Message:
    kind = "last_number" if rules.written(sheet, row) == FIELDS else "numbers"
    return say(f"tally.{kind}.{LETTERS[row]}")


def _row_parts(sheet: Sheet, row: int) -> list[str]:
    fields = range(FIELDS - 1 if rules.written(sheet, row) == FIELDS else 0, FIELDS)
    return [field_id(row, field) for field in fields if sheet.cells[row][COLUMNS[row][field]]]


def _column(bonus: int) -> tuple[int, int]:
    """Row and field of the pentagon that a column scores."""
    row, column = PENTAGONS[bonus]
    return row, COLUMNS[row].index(column)


def _column_label(sheet: Sheet, bonus: int) -> Message:
    row, field = _column(bonus)
    return say("tally.column", row=colour(row), number=field + 1)


# Q9: three rows, five columns, the misses.
lines = tally(
    each(range(rules.ROWS), Scoring(_row_label, rules.row_points, _row_parts)),
    each(
        range(rules.BONUSES),
        Scoring(_column_label, rules.bonus_points, lambda _, bonus: [field_id(*_column(bonus))]),
    ),
    once(
        lambda sheet: say("tally.misses", count=sheet.misses),
        lambda sheet: -5 * sheet.misses,
        lambda sheet: [f"miss-{place + 1}" for place in range(sheet.misses)],
    ),
)


def items(game: GameContext, s: State, seat: int) -> Iterator[Item]:
    """Numbers that are written, full rows, and columns that score their pentagon."""
    sheet = s.sheets[seat]
    for row in range(rules.ROWS):
        yield Item("row", LETTERS[row], rules.written(sheet, row) == FIELDS)
        for field in range(FIELDS):
            if sheet.cells[row][COLUMNS[row][field]]:
                yield Item("field", field_id(row, field), True)
    for bonus in range(rules.BONUSES):
        yield Item("column", field_id(*_column(bonus)), rules.bonus_points(sheet, bonus) > 0)
