"""Counts of positions: tables by which a change of the rules is noticed."""

from __future__ import annotations

from rollwrite.play.state import State


def count_positions(state: State, depth: int) -> list[int]:
    """How many different positions there are after 1 to ``depth`` decisions, whatever is rolled."""
    counts = []
    layer = {state}
    for _ in range(depth):
        deciding = _rolled(layer)
        layer = {s.play(move) for s in deciding for seat in s.pending for move in s.moves(seat)}
        counts.append(len(layer))
    return counts


def _rolled(states: set[State]) -> set[State]:
    """The states, each at a chance event replaced by all that can come of it."""
    found, open_ = set(), list(states)
    while open_:
        state = open_.pop()
        if state.chance is None:
            found.add(state)
        else:
            open_ += [state.roll(event) for event, _ in state.chance_outcomes()]
    return found
