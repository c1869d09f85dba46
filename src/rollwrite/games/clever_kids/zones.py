"""The rules of one sheet: what dice tick, what that brings, when a zone is full, how many stars.

Numbers and pictures are the printed ones, or an edition's (see sheet.py).
"""
# ruff: noqa: SIM110  # Numba compiles loops, not generator expressions

from __future__ import annotations

from rollwrite.games.clever_kids.sheet import (
    BLUE,
    BLUE_AT,
    CANDLE,
    DICE,
    GIFT,
    GREEN,
    GREEN_AT,
    JOKER,
    KINDS,
    MOST_COLUMNS,
    MOST_PAIRS,
    RED,
    RED_AT,
    STAR,
    TARGETS,
    TREAT,
    TREATS,
    YELLOW,
    constants,
)
from rollwrite.games.kit.edition import own_fields
from rollwrite.kernel.records import Record, i8, i32
from rollwrite.kernel.rule import rule

# A tick is an action: TICK_AT + JOKERS * target + how many jokers are to be spent (0: no more than
# needed).
TICK_AT, JOKERS = 4, DICE + 1
DONE = TICK_AT + TARGETS * JOKERS

PRINTED = constants(own_fields(__package__))
BALLOONS: int = PRINTED["BALLOONS"]
WAGONS: int = PRINTED["WAGONS"]
PAIRS: tuple[int, ...] = PRINTED["PAIRS"]
ROWS: int = PRINTED["ROWS"]
COLUMNS: int = PRINTED["COLUMNS"]
GIFTS: tuple[int, ...] = PRINTED["GIFTS"]  # the places of the grid that hold a gift
ALL_GIFTS: int = PRINTED["ALL_GIFTS"]  # and these as bits
KIND_GIFTS: tuple[int, ...] = PRINTED["KIND_GIFTS"]
ROW_GIFTS: tuple[int, ...] = PRINTED["ROW_GIFTS"]
COLUMN_GIFTS: tuple[int, ...] = PRINTED["COLUMN_GIFTS"]
ROW_PRIZE: tuple[int, ...] = PRINTED["ROW_PRIZE"]
COLUMN_PRIZE: tuple[int, ...] = PRINTED["COLUMN_PRIZE"]
FACE: tuple[int, ...] = PRINTED["FACE"]  # by target: the face that ticks it,
NEED: tuple[int, ...] = PRINTED["NEED"]  # how many dice that takes,
PRIZE: tuple[int, ...] = PRINTED["PRIZE"]  # and what it brings: a bonus in a zone, or STAR


class Sheet(Record):
    """One player's paper, and how far its player is in a turn."""

    gifts: int = i32  # a bit for each place of the grid
    balloons: int = i8
    wagons: int = i8
    treats: list[int] = i8[TREATS]
    bonus: list[int] = i8[4]  # crosses still to be made, by zone - 1
    step: int = i8
    zone: int = i8  # the one chosen, 0 before and after
    hand: int = i8  # the dice still to be spent there, as bits


@rule
def count_of(counts: int, face: int) -> int:
    """How often a face lies among counted dice."""
    return counts >> 4 * face & 15


@rule
def fits(sheet: Sheet, counts: int, zone: int) -> bool:
    """K4 and K5: whether counted dice tick at least one whole symbol of a zone."""
    jokers = count_of(counts, JOKER)
    if zone == YELLOW:
        return sheet.balloons < BALLOONS and count_of(counts, FACE[sheet.balloons]) + jokers > 0
    if zone == RED:
        return (
            sheet.wagons < WAGONS
            and count_of(counts, CANDLE) + jokers >= NEED[RED_AT + sheet.wagons]
        )
    if zone == GREEN:
        free = ALL_GIFTS & ~sheet.gifts
        for kind in range(KINDS):
            if free & KIND_GIFTS[kind] and count_of(counts, GIFT + kind) + jokers > 0:
                return True
        return False
    for treat in range(TREATS):
        if sheet.treats[treat] < PAIRS[treat] and count_of(counts, TREAT + treat) + jokers >= 2:
            return True
    return False


@rule
def add_ticks(
    sheet: Sheet, zone: int, counts: int, spare: bool, moves: list[int], count: int
) -> int:
    """K5: add the next symbols of a zone that counted dice tick; return the new count."""
    if zone == YELLOW:
        if sheet.balloons < BALLOONS:
            count = add_tick(sheet.balloons, counts, spare, moves, count)
    elif zone == RED:
        if sheet.wagons < WAGONS:
            count = add_tick(RED_AT + sheet.wagons, counts, spare, moves, count)
    elif zone == GREEN:
        for number in range(ROWS * COLUMNS):
            place = GIFTS[number]
            if sheet.gifts >> place & 1 == 0:
                count = add_tick(GREEN_AT + place, counts, spare, moves, count)
    else:
        for treat in range(TREATS):
            if sheet.treats[treat] < PAIRS[treat]:
                target = BLUE_AT + MOST_PAIRS * treat + sheet.treats[treat]
                count = add_tick(target, counts, spare, moves, count)
    return count


@rule
def add_tick(target: int, counts: int, spare: bool, moves: list[int], count: int) -> int:
    """K4 and K6: add the ways to tick a symbol: natural dice first, or jokers in their place."""
    need = NEED[target]
    natural = count_of(counts, FACE[target])
    jokers = count_of(counts, JOKER)
    if natural + jokers < need:
        return count
    moves[count] = TICK_AT + JOKERS * target
    count += 1
    if spare:
        for spent in range(1, need + 1):
            if need - natural < spent <= jokers:
                moves[count] = TICK_AT + JOKERS * target + spent
                count += 1
    return count


@rule
def cross(sheet: Sheet, target: int) -> None:
    """K5 and K8: tick a symbol, whole, and note the bonus crosses that it earns."""
    zone = zone_of(target)
    earn(sheet, PRIZE[target])
    if zone == YELLOW:
        sheet.balloons += 1
    elif zone == RED:
        sheet.wagons += 1
    elif zone == BLUE:
        sheet.treats[(target - BLUE_AT) // MOST_PAIRS] += 1
    else:
        place = target - GREEN_AT
        sheet.gifts |= 1 << place
        if full_row(sheet, place // MOST_COLUMNS):
            earn(sheet, ROW_PRIZE[place // MOST_COLUMNS])
        if full_column(sheet, place % MOST_COLUMNS):
            earn(sheet, COLUMN_PRIZE[place % MOST_COLUMNS])


@rule
def zone_of(target: int) -> int:
    """The zone in which a symbol is printed."""
    if target < RED_AT:
        return YELLOW
    if target < GREEN_AT:
        return RED
    if target < BLUE_AT:
        return GREEN
    return BLUE


@rule
def earn(sheet: Sheet, prize: int) -> None:
    """K8: a coloured circle earns a bonus cross in the zone of that colour."""
    if 0 < prize < STAR:
        sheet.bonus[prize - 1] += 1


@rule
def full_row(sheet: Sheet, row: int) -> bool:
    """K10: whether all gifts of a row are ticked."""
    return sheet.gifts & ROW_GIFTS[row] == ROW_GIFTS[row]


@rule
def full_column(sheet: Sheet, column: int) -> bool:
    """K8 and K10: whether all gifts of a column are ticked."""
    return sheet.gifts & COLUMN_GIFTS[column] == COLUMN_GIFTS[column]


@rule
def full(sheet: Sheet, zone: int) -> bool:
    """K9: whether every symbol of a zone is ticked."""
    if zone == YELLOW:
        return sheet.balloons == BALLOONS
    if zone == RED:
        return sheet.wagons == WAGONS
    if zone == GREEN:
        return sheet.gifts == ALL_GIFTS
    for treat in range(TREATS):
        if sheet.treats[treat] < PAIRS[treat]:
            return False
    return True


@rule
def complete(sheet: Sheet) -> bool:
    """K9: whether one of the four zones is full."""
    for zone in range(YELLOW, BLUE + 1):
        if full(sheet, zone):
            return True
    return False


@rule
def ticked(sheet: Sheet, target: int) -> bool:
    """Whether a symbol is ticked."""
    zone = zone_of(target)
    if zone == YELLOW:
        return target < sheet.balloons
    if zone == RED:
        return target - RED_AT < sheet.wagons
    if zone == GREEN:
        return sheet.gifts >> (target - GREEN_AT) & 1 == 1
    place = target - BLUE_AT
    return place % MOST_PAIRS < sheet.treats[place // MOST_PAIRS]


@rule
def stars(sheet: Sheet) -> int:
    """K10: every star beside a ticked symbol, and those of full rows and columns of gifts."""
    count = 0
    for target in range(sheet.balloons):
        if PRIZE[target] == STAR:
            count += 1
    for wagon in range(sheet.wagons):
        if PRIZE[RED_AT + wagon] == STAR:
            count += 1
    for treat in range(TREATS):
        for pair in range(sheet.treats[treat]):
            if PRIZE[BLUE_AT + MOST_PAIRS * treat + pair] == STAR:
                count += 1
    for row in range(ROWS):
        if ROW_PRIZE[row] == STAR and full_row(sheet, row):
            count += 1
    for column in range(COLUMNS):
        if COLUMN_PRIZE[column] == STAR and full_column(sheet, column):
            count += 1
    return count
