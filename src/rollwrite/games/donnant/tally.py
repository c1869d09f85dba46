"""A Donnant Donnant score line by line."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite.games.contract import GameContext, TallyLine
from rollwrite.games.donnant.rules.record import State
from rollwrite.games.donnant.sheet import say
from rollwrite.games.donnant.ui.names import card_name, colour, place_name
from rollwrite.games.donnant.ui.words import card_words
from rollwrite.games.optional import Item


def lines(game: GameContext, s: State, seat: int) -> list[TallyLine]:
    """D21: a line for each completed evaluation card: how often it scores its points."""
    rules, sheet = game.rules, s.sheets[seat]
    found = []
    for slot in range(sheet.count):
        card = sheet.card[slot] - 1
        kind = rules.EVALUATION[card]
        if kind and not sheet.empty[slot]:
            label = say(
                "tally.card",
                card=card_words(game, card, rules.colour_of(sheet, slot)),
                times=rules.times(sheet, slot),
                points=rules.POINTS[card],
                what=say(f"evaluation.S{kind}", colour=colour(rules.TARGET[card])),
            )
            points = rules.card_points(sheet, slot)
            found.append(TallyLine(label, points, (place_name(sheet.place[slot]),)))
    return found


def items(game: GameContext, s: State, seat: int) -> Iterator[Item]:
    """The cards in the grid of a seat."""
    sheet = s.sheets[seat]
    for slot in range(sheet.count):
        yield Item("card", card_name(sheet.card[slot] - 1), not sheet.empty[slot])
