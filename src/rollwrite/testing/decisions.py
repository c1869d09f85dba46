"""Decisions: answers in any order, kept from the others, taken back in time; and refusals."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rollwrite.errors import Refused
from rollwrite.play.state import Move, State
from rollwrite.testing.inspection import Inspection
from rollwrite.testing.records import differences

TRIED = {"guided": 6}  # how many moves of other moments are tried at each; else 3


def refused(action: Callable[[], object]) -> Refused | None:
    """The reason why something is refused; None if it is not."""
    try:
        action()
    except Refused as reason:
        return reason
    return None


def check_refusals(
    look: Inspection, state: State, seat: int, moves: list[Move], known: set[str]
) -> None:
    """What was legal at another moment and is not now is refused, with a reason."""
    others = sorted(known - {str(move) for move in moves})
    tried = TRIED.get(look.play, 3)
    for text in look.random.sample(others, min(tried, len(others))):
        with look.guard(f"refusing {text!r}"):
            reason = refused(partial(state.play, text, seat))
            if reason is not None:
                look.ear.hear(reason.message, "notation.refusal")
    with look.guard("refusing '?!'"):
        nonsense = refused(partial(state.play, "?!", seat))
        look.that(nonsense is not None, "refusal", "notation.read", "'?!' is played")


def check_window(look: Inspection, state: State) -> None:
    """Two seats that are pending at the same time may answer in either order."""
    if len(state.pending) < 2:
        return
    one, two = look.random.sample(state.pending, 2)
    first, second = (look.random.choice(state.moves(seat)) for seat in (one, two))
    answered = state.play(first)
    if two not in answered.pending:
        what = f"after the answer of one seat another that was pending with it is not: {first}"
        look.report.add("window", "rules.apply", what, look.at)
        return
    ways = answered.play(second)._record, state.play(second).play(first)._record
    found = next(differences(*ways), None)
    what = f"answers do not commute: after {first} and {second} in either order {found}"
    look.that(found is None, "window", "rules.apply", what)
    numbers = state.window, answered.window
    what = f"is {numbers[0]} before an answer and {numbers[1]} after it, while others still answer"
    look.that(
        one in answered.pending or numbers[0] == numbers[1], "window", "notation.window", what
    )
    hidden = answered.position(two).get("answers", {})
    what = f"shows a seat what another has answered: {first}"
    look.that(str(one) not in hidden, "hidden", "position.write", what)
    back = answered.take_back(one)
    look.that(back == state, "take back", "notation.window", f"{first} cannot be taken back")


def check_taken_back(look: Inspection, state: State, move: Move, after: State) -> None:
    """A decision can be taken back at once, but not when another window has been answered."""
    if not after.over:
        look.that(after.take_back() == state, "take back", "State", f"{move} cannot be undone")
    for seat, decision in {decision.seat: decision for decision in state._decided}.items():
        asked = decision.before.pending >> move.seat & 1
        if not asked and seat != move.seat and not after.over:
            reason = refused(partial(after.take_back, seat))
            what = "is the same in two windows: a seat takes back what another has seen"
            look.that(reason is not None, "window", "notation.window", what)
