"""The best play of a single seat, solved: the stars that every sheet may expect, no less, no more.

The same thinking as at the table, but what a sheet at rest is worth is read from what was solved
before: every turn ticks something, so sheets are solved from the fullest to the emptiest.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.papers import (
    balloons_of,
    gifts_of,
    missing,
    stars_of,
    treats_of,
    wagons_of,
)
from rollwrite.games.clever_kids.sheet import BLUE, MOST_COLUMNS, TREATS, YELLOW
from rollwrite.games.clever_kids.thinking import before_roll, prepare
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by whoever solves (see kernel/twins.py)

GRAINS = 1 << 24  # in such fractions of a star


@rule
def number_of(paper: int) -> int:
    """The number of a sheet on which no zone is full."""
    number = balloons_of(paper) * rules.WAGONS + wagons_of(paper)
    for treat in range(TREATS):
        number = number * (rules.PAIRS[treat] + 1) + treats_of(paper, treat)
    for row in range(rules.ROWS):
        gifts = gifts_of(paper) >> MOST_COLUMNS * row & (1 << rules.COLUMNS) - 1
        number = number << rules.COLUMNS | gifts
    return number


@rule
def set_out(number: int, sheet: Any) -> int:
    """Make a sheet the one that has this number; return how much is ticked on it."""
    ticks = 0
    sheet.gifts = 0
    for back in range(rules.ROWS):
        row = rules.ROWS - 1 - back
        gifts = number & (1 << rules.COLUMNS) - 1
        number >>= rules.COLUMNS
        sheet.gifts |= gifts << MOST_COLUMNS * row
        while gifts != 0:
            gifts &= gifts - 1
            ticks += 1
    for back in range(TREATS):
        treat = TREATS - 1 - back
        sheet.treats[treat] = number % (rules.PAIRS[treat] + 1)
        number //= rules.PAIRS[treat] + 1
        ticks += sheet.treats[treat]
    sheet.wagons = number % rules.WAGONS
    sheet.balloons = number // rules.WAGONS
    return ticks + sheet.wagons + sheet.balloons


@rule
def solved(paper: int, seats: int, turn: int, mind: Any, found: Any, at: int) -> None:
    """What a sheet comes to, from the table of solved ones; takes the place of ``appraise``."""
    found[at] = 0
    for zone in range(YELLOW, BLUE + 1):
        if missing(paper, zone) == 0:
            found[at + 1] = stars_of(paper) * GRAINS
            return
    found[at + 1] = mind[number_of(paper)]


@rule
def count_ticks(table: Any, ticks: Any, index: int, stride: int) -> None:
    """Write how much is ticked on every sheet."""
    for number in range(index, len(ticks), stride):
        ticks[number] = set_out(number, table[0].sheets[0])


@rule
def solve_many(table: Any, work: Any, numbers: Any, index: int, stride: int, values: Any) -> None:
    """Solve every ``stride``-th of the numbered sheets; all that are fuller have been solved."""
    s = table[0]
    s.seats = 1
    s.active = 0
    s.phase = rules.ROLL
    sheet = s.sheets[0]
    for place in range(index, len(numbers), stride):
        set_out(numbers[place], sheet)
        if rules.complete(sheet):
            values[numbers[place]] = rules.score(s, 0) * GRAINS
        else:
            prepare(s, 0, work)
            values[numbers[place]] = before_roll(s, values, work)
