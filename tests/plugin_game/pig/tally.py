"""A score of Pig: one line."""

from __future__ import annotations

from rollwrite.games.contract import GameContext, TallyLine

from .notation import say
from .rules import State, score


def lines(game: GameContext, s: State, seat: int) -> list[TallyLine]:
    return [TallyLine(say("tally"), score(s, seat), ("total",))]
