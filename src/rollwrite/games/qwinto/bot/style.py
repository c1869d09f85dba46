"""How the model of Qwinto plays beside what it has learnt: a few numbers, by table size.

Four parameters follow the weights of sheets; each has an adjustment for tables of three to six.
Zero is the margin over the best rival, which is what training and the coach mean by worth.
"""

from __future__ import annotations

from math import exp, log1p
from typing import Any

from rollwrite.games.qwinto.bot.weights import ALONE, COUNT_AT, SIZE, SIZES, THREATS
from rollwrite.kernel.policy import HEAD, UNIT
from rollwrite.kernel.rule import rule

# The win bonus, in fractions of points; how much closer to the end the others are assumed to come
# in this turn, in thirds of a field; how far behind the best a move may be to be searched a turn
# further; and how far to ignore the opponents (from 0 to UNIT: play for one's own points alone).
PREMIUM = HEAD + SIZES * SIZE
HASTE = PREMIUM + 1
FURTHER = HASTE + 1
IGNORE_OPPONENTS = FURTHER + 1
END = IGNORE_OPPONENTS + 1
# One that only has adjustments: how open the race between rivals is taken to be, as a share of how
# far a margin may still go. 0 looks at the best rival alone, more also at those behind it.
OPEN_RACE = END
PARAMETERS = OPEN_RACE + 1 - PREMIUM

# Adjustments stand where no sheet has a weight: for threats that only somebody alone has, at
# tables of three or more. Models made before there were any hold zeros there.
ADJUSTED = HEAD + (SIZES - 1) * SIZE + COUNT_AT + ALONE


@rule
def adjustment(parameter: int, seats: int) -> Any:
    """Where a model holds what is added to a parameter at tables of three or more."""
    return ADJUSTED + (PARAMETERS * seats + parameter - PREMIUM) * THREATS


@rule
def style_of(model: Any, parameter: int, seats: int) -> Any:
    """A parameter at a table of so many."""
    value = 0
    if parameter < END:
        value += model[parameter]
    if seats >= SIZES:
        value += model[adjustment(parameter, seats)]
    return value


# By how much the best of two is expected to beat the better expectation, in steps of the scale.
STEPS = 16
BEHIND = tuple(round(log1p(exp(-step / STEPS)) * UNIT) for step in range(8 * STEPS))


@rule
def best_of_two(one: Any, two: Any, scale: int) -> Any:
    """What the best of two rivals is expected to make, if each may still gain on the other."""
    high = max(one, two)
    if scale <= 0:
        return high
    step = (high - min(one, two)) * STEPS // scale
    return high + scale * BEHIND[step] // UNIT if step < len(BEHIND) else high
