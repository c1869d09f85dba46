"""A hint: the best move now, and why, in a sentence."""

from __future__ import annotations

from typing import NamedTuple

from rollwrite.coach.judge import Worth, judge
from rollwrite.errors import BadOption, say
from rollwrite.play.checks import check_decision, check_state
from rollwrite.play.state import State
from rollwrite.texts import Figure, Message

EQUAL = 0.15  # points within which moves count as equally good


class Hint(NamedTuple):
    """The best move, why it is, and what every move is worth, best first."""

    best: Worth
    why: str
    worths: tuple[Worth, ...]


def hint(state: State, seat: int, *, compiled: bool = False) -> Hint:
    """What a strong player would do at a seat that is to move."""
    check_decision(state, seat)
    rated = judge(state.game, compiled=compiled).rate(state, seat)
    rated.sort(key=lambda worth: -worth.margin)
    return Hint(rated[0], state.game.text(reason(state, rated)), tuple(rated))


def hint_reason(state: State, found: Hint) -> Message:
    """Why a hint's move is the best one, to be told in any language."""
    check_state(state)
    if not isinstance(found, Hint):
        raise BadOption(say("coach.no_hint", value=found))
    return reason(state, list(found.worths))


def reason(state: State, rated: list[Worth]) -> Message:
    """What speaks for the first of some moves against the next one."""
    if len(rated) == 1:
        return say("coach.forced")
    best, next_best = rated[:2]
    lead = best.margin - next_best.margin
    if lead < EQUAL:
        return say("coach.close")
    return why(state, best, next_best) or say("coach.best", points=Figure(lead))


def why(state: State, best: Worth, other: Worth) -> Message | None:
    """What the game itself can say for one move against another."""
    advice = state.game.definition.advice
    if advice is None:
        return None
    found: Message | None = advice.why(
        state.game, state._record, best.move.seat, best.move.action, other.move.action
    )
    return found
