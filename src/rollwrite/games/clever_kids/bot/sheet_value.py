"""Sheets as numbers, and what a sheet at rest is worth: for the evaluator, which weighs millions.

A *paper* is all that is ticked on one sheet, and the bonus crosses that it still may make, as one
integer. What it is worth is read from a model, by how near the other seats are to ending the game.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.sheet import (
    BLUE,
    BLUE_AT,
    GREEN,
    GREEN_AT,
    MOST_COLUMNS,
    MOST_PAIRS,
    RED,
    RED_AT,
    STAR,
    TREATS,
    YELLOW,
)
from rollwrite.games.clever_kids.zones import zone_of
from rollwrite.kernel.policy import HEAD, UNIT
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

WAGONS_AT, TREATS_AT, GIFTS_AT, OWED_AT = 5, 9, 18, 48  # where the parts of a paper stand
GIFTS_MASK = (1 << 30) - 1
OWED = (1 << OWED_AT, 1 << OWED_AT + 3, 1 << OWED_AT + 6, 1 << OWED_AT + 9)  # a cross, by zone - 1
MOST_OWED = 7

# How near a sheet is to ending the game: 0 (far) to 4 (one die may do it), and OVER.
NEAR, OVER = 5, 5
SPANS = (4, 4, 3, 2, 1, 1)  # by the dice that are missing in its fullest zone

# The tables of a model. A context is how many play, how near the others are, and whose turn it is.
CONTEXTS = 21
LINES = 12 * 10 * 64  # balloons, wagons and treats
GRIDS = 1 << 12
BY_LINES = HEAD
BY_GRID = BY_LINES + CONTEXTS * LINES
BY_COUNT = BY_GRID + CONTEXTS * GRIDS  # the number of gifts with all of the rest
BY_COLUMNS = BY_COUNT + 12 * LINES  # gifts by column with balloons and wagons,
BY_TREATS = BY_COLUMNS + 256 * 120  # and with treats
ALONE = BY_TREATS + 256 * 64 - BY_COUNT  # how much further these three lie for a single seat
MIND_END = BY_COUNT + 2 * ALONE


@rule
def paper_of(sheet: Any) -> Any:
    """A sheet as a number, with the crosses it still may make."""
    paper = sheet.balloons | sheet.wagons << WAGONS_AT | sheet.gifts << GIFTS_AT
    for treat in range(TREATS):
        paper |= sheet.treats[treat] << TREATS_AT + 3 * treat
    for zone in range(4):
        paper += min(sheet.bonus[zone], MOST_OWED) * OWED[zone]
    return paper


@rule
def balloons_of(paper: int) -> int:
    """How many balloons are ticked."""
    return paper & 31


@rule
def wagons_of(paper: int) -> int:
    """How many wagons are ticked."""
    return paper >> WAGONS_AT & 15


@rule
def treats_of(paper: int, treat: int) -> int:
    """How many pairs of a treat are ticked."""
    return paper >> TREATS_AT + 3 * treat & 7


@rule
def gifts_of(paper: int) -> int:
    """The gifts that are ticked, as bits."""
    return paper >> GIFTS_AT & GIFTS_MASK


@rule
def owed_to(paper: int, zone: int) -> int:
    """How many bonus crosses may be made in a zone."""
    return paper >> OWED_AT + 3 * (zone - 1) & 7


@rule
def earned(paper: int, prize: int) -> int:
    """The paper with a bonus cross more, if the prize is one."""
    if 0 < prize < STAR and owed_to(paper, prize) < MOST_OWED:
        paper += OWED[prize - 1]
    return paper


@rule
def crossed(paper: int, target: int) -> int:
    """The paper with one more symbol ticked, and what that earns."""
    zone = zone_of(target)
    paper = earned(paper, rules.PRIZE[target])
    if zone == YELLOW:
        return paper + 1
    if zone == RED:
        return paper + (1 << WAGONS_AT)
    if zone == BLUE:
        return paper + (1 << TREATS_AT + 3 * ((target - BLUE_AT) // MOST_PAIRS))
    place = target - GREEN_AT
    paper |= 1 << GIFTS_AT + place
    gifts = gifts_of(paper)
    row = rules.ROW_GIFTS[place // MOST_COLUMNS]
    if gifts & row == row:
        paper = earned(paper, rules.ROW_PRIZE[place // MOST_COLUMNS])
    column = rules.COLUMN_GIFTS[place % MOST_COLUMNS]
    if gifts & column == column:
        paper = earned(paper, rules.COLUMN_PRIZE[place % MOST_COLUMNS])
    return paper


@rule
def missing(paper: int, zone: int) -> int:
    """How many dice it takes to fill a zone, 6 standing for all that is more."""
    lacking = 0
    if zone == YELLOW:
        lacking = rules.BALLOONS - balloons_of(paper)
    elif zone == RED:
        wagon = wagons_of(paper)
        while wagon < rules.WAGONS and lacking < 6:
            lacking += rules.NEED[RED_AT + wagon]
            wagon += 1
    elif zone == GREEN:
        free = rules.ALL_GIFTS & ~gifts_of(paper)
        while free != 0 and lacking < 6:
            free &= free - 1
            lacking += 1
    else:
        for treat in range(TREATS):
            lacking += 2 * (rules.PAIRS[treat] - treats_of(paper, treat))
    return min(lacking, 6)


@rule
def nearness(paper: int) -> int:
    """How near a paper is to ending the game; OVER if it does."""
    least = 6
    for zone in range(YELLOW, BLUE + 1):
        least = min(least, missing(paper, zone))
    if least == 0:
        return OVER
    if least == 6:
        return 0
    return SPANS[least]


@rule
def stars_of(paper: int) -> int:
    """K10: the stars of a paper."""
    count = 0
    for target in range(balloons_of(paper)):
        if rules.PRIZE[target] == STAR:
            count += 1
    for wagon in range(wagons_of(paper)):
        if rules.PRIZE[RED_AT + wagon] == STAR:
            count += 1
    for treat in range(TREATS):
        for pair in range(treats_of(paper, treat)):
            if rules.PRIZE[BLUE_AT + MOST_PAIRS * treat + pair] == STAR:
                count += 1
    gifts = gifts_of(paper)
    for row in range(rules.ROWS):
        if rules.ROW_PRIZE[row] == STAR and gifts & rules.ROW_GIFTS[row] == rules.ROW_GIFTS[row]:
            count += 1
    for column in range(rules.COLUMNS):
        whole = rules.COLUMN_GIFTS[column]
        if rules.COLUMN_PRIZE[column] == STAR and gifts & whole == whole:
            count += 1
    return count


@rule
def context(seats: int, near: int, turn: int) -> int:
    """The number of a context: ``turn`` is 1 for the seat that is active next."""
    if seats == 1:
        return 0
    if seats == 2:
        return 1 + 2 * near + turn
    return 1 + 2 * NEAR + 2 * near + turn


@rule
def places(paper: int, seats: int, found: Any, at: int) -> None:
    """Where the weights of a paper lie: three for any context, then two for context 0."""
    balloons = min(balloons_of(paper), 11)
    wagons = min(wagons_of(paper), 9)
    treats = 0
    for treat in range(TREATS):
        treats += min(treats_of(paper, treat), 3) << 2 * treat
    gifts = gifts_of(paper)
    grid = gifts & 15 | (gifts >> MOST_COLUMNS & 15) << 4 | (gifts >> 2 * MOST_COLUMNS & 15) << 8
    columns = 0
    count = 0
    for column in range(4):
        height = (grid >> column & 1) + (grid >> column + 4 & 1) + (grid >> column + 8 & 1)
        columns += height << 2 * column
        count += height
    lines = (balloons * 10 + wagons) * 64 + treats
    found[at] = BY_COUNT + min(count, 11) * LINES + lines
    found[at + 1] = BY_COLUMNS + columns * 120 + balloons * 10 + wagons
    found[at + 2] = BY_TREATS + columns * 64 + treats
    if seats == 1:  # who is alone has all the time in the world
        for table in range(3):
            found[at + table] += ALONE
    found[at + 3] = BY_LINES + lines
    found[at + 4] = BY_GRID + grid


@rule
def appraise(paper: int, seats: int, turn: int, model: Any, found: Any, at: int) -> None:
    """Write a paper's nearness, then its points at the end for each nearness of the others.

    The sixth number is what it has if another ends the game; alone only the first is written.
    """
    near = nearness(paper)
    points = stars_of(paper) * UNIT
    found[at] = near
    for level in range(NEAR + 1):
        found[at + 1 + level] = points
    if seats == 1:
        found[at] = 0
    if near != OVER:
        places(paper, seats, found, at + 7)
        lines = found[at + 10]
        grid = found[at + 11]
        points += model[found[at + 7]] + model[found[at + 8]] + model[found[at + 9]]
        for level in range(NEAR):
            if level == 0 or seats > 1:
                where = context(seats, level, turn)
                own = model[lines + where * LINES] + model[grid + where * GRIDS]
                found[at + 1 + level] = points + own
