"""Windows of decisions: who is asked, and answers that wait until everybody has given one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rollwrite.kernel.rule import rule

if TYPE_CHECKING:
    from rollwrite.games.contract import GameContext, StateRecord


@rule
def ask_active(s: Any, phase: int) -> None:
    """The active seat alone decides."""
    s.phase = phase
    s.pending = 1 << s.active


@rule
def ask_all(s: Any, phase: int) -> None:
    """Every seat decides, all at the same time."""
    s.phase = phase
    s.pending = (1 << s.seats) - 1


@rule
def answer(s: Any, seat: int, action: int) -> bool:
    """Keep a seat's answer until all are in; whether this was the last one."""
    s.answers[seat] = action
    s.pending &= ~(1 << seat)
    return bool(s.pending == 0)


def carried_out(game: GameContext, s: StateRecord, seat: int, action: int) -> StateRecord:
    """The state with a seat's answer carried out, as if all others had answered something.

    Right for the sheet of that seat alone: for ``OptionalNotation.preview``.
    """
    after = s.copy()
    moves = [0] * game.rules.MOVES
    for other in range(after.seats):
        if other != seat and after.pending >> other & 1:
            game.rules.legal(after, other, moves)
            game.rules.apply(after, other, moves[0])
    game.rules.apply(after, seat, action)
    return after
