"""A Clever Kids score line by line."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite.games.clever_kids.rules import State
from rollwrite.games.clever_kids.sheet import BLUE, COLOURS, GREEN, STAR, TARGETS, YELLOW, say
from rollwrite.games.clever_kids.ui.names import target_id
from rollwrite.games.clever_kids.zones import zone_of
from rollwrite.games.contract import GameContext, TallyLine
from rollwrite.games.optional import Item


def lines(game: GameContext, s: State, seat: int) -> list[TallyLine]:
    """K10: the stars of each zone."""
    found = []
    for zone in range(YELLOW, BLUE + 1):
        starred = _lines_of_gifts(game, s, seat) if zone == GREEN else _beside(game, s, seat, zone)
        label = say(f"tally.{COLOURS[zone - 1]}")
        found.append(TallyLine(label, len(starred), tuple(starred)))
    return found


def _beside(game: GameContext, s: State, seat: int, zone: int) -> list[str]:
    """The ticked symbols of a zone that have a star beside them."""
    rules, sheet = game.rules, s.sheets[seat]
    return [
        target_id(target)
        for target in range(TARGETS)
        if rules.PRIZE[target] == STAR and zone_of(target) == zone and rules.ticked(sheet, target)
    ]


def _lines_of_gifts(game: GameContext, s: State, seat: int) -> list[str]:
    """The stars of full rows and columns."""
    rules, sheet = game.rules, s.sheets[seat]
    rows = [
        f"row-{row + 1}"
        for row in range(rules.ROWS)
        if rules.ROW_PRIZE[row] == STAR and rules.full_row(sheet, row)
    ]
    columns = [
        f"column-{column + 1}"
        for column in range(rules.COLUMNS)
        if rules.COLUMN_PRIZE[column] == STAR and rules.full_column(sheet, column)
    ]
    return rows + columns


def items(game: GameContext, s: State, seat: int) -> Iterator[Item]:
    """Symbols that are ticked, and full rows and columns of gifts."""
    rules, sheet = game.rules, s.sheets[seat]
    for target in range(TARGETS):
        if rules.ticked(sheet, target):
            yield Item("field", target_id(target), True)
    for row in range(rules.ROWS):
        yield Item("row", str(row + 1), rules.full_row(sheet, row))
    for column in range(rules.COLUMNS):
        yield Item("column", str(column + 1), rules.full_column(sheet, column))
