"""Objectives: what a cell takes, what leaves a card completable, and how one can be completed.

The values of a card's cells are packed in one integer, three bits a cell, 0 for an empty one. Ways
to fill one cell are bits die · 8 + value of an integer: the die, and what it counts as.
"""

from __future__ import annotations

from rollwrite.games.donnant.rules.record import (
    COLOUR_BITS,
    DICE,
    LENGTH,
    NUMBER_BITS,
    RELATION_BITS,
    SUM,
    TWIN_BITS,
    Sheet,
)
from rollwrite.games.donnant.sheet import APART, CELLS, NONE, RISING
from rollwrite.kernel.rule import rule

EVERY_DIE = 0x0101010101  # what one die shows, times this: the same for all five
EVERY_VALUE = 0x7E * EVERY_DIE

# No seven neighbouring bits of this sequence are like seven others, so that those which come to
# stand at a certain place if it is multiplied by one bit tell which bit that was.
SEQUENCE = 0x0218A392CD3D5DBF >> 18
_TELLTALES = {(SEQUENCE << bit >> 40) & 127: bit for bit in range(DICE * 8)}
BIT_PLACES = tuple(_TELLTALES.get(telltale, 0) for telltale in range(128))


@rule
def packed(sheet: Sheet, slot: int) -> int:
    """The values in the cells of a card."""
    values = 0
    for cell in range(CELLS):  # of them all: those a card lacks hold nothing
        values |= sheet.cells[slot][cell] << 3 * cell
    return values


@rule
def foreign(card: int, cell: int, die: int) -> int:
    """D2: 1 if the cell is of another colour than the die, so that P2 is needed."""
    colour = COLOUR_BITS[card] >> 3 * cell & 7
    if colour == NONE:
        return 0
    return 1 if colour != die else 0


@rule
def span(card: int, values: int, cell: int) -> tuple[int, int]:
    """D2 and D15: the least and the greatest value that leave an empty cell's card completable."""
    values |= NUMBER_BITS[card]
    number = values >> 3 * cell & 7
    if number != 0:
        return number, number
    if SUM[card] != 0:
        return max(1, SUM[card] - most_of_others(card, values)), 6
    relations = RELATION_BITS[card]
    low = 1
    left = 3 * cell
    while left > 0 and relations >> left - 3 & 7 != APART:
        left -= 3
        if relations >> left & 7 == RISING:
            low += 1
        known = values >> left & 7
        if known != 0:
            low += known - 1
            if low == known:
                return known, known  # the cell equals this one
            break
    high = 6
    right = 3 * cell
    while relations >> right & 7 != APART:
        if relations >> right & 7 == RISING:
            high -= 1
        right += 3
        known = values >> right & 7
        if known != 0:
            high -= 6 - known
            if high == known:
                return known, known
            break
    return low, high


@rule
def most_of_others(card: int, values: int) -> int:
    """What all cells of a card but one that is empty can add up to at most."""
    most = 6 * LENGTH[card] - 6
    while values != 0:
        if values & 7 != 0:
            most -= 6 - (values & 7)
        values >>= 3
    return most


@rule
def lowest(card: int, values: int, cell: int) -> int:
    """D2 and D15: the least value that an empty cell may take."""
    low, _ = span(card, values, cell)
    return low


@rule
def highest(card: int, values: int, cell: int) -> int:
    """D2 and D15: the greatest value that an empty cell may take."""
    _, high = span(card, values, cell)
    return high


@rule
def repeats(card: int, values: int, cell: int) -> bool:
    """Whether an earlier empty cell is just like this one: then only that one is offered."""
    twins = TWIN_BITS[card]
    twin = twins >> 4 * cell & 15
    while twin != 0:
        cell = twin - 1
        if values >> 3 * cell & 7 == 0:
            return True
        twin = twins >> 4 * cell & 15
    return False


@rule
def entries(card: int, values: int, cell: int, able: int, swaps: int) -> int:
    """D14, D15 and P2: the ways to fill an empty cell with one of the dice, as they may count."""
    return able & fitting(card, values, cell) & coloured(card, cell, swaps)


@rule
def lying(dice: list[int], free: int) -> int:
    """What the free dice show, as ways to fill a cell."""
    found = 0
    for die in range(DICE):
        found |= (free >> die & 1) << 8 * die + dice[die]
    return found


@rule
def counting(lies: int, pips: int) -> int:
    """P1: all that dice can count as which lie so, as ways to fill a cell."""
    for _ in range(min(pips, 5)):
        lies |= (lies << 1 | lies >> 1) & EVERY_VALUE
    return lies & EVERY_VALUE


@rule
def fitting(card: int, values: int, cell: int) -> int:
    """D2 and D15: the ways to fill an empty cell that leave its card completable."""
    low, high = span(card, values, cell)
    return ((2 << high) - (1 << low)) * EVERY_DIE if low <= high else 0


@rule
def coloured(card: int, cell: int, swaps: int) -> int:
    """D2 and P2: the ways to fill a cell that its colour allows; ``swaps`` uses of P2 are left."""
    colour = COLOUR_BITS[card] >> 3 * cell & 7
    return 255 << 8 * colour if colour != NONE and swaps == 0 else 255 * EVERY_DIE


@rule
def next_cell(card: int, values: int) -> int:
    """The first empty cell of a card that is not completed."""
    cell = 0
    while values >> 3 * cell & 7 != 0:
        cell += 1
    return cell


@rule
def lowest_bit(bits: int) -> int:
    """The place of the lowest bit that is set, of up to 40."""
    return BIT_PLACES[((bits & -bits) * SEQUENCE >> 40) & 127]
