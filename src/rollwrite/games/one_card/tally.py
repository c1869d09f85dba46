"""A One Card score line by line."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite.games.contract import GameContext, TallyLine
from rollwrite.games.kit.wording import together
from rollwrite.games.one_card.cards import OWN
from rollwrite.games.one_card.notation import colour, nth
from rollwrite.games.one_card.rules import State
from rollwrite.games.one_card.sheet import COLOURS, say
from rollwrite.games.optional import Item


def lines(game: GameContext, s: State, seat: int) -> list[TallyLine]:
    """C6, C8: a line for each scored card, and one for each other card with a full row."""
    rules, sheet = game.rules, s.sheets[seat]
    found = []
    for place in range(sheet.done):
        label = say("tally.scored", card=nth(place))
        found.append(TallyLine(label, sheet.points[place], (f"scored-{place + 1}",)))
    for place in range(OWN):
        full = [colour(c) for c in range(len(COLOURS)) if rules.is_full(sheet, place, c)]
        if full:
            label = say("tally.unfinished", card=nth(place), rows=together(full))
            points = rules.row_points(sheet, place)
            found.append(TallyLine(label, points, (f"card-{place + 1}",)))
    return found


def items(game: GameContext, s: State, seat: int) -> Iterator[Item]:
    """The cards before a seat, and those that it has scored."""
    sheet, numbers = s.sheets[seat], game.rules.NUMBERS
    for card in sheet.scored[: sheet.done]:
        yield Item("card", str(numbers[card]), True)
    if s.places <= OWN:  # not while cards to choose from are drawn
        for card in sheet.cards[: s.places]:
            if card:
                yield Item("card", str(numbers[card]), False)
