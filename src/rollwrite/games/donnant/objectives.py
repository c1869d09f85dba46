"""Objectives: what a cell takes, what leaves a card completable, and how one can be completed.

The values of a card's cells are packed in one integer, three bits a cell, 0 for an empty one. Ways
to fill one cell are bits die · 6 + value - 1 of an integer: the die, and what it counts as.
"""

from __future__ import annotations

from rollwrite.games.donnant.record import (
    CELL_COLOUR,
    DICE,
    LENGTH,
    NUMBER,
    RELATION,
    SUM,
    TWIN,
    Sheet,
)
from rollwrite.games.donnant.sheet import APART, EQUAL, NONE, RISING
from rollwrite.kernel.rule import rule


@rule
def packed(sheet: Sheet, slot: int) -> int:
    """The values in the cells of a card."""
    values = 0
    for cell in range(LENGTH[sheet.card[slot] - 1]):
        values |= sheet.cells[slot][cell] << 3 * cell
    return values


@rule
def foreign(card: int, cell: int, die: int) -> int:
    """D2: 1 if the cell is of another colour than the die, so that P2 is needed."""
    colour = CELL_COLOUR[card][cell]
    return 1 if colour not in (NONE, die) else 0


@rule
def settled(card: int, values: int, cell: int) -> int:
    """D2: the one value a cell can take: the printed one, or that of a cell it equals; else 0."""
    if NUMBER[card][cell] != 0:
        return NUMBER[card][cell]
    other = cell
    while other > 0 and RELATION[card][other - 1] == EQUAL:
        other -= 1
        known = values >> 3 * other & 7 | NUMBER[card][other]
        if known != 0:
            return known
    while RELATION[card][cell] == EQUAL:
        cell += 1
        known = values >> 3 * cell & 7 | NUMBER[card][cell]
        if known != 0:
            return known
    return 0


@rule
def lowest(card: int, values: int, cell: int) -> int:
    """D2 and D15: the least value that a cell may take so that the card can be completed."""
    known = settled(card, values, cell)
    if known != 0:
        return known
    if SUM[card] != 0:
        others = 0
        for other in range(LENGTH[card]):
            if other != cell:
                value = values >> 3 * other & 7
                others += value if value != 0 else 6
        return max(1, SUM[card] - others)
    steps = 0
    while cell > 0 and RELATION[card][cell - 1] != APART:
        cell -= 1
        if RELATION[card][cell] == RISING:
            steps += 1
        known = values >> 3 * cell & 7 | NUMBER[card][cell]
        if known != 0:
            return known + steps
    return 1 + steps


@rule
def highest(card: int, values: int, cell: int) -> int:
    """D2 and D15: the greatest value that a cell may take so that the card can be completed."""
    known = settled(card, values, cell)
    if known != 0:
        return known
    steps = 0
    while RELATION[card][cell] != APART:
        if RELATION[card][cell] == RISING:
            steps += 1
        cell += 1
        known = values >> 3 * cell & 7 | NUMBER[card][cell]
        if known != 0:
            return known - steps
    return 6 - steps


@rule
def repeats(card: int, values: int, cell: int) -> bool:
    """Whether an earlier empty cell is just like this one: then only that one is offered."""
    twin = TWIN[card][cell]
    while twin >= 0:
        if values >> 3 * twin & 7 == 0:
            return True
        twin = TWIN[card][twin]
    return False


@rule
def entries(
    card: int, values: int, cell: int, dice: list[int], free: int, pips: int, swaps: int
) -> int:
    """D14, D15, P1 and P2: the ways to enter one of the free dice in an empty cell."""
    low = lowest(card, values, cell)
    high = highest(card, values, cell)
    colour = CELL_COLOUR[card][cell]
    if colour != NONE and swaps == 0:
        free &= 1 << colour  # only the die of that colour
    found = 0
    for die in range(DICE):
        if free >> die & 1:
            for value in range(max(low, dice[die] - pips), min(high, dice[die] + pips) + 1):
                found |= 1 << die * 6 + value - 1
    return found


@rule
def next_cell(card: int, values: int) -> int:
    """The first empty cell of a card that is not completed."""
    cell = 0
    while values >> 3 * cell & 7 != 0:
        cell += 1
    return cell
