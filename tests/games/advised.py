"""What a game says for one move against another, for the tests of its advice."""

from __future__ import annotations

import pytest

from rollwrite import State

Case = tuple[State, str, str, str | None]  # a moment, a move, another, and the sentence


def advised(state: State, action: str, other: str, seat: int = 0) -> str | None:
    """The sentence for one move against another."""
    moves = {str(move): move.action for move in state.moves(seat)}
    advice = state.game.definition.advice
    assert advice is not None
    found = advice.why(state.game, state._record, seat, moves[action], moves[other])
    return None if found is None else state.game.text(found)


def named(cases: list[Case]) -> list[object]:
    """The cases as parameters with readable names."""
    return [pytest.param(*case, id=f"{case[0].game.id}: {case[1]} | {case[2]}") for case in cases]
