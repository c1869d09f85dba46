"""Bots as a user would write them: sound ones, and ones that break off some games."""

from __future__ import annotations

import rollwrite as rw
from rollwrite.bots import bot


class First:
    """Always makes its first move."""

    def choose(self, state: rw.State, seat: int) -> rw.Move:
        return state.moves(seat)[0]


def last(state: rw.State, seat: int) -> str:
    """Always makes its last move, and tells it by its notation."""
    return str(state.moves(seat)[-1])


class Stumbles:
    """Plays like greedy, but raises, or answers nonsense, as soon as it has three misses."""

    def __init__(self, answer: str | None = None) -> None:
        self._answer = answer

    def choose(self, state: rw.State, seat: int) -> rw.Move | str:
        if state.position()["sheets"][seat]["misses"] >= 3:
            if self._answer is None:
                raise ZeroDivisionError("three misses")
            return self._answer
        return bot("greedy").choose(state, seat)


stumbles = Stumbles()
cheats = Stumbles("O9 twice")
