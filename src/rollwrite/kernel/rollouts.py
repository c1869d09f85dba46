"""Rollouts: a policy that plays its best moves out to the end, with the evaluator in every seat.

It shows how far an expert is from what its own play could teach it: slow, and a baseline.
"""

from __future__ import annotations

from typing import Any

from rollwrite.kernel.match import winning_seats
from rollwrite.kernel.policy import UNIT, Policy, margin, rate_by_model
from rollwrite.kernel.rng import draw, seeded
from rollwrite.kernel.rule import rule
from rollwrite.kernel.step import Scratch, first_pending

# Bound by interpreter and compiler (see specialize.py).
rules: Any = None
evaluator: Any = None

COUNT = 0  # where the model of such a policy holds how many games it plays for each move
CANDIDATES = 6  # the moves that are played out, at most,
WITHIN = 2 * UNIT  # and how far behind the best they may be by the evaluator
VICTORY = 10 * UNIT  # what a victory is worth beside the margin
LONGEST = 5000  # decisions after which a game is taken not to end
NEVER = -(1 << 62)
TRIED = -(1 << 31)  # the worth of a move that was played out


@rule
def choose_by_rollouts(s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> int:
    """The move after which the games that are played out come to most; all meet the same luck."""
    if count == 1:
        return 0
    first, second = scratch.work[0], scratch.work[1]
    evaluator.rate(s, seat, scratch.moves, count, model, first)
    worst = first.worth[0]
    for index in range(count):
        second.worth[index] = first.worth[index]  # playing out overwrites the other workspace
        worst = max(worst, first.worth[index])
    worst -= WITHIN
    luck = draw(scratch.rng, 1 << 30)
    best, most = 0, NEVER
    for _ in range(CANDIDATES):
        index = next_best(second.worth, count)
        if second.worth[index] < worst or second.worth[index] == TRIED:
            break
        second.worth[index] = TRIED
        total = 0
        for number in range(model[COUNT]):
            seeded(second.rng, luck, number)
            second.after[0] = s
            rules.apply(second.after[0], seat, scratch.moves[index])
            total += played_out(seat, model, first, second)
        if total > most:
            best, most = index, total
    return best


@rule
def next_best(worth: Any, count: int) -> int:
    """The index of the highest worth."""
    best = 0
    for index in range(1, count):
        if worth[index] > worth[best]:
            best = index
    return best


@rule
def played_out(seat: int, model: Any, first: Any, second: Any) -> Any:
    """What a game comes to for a seat if everybody goes on by the evaluator.

    It is not made of ``step``: where a match calls this, it is in one (see policy.play_on).
    """
    s = second.after[0]
    left = LONGEST
    while s.phase != rules.OVER and left > 0:
        if s.pending == 0:
            rules.sample(s, second.event, second.rng)
            rules.resolve(s, second.event)
        else:
            mover = first_pending(s)
            count = rules.legal(s, mover, second.replies)
            index = 0
            if count > 1:
                evaluator.rate(s, mover, second.replies, count, model, first)
                index = next_best(first.worth, count)
            rules.apply(s, mover, second.replies[index])
            left -= 1
    won = winning_seats(s)
    share = 0
    for other in range(s.seats):
        share += won >> other & 1
    worth = margin(s, seat) * UNIT
    if won >> seat & 1:
        worth += VICTORY // share
    return worth


BY_ROLLOUTS = Policy(choose_by_rollouts, rate_by_model, UNIT)
