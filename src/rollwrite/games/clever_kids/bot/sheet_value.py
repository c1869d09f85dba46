"""Sheets packed into integers, and the value of a sheet between turns: evaluated by the million.

A *packed* sheet is all that is ticked on it, and the bonus crosses that it still may make, as one
integer. Its value is read from a model, by how near the other seats are to ending the game.
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
from rollwrite.kernel.records import Record, i8, i32
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

WAGONS_AT, TREATS_AT, GIFTS_AT, OWED_AT = 5, 9, 18, 48  # where the parts of a packed sheet are
GIFTS_MASK = (1 << 30) - 1
OWED = (1 << OWED_AT, 1 << OWED_AT + 3, 1 << OWED_AT + 6, 1 << OWED_AT + 9)  # a cross, by zone - 1
MOST_OWED = 7

# How near a sheet is to ending the game: 0 (far) to 4 (one die may do it), and OVER.
NEAR, OVER = 5, 5
LEVELS = NEAR + 1
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
ALONE = BY_TREATS + 256 * 64 - BY_COUNT  # how much further on these three are for a single seat
FURTHER = BY_COUNT + 2 * ALONE  # moves that come so near to the best are weighed by the next turn
MODEL_END = FURTHER + 1
PLACES = 5  # weights that add up to the value of a sheet


class SheetValue(Record):
    """What a sheet between turns is worth."""

    near: int = i8  # to ending the game; 0 for a single player, who need not care
    # Points at the end by how near the others are, if one of them ends it (OVER) those it has now;
    # for a single player only the first counts.
    points: list[int] = i32[LEVELS]


@rule
def pack(sheet: Any) -> Any:
    """A sheet as a number, with the crosses it still may make."""
    packed = sheet.balloons | sheet.wagons << WAGONS_AT | sheet.gifts << GIFTS_AT
    for treat in range(TREATS):
        packed |= sheet.treats[treat] << TREATS_AT + 3 * treat
    for zone in range(4):
        packed += min(sheet.bonus[zone], MOST_OWED) * OWED[zone]
    return packed


@rule
def balloons_of(packed: int) -> int:
    """How many balloons are ticked."""
    return packed & 31


@rule
def wagons_of(packed: int) -> int:
    """How many wagons are ticked."""
    return packed >> WAGONS_AT & 15


@rule
def treats_of(packed: int, treat: int) -> int:
    """How many pairs of a treat are ticked."""
    return packed >> TREATS_AT + 3 * treat & 7


@rule
def gifts_of(packed: int) -> int:
    """The gifts that are ticked, as bits."""
    return packed >> GIFTS_AT & GIFTS_MASK


@rule
def owed_to(packed: int, zone: int) -> int:
    """How many bonus crosses may be made in a zone."""
    return packed >> OWED_AT + 3 * (zone - 1) & 7


@rule
def earned(packed: int, prize: int) -> int:
    """The sheet with a bonus cross more, if the prize is one."""
    if 0 < prize < STAR and owed_to(packed, prize) < MOST_OWED:
        packed += OWED[prize - 1]
    return packed


@rule
def crossed(packed: int, target: int) -> int:
    """The sheet with one more symbol ticked, and what that earns."""
    zone = zone_of(target)
    packed = earned(packed, rules.PRIZE[target])
    if zone == YELLOW:
        return packed + 1
    if zone == RED:
        return packed + (1 << WAGONS_AT)
    if zone == BLUE:
        return packed + (1 << TREATS_AT + 3 * ((target - BLUE_AT) // MOST_PAIRS))
    place = target - GREEN_AT
    packed |= 1 << GIFTS_AT + place
    gifts = gifts_of(packed)
    row = rules.ROW_GIFTS[place // MOST_COLUMNS]
    if gifts & row == row:
        packed = earned(packed, rules.ROW_PRIZE[place // MOST_COLUMNS])
    column = rules.COLUMN_GIFTS[place % MOST_COLUMNS]
    if gifts & column == column:
        packed = earned(packed, rules.COLUMN_PRIZE[place % MOST_COLUMNS])
    return packed


@rule
def missing(packed: int, zone: int) -> int:
    """How many dice it takes to fill a zone, 6 standing for all that is more."""
    lacking = 0
    if zone == YELLOW:
        lacking = rules.BALLOONS - balloons_of(packed)
    elif zone == RED:
        wagon = wagons_of(packed)
        while wagon < rules.WAGONS and lacking < 6:
            lacking += rules.NEED[RED_AT + wagon]
            wagon += 1
    elif zone == GREEN:
        free = rules.ALL_GIFTS & ~gifts_of(packed)
        while free != 0 and lacking < 6:
            free &= free - 1
            lacking += 1
    else:
        for treat in range(TREATS):
            lacking += 2 * (rules.PAIRS[treat] - treats_of(packed, treat))
    return min(lacking, 6)


@rule
def nearness(packed: int) -> int:
    """How near a sheet is to ending the game; OVER if it does."""
    least = 6
    for zone in range(YELLOW, BLUE + 1):
        least = min(least, missing(packed, zone))
    if least == 0:
        return OVER
    if least == 6:
        return 0
    return SPANS[least]


@rule
def stars_of(packed: int) -> int:
    """K10: the stars of a sheet."""
    count = 0
    for target in range(balloons_of(packed)):
        if rules.PRIZE[target] == STAR:
            count += 1
    for wagon in range(wagons_of(packed)):
        if rules.PRIZE[RED_AT + wagon] == STAR:
            count += 1
    for treat in range(TREATS):
        for pair in range(treats_of(packed, treat)):
            if rules.PRIZE[BLUE_AT + MOST_PAIRS * treat + pair] == STAR:
                count += 1
    gifts = gifts_of(packed)
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
def find_weights(packed: int, seats: int, places: Any) -> None:
    """Write where the weights of a sheet are: three for any context, then two for context 0."""
    balloons = min(balloons_of(packed), 11)
    wagons = min(wagons_of(packed), 9)
    treats = 0
    for treat in range(TREATS):
        treats += min(treats_of(packed, treat), 3) << 2 * treat
    gifts = gifts_of(packed)
    grid = gifts & 15 | (gifts >> MOST_COLUMNS & 15) << 4 | (gifts >> 2 * MOST_COLUMNS & 15) << 8
    columns = 0
    count = 0
    for column in range(4):
        height = (grid >> column & 1) + (grid >> column + 4 & 1) + (grid >> column + 8 & 1)
        columns += height << 2 * column
        count += height
    lines = (balloons * 10 + wagons) * 64 + treats
    places[0] = BY_COUNT + min(count, 11) * LINES + lines
    places[1] = BY_COLUMNS + columns * 120 + balloons * 10 + wagons
    places[2] = BY_TREATS + columns * 64 + treats
    if seats == 1:  # a single player has all the time in the world
        for table in range(3):
            places[table] += ALONE
    places[3] = BY_LINES + lines
    places[4] = BY_GRID + grid


@rule
def evaluate_sheet(packed: int, seats: int, turn: int, model: Any, places: Any, value: Any) -> None:
    """Write the value of a sheet without crosses to make; ``places`` is scratch memory."""
    value.near = 0
    points = stars_of(packed) * UNIT
    for level in range(LEVELS):
        value.points[level] = points
    near = nearness(packed)
    if seats > 1:
        value.near = near
    if near != OVER:
        find_weights(packed, seats, places)
        points += model[places[0]] + model[places[1]] + model[places[2]]
        for level in range(NEAR):
            if level == 0 or seats > 1:
                where = context(seats, level, turn)
                own = model[places[3] + where * LINES] + model[places[4] + where * GRIDS]
                value.points[level] = points + own
