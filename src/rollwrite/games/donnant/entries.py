"""What dice add that are entered in cells: one die, or several of them together.

A set of dice with what they show is a fall in which the other dice count 0. Dice that go into
different cards add up; what they add to one card is weighed together.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.gains import (
    BEST_RIVAL,
    DOUBLE,
    ENTRY,
    GIFT,
    OTHERS,
    SORTED,
    last_of,
)
from rollwrite.games.donnant.prospects import (
    SEEN_REACH,
    SEEN_ROOM,
    fullest,
    place_of_fill,
    place_of_kind,
    place_of_room,
    place_of_shape,
    shape_of,
    stage_of,
    worth_of,
)
from rollwrite.games.donnant.record import ALL_DICE, COUNT, DICE, GRID
from rollwrite.games.donnant.sheet import NONE
from rollwrite.games.donnant.ways import BEFORE, POWER, TABLE, WAYS_END
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/twins.py)

MOST = 3  # dice that are weighed together
JOINT = BEFORE  # what sets of dice add, over all cards looked at so far
ALONE = TABLE  # what they add to one card

# In the room: what each card adds once it is completed; by die the least and the most that it may
# show; the cells and values of a set, and how far their values go.
DONE_GAIN = WAYS_END
LEAST = DONE_GAIN + GRID
UTMOST = LEAST + DICE
SET_CELL = UTMOST + DICE
SET_VALUE = SET_CELL + MOST
SET_HIGH = SET_VALUE + MOST
ENTRIES_END = SET_HIGH + MOST


@rule
def cells_worth(card: int, values: int, empty: int, reach: int, room: int, stage: int,
                mind: Any) -> Any:  # fmt: skip
    """The weights of a card that depend on how it is filled."""
    return (
        mind[place_of_fill(card, empty, reach, stage)]
        + mind[place_of_shape(card, shape_of(card, values), stage)]
        + mind[place_of_room(card, empty, reach, room, stage)]
        + mind[place_of_kind(card, empty, reach, stage)]
    )


@rule
def read_done(sheet: Any, stage: int, others: int, last: int, mind: Any, work: Any) -> None:
    """DONE_GAIN: what each card with few empty cells adds if it is completed; sheet is a copy."""
    base = worth_of(sheet, stage, others, last, mind, work)
    for slot in range(sheet.count):
        empty = int(sheet.empty[slot])
        work[DONE_GAIN + slot] = 0
        if 0 < empty <= MOST:
            sheet.empty[slot] = 0
            work[DONE_GAIN + slot] = worth_of(sheet, stage, others, last, mind, work) - base
            sheet.empty[slot] = empty
    worth_of(sheet, stage, others, last, mind, work)  # for what is seen of each card


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
def read_sets(sheet: Any, stage: int, most: int, twice: int, mind: Any, work: Any) -> None:
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
            sets_of_card(card, values, empty, most, done, reach, room, stage, mind, work)
            join_sets(most, 0, work)


@rule
def sets_of_card(
    card: int, values: int, empty: int, most: int, done: int, reach: int, room: int, stage: int,
    mind: Any, work: Any,
) -> None:  # fmt: skip
    """ALONE: what sets of dice add to one card."""
    before = cells_worth(card, values, empty, reach, room, stage, mind)
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
            gain = cells_worth(card, after, left, reach, room, stage, mind) - before
        if gain > 0:
            note_set(card, level + 1, gain, work)
        if left > 0 and level + 1 < most:
            work[SET_HIGH + level] = high
            level += 1
            values = after
            value = high = 6


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
            best = max(work[JOINT + one], work[ALONE + one])
            keep_set(one, best, fresh, work)
            continue
        for other in range(work[LEAST + last], work[UTMOST + last] + 1):
            two = other * POWER[last]
            ends = one + two
            if count == 2:
                best = max(work[JOINT + ends], work[ALONE + ends])
                best = max(best, work[JOINT + one] + work[ALONE + two])
                best = max(best, work[JOINT + two] + work[ALONE + one])
                keep_set(ends, best, fresh, work)
                continue
            for between in range(work[LEAST + middle], work[UTMOST + middle] + 1):
                three = between * POWER[middle]
                best = max(work[JOINT + ends + three], work[ALONE + ends + three])
                best = max(best, work[JOINT + one] + work[ALONE + two + three])
                best = max(best, work[JOINT + two] + work[ALONE + one + three])
                best = max(best, work[JOINT + three] + work[ALONE + ends])
                best = max(best, work[ALONE + one] + work[JOINT + two + three])
                best = max(best, work[ALONE + two] + work[JOINT + one + three])
                best = max(best, work[ALONE + three] + work[JOINT + ends])
                keep_set(ends + three, best, fresh, work)


@rule
def keep_set(fall: int, best: int, fresh: int, work: Any) -> None:
    """Write what a set of dice adds, and forget what it adds to the last card."""
    work[JOINT + fall] = 0 if fresh else best
    work[ALONE + fall] = 0


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
def best_sets(most: int, into: int, work: Any) -> Any:
    """The same for all falls, into a table; the mean of them."""
    total = 0
    for e in range(2401, 7 * 2401, 2401):
        for d in range(343, 7 * 343, 343):
            for c in range(49, 7 * 49, 49):
                for b in range(7, 7 * 7, 7):
                    upper = upper_sets(most, b, c, d, e, work)
                    at = b + c + d + e
                    for a in range(1, 7):
                        best = upper
                        if most == 1:
                            best = max(best, work[JOINT + a])
                        elif most == 2:
                            best = max(best, work[JOINT + a + b], work[JOINT + a + c])
                            best = max(best, work[JOINT + a + d], work[JOINT + a + e])
                        else:
                            best = max(best, work[JOINT + a + b + c], work[JOINT + a + b + d])
                            best = max(best, work[JOINT + a + b + e], work[JOINT + a + c + d])
                            best = max(best, work[JOINT + a + c + e], work[JOINT + a + d + e])
                        total += best
                        work[into + at + a] = best
    return total // 6**DICE


@rule
def upper_sets(most: int, b: int, c: int, d: int, e: int, work: Any) -> Any:
    """The most that up to so many of four dice add."""
    if most == 1:
        return max(work[JOINT + b], work[JOINT + c], work[JOINT + d], work[JOINT + e])
    if most == 2:
        best = max(work[JOINT + b + c], work[JOINT + b + d], work[JOINT + b + e])
        return max(best, work[JOINT + c + d], work[JOINT + c + e], work[JOINT + d + e])
    best = max(work[JOINT + b + c + d], work[JOINT + b + c + e])
    return max(best, work[JOINT + b + d + e], work[JOINT + c + d + e])


@rule
def read_doubles(sheet: Any, stage: int, mind: Any, work: Any) -> None:
    """DOUBLE: what a roll of five dice, of which one is entered, adds to each card by itself.

    ``read_done`` has been called. Who completes the card before has that no more.
    """
    for slot in range(sheet.count):
        work[DOUBLE + slot] = 0
        empty = int(sheet.empty[slot])
        if empty > 0:
            for at in range(ENTRY, ENTRY + DICE * 7):
                work[at] = 0
            add_entries(sheet, slot, stage, mind, work)
            sort_entries(work)
            work[DOUBLE + slot] = mean_top(ALL_DICE, work)


@rule
def read_entries(sheet: Any, stage: int, mind: Any, work: Any) -> None:
    """ENTRY: what each die with each value adds to a sheet if entered where it serves best."""
    for at in range(ENTRY, ENTRY + DICE * 7):
        work[at] = 0
    for slot in range(sheet.count):
        if sheet.empty[slot] > 0:
            add_entries(sheet, slot, stage, mind, work)


@rule
def add_entries(sheet: Any, slot: int, stage: int, mind: Any, work: Any) -> None:
    """The same for one card."""
    card = sheet.card[slot] - 1
    empty = int(sheet.empty[slot])
    values = rules.packed(sheet, slot)
    reach, room = work[SEEN_REACH + slot], work[SEEN_ROOM + slot]
    before = cells_worth(card, values, empty, reach, room, stage, mind)
    for cell in range(rules.LENGTH[card]):
        if values >> 3 * cell & 7 == 0 and not rules.repeats(card, values, cell):
            low, high = rules.span(card, values, cell)
            colour = rules.COLOUR_BITS[card] >> 3 * cell & 7
            for value in range(low, high + 1):
                gain = work[DONE_GAIN + slot]
                if empty > 1:
                    after = values | value << 3 * cell
                    gain = cells_worth(card, after, empty - 1, reach, room, stage, mind) - before
                for die in range(DICE):
                    if colour in (NONE, die):
                        at = ENTRY + die * 7 + value
                        work[at] = max(work[at], gain)


@rule
def sort_entries(work: Any) -> None:
    """Put what dice add in rising order, to count how often something is reached."""
    count = 0
    for die in range(DICE):
        for value in range(1, 7):
            gain = work[ENTRY + die * 7 + value]
            at = count
            while at > 0 and work[SORTED + at - 1] > gain:
                work[SORTED + at] = work[SORTED + at - 1]
                at -= 1
            work[SORTED + at] = gain
            count += 1


@rule
def mean_top(dice: int, work: Any) -> Any:
    """What the best of some dice adds on the average, if all of them are rolled."""
    total = 0
    before = 0
    for at in range(SORTED, SORTED + DICE * 6):
        gain = work[at]
        if gain > before:
            never = 1
            for die in range(DICE):
                if dice >> die & 1:
                    bad = 0
                    for value in range(1, 7):
                        if work[ENTRY + die * 7 + value] < gain:
                            bad += 1
                    never *= bad
            total += (gain - before) * (6 ** COUNT[dice] - never)
            before = gain
    return total // 6 ** COUNT[dice]


@rule
def read_gifts(s: Any, seat: int, ended: int, mind: Any, work: Any, spare: Any) -> None:
    """D14: what each set of dice gives to the best other seat if it is rerolled."""
    other = work[BEST_RIVAL]
    for dice in range(1 << DICE):
        work[GIFT + dice] = 0
    if other < 0:
        return
    most = max(work[OTHERS], int(s.sheets[seat].count))
    spare[1] = s
    stage = stage_of(s, other, most, ended)
    sheet = spare[1].sheets[other]
    read_done(sheet, stage, fullest(s, other), last_of(s, most), mind, work)
    read_entries(sheet, stage, mind, work)
    sort_entries(work)
    for dice in range(1, 1 << DICE):
        work[GIFT + dice] = mean_top(dice, work)
