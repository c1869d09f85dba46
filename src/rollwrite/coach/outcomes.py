"""What could have been rolled or dealt: all of it where that is little, else a fair sample.

The luck of a roll is the value after it less the mean of the same value over all rolls that could
have come. So it averages to zero whatever the errors of the value.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Any

from rollwrite.coach.judge import Judge
from rollwrite.kernel.rng import draw, seeded
from rollwrite.play.state import State

SAMPLED = 0x4C55434B  # the seed of samples
FINE = 1 << 30
ALL = 256  # outcomes that are all looked at; of more, a sample
OPENINGS = 64  # deals that are looked at of all that may come before the first decision
SAMPLE = 251  # how many it has: a prime, so that no die goes round in step with it


def mean_margins(judge: Judge, state: State, number: int, sample: int) -> tuple[float, ...]:
    """The mean margin of every seat after the roll or deal that is due at a state.

    Where there are many outcomes, so many are looked at; which of them depends on ``number``.
    """
    total, sums = 0, [0.0] * state.seats
    for event, weight in some(state, number, sample):
        record = state._record.copy()
        state.game.rules.resolve(record, event)
        total += weight
        for seat, margin in enumerate(judge.settled_margins(record)):
            sums[seat] += weight * margin
    return tuple(each / total for each in sums)


def opening_margins(judge: Judge, state: State) -> list[float]:
    """The mean margin of every seat once all has been dealt that comes before the first decision.

    A model knows little of a game before cards lie: what they are worth shows only then.
    """
    rules, totals = state.game.rules, [0.0] * state.seats
    event, rng = [0] * rules.EVENT, [0, 0]
    for number in range(OPENINGS):
        record = state._record.copy()
        seeded(rng, SAMPLED, number)
        while not record.pending and record.phase != rules.OVER:
            rules.sample(record, event, rng)
            rules.resolve(record, event)
        for seat, margin in enumerate(judge.settled_margins(record)):
            totals[seat] += margin / OPENINGS
    return totals


def some(state: State, number: int, sample: int = SAMPLE) -> list[tuple[Any, int]]:
    """Outcomes of the chance that is due with their weights: all, or a sample of so many.

    The sample is systematic: evenly spaced in the order of all outcomes, from a drawn place on. So
    each outcome is as likely to be in it as it is to happen. A prime number spreads dice evenly.
    """
    found = list(state.game.definition.notation.outcomes(state.game, state._record))
    if len(found) <= (ALL if sample == SAMPLE else sample):
        return found
    ends = list(accumulate(weight for _, weight in found))
    rng = [0, 0]
    seeded(rng, SAMPLED, number)
    begin = draw(rng, FINE) / FINE
    step = ends[-1] / sample
    places = (int((begin + one) * step) for one in range(sample))
    return [(found[bisect_right(ends, place)][0], 1) for place in places]
