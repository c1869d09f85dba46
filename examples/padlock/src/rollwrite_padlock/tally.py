"""A Padlock score line by line."""

from __future__ import annotations

from rollwrite.games.kit.tally import Scoring, each, once, tally
from rollwrite_padlock.notation import colour, field_id, say
from rollwrite_padlock.rules import PLACES, ROWS, Sheet, row_points


def _crossed(sheet: Sheet, row: int) -> list[str]:
    return [field_id(row, place) for place in range(PLACES) if sheet.rows[row] >> place & 1]


# P8: a line for each row, and one for the faults.
lines = tally(
    each(
        range(ROWS),
        Scoring(lambda _, row: say("tally.row", colour=colour(row)), row_points, _crossed),
    ),
    once(
        lambda sheet: say("tally.faults", count=sheet.faults),
        lambda sheet: -5 * sheet.faults,
        lambda sheet: [f"fault-{place + 1}" for place in range(sheet.faults)],
    ),
)
