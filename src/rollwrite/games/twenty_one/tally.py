"""A Twenty One score line by line."""

from __future__ import annotations

from rollwrite.games.contract import GameContext, TallyLine
from rollwrite.games.twenty_one.notation import field_id, say
from rollwrite.games.twenty_one.rules import (
    BONUS,
    DICE,
    NUMBERS,
    PLACES,
    ROWS,
    State,
    hits,
    row_points,
)


def lines(game: GameContext, s: State, seat: int) -> list[TallyLine]:
    """T6 and T7: for each row the written numbers, then the bonus for its hits."""
    sheet = s.sheets[seat]
    found = []
    for row in range(ROWS):
        written, hit = [], []
        for die in range(DICE):
            place = PLACES[sheet.model][row][die]
            if sheet.cells[row][place] > 0:
                written.append(field_id(row, die))
            if sheet.cells[row][place] == NUMBERS[row][place]:
                hit.append(field_id(row, die))
        bonus = BONUS[hits(sheet, row)]
        label = say("tally.numbers", row=row + 1)
        found.append(TallyLine(label, row_points(sheet, row) - bonus, tuple(written)))
        label = say("tally.hits", row=row + 1, hits=len(hit))
        found.append(TallyLine(label, bonus, tuple(hit)))
    return found
