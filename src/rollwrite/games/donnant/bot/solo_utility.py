"""Playing alone for the goal of a level (D24): points, plus a premium for reaching the goal."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import PREMIUM, STAGES, stage_of
from rollwrite.games.donnant.rules.record import OVER, WILD
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.records import Record, i64
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

# How far points may still go, up or down, by the turns that are left after this one.
SWINGS = (3, 9, 12, 14, 16, 17, 18, 19, 20, 21, 22, 23)
FINE = 1 << 10  # parts of a swing


class Aim(Record):
    """What a seat plays for."""

    prize: int = i64  # the premium for the goal; 0 if others play too
    goal: int = i64
    swing: int = i64  # how far points may still go


@rule
def read_aim(s: Any, seat: int, model: Any, aim: Any) -> None:
    """Set what a seat plays for."""
    aim.prize = 0
    if s.level != 0:
        aim.prize = model[PREMIUM]
        aim.goal = rules.GOALS[s.level - 1] * UNIT - UNIT // 2
        aim.swing = UNIT // 2
        if s.phase not in (WILD, OVER):
            stage = stage_of(s, seat, int(s.sheets[seat].count), 1)
            aim.swing = SWINGS[max(0, STAGES - 1 - stage)] * UNIT


@rule
def utility(points: int, aim: Any) -> Any:
    """The utility of points: the points, and the premium times the chance of winning it.

    The premium rises as a smooth step around the goal, steepest there, as wide as the swing.
    """
    if aim.prize == 0:
        return points
    ahead = max(-FINE, min(FINE, (points - aim.goal) * FINE // aim.swing))
    step = ahead * (3 * FINE * FINE - ahead * ahead) // (2 * FINE * FINE)
    return points + aim.prize * step // FINE
