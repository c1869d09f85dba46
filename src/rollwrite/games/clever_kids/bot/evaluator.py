"""How a strong player thinks about Clever Kids.

All that can still happen in a turn is weighed: every roll, every way of the active seat to tick and
cross, and every pool that leaves to the others. They are taken to make the most of it for their own
stars. What the sheets are worth at the end of the turn is read from a learnt model.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.bot.dice_pools import (
    POOLS_END,
    all_stand,
    coded,
    others_ready,
    prepare,
    stand,
)
from rollwrite.games.clever_kids.bot.sheet_value import (
    GRIDS,
    LINES,
    MIND_END,
    context,
    nearness,
    paper_of,
    places,
)
from rollwrite.games.clever_kids.bot.turn_search import (
    SEEN_WORTH,
    before_roll,
    rest_of_turn,
    window,
)
from rollwrite.games.clever_kids.rules import ALL_DICE, State
from rollwrite.kernel.policy import HEAD
from rollwrite.kernel.records import Record, i32, i64, slots
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

VERSION = 1
COMMAND = "rollwrite train clever_kids"
WEIGHTS = MIND_END - HEAD
FEATURES = 5


class Workspace(Record):
    """Scratch memory of the evaluator."""

    features: list[int] = i32[FEATURES]
    work: list[int] = i64[POOLS_END]
    spare: list[Any] = slots(State, 4)


@rule
def resting(s: Any) -> Any:
    """Whether a turn begins."""
    return s.phase == rules.ROLL


@rule
def progress(s: Any) -> int:
    """How far the fullest zone of all sheets is, from 0 to 15."""
    most = 0
    for seat in range(s.seats):
        sheet = s.sheets[seat]
        pairs = 0
        printed = 0
        for treat in range(len(rules.PAIRS)):
            pairs += sheet.treats[treat]
            printed += rules.PAIRS[treat]
        gifts = 0
        for number in range(rules.ROWS * rules.COLUMNS):
            gifts += sheet.gifts >> rules.GIFTS[number] & 1
        most = max(most, sheet.balloons * 15 // rules.BALLOONS, sheet.wagons * 15 // rules.WAGONS)
        most = max(most, pairs * 15 // printed, gifts * 15 // (rules.ROWS * rules.COLUMNS))
    return most


@rule
def features(s: Any, seat: int, own: Any) -> int:
    """Where the weights lie that add up to the stars a seat still gets, at the start of a turn."""
    if s.phase == rules.OVER:
        return 0
    work = own.features
    places(paper_of(s.sheets[seat]), s.seats, work, 0)
    near = 0
    for other in range(s.seats):
        if other != seat:
            near = max(near, nearness(paper_of(s.sheets[other])))
    turn = 0
    if seat == s.active:
        turn = 1
    where = context(s.seats, near, turn)
    work[3] += where * LINES
    work[4] += where * GRIDS
    return 5


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """What each move is worth to a pending seat."""
    work, spare, worth = w.own.work, w.own.spare, w.worth
    prepare(s, seat, work)
    if s.phase == rules.POOL:
        all_stand(s, model, work)
    elif s.sheets[seat].step != rules.REROLL:
        others_ready(s, coded(s, ALL_DICE), model, work)
    pool = coded(s, s.pool)
    for place in range(count):
        spare[0] = s
        after = spare[0]
        rules.apply(after, seat, moves[place])
        if moves[place] == rules.ROLL_AGAIN:
            worth[place] = before_roll(after, model, work)
        else:
            if s.phase == rules.POOL:
                stand(after, seat, model, work)
                window(seat, pool, work)
            else:
                rest_of_turn(after, model, work)
            worth[place] = work[SEEN_WORTH]


@rule
def expect(s: Any, seat: int, model: Any, w: Any) -> Any:
    """What a moment is worth to a seat that does not decide now."""
    work = w.own.work
    prepare(s, seat, work)
    if s.phase in (rules.POOL, rules.OVER):
        all_stand(s, model, work)
        window(seat, coded(s, s.pool), work)
    elif s.phase == rules.ROLL or s.sheets[s.active].step == rules.REROLL:
        return before_roll(s, model, work)
    else:
        others_ready(s, coded(s, ALL_DICE), model, work)
        rest_of_turn(s, model, work)
    return work[SEEN_WORTH]
