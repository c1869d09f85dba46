"""A Twenty One score line by line."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite.games.contract import GameContext
from rollwrite.games.kit.tally import Scoring, each, tally
from rollwrite.games.optional import Item
from rollwrite.games.twenty_one import rules
from rollwrite.games.twenty_one.notation import field_id, say
from rollwrite.games.twenty_one.rules import BONUS, NUMBERS, PLACES, Sheet, State, hits


def _written(sheet: Sheet, row: int) -> list[str]:
    places = enumerate(PLACES[sheet.model][row])
    return [field_id(row, die) for die, place in places if sheet.cells[row][place] > 0]


def _hit(sheet: Sheet, row: int) -> list[str]:
    cells, numbers = sheet.cells[row], NUMBERS[row]
    places = enumerate(PLACES[sheet.model][row])
    return [field_id(row, die) for die, place in places if cells[place] == numbers[place]]


# T6 and T7: for each row the written numbers, and the bonus for its hits.
lines = tally(
    each(
        range(rules.ROWS),
        Scoring(
            lambda _, row: say("tally.numbers", row=row + 1),
            lambda sheet, row: rules.row_points(sheet, row) - BONUS[hits(sheet, row)],
            _written,
        ),
        Scoring(
            lambda sheet, row: say("tally.hits", row=row + 1, hits=hits(sheet, row)),
            lambda sheet, row: BONUS[hits(sheet, row)],
            _hit,
        ),
    )
)


def items(game: GameContext, s: State, seat: int) -> Iterator[Item]:
    """Numbers that are written (done: hits), and rows (done: with a number in every field)."""
    sheet = s.sheets[seat]
    for row in range(rules.ROWS):
        written, hit = _written(sheet, row), _hit(sheet, row)
        yield Item("row", str(row + 1), len(written) == rules.FIELDS)
        for name in written:
            yield Item("field", name, name in hit)
