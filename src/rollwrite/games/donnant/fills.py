"""Completing a card as the active player: which dice may go into its next empty cell (D11).

A card is completed cell by cell, and a step is offered only if the rest can be done as well. The
search below tries the empty cells from the left, at each the dice that are left and what they may
count as. Cells that are alike take their dice in rising order, so equal ways are met once.
"""

from __future__ import annotations

from rollwrite.games.donnant.objectives import foreign, highest, lowest
from rollwrite.games.donnant.record import COUNT, DICE, LENGTH, NUMBER, RELATION, SUM, TWIN
from rollwrite.games.donnant.sheet import APART
from rollwrite.kernel.rule import rule

WAYS = DICE * 6


@rule
def fill_steps(
    card: int, values: int, chosen: int, dice: list[int], free: int, pips: int, swaps: int
) -> int:
    """D11: the ways to fill the first empty cell after which all the others can be filled too.

    ``chosen`` packs the dice (from 1) chosen already for cells of this card, three bits a cell;
    ``free`` are the dice left, ``pips`` and ``swaps`` the uses left of P1 and P2.
    """
    empty, order = empty_cells(card, values)
    if empty > COUNT[free]:
        return 0
    found = 0
    level = 0  # which of the empty cells is being filled
    trail = 0  # the ways by which the cells before it were filled, five bits each
    slack = 0  # pips by which P1 could raise the dice after the first, if a sum is asked for
    way = 0  # the next one to try: die · 6 + value - 1
    while True:
        cell = order >> 3 * level & 7
        way = next_way(card, values, chosen, dice, free, pips, swaps, cell, level, way)
        if way < WAYS:
            die, value = way // 6, way % 6 + 1
            free ^= 1 << die
            pips -= abs(value - dice[die])
            swaps -= foreign(card, cell, die)
            values |= value << 3 * cell
            chosen |= die + 1 << 3 * cell
            slack += 6 - value if level > 0 else 0
            trail = trail << 5 | way
            level += 1
            way = 0
            if level < empty:
                continue
            back = level - 1
            if total(card, values) + min(pips, slack) >= SUM[card]:
                found |= 1 << (trail >> 5 * back)
                back = 0  # one way to go on is enough: try the next first step
        elif level > 0:
            back = level - 1
        else:
            return found
        while level > back:
            level -= 1
            way, trail = trail & 31, trail >> 5
            die, value, cell = way // 6, way % 6 + 1, order >> 3 * level & 7
            free ^= 1 << die
            pips += abs(value - dice[die])
            swaps += foreign(card, cell, die)
            values ^= value << 3 * cell
            chosen ^= die + 1 << 3 * cell
            slack -= 6 - value if level > 0 else 0
        way += 1


@rule
def next_way(
    card: int,
    values: int,
    chosen: int,
    dice: list[int],
    free: int,
    pips: int,
    swaps: int,
    cell: int,
    level: int,
    way: int,
) -> int:
    """The first way to fill a cell from ``way`` on, or WAYS if there is none."""
    low, high = lowest(card, values, cell), highest(card, values, cell)
    as_it_lies = level > 0 and loose(card, cell)
    die = way // 6
    while die < DICE:
        if (
            free >> die & 1
            and foreign(card, cell, die) <= swaps
            and in_order(card, chosen, cell, die)
        ):
            first = max(low, dice[die] - pips, way - 6 * die + 1)
            last = min(high, dice[die] + pips)
            if as_it_lies:
                first = max(dice[die], way - 6 * die + 1)
                last = dice[die]
            if first <= last:
                return 6 * die + first - 1
        die += 1
        way = 6 * die
    return WAYS


@rule
def empty_cells(card: int, values: int) -> tuple[int, int]:
    """How many cells of a card are empty, and which, from the left, three bits each."""
    count = 0
    order = 0
    for cell in range(LENGTH[card]):
        if values >> 3 * cell & 7 == 0:
            order |= cell << 3 * count
            count += 1
    return count, order


@rule
def loose(card: int, cell: int) -> bool:
    """Whether a cell takes any value whatever the others hold: then a die stays as it lies."""
    return (
        NUMBER[card][cell] == 0
        and RELATION[card][cell] == APART
        and (cell == 0 or RELATION[card][cell - 1] == APART)
    )


@rule
def in_order(card: int, chosen: int, cell: int, die: int) -> bool:
    """Whether a die comes after the one chosen for the nearest cell that is just like this one."""
    twin = TWIN[card][cell]
    while twin >= 0:
        other = chosen >> 3 * twin & 7
        if other != 0:
            return other - 1 < die
        twin = TWIN[card][twin]
    return True


@rule
def total(card: int, values: int) -> int:
    """The sum of the values in a card's cells."""
    found = 0
    for cell in range(LENGTH[card]):
        found += values >> 3 * cell & 7
    return found
