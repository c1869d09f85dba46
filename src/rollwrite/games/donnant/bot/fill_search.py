"""Every way to complete a card or to pay: for the dice as they lie, or for all that may be rolled.

A fall of the dice is a number in base 7, a digit for each die, 0 for one that is not used or not
known. As the dice lie, sets of dice are bits.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.sheet_value import COST, NOTHING
from rollwrite.games.donnant.bot.solo_utility import AIM_END
from rollwrite.games.donnant.rules.record import COUNT, DICE, PIPS, SWAP
from rollwrite.games.donnant.sheet import NONE
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

POWER = (1, 7, 49, 343, 2401)
FALLS = 7**DICE
SURE = 1 << 40  # stands for a gain that is not known yet

# In the room: at each cell that is being filled, the die and value tried, its range and dice; the
# best with exactly and with at most some of the dice that lie; tables over all falls.
DIE = AIM_END
VALUE = DIE + 8
LOW = VALUE + 8
HIGH = LOW + 8
ALLOWED = HIGH + 8
EXACTLY = ALLOWED + 8
PACKED = EXACTLY + (1 << DICE)
TABLE = PACKED + (1 << DICE)
BEFORE = TABLE + FALLS
AHEAD = BEFORE + FALLS
WAYS_END = AHEAD + FALLS


@rule
def spread(fall: int, gain: int, onto: int, work: Any) -> None:
    """Note a gain for every fall that holds these dice, on top of what the others gave before."""
    first = fall % 7
    second = fall // 7 % 7
    third = fall // 49 % 7
    fourth = fall // 343 % 7
    fifth = fall // 2401
    for e in range(fifth, (fifth if fifth else 6) + 1):
        for d in range(fourth, (fourth if fourth else 6) + 1):
            for c in range(third, (third if third else 6) + 1):
                for b in range(second, (second if second else 6) + 1):
                    at = 2401 * e + 343 * d + 49 * c + 7 * b
                    for a in range(first, (first if first else 6) + 1):
                        found = gain
                        if onto:
                            found += work[BEFORE + at + a - fall]
                        held = work[TABLE + at + a]
                        if held < found:
                            work[TABLE + at + a] = found


@rule
def note_way(fall: int, mask: int, gain: int, mode: int, work: Any) -> None:
    """Note a way: for the dice as they lie (mode 0), for all falls (1), or on top of others (2)."""
    if mode == 0:
        work[EXACTLY + mask] = max(work[EXACTLY + mask], gain)
    elif gain > 0:
        spread(fall, gain, mode - 1, work)


@rule
def enter_level(
    card: int, values: int, chosen: int, cell: int, level: int, free: int, swaps: int, work: Any
) -> None:
    """Get ready to try all dice for a cell."""
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
    work[LOW + level] = low
    work[HIGH + level] = high
    work[ALLOWED + level] = allowed
    work[DIE + level] = -1
    work[VALUE + level] = 6


@rule
def next_try(dice: Any, pips: int, mode: int, level: int, work: Any) -> bool:
    """Go on to the next die or value for a cell; False if there is none left."""
    die = work[DIE + level]
    value = work[VALUE + level] + 1
    while True:
        if die >= 0:
            high = work[HIGH + level]
            if mode == 0:
                high = min(high, dice[die] + pips)
            if value <= high:
                work[DIE + level] = die
                work[VALUE + level] = value
                return True
        die += 1
        while die < DICE and work[ALLOWED + level] >> die & 1 == 0:
            die += 1
        if die >= DICE:
            return False
        value = work[LOW + level]
        if mode == 0:
            value = max(value, dice[die] - pips)


@rule
def fill_ways(
    card: int, values: int, chosen: int, dice: Any, free: int, used: int, pips: int, swaps: int,
    gain: int, mode: int, work: Any,
) -> None:  # fmt: skip
    """Note every way to fill all empty cells of a card; ``used`` dice are in it already."""
    order = 0
    empty = 0
    for cell in range(rules.LENGTH[card]):
        if values >> 3 * cell & 7 == 0:
            order |= cell << 3 * empty
            empty += 1
    if empty > COUNT[free]:
        return
    if empty == 0:
        note_way(0, used, gain, mode, work)
        return
    level = 0
    fall = 0
    enter_level(card, values, chosen, order & 7, 0, free, swaps, work)
    while True:
        sign = 1  # a die goes in, or comes out again
        if not next_try(dice, pips, mode, level, work):
            if level == 0:
                return
            level -= 1
            sign = -1
        cell = order >> 3 * level & 7
        die = work[DIE + level]
        value = work[VALUE + level]
        strange = rules.foreign(card, cell, die)
        apart = abs(value - dice[die]) if mode == 0 else 0
        cost = strange * work[COST + SWAP] + apart * work[COST + PIPS]
        if sign > 0 and level == empty - 1:
            note_way(fall + value * POWER[die], used | 1 << die, gain - cost, mode, work)
            continue
        gain -= sign * cost
        swaps -= sign * strange
        pips -= sign * apart
        fall += sign * value * POWER[die]
        free ^= 1 << die
        used ^= 1 << die
        values ^= value << 3 * cell
        chosen ^= (die + 1) << 3 * cell
        if sign > 0:
            level += 1
            enter_level(card, values, chosen, order >> 3 * level & 7, level, free, swaps, work)


@rule
def no_ways(work: Any) -> None:
    """Forget the ways of the last option."""
    for mask in range(1 << DICE):
        work[EXACTLY + mask] = NOTHING
