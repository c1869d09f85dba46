"""A One Card score line by line."""

from __future__ import annotations

from rollwrite.games.contract import GameContext, TallyLine
from rollwrite.games.kit.wording import together
from rollwrite.games.one_card.cards import OWN
from rollwrite.games.one_card.notation import colour, nth
from rollwrite.games.one_card.rules import State
from rollwrite.games.one_card.sheet import COLOURS, say


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
