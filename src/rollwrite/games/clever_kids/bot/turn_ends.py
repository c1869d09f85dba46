"""Sheets by number, and the best ends of turns: what the solver of single games looks things up by.

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
STACK, DEPTH = 0, 512  # where papers to look at lie in the room of a solver


@rule
def line_of(paper: int) -> Any:
    """The number of a paper's line."""
    line = balloons_of(paper) * (rules.WAGONS + 1) + wagons_of(paper)
    for treat in range(TREATS):
        line = line * (rules.PAIRS[treat] + 1) + treats_of(paper, treat)
    return line


@rule
def number_of(paper: int) -> Any:
    """The number of a sheet."""
    number = line_of(paper)
    gifts = gifts_of(paper)
    for row in range(rules.ROWS):
        part = gifts >> MOST_COLUMNS * row & (1 << rules.COLUMNS) - 1
        number = number << rules.COLUMNS | part
    return number


@rule
def paper_at(line: int, grid: int) -> Any:
    """The paper of a line with these gifts."""
    paper = 0
    for back in range(TREATS):
        treat = TREATS - 1 - back
        paper |= line % (rules.PAIRS[treat] + 1) << TREATS_AT + 3 * treat
        line //= rules.PAIRS[treat] + 1
    paper |= line % (rules.WAGONS + 1) << WAGONS_AT
    paper |= line // (rules.WAGONS + 1)
    for back in range(rules.ROWS):
        row = rules.ROWS - 1 - back
        paper |= (grid & (1 << rules.COLUMNS) - 1) << GIFTS_AT + MOST_COLUMNS * row
        grid >>= rules.COLUMNS
    return paper


@rule
def simple(paper: int, values: Any) -> Any:
    """The best end of a turn for a paper that may make one cross, or none."""
    best = NOTHING
    while paper >= OWED[0]:
        if owed_to(paper, GREEN) > 0:
            return max(best, values[GIFT_OWED][number_of(paper - OWED[GREEN - 1])])
        if owed_to(paper, BLUE) > 0:
            return max(best, values[TREAT_OWED][number_of(paper - OWED[BLUE - 1])])
        zone = YELLOW
        target = balloons_of(paper)
        if owed_to(paper, RED) > 0:
            zone = RED
            target = RED_AT + wagons_of(paper)
        paper -= OWED[zone - 1]
        best = max(best, values[AT_TURN][number_of(paper)])
        paper = lapsed(crossed(paper, target))
    return max(best, values[AT_TURN][number_of(paper)])


@rule
def ended(paper: int, values: Any, room: Any) -> Any:
    """The best end of a turn for a paper, whatever crosses it may make."""
    if paper < OWED[0]:
        return values[AT_TURN][number_of(paper)]
    room[STACK] = paper
    top = 1
    best = NOTHING
    while top > 0:
        top -= 1
        now = lapsed(room[STACK + top])
        owed = now >> OWED_AT
        count = (owed & 7) + (owed >> 3 & 7) + (owed >> 6 & 7) + (owed >> 9 & 7)
        if count < 2:
            best = max(best, simple(now, values))
            continue
        zone = YELLOW
        while owed_to(now, zone) == 0:
            zone += 1
        now -= OWED[zone - 1]
        room[STACK + top] = now  # declined
        top += 1
        if zone == YELLOW:
            room[STACK + top] = crossed(now, balloons_of(now))
            top += 1
        elif zone == RED:
            room[STACK + top] = crossed(now, RED_AT + wagons_of(now))
            top += 1
        elif zone == GREEN:
            for number in range(rules.ROWS * rules.COLUMNS):
                if gifts_of(now) >> rules.GIFTS[number] & 1 == 0:
                    room[STACK + top] = crossed(now, GREEN_AT + rules.GIFTS[number])
                    top += 1
        else:
            for treat in range(TREATS):
                if treats_of(now, treat) < rules.PAIRS[treat]:
                    room[STACK + top] = crossed(now, next_pair(now, treat))
                    top += 1
    return best


@rule
def next_pair(paper: int, treat: int) -> int:
    """The target of the next pair of a treat."""
    return BLUE_AT + MOST_PAIRS * treat + treats_of(paper, treat)
