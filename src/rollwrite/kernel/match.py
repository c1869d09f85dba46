"""Matches: games between policies, by one loop for every game and every line-up, however it runs.

A line-up has a slot for each seat and says which policy sits there. Slots move on by one seat from
game to game, so that each begins equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from rollwrite.kernel.rule import rule
from rollwrite.kernel.step import Batch, Scratch, observe_nothing, play_games

# Bound by interpreter, compiler and GPU (see specialize.py): rules and up to six policies.
rules: Any = None
POLICY_KINDS = 1
policy_0: Any = None
policy_1: Any = None
policy_2: Any = None
policy_3: Any = None
policy_4: Any = None
policy_5: Any = None

MOST_KINDS = 6
LOST = -(1 << 15)  # the standing of a seat that has not won whatever the others have


class Match(NamedTuple):
    """Who plays from which start, and what the games come to.

    ``kinds`` and ``models`` have the policy and the model of each slot. By game: the number of
    decisions (or FAULT, NO_END), the scores by slot and the winners as bits by slot.
    """

    start: Any
    kinds: Any
    models: Any
    decisions: Any
    scores: Any
    winners: Any


def bindings(rules: Any, chooses: Sequence[Any], evaluator: Any = None) -> dict[str, Any]:
    """The names a match is bound to: a game's rules and evaluator, and how its policies choose."""
    if not 1 <= len(chooses) <= MOST_KINDS:
        raise ValueError(f"a match takes 1 to {MOST_KINDS} different policies, not {len(chooses)}")
    spare = [chooses[0]] * (MOST_KINDS - len(chooses))
    named = {f"policy_{kind}": choose for kind, choose in enumerate([*chooses, *spare])}
    bound = {"POLICY_KINDS": len(chooses), **named}
    # A binding stands for its name everywhere, in the rules too.
    if taken := [name for name in bound if hasattr(rules, name)]:
        raise ValueError(f"the rules of {rules.TITLE} use a name that matches need: {taken[0]}")
    return {"rules": rules, "evaluator": evaluator, **bound}


@rule
def chosen(kind: int, s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> Any:
    """The index of the move that a kind of policy picks."""
    if POLICY_KINDS > 1 and kind == 1:
        return policy_1(s, seat, count, model, scratch)
    if POLICY_KINDS > 2 and kind == 2:
        return policy_2(s, seat, count, model, scratch)
    if POLICY_KINDS > 3 and kind == 3:
        return policy_3(s, seat, count, model, scratch)
    if POLICY_KINDS > 4 and kind == 4:
        return policy_4(s, seat, count, model, scratch)
    if POLICY_KINDS > 5 and kind == 5:
        return policy_5(s, seat, count, model, scratch)
    return policy_0(s, seat, count, model, scratch)


@rule
def begin_rotated(job: Match, table: Any, game: int, number: int) -> int:
    """Begin every game with the same state; slot 0 moves on by a seat from game to game."""
    table[0] = job.start[0]
    rotation: int = number % table[0].seats
    return rotation


@rule
def decide_by_slot(
    s: Any, seat: int, count: int, scratch: Scratch, job: Match, rotation: int
) -> Any:
    """Ask the policy of the slot that sits there in this game."""
    slot = seat - rotation
    if slot < 0:
        slot += s.seats
    return chosen(job.kinds[slot], s, seat, count, job.models[slot], scratch)


@rule
def winning_seats(s: Any) -> int:
    """A bit for each seat that has won; none where all have the standing LOST."""
    best = LOST
    found = 0
    for seat in range(s.seats):
        own = rules.standing(s, seat)
        if own > best:
            best = own
            found = 1 << seat
        elif own == best and own != LOST:
            found |= 1 << seat
    return found


@rule
def match_many(job: Match, scratch: Scratch, batch: Batch) -> None:
    """Play the games of a batch."""
    play_games(job, scratch, batch, begin_rotated, decide_by_slot, observe_nothing, keep_result)


@rule
def keep_result(s: Any, job: Match, game: int, rotation: int, made: int) -> None:
    """Keep the decisions, scores and winners of a finished game."""
    job.decisions[game] = made
    if made >= 0:
        won = winning_seats(s)
        bits = 0
        for slot in range(s.seats):
            seat = (slot + rotation) % s.seats
            job.scores[game][slot] = rules.score(s, seat)
            bits |= (won >> seat & 1) << slot
        job.winners[game] = bits
