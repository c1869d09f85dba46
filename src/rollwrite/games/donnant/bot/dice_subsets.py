"""What several dice add that are entered together.

A set of dice with what they show is a fall in which the other dice count 0. Dice that go into
different cards add up; what they add to one card is weighed together.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import ENDED, SEEN_REACH, SEEN_ROOM
from rollwrite.games.donnant.bot.entry_value import (
    DONE_GAIN,
    ENTRIES_END,
    MOST,
    cells_worth,
    mean_top,
    sort_entries,
)
from rollwrite.games.donnant.bot.fill_search import BEFORE, POWER, TABLE
from rollwrite.games.donnant.bot.sheet_value import DOUBLE, ENTRY
from rollwrite.games.donnant.rules.record import ALL_DICE, COUNT, DICE
from rollwrite.games.donnant.sheet import NONE
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

JOINT = BEFORE  # what sets of dice add, over all cards looked at so far
ALONE = TABLE  # what they add to one card

# In the room: by die the least and the most that it may show; the cells and values of a set, and
# how far their values go.
LEAST = ENTRIES_END
UTMOST = LEAST + DICE
SET_CELL = UTMOST + DICE
SET_VALUE = SET_CELL + MOST
SET_HIGH = SET_VALUE + MOST
SETS_END = SET_HIGH + MOST


@rule
def any_dice(work: Any) -> None:
    """Dice that are still to be rolled may show anything."""
    for die in range(DICE):
        work[LEAST + die] = 1
        work[UTMOST + die] = 6


@rule
def these_dice(dice: Any, free: int, work: Any) -> None:
    """Dice as they lie, as far as they are free."""
    for die in range(DICE):
        work[LEAST + die] = dice[die] if free >> die & 1 else 7
        work[UTMOST + die] = dice[die] if free >> die & 1 else 0


@rule
def read_sets(sheet: Any, stage: int, most: int, twice: int, model: Any, work: Any) -> None:
    """JOINT: what up to ``most`` dice add to a sheet, by what they show.

    ``read_done`` has been called, and the dice that there are have been told. With ``twice`` the
    passive turn follows: what a card gets then anyway does not count.
    """
    join_sets(most, 1, work)
    for slot in range(sheet.count):
        empty = int(sheet.empty[slot])
        if empty > 0:
            done = work[DONE_GAIN + slot] - twice * work[DOUBLE + slot]
            card = sheet.card[slot] - 1
            values = rules.packed(sheet, slot)
            reach, room = work[SEEN_REACH + slot], work[SEEN_ROOM + slot]
            hopeful = stage == ENDED and twice == 1
            sets_of_card(card, values, empty, most, done, reach, room, stage, hopeful, model, work)
            join_sets(most, 0, work)


@rule
def sets_of_card(
    card: int, values: int, empty: int, most: int, done: int, reach: int, room: int, stage: int,
    hopeful: bool, model: Any, work: Any,
) -> None:  # fmt: skip
    """ALONE: what sets of dice add to one card."""
    before = cells_worth(card, values, empty, reach, room, stage, model)
    level = 0
    cell = -1
    value = 6
    high = 6
    while True:
        value += 1
        if value > high:  # the next cell, or back to the one before
            cell += 1
            while cell < rules.LENGTH[card] and (
                values >> 3 * cell & 7 != 0 or rules.repeats(card, values, cell)
            ):
                cell += 1
            if cell < rules.LENGTH[card]:
                low, high = rules.span(card, values, cell)
                value = low - 1
                continue
            if level == 0:
                return
            level -= 1
            cell = work[SET_CELL + level]
            value = work[SET_VALUE + level]
            high = work[SET_HIGH + level]
            values ^= value << 3 * cell
            continue
        if not can_show(card, cell, value, work):
            continue
        work[SET_CELL + level] = cell
        work[SET_VALUE + level] = value
        after = values | value << 3 * cell
        left = empty - level - 1
        gain = done
        if left > 0:
            gain = cells_worth(card, after, left, reach, room, stage, model) - before
            if hopeful and left == 1:
                gain = last_hope(card, after, done)
        if gain > 0:
            note_set(card, level + 1, gain, work)
        if left > 0 and level + 1 < most:
            work[SET_HIGH + level] = high
            level += 1
            values = after
            value = high = 6


@rule
def last_hope(card: int, values: int, done: int) -> Any:
    """What a card that lacks one cell adds on the average if only a passive turn is left."""
    cell = rules.next_cell(card, values)
    low, high = rules.span(card, values, cell)
    dice = DICE if rules.COLOUR_BITS[card] >> 3 * cell & 7 == NONE else 1
    return done - done * (5 - high + low) ** dice // 6**dice


@rule
def fits(card: int, cell: int, die: int, value: int, work: Any) -> bool:
    """Whether a die may show a value, and a cell takes it without a bonus."""
    colour = rules.COLOUR_BITS[card] >> 3 * cell & 7
    return bool(colour in (NONE, die) and work[LEAST + die] <= value <= work[UTMOST + die])


@rule
def can_show(card: int, cell: int, value: int, work: Any) -> bool:
    """Whether any die may be entered in a cell with a value."""
    for die in range(DICE):
        if fits(card, cell, die, value, work):
            return True
    return False


@rule
def note_set(card: int, count: int, gain: int, work: Any) -> None:
    """Note what the cells and values of a set add, for all dice that may be entered so."""
    for first in range(DICE):
        one = work[SET_VALUE] * POWER[first]
        if fits(card, work[SET_CELL], first, work[SET_VALUE], work):
            if count == 1:
                work[ALONE + one] = max(work[ALONE + one], gain)
                continue
            for second in range(DICE):
                if second != first and fits(
                    card, work[SET_CELL + 1], second, work[SET_VALUE + 1], work
                ):
                    two = one + work[SET_VALUE + 1] * POWER[second]
                    if count == 2:
                        work[ALONE + two] = max(work[ALONE + two], gain)
                        continue
                    for third in range(DICE):
                        if third not in (first, second) and fits(
                            card, work[SET_CELL + 2], third, work[SET_VALUE + 2], work
                        ):
                            three = two + work[SET_VALUE + 2] * POWER[third]
                            work[ALONE + three] = max(work[ALONE + three], gain)


@rule
def join_sets(most: int, fresh: int, work: Any) -> None:
    """Let a card have some dice of a set, and the cards before it the others.

    ``fresh`` tables are only cleared; ALONE is clear again afterwards.
    """
    for count in range(most, 0, -1):
        for mask in range(1, 1 << DICE):
            if COUNT[mask] == count:
                first = 0
                while mask >> first & 1 == 0:
                    first += 1
                last = DICE - 1
                while mask >> last & 1 == 0:
                    last -= 1
                middle = first + 1
                while count == 3 and mask >> middle & 1 == 0:
                    middle += 1
                join_dice(count, fresh, first, middle, last, work)


@rule
def join_dice(count: int, fresh: int, first: int, middle: int, last: int, work: Any) -> None:
    """The same for one, two or three dice."""
    for value in range(work[LEAST + first], work[UTMOST + first] + 1):
        one = value * POWER[first]
        if count == 1:
            work[JOINT + one] = 0 if fresh else max(work[JOINT + one], work[ALONE + one])
            work[ALONE + one] = 0
            continue
        for other in range(work[LEAST + last], work[UTMOST + last] + 1):
            two = other * POWER[last]
            ends = one + two
            if count == 2:
                best = 0
                if not fresh:
                    best = max(
                        work[JOINT + ends],
                        work[ALONE + ends],
                        work[JOINT + one] + work[ALONE + two],
                        work[JOINT + two] + work[ALONE + one],
                    )
                work[JOINT + ends] = best
                work[ALONE + ends] = 0
                continue
            for between in range(work[LEAST + middle], work[UTMOST + middle] + 1):
                three = between * POWER[middle]
                best = 0
                if not fresh:
                    best = max(
                        work[JOINT + ends + three],
                        work[ALONE + ends + three],
                        work[JOINT + one] + work[ALONE + two + three],
                        work[JOINT + two] + work[ALONE + one + three],
                        work[JOINT + three] + work[ALONE + ends],
                        work[ALONE + one] + work[JOINT + two + three],
                        work[ALONE + two] + work[JOINT + one + three],
                        work[ALONE + three] + work[JOINT + ends],
                    )
                work[JOINT + ends + three] = best
                work[ALONE + ends + three] = 0


@rule
def best_set(dice: Any, free: int, most: int, work: Any) -> Any:
    """What the best of the free dice add as they lie, at most so many of them."""
    best = 0
    for mask in range(1, 1 << DICE):
        if mask & ~free == 0 and COUNT[mask] <= most:
            fall = 0
            for die in range(DICE):
                if mask >> die & 1:
                    fall += dice[die] * POWER[die]
            best = max(best, work[JOINT + fall])
    return best


@rule
def best_die(work: Any) -> Any:
    """What the best of five dice adds on the average, if all of them are rolled."""
    for die in range(DICE):
        for value in range(1, 7):
            work[ENTRY + die * 7 + value] = work[JOINT + value * POWER[die]]
    sort_entries(work)
    return mean_top(ALL_DICE, work)


@rule
def best_sets(most: int, into: int, work: Any) -> Any:
    """What the best two or three dice add, for all falls, into a table; the mean of them."""
    total = 0
    for e in range(2401, 7 * 2401, 2401):
        for d in range(343, 7 * 343, 343):
            for c in range(49, 7 * 49, 49):
                for b in range(7, 7 * 7, 7):
                    upper = upper_sets(most, b, c, d, e, work)
                    at = into + b + c + d + e
                    if most == 2:
                        two, three, four, five = JOINT + b, JOINT + c, JOINT + d, JOINT + e
                        for a in range(1, 7):
                            best = max(upper, work[two + a], work[three + a], work[four + a],
                                       work[five + a])  # fmt: skip
                            total += best
                            work[at + a] = best
                    else:
                        one, two, three = JOINT + b + c, JOINT + b + d, JOINT + b + e
                        four, five, six = JOINT + c + d, JOINT + c + e, JOINT + d + e
                        for a in range(1, 7):
                            best = max(upper, work[one + a], work[two + a], work[three + a],
                                       work[four + a], work[five + a], work[six + a])  # fmt: skip
                            total += best
                            work[at + a] = best
    return total // 6**DICE


@rule
def upper_sets(most: int, b: int, c: int, d: int, e: int, work: Any) -> Any:
    """The most that two or three of four dice add."""
    if most == 2:
        best = max(work[JOINT + b + c], work[JOINT + b + d], work[JOINT + b + e])
        return max(best, work[JOINT + c + d], work[JOINT + c + e], work[JOINT + d + e])
    best = max(work[JOINT + b + c + d], work[JOINT + b + c + e])
    return max(best, work[JOINT + b + d + e], work[JOINT + c + d + e])
