"""Playing for the goal of a level (D24): points, and a premium for what is likely to reach it."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import PREMIUM, STAGES, stage_of
from rollwrite.games.donnant.bot.sheet_value import GAINS_END
from rollwrite.games.donnant.rules.record import OVER, WILD
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

# How far points may still go, up or down, by the turns that are left after this one.
SWINGS = (3, 9, 12, 14, 16, 17, 18, 19, 20, 21, 22, 23)
FINE = 1 << 10  # parts of a swing

# In the room: the premium (0 if others play too), the goal, and the swing of this moment.
PRIZE = GAINS_END
GOAL = PRIZE + 1
SWING = GOAL + 1
AIM_END = SWING + 1


@rule
def read_aim(s: Any, seat: int, model: Any, work: Any) -> None:
    """What a seat plays for."""
    work[PRIZE] = 0
    if s.level != 0:
        work[PRIZE] = model[PREMIUM]
        work[GOAL] = rules.GOALS[s.level - 1] * UNIT - UNIT // 2
        work[SWING] = UNIT // 2
        if s.phase not in (WILD, OVER):
            stage = stage_of(s, seat, int(s.sheets[seat].count), 1)
            work[SWING] = SWINGS[max(0, STAGES - 1 - stage)] * UNIT


@rule
def utility(points: int, work: Any) -> Any:
    """What points are worth: themselves, and as much of the premium as they are likely to win.

    The premium rises as a smooth step around the goal, steepest there, as wide as the swing.
    """
    if work[PRIZE] == 0:
        return points
    ahead = max(-FINE, min(FINE, (points - work[GOAL]) * FINE // work[SWING]))
    step = ahead * (3 * FINE * FINE - ahead * ahead) // (2 * FINE * FINE)
    return points + work[PRIZE] * step // FINE
