"""What several dice add when they are entered together.

A set of dice and what they show is an outcome in which the other dice count 0. What dice add to
different cards is summed; what they add to one card is evaluated together.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import ENDED
from rollwrite.games.donnant.bot.entry_value import MOST, cells_worth, mean_top, sort_entries
from rollwrite.games.donnant.bot.fill_search import OUTCOMES, POWER
from rollwrite.games.donnant.rules.record import ALL_DICE, COUNT, DICE
from rollwrite.games.donnant.sheet import NONE
from rollwrite.kernel.records import Record, i8, i32
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)


class Subsets(Record):
    """What sets of dice add, and the state of the search over the sets for one card."""

    low: list[int] = i8[DICE]  # by die: the least and the most that it may show
    high: list[int] = i8[DICE]
    cell: list[int] = i8[MOST]  # the cells and values of a set, and how far their values go
    value: list[int] = i8[MOST]
    last: list[int] = i8[MOST]
    alone: list[int] = i32[OUTCOMES]  # what sets of dice add to one card,
    joint: list[int] = i32[OUTCOMES]  # and over all cards looked at so far


@rule
def any_dice(subsets: Any) -> None:
    """Let every die show anything: they are still to be rolled."""
    for die in range(DICE):
        subsets.low[die] = 1
        subsets.high[die] = 6


@rule
def these_dice(dice: Any, free: int, subsets: Any) -> None:
    """Use the dice as rolled, as far as they are free."""
    for die in range(DICE):
        subsets.low[die] = dice[die] if free >> die & 1 else 7
        subsets.high[die] = dice[die] if free >> die & 1 else 0


@rule
def read_sets(sheet: Any, stage: int, most: int, twice: int, model: Any, own: Any) -> None:
    """What up to ``most`` dice add to a sheet, by what they show: ``own.subsets.joint``.

    Call ``read_done``, and ``any_dice`` or ``these_dice``, before. With ``twice`` the passive turn
    follows: what a card gets then anyway does not count.
    """
    join_sets(most, 1, own.subsets)
    for slot in range(sheet.count):
        if sheet.empty[slot] > 0:
            sets_of_card(sheet, slot, stage, most, twice, model, own)
            join_sets(most, 0, own.subsets)


@rule
def sets_of_card(
    sheet: Any, slot: int, stage: int, most: int, twice: int, model: Any, own: Any
) -> None:
    """What sets of dice add to one card: ``own.subsets.alone``."""
    subsets = own.subsets
    card = sheet.card[slot] - 1
    empty = int(sheet.empty[slot])
    values = rules.packed(sheet, slot)
    reach, room = own.grid.reach[slot], own.grid.room[slot]
    done = own.done_gain[slot] - twice * own.passive_gain[slot]
    hopeful = stage == ENDED and twice == 1
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
            cell = int(subsets.cell[level])
            value = int(subsets.value[level])
            high = int(subsets.last[level])
            values ^= value << 3 * cell
            continue
        if not can_show(card, cell, value, subsets):
            continue
        subsets.cell[level] = cell
        subsets.value[level] = value
        after = values | value << 3 * cell
        left = empty - level - 1
        gain = done
        if left > 0:
            gain = cells_worth(card, after, left, reach, room, stage, model) - before
            if hopeful and left == 1:
                gain = last_hope(card, after, done)
        if gain > 0:
            note_set(card, level + 1, gain, subsets)
        if left > 0 and level + 1 < most:
            subsets.last[level] = high
            level += 1
            values = after
            value = high = 6


@rule
def last_hope(card: int, values: int, done: int) -> Any:
    """What a card that lacks one cell adds on average if only a passive turn is left."""
    cell = rules.next_cell(card, values)
    low, high = rules.span(card, values, cell)
    dice = DICE if rules.COLOUR_BITS[card] >> 3 * cell & 7 == NONE else 1
    return done - done * (5 - high + low) ** dice // 6**dice


@rule
def fits(card: int, cell: int, die: int, value: int, subsets: Any) -> bool:
    """Whether a die may show a value that a cell takes without a bonus."""
    colour = rules.COLOUR_BITS[card] >> 3 * cell & 7
    return bool(colour in (NONE, die) and subsets.low[die] <= value <= subsets.high[die])


@rule
def can_show(card: int, cell: int, value: int, subsets: Any) -> bool:
    """Whether any die may be entered in a cell with a value."""
    for die in range(DICE):
        if fits(card, cell, die, value, subsets):
            return True
    return False


@rule
def note_set(card: int, count: int, gain: int, subsets: Any) -> None:
    """Record what the cells and values of a set add, for all dice that can be entered so."""
    cell, value, alone = subsets.cell, subsets.value, subsets.alone
    for first in range(DICE):
        one = value[0] * POWER[first]
        if fits(card, cell[0], first, value[0], subsets):
            if count == 1:
                alone[one] = max(alone[one], gain)
                continue
            for second in range(DICE):
                if second != first and fits(card, cell[1], second, value[1], subsets):
                    two = one + value[1] * POWER[second]
                    if count == 2:
                        alone[two] = max(alone[two], gain)
                        continue
                    for third in range(DICE):
                        if third not in (first, second) and fits(
                            card, cell[2], third, value[2], subsets
                        ):
                            three = two + value[2] * POWER[third]
                            alone[three] = max(alone[three], gain)


@rule
def join_sets(most: int, fresh: int, subsets: Any) -> None:
    """Merge one card into the total: it gets some dice of a set, the cards before it the others.

    ``fresh`` tables are only cleared; what sets add to one card is clear again afterwards.
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
                join_dice(count, fresh, first, middle, last, subsets)


@rule
def join_dice(count: int, fresh: int, first: int, middle: int, last: int, subsets: Any) -> None:
    """The same for one, two or three dice."""
    low, high = subsets.low, subsets.high
    joint, alone = subsets.joint, subsets.alone
    for value in range(low[first], high[first] + 1):
        one = value * POWER[first]
        if count == 1:
            joint[one] = 0 if fresh else max(joint[one], alone[one])
            alone[one] = 0
            continue
        for other in range(low[last], high[last] + 1):
            two = other * POWER[last]
            ends = one + two
            if count == 2:
                best = 0
                if not fresh:
                    best = max(
                        joint[ends],
                        alone[ends],
                        joint[one] + alone[two],
                        joint[two] + alone[one],
                    )
                joint[ends] = best
                alone[ends] = 0
                continue
            for between in range(low[middle], high[middle] + 1):
                three = between * POWER[middle]
                best = 0
                if not fresh:
                    best = max(
                        joint[ends + three],
                        alone[ends + three],
                        joint[one] + alone[two + three],
                        joint[two] + alone[one + three],
                        joint[three] + alone[ends],
                        alone[one] + joint[two + three],
                        alone[two] + joint[one + three],
                        alone[three] + joint[ends],
                    )
                joint[ends + three] = best
                alone[ends + three] = 0


@rule
def best_set(dice: Any, free: int, most: int, subsets: Any) -> Any:
    """What the best of the free dice add as rolled, at most so many of them."""
    best = 0
    for mask in range(1, 1 << DICE):
        if mask & ~free == 0 and COUNT[mask] <= most:
            outcome = 0
            for die in range(DICE):
                if mask >> die & 1:
                    outcome += dice[die] * POWER[die]
            best = max(best, subsets.joint[outcome])
    return best


@rule
def best_die(own: Any) -> Any:
    """What the best of five dice adds on average, if all of them are rolled."""
    for die in range(DICE):
        for value in range(1, 7):
            own.entries.gain[die][value] = own.subsets.joint[value * POWER[die]]
    sort_entries(own.entries)
    return mean_top(ALL_DICE, own.entries)


@rule
def best_sets(most: int, joint: Any, into: Any) -> Any:
    """Write what the best two or three dice add, by outcome, into a table; return the mean."""
    total = 0
    for e in range(2401, 7 * 2401, 2401):
        for d in range(343, 7 * 343, 343):
            for c in range(49, 7 * 49, 49):
                for b in range(7, 7 * 7, 7):
                    upper = upper_sets(most, b, c, d, e, joint)
                    at = b + c + d + e
                    if most == 2:
                        for a in range(1, 7):
                            best = max(
                                upper, joint[b + a], joint[c + a], joint[d + a], joint[e + a]
                            )
                            total += best
                            into[at + a] = best
                    else:
                        one, two, three = b + c, b + d, b + e
                        four, five, six = c + d, c + e, d + e
                        for a in range(1, 7):
                            best = max(
                                upper,
                                joint[one + a],
                                joint[two + a],
                                joint[three + a],
                                joint[four + a],
                                joint[five + a],
                                joint[six + a],
                            )
                            total += best
                            into[at + a] = best
    return total // 6**DICE


@rule
def upper_sets(most: int, b: int, c: int, d: int, e: int, joint: Any) -> Any:
    """The most that two or three of four dice add."""
    if most == 2:
        best = max(joint[b + c], joint[b + d], joint[b + e])
        return max(best, joint[c + d], joint[c + e], joint[d + e])
    best = max(joint[b + c + d], joint[b + c + e])
    return max(best, joint[b + d + e], joint[c + d + e])
