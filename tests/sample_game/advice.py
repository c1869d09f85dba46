"""What speaks for a move in Duet."""

from __future__ import annotations

from rollwrite.games.contract import GameContext
from rollwrite.texts import Message

from .notation import say
from .rules import FIELDS, PASS, WORTH, State


def why(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    """A cross beats a pass, and a higher number a lower one."""
    if action == PASS:
        return None
    if other == PASS:
        return say("advice.cross")
    more = WORTH * ((action - 1) % FIELDS - (other - 1) % FIELDS)
    return say("advice.more", points=more) if more > 0 else None
