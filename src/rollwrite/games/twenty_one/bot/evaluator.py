"""How a strong player weighs the moves of Twenty One: a race, solved sheet by sheet.

The turn is weighed exactly (turn_search.py); what the sheet is worth after it, in the race with the
others, stands in the model (race.py). Where two play, both sheets are weighed (duel.py).
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.twenty_one.bot.duel import expect_duel, in_duel, rate_duel, rest
from rollwrite.games.twenty_one.bot.race import (
    REROLLS,
    SHIFT,
    SURE,
    WEIGHTS,
    fields_done,
)
from rollwrite.games.twenty_one.bot.turn_search import (
    Workspace,
    after_writing,
    best_writing,
    prepare,
    reroll_mean,
)
from rollwrite.kernel.policy import UNIT, margin
from rollwrite.kernel.rule import rule

__all__ = [
    "COMMAND", "FEATURES", "SETTLED", "VERSION", "WEIGHTS", "Workspace",
    "expect", "progress", "rate", "resting",
]  # fmt: skip

rules: Any = None  # bound to the game's rules

VERSION = 2
COMMAND = "rollwrite solve twenty_one"
SETTLED = True  # the points of others are seen on their sheets alone
FEATURES = 0


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Write what each move of a pending seat is worth to it."""
    own = w.own
    if in_duel(s, model):
        rate_duel(s, seat, moves, count, model, w)
        return
    left = prepare(s, seat, model, own)
    for index in range(count):
        if moves[index] == rules.STAY:
            w.worth[index] = best_writing(s, seat, left, own)
        elif moves[index] == rules.REROLL:
            w.worth[index] = reroll_mean(s, seat, left, own)
        else:
            w.worth[index] = after_writing(s, seat, moves[index], own)


@rule
def expect(s: Any, seat: int, model: Any, w: Any) -> Any:
    """What a moment is worth to a seat that does not decide now."""
    own = w.own
    if in_duel(s, model):
        return expect_duel(s, seat, model, own)
    if s.phase == rules.OVER:
        return margin(s, seat) * UNIT
    if s.phase == rules.ROLL and s.rolls == 0:
        return margin(s, seat) * UNIT + rest(s, seat, model)
    left = prepare(s, seat, model, own)
    if s.phase == rules.ROLL:
        return reroll_mean(s, seat, left, own)
    if s.phase == rules.KEEP:
        kept = best_writing(s, seat, left, own)
        rerolled = reroll_mean(s, seat, left, own)
        if seat == s.active:
            return max(kept, rerolled)
        ones = 0
        for die in range(rules.DICE):
            if s.dice[die] == 1:
                ones += 1
        often = model[REROLLS[s.seats] + ones] >> SHIFT
        return kept + (often * (rerolled - kept) + SURE // 2) // SURE
    if s.answers[seat] != 0:
        return after_writing(s, seat, s.answers[seat], own)
    return best_writing(s, seat, left, own)


@rule
def progress(s: Any) -> int:
    """How far the game has come, from 0 to 15."""
    most = 0
    for seat in range(s.seats):
        most = max(most, fields_done(s.sheets[seat]))
    return most // 2


@rule
def resting(s: Any) -> bool:
    """Whether a turn begins."""
    return bool(s.phase == rules.ROLL and s.rolls == 0)
