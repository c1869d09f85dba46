"""Completing a card as the active player: which dice may go into its next empty cell (D11).

A card is completed cell by cell, and a step is offered only if the rest can be done as well. The
search below tries the empty cells from the left, at each the dice that are left and what they may
count as. Cells that are alike take their dice in rising order, so equal ways are met once.
"""

from __future__ import annotations

from typing import NamedTuple

from rollwrite.games.donnant.rules.objectives import (
    EVERY_DIE,
    coloured,
    counting,
    entries,
    fitting,
    foreign,
    lowest_bit,
    lying,
    next_cell,
)
from rollwrite.games.donnant.rules.record import (
    COUNT,
    DICE,
    LENGTH,
    NUMBER_BITS,
    RELATION_BITS,
    SUM,
    TWIN_BITS,
)
from rollwrite.games.donnant.sheet import APART, EQUAL
from rollwrite.kernel.rule import rule

WAYS = DICE * 8


class Left(NamedTuple):
    """What is left to fill a card with: what the free dice show, and the uses of P1 and P2."""

    lies: int
    pips: int
    swaps: int


@rule
def fill_steps(
    card: int, values: int, chosen: int, dice: list[int], free: int, pips: int, swaps: int
) -> int:
    """D11: the ways to fill the first empty cell after which all the others can be filled too.

    ``chosen`` packs the dice (from 1) chosen already for cells of this card, three bits a cell;
    ``free`` are the dice left, ``pips`` and ``swaps`` the uses left of P1 and P2.
    """
    lies = lying(dice, free)
    able = counting(lies, pips)
    empty = 0
    for cell in range(LENGTH[card]):
        if values >> 3 * cell & 7 == 0:
            empty += 1
            if entries(card, values, cell, able, swaps) == 0:
                return 0  # no search is needed
    if empty > COUNT[free]:
        return 0
    return search(card, values, empty, chosen, dice, Left(lies, pips, swaps), False)


@rule
def search(
    card: int, values: int, empty: int, chosen: int, dice: list[int], left: Left, one: bool
) -> int:
    """The same for a card with so many empty cells; if ``one`` way is enough, only one is found."""
    lies, pips, swaps = left
    if SUM[card] > total(values) + most_of(lies, empty) + pips:
        return 0
    found = 0
    level = 0  # which of the empty cells is being filled
    trail = 0  # the cells before it and the ways by which they were filled, nine bits each
    slack = 0  # pips by which P1 could raise the dice after the first, if a sum is asked for
    way = 0  # the next one to try: die · 8 + value
    cell = next_cell(card, values)
    while True:
        way = max(way, 8 * first_die(card, chosen, cell))
        way = next_way(card, values, lies, pips, swaps, cell, level, way)
        if way < WAYS:
            die, value = way >> 3, way & 7
            lies &= ~(255 << 8 * die)
            pips -= abs(value - dice[die])
            swaps -= foreign(card, cell, die)
            values |= value << 3 * cell
            chosen |= die + 1 << 3 * cell
            slack += 6 - value if level > 0 else 0
            trail = trail << 9 | cell << 6 | way
            level += 1
            if level < empty:
                way = 0
                cell = next_cell(card, values)
                continue
            back = level - 1
            if SUM[card] == 0 or total(values) + min(pips, slack) >= SUM[card]:
                found |= 1 << (trail >> 9 * back & 63)
                if one:
                    return found
                back = 0  # one way to go on is enough: try the next first step
        elif level > 0:
            back = level - 1
        else:
            return found
        while level > back:
            level -= 1
            way, cell = trail & 63, trail >> 6 & 7
            trail >>= 9
            die, value = way >> 3, way & 7
            lies |= 1 << 8 * die + dice[die]
            pips += abs(value - dice[die])
            swaps += foreign(card, cell, die)
            values ^= value << 3 * cell
            chosen ^= die + 1 << 3 * cell
            slack -= 6 - value if level > 0 else 0
        way += 1


@rule
def next_way(
    card: int, values: int, lies: int, pips: int, swaps: int, cell: int, level: int, way: int
) -> int:
    """The first way to fill a cell from ``way`` on, or WAYS if there is none."""
    if level > 0 and pips > 0 and loose(card, cell):
        ways = lies
    else:
        ways = counting(lies, pips)
        ways &= fitting(card, values, cell) & enough(ways, equals(card, values, cell))
    ways &= coloured(card, cell, swaps) & -1 << way
    return lowest_bit(ways) if ways != 0 else WAYS


@rule
def equals(card: int, values: int, cell: int) -> int:
    """How many empty cells, from an empty one to the right, are to hold the same value."""
    count = 1
    at = 3 * cell
    while RELATION_BITS[card] >> at & 7 == EQUAL:
        at += 3
        if values >> at & 7 == 0:
            count += 1
    return count


@rule
def enough(able: int, needed: int) -> int:
    """Of the ways to fill a cell those with a value that so many dice can count as."""
    if needed == 1:
        return able
    found = 0
    for value in range(1, 7):
        if dice_at(able, value) >= needed:
            found |= EVERY_DIE << value
    return found


@rule
def dice_at(ways: int, value: int) -> int:
    """How many dice there are with a way to count as a value."""
    return (ways >> value & EVERY_DIE) * EVERY_DIE >> 32 & 7


@rule
def most_of(lies: int, count: int) -> int:
    """What so many of the dice that lie so can add up to at most."""
    most = 0
    for value in range(6, 0, -1):
        here = min(count, dice_at(lies, value))
        most += here * value
        count -= here
    return most


@rule
def loose(card: int, cell: int) -> bool:
    """Whether a cell takes any value whatever the others hold: then a die stays as it lies."""
    joined = (RELATION_BITS[card] | RELATION_BITS[card] << 3) >> 3 * cell & 7
    return joined == APART and NUMBER_BITS[card] >> 3 * cell & 7 == 0


@rule
def first_die(card: int, chosen: int, cell: int) -> int:
    """The die after the one chosen for the nearest cell that is just like this one."""
    twins = TWIN_BITS[card]
    twin = twins >> 4 * cell & 15
    while twin != 0:
        cell = twin - 1
        other = chosen >> 3 * cell & 7
        if other != 0:
            return other
        twin = twins >> 4 * cell & 15
    return 0


@rule
def total(values: int) -> int:
    """The sum of the values in a card's cells."""
    found = 0
    while values != 0:
        found += values & 7
        values >>= 3
    return found
