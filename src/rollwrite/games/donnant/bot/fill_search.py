"""Every way to complete a card or to pay: with the dice as rolled, or for all outcomes of a roll.

An outcome is a number in base 7 with a digit for each die, 0 for a die that is not used or not yet
rolled. Sets of dice are bits.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rollwrite.games.donnant.bot.sheet_value import NOTHING
from rollwrite.games.donnant.rules.record import COUNT, DICE, PIPS, SWAP
from rollwrite.games.donnant.sheet import NONE
from rollwrite.kernel.records import Record, i8
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

POWER = (1, 7, 49, 343, 2401)
OUTCOMES = 7**DICE
SURE = 1 << 40  # stands for a gain that is not known yet


class Level(Record):
    """A cell in the search: what is being tried, and what else may be."""

    die: int = i8  # what is tried now
    value: int = i8
    low: int = i8  # what it may hold
    high: int = i8
    allowed: int = i8  # the dice that may go there, as bits


class Task(NamedTuple):
    """A card to complete: the values in its cells and the dice chosen for them, both packed."""

    card: int
    values: int
    chosen: int


class Means(NamedTuple):
    """What there is to complete a card with: dice free and already used, uses of P1 and P2."""

    dice: Any
    free: int
    used: int
    pips: int
    swaps: int


@rule
def spread(outcome: int, gain: int, onto: int, own: Any) -> None:
    """Record a gain for every outcome with these dice, on top of what the other dice add."""
    acting = own.acting
    before = own.before
    first = outcome % 7
    second = outcome // 7 % 7
    third = outcome // 49 % 7
    fourth = outcome // 343 % 7
    fifth = outcome // 2401
    for e in range(fifth, (fifth if fifth else 6) + 1):
        for d in range(fourth, (fourth if fourth else 6) + 1):
            for c in range(third, (third if third else 6) + 1):
                for b in range(second, (second if second else 6) + 1):
                    upper = 2401 * e + 343 * d + 49 * c + 7 * b
                    for at in range(upper + first, upper + (first if first else 6) + 1):
                        found = gain
                        if onto:
                            found += before[at - outcome]
                        held = acting[at]
                        if held < found:
                            acting[at] = found


@rule
def note_way(outcome: int, mask: int, gain: int, mode: int, own: Any) -> None:
    """Record a way: for the dice as rolled (mode 0), by outcome (1), or on top of others (2)."""
    if mode == 0:
        own.exactly[mask] = max(own.exactly[mask], gain)
    elif gain > 0:
        spread(outcome, gain, mode - 1, own)


@rule
def enter_level(
    card: int, values: int, chosen: int, cell: int, free: int, swaps: int, level: Any
) -> None:
    """Prepare to try all dice for a cell."""
    low, high = rules.span(card, values, cell)
    twins = rules.TWIN_BITS[card]
    first = 0
    twin = twins >> 4 * cell & 15
    while twin != 0 and first == 0:
        first = chosen >> 3 * (twin - 1) & 7
        twin = twins >> 4 * (twin - 1) & 15
    allowed = free & ~((1 << first) - 1)
    colour = rules.COLOUR_BITS[card] >> 3 * cell & 7
    if colour != NONE and swaps == 0:
        allowed &= 1 << colour
    level.low = low
    level.high = high
    level.allowed = allowed
    level.die = -1
    level.value = 6


@rule
def next_try(dice: Any, pips: int, mode: int, level: Any) -> bool:
    """Go on to the next die or value for a cell; False if there is none left."""
    die = int(level.die)
    value = level.value + 1
    while True:
        if die >= 0:
            high = int(level.high)
            if mode == 0:
                high = min(high, dice[die] + pips)
            if value <= high:
                level.die = die
                level.value = value
                return True
        die += 1
        while die < DICE and level.allowed >> die & 1 == 0:
            die += 1
        if die >= DICE:
            return False
        value = int(level.low)
        if mode == 0:
            value = max(value, dice[die] - pips)


@rule
def fill_ways(task: Task, means: Means, gain: int, mode: int, own: Any) -> None:
    """Record every way to fill all empty cells of a card."""
    card, values, chosen = task
    dice, free, used, pips, swaps = means
    order = 0
    empty = 0
    for cell in range(rules.LENGTH[card]):
        if values >> 3 * cell & 7 == 0:
            order |= cell << 3 * empty
            empty += 1
    if empty > COUNT[free]:
        return
    if empty == 0:
        note_way(0, used, gain, mode, own)
        return
    levels = own.levels
    depth = 0
    outcome = 0
    enter_level(card, values, chosen, order & 7, free, swaps, levels[0])
    while True:
        sign = 1  # a die goes in, or comes out again
        if not next_try(dice, pips, mode, levels[depth]):
            if depth == 0:
                return
            depth -= 1
            sign = -1
        cell = order >> 3 * depth & 7
        die = int(levels[depth].die)
        value = int(levels[depth].value)
        swapped = rules.foreign(card, cell, die)
        apart = abs(value - dice[die]) if mode == 0 else 0
        cost = swapped * own.cost[SWAP] + apart * own.cost[PIPS]
        if sign > 0 and depth == empty - 1:
            note_way(outcome + value * POWER[die], used | 1 << die, gain - cost, mode, own)
            continue
        gain -= sign * cost
        swaps -= sign * swapped
        pips -= sign * apart
        outcome += sign * value * POWER[die]
        free ^= 1 << die
        used ^= 1 << die
        values ^= value << 3 * cell
        chosen ^= (die + 1) << 3 * cell
        if sign > 0:
            depth += 1
            cell = order >> 3 * depth & 7
            enter_level(card, values, chosen, cell, free, swaps, levels[depth])


@rule
def no_ways(own: Any) -> None:
    """Reset the ways of the last option."""
    for mask in range(1 << DICE):
        own.exactly[mask] = NOTHING
