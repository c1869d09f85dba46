"""Sheets by number, and the best ends of turns: how the solver of single games looks things up.

Three numbers are kept of each sheet: the stars it may expect at the start of a turn, and at the end
of one with a cross to make among the gifts, or among the treats.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.bot.dice_options import lapsed
from rollwrite.games.clever_kids.bot.sheet_value import (
    GIFTS_AT,
    OWED,
    OWED_AT,
    TREATS_AT,
    WAGONS_AT,
    balloons_of,
    crossed,
    gifts_of,
    owed_to,
    treats_of,
    wagons_of,
)
from rollwrite.games.clever_kids.sheet import (
    BLUE,
    BLUE_AT,
    GREEN,
    GREEN_AT,
    MOST_COLUMNS,
    MOST_PAIRS,
    RED,
    RED_AT,
    TREATS,
    YELLOW,
)
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by whoever solves (see kernel/specialize.py)

NOTHING = -1
AT_TURN, GIFT_OWED, TREAT_OWED = 0, 1, 2  # the numbers kept of a sheet
DEPTH = 512  # sheets still to be looked at


@rule
def line_of(packed: int) -> Any:
    """The number of a sheet's line."""
    line = balloons_of(packed) * (rules.WAGONS + 1) + wagons_of(packed)
    for treat in range(TREATS):
        line = line * (rules.PAIRS[treat] + 1) + treats_of(packed, treat)
    return line


@rule
def number_of(packed: int) -> Any:
    """The number of a sheet."""
    number = line_of(packed)
    gifts = gifts_of(packed)
    for row in range(rules.ROWS):
        part = gifts >> MOST_COLUMNS * row & (1 << rules.COLUMNS) - 1
        number = number << rules.COLUMNS | part
    return number


@rule
def packed_at(line: int, grid: int) -> Any:
    """The packed sheet of a line with these gifts."""
    packed = 0
    for back in range(TREATS):
        treat = TREATS - 1 - back
        packed |= line % (rules.PAIRS[treat] + 1) << TREATS_AT + 3 * treat
        line //= rules.PAIRS[treat] + 1
    packed |= line % (rules.WAGONS + 1) << WAGONS_AT
    packed |= line // (rules.WAGONS + 1)
    for back in range(rules.ROWS):
        row = rules.ROWS - 1 - back
        packed |= (grid & (1 << rules.COLUMNS) - 1) << GIFTS_AT + MOST_COLUMNS * row
        grid >>= rules.COLUMNS
    return packed


@rule
def simple(packed: int, values: Any) -> Any:
    """The best end of a turn for a sheet that may make one cross, or none."""
    best = NOTHING
    while packed >= OWED[0]:
        if owed_to(packed, GREEN) > 0:
            return max(best, values[GIFT_OWED][number_of(packed - OWED[GREEN - 1])])
        if owed_to(packed, BLUE) > 0:
            return max(best, values[TREAT_OWED][number_of(packed - OWED[BLUE - 1])])
        zone = YELLOW
        target = balloons_of(packed)
        if owed_to(packed, RED) > 0:
            zone = RED
            target = RED_AT + wagons_of(packed)
        packed -= OWED[zone - 1]
        best = max(best, values[AT_TURN][number_of(packed)])
        packed = lapsed(crossed(packed, target))
    return max(best, values[AT_TURN][number_of(packed)])


@rule
def ended(packed: int, values: Any, own: Any) -> Any:
    """The best end of a turn for a packed, whatever crosses it may make."""
    if packed < OWED[0]:
        return values[AT_TURN][number_of(packed)]
    stack = own.stack
    stack[0] = packed
    top = 1
    best = NOTHING
    while top > 0:
        top -= 1
        now = lapsed(stack[top])
        owed = now >> OWED_AT
        count = (owed & 7) + (owed >> 3 & 7) + (owed >> 6 & 7) + (owed >> 9 & 7)
        if count < 2:
            best = max(best, simple(now, values))
            continue
        zone = YELLOW
        while owed_to(now, zone) == 0:
            zone += 1
        now -= OWED[zone - 1]
        stack[top] = now  # declined
        top += 1
        if zone == YELLOW:
            stack[top] = crossed(now, balloons_of(now))
            top += 1
        elif zone == RED:
            stack[top] = crossed(now, RED_AT + wagons_of(now))
            top += 1
        elif zone == GREEN:
            for number in range(rules.ROWS * rules.COLUMNS):
                if gifts_of(now) >> rules.GIFTS[number] & 1 == 0:
                    stack[top] = crossed(now, GREEN_AT + rules.GIFTS[number])
                    top += 1
        else:
            for treat in range(TREATS):
                if treats_of(now, treat) < rules.PAIRS[treat]:
                    stack[top] = crossed(now, next_pair(now, treat))
                    top += 1
    return best


@rule
def next_pair(packed: int, treat: int) -> int:
    """The target of the next pair of a treat."""
    return BLUE_AT + MOST_PAIRS * treat + treats_of(packed, treat)
