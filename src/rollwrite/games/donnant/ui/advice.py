"""What speaks for a move of Donnant Donnant: points, cells, dice kept, and what others get."""

from __future__ import annotations

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import (
    ACT,
    DECIDE,
    DRAFT,
    DROP,
    PLACE,
    PUT,
    REMOVE,
    STOP,
    WILD,
    State,
)
from rollwrite.games.donnant.ui import card_advice, dice_advice
from rollwrite.games.donnant.ui.card_outlook import grid_score
from rollwrite.games.donnant.ui.sentences import after, more
from rollwrite.texts import Message


def why(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    if action == other:
        return None
    if s.phase == DECIDE:
        if action == STOP:
            return dice_advice.stop(game, s, seat)
        return dice_advice.reroll(game, s, seat, action, other)
    if s.phase == REMOVE:
        return card_advice.aside(game, s, seat, action, other)
    if s.phase == DRAFT and action < PUT:
        return card_advice.drop(game, s, seat, action - DROP, other - DROP)
    if s.phase in (DRAFT, PLACE):
        return card_advice.lay(game, s, seat, action, other)
    if s.phase == ACT:
        return card_advice.act(game, s, seat, action, other)
    if s.phase == WILD:
        own, against = (after(game, s, seat, move) for move in (action, other))
        return more(grid_score(game.rules, own) - grid_score(game.rules, against))
    return dice_advice.enter(game, s, seat, action, other)
