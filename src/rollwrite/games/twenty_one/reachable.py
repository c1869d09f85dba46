"""What a sheet of Twenty One has or can still get: a hit on each of its fields."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from rollwrite.games.contract import GameContext
from rollwrite.games.twenty_one.notation import colour, say
from rollwrite.games.twenty_one.rules import DICE, NUMBERS, PLACES, ROWS, State
from rollwrite.texts import Message


def reachable(game: GameContext, s: State, seat: int) -> Mapping[Hashable, Message]:
    """T4 and T5: what is empty can still be hit; a lower number or a cross stays."""
    sheet = s.sheets[seat]
    found: dict[Hashable, Message] = {}
    for row in range(ROWS):
        for die in range(DICE):
            place = PLACES[sheet.model][row][die]
            printed = NUMBERS[row][place]
            if sheet.cells[row][place] in (0, printed):
                at = say("closes.die", die=colour(die), printed=printed)
                found[row, place] = say("closes.hit.one", at=at)
    return found
