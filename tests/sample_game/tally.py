"""A Duet score line by line."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite.games.contract import GameContext, TallyLine
from rollwrite.games.optional import Item

from .notation import colour, field_name, say
from .rules import FIELDS, ROWS, State, goal_points, row_points


def lines(game: GameContext, s: State, seat: int) -> list[TallyLine]:
    sheet = s.sheets[seat]
    found = []
    for row in range(ROWS):
        crossed = [field_name(row, field) for field in range(FIELDS) if sheet.crosses[row][field]]
        label = say("tally.row", colour=colour(row))
        found.append(TallyLine(label, row_points(sheet, row), tuple(crossed)))
    found.append(TallyLine(say("tally.goal"), goal_points(s, seat), ()))
    return found


def items(game: GameContext, s: State, seat: int) -> Iterator[Item]:
    sheet = s.sheets[seat]
    for row in range(ROWS):
        yield Item("row", str(row + 1), all(sheet.crosses[row]))
