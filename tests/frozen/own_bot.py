"""A bot as a user writes one: ``rollwrite simulate twenty_one --bots frozen.own_bot:last``."""

from __future__ import annotations

import rollwrite as rw


def last(state: rw.State, seat: int) -> str:
    """Always makes its last move, and tells it by its notation."""
    return str(state.moves(seat)[-1])


def middle(state: rw.State, seat: int) -> rw.Move:
    """Always makes the move in the middle."""
    moves = state.moves(seat)
    return moves[len(moves) // 2]
