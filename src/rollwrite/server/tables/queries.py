"""What only a server asks of a state, for people who look at drawings and tap parts of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import rollwrite as rw
from rollwrite.games.contract import OptionalNotation
from rollwrite.play.checks import check_chance, check_pending


def alike(state: rw.State, seat: int) -> tuple[tuple[str, ...], ...]:
    """Parts of which only the number chosen matters, such as two dice that show the same.

    Moves name the first ones of a group; whoever taps the others means the same.
    """
    if seat not in state.pending:
        return ()
    notation = OptionalNotation.of(state.game.definition.notation)
    return notation.alike(state.game, state._record, seat)


def why_not(state: rw.State, seat: int, part: str) -> str | None:
    """Why a part of the table is of no use to a pending seat now; None if it is of use.

    The refusal of a move that the part belongs to: the smallest such move tells it best.
    """
    game, notation = state.game, state.game.definition.notation
    with game.localized_errors():
        check_pending(state, seat)
    if any(part in move.parts for move in state.moves(seat)):
        return None
    best: tuple[int, int] | None = None
    for action in range(game.rules.ACTIONS):
        parts = notation.parts(game, state._record, seat, action)
        if part in parts and (best is None or len(parts) < best[0]):
            best = len(parts), action
            if len(parts) == 1:
                break
    if best is None:
        return state.prompt(seat)
    return game.text(notation.refusal(game, state._record, seat, best[1]).message)


def draw(state: rw.State, sample: Callable[[Any, list[int]], None]) -> str:
    """The notation of the chance event that somebody else's way of sampling draws.

    ``sample`` fills the event for the record, as the rules' own ``sample`` does.
    """
    with state.game.localized_errors():
        check_chance(state)
    event = [0] * state.game.rules.EVENT
    sample(state._record, event)
    return state.game.definition.notation.write_event(state.game, state._record, event)
