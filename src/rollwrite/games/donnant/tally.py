"""A Donnant Donnant score line by line."""

from __future__ import annotations

from rollwrite.games.contract import GameContext, TallyLine
from rollwrite.games.donnant.rules.record import State
from rollwrite.games.donnant.sheet import say
from rollwrite.games.donnant.ui.names import colour, place_name
from rollwrite.games.donnant.ui.words import card_words


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
