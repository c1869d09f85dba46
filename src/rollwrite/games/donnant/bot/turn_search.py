"""What the rest of a turn promises, over all falls of the dice.

After the last roll the seat does what is best with the dice, or uses a joker; before it, every set
of dice may be rerolled, which gives the best other seat something (D14). All 7,776 falls are
weighed, and every set of dice to reroll; what purchases and completions add is taken to add up.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import stage_of
from rollwrite.games.donnant.bot.dice_subsets import (
    SETS_END,
    any_dice,
    best_die,
    best_sets,
    read_sets,
)
from rollwrite.games.donnant.bot.entry_value import read_done, read_doubles, read_gifts
from rollwrite.games.donnant.bot.fill_search import (
    AHEAD,
    BEFORE,
    FALLS,
    POWER,
    TABLE,
    fill_ways,
    spread,
)
from rollwrite.games.donnant.bot.purchase_value import read_market
from rollwrite.games.donnant.bot.sheet_value import (
    BASE,
    BUY_GAIN,
    COST,
    DOUBLE,
    GIFT,
    NOTHING,
    OTHERS,
    card_gain,
    drawn_card,
    last_of,
)
from rollwrite.games.donnant.bot.solo_utility import PRIZE, utility
from rollwrite.games.donnant.rules.record import ACT, ALL_DICE, COUNT, DICE, GRID, PIPS, ROWS, SWAP
from rollwrite.games.donnant.sheet import SLOTS
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

SMALL = 2  # dice of an option that leaves room for another one
AFTER_JOKER = 2  # after a dice joker a passive turn adds one part in so many of what it would
PASSIVE_TURN = SETS_END  # alone: what the passive turn adds, by dice that may be entered
CARD_JOKER = PASSIVE_TURN + 4
SAVED_PLACE = CARD_JOKER + ROWS  # the best place for the card of each market slot, and what it gets
SAVED_FRESH = SAVED_PLACE + ROWS * SLOTS
FALLS_END = SAVED_FRESH + ROWS * SLOTS


@rule
def read_turn(s: Any, seat: int, model: Any, work: Any, spare: Any) -> None:
    """Fill TABLE: by fall, what acting adds. Other seats and costs have been read before."""
    for fall in range(FALLS):
        work[TABLE + fall] = 0
    read_market(s, s, seat, 1, model, work, spare)
    sheet = s.sheets[seat]
    swaps = rules.left_of(sheet, SWAP)
    for small in range(2):
        for dice in range(DICE + 1):
            if (dice <= SMALL) == (small == 1) and work[BUY_GAIN + dice] > 0:
                if small:
                    remember(work)
                purchases(dice, 1 + small, work)
        spare[1] = s
        copy = spare[1].sheets[seat]
        for slot in range(copy.count):
            empty = int(copy.empty[slot])
            if 0 < empty <= DICE and (empty <= SMALL) == (small == 1):
                gain = card_gain(s, seat, copy, slot, 1, model, work)
                if gain > 0:
                    if small:
                        remember(work)
                    card = copy.card[slot] - 1
                    values = rules.packed(copy, slot)
                    mode = 1 + small
                    fill_ways(card, values, 0, s.dice, ALL_DICE, 0, 0, swaps, gain, mode, work)
    for _ in range(min(2, rules.left_of(sheet, PIPS))):
        remember(work)
        bend(work)


@rule
def remember(work: Any) -> None:
    """Keep what falls added before the next option."""
    for fall in range(FALLS):
        work[BEFORE + fall] = work[TABLE + fall]


@rule
def purchases(dice: int, mode: int, work: Any) -> None:
    """Note the best purchase with so many equal dice."""
    for mask in range(1 << DICE):
        if COUNT[mask] == dice:
            ones = 0
            for die in range(DICE):
                if mask >> die & 1:
                    ones += POWER[die]
            for value in range(1, 7 if dice > 0 else 2):
                spread(ones * value, work[BUY_GAIN + dice], mode - 1, work)


@rule
def bend(work: Any) -> None:
    """P1: one die may count as one more or one less, at the cost of a use.

    Die by die: each value of it hands on what it is worth to those beside it.
    """
    cost = work[COST + PIPS]
    for die in range(DICE):
        power = POWER[die]
        two, three = POWER[(die + 1) % DICE], POWER[(die + 2) % DICE]
        four, five = POWER[(die + 3) % DICE], POWER[(die + 4) % DICE]
        for e in range(power + five, power + 7 * five, five):
            for d in range(e + four, e + 7 * four, four):
                for c in range(d + three, d + 7 * three, three):
                    for fall in range(c + two, c + 7 * two, two):
                        found = work[BEFORE + fall] - cost
                        for there in range(fall + power, fall + 6 * power, power):
                            held = work[TABLE + there]
                            if held < found:
                                work[TABLE + there] = found
                            found = work[BEFORE + there] - cost
                            held = work[TABLE + there - power]
                            if held < found:
                                work[TABLE + there - power] = found


@rule
def read_idle(s: Any, seat: int, model: Any, work: Any, spare: Any) -> None:
    """What is left besides acting: card jokers, and what own dice may add when entered.

    Dice may be rolled: those of the passive turn if the seat is alone.
    """
    for row in range(ROWS):
        work[CARD_JOKER + row] = 0
        if not rules.full(s.sheets[seat]) and not rules.deck_empty(s, row):
            work[CARD_JOKER + row] = drawn_card(s, seat, row, 1, model, work, spare)
    most = max(work[OTHERS], int(s.sheets[seat].count))
    stage = stage_of(s, seat, most, 1)
    spare[1] = s
    sheet = spare[1].sheets[seat]
    read_done(sheet, stage, work[OTHERS], last_of(s, most), model, work)
    for slot in range(GRID):
        work[DOUBLE + slot] = 0
    for entries in range(4):
        work[PASSIVE_TURN + entries] = 0
    any_dice(work)
    if s.level != 0:
        first = s.allowance if s.allowance != 0 else 1
        last = s.allowance if s.allowance != 0 else min(3, 4 - s.rolls)
        if s.phase == ACT:
            first = last
        read_sets(sheet, stage, last, 0, model, work)
        for entries in range(max(first, 2), last + 1):
            work[PASSIVE_TURN + entries] = best_sets(entries, AHEAD, work)
        if first == 1:
            work[PASSIVE_TURN + 1] = best_die(work)
        if s.allowance == 0:
            read_doubles(sheet, stage, model, work)


@rule
def read_joker(s: Any, seat: int, model: Any, work: Any, spare: Any) -> None:
    """AHEAD: what two dice add by a joker, by fall; what is left besides acting has been read."""
    most = max(work[OTHERS], int(s.sheets[seat].count))
    read_sets(s.sheets[seat], stage_of(s, seat, most, 1), 2, 1, model, work)
    best_sets(2, AHEAD, work)


@rule
def last_roll(work: Any) -> None:
    """AHEAD: what each fall is worth after the third roll; then for dice still to be rolled.

    So far it holds what a dice joker adds.
    """
    passive = work[PASSIVE_TURN + 1]
    card = max(0, work[CARD_JOKER], work[CARD_JOKER + 1]) + passive
    joker = passive // AFTER_JOKER
    base = work[BASE]
    for upper in range(2800, FALLS, 7):
        if upper // 7 % 7 and upper // 49 % 7 and upper // 343 % 7:
            for fall in range(upper + 1, upper + 7):
                best = max(card, work[TABLE + fall] + passive, work[AHEAD + fall] + joker)
                if work[PRIZE]:
                    best = utility(base + best, work) - base
                work[AHEAD + fall] = best
    mean_falls(AHEAD, work)


@rule
def mean_falls(table: int, work: Any) -> None:
    """For falls with dice still to be rolled: the mean over what they may show.

    Die by die, from the last one on: falls in which an earlier die is missing come later.
    """
    for back in range(DICE):
        power = POWER[DICE - 1 - back]
        for upper in range(table, table + FALLS, 7 * power):
            for fall in range(upper, upper + power):
                total = work[fall + power] + work[fall + 2 * power] + work[fall + 3 * power]
                total += work[fall + 4 * power] + work[fall + 5 * power] + work[fall + 6 * power]
                work[fall] = total // 6


@rule
def mean_of_all(table: int, work: Any) -> Any:
    """The mean over all falls of five dice."""
    total = 0
    for upper in range(2800, FALLS, 7):
        if upper // 7 % 7 and upper // 49 % 7 and upper // 343 % 7:
            for fall in range(table + upper + 1, table + upper + 7):
                total += work[fall]
    return total // 6**DICE


@rule
def look_back(ahead: int, table: int, passive: int, work: Any) -> None:
    """From what each fall is worth after a roll to what it is worth after the roll before.

    ``passive`` is what stopping now adds besides. A fall in which dice are missing stands for
    rerolling these: die by die, the best of keeping and rerolling it.
    """
    prize = work[PRIZE]
    fall = 0
    for e in range(7):
        for d in range(7):
            for c in range(7):
                upper = (c == 0) << 2 | (d == 0) << 3 | (e == 0) << 4
                for b in range(7):
                    rolled = upper | (b == 0) << 1
                    work[table + fall] = work[ahead + fall] - work[GIFT + (rolled | 1)]
                    fall += 1
                    if rolled:
                        gift = work[GIFT + rolled]
                        for at in range(fall, fall + 6):
                            work[table + at] = work[ahead + at] - gift
                    else:
                        for at in range(fall, fall + 6):
                            found = work[TABLE + at]
                            if found <= 0:
                                found = NOTHING
                            elif prize:
                                found = stop_worth(at, passive, work)
                            else:
                                found += passive
                            work[table + at] = found
                    fall += 6
    for die in range(DICE):
        power = POWER[die]
        for upper in range(table, table + FALLS, 7 * power):
            for fall in range(upper, upper + power):
                rerolled = work[fall]
                for kept in range(fall + power, fall + 7 * power, power):
                    found = work[kept]
                    if found < rerolled:
                        work[kept] = rerolled


@rule
def stop_worth(fall: int, passive: int, work: Any) -> Any:
    """What stopping adds to BASE with a fall of the dice."""
    return utility(work[BASE] + work[TABLE + fall] + passive, work) - work[BASE]


@rule
def fall_of(dice: Any) -> int:
    """The fall of dice as they lie; a die still to be rolled counts 0."""
    fall = 0
    for die in range(DICE):
        fall += dice[die] * POWER[die]
    return fall


@rule
def kept_of(dice: Any, rerolled: int) -> int:
    """The fall of the dice that are not rerolled."""
    fall = 0
    for die in range(DICE):
        if rerolled >> die & 1 == 0:
            fall += dice[die] * POWER[die]
    return fall


@rule
def read_rest(s: Any, seat: int, model: Any, work: Any, spare: Any) -> None:
    """All that the active seat may look forward to in its turn, from its rolls so far."""
    read_gifts(s, seat, 1, model, work, spare)
    read_idle(s, seat, model, work, spare)
    read_joker(s, seat, model, work, spare)
    read_turn(s, seat, model, work, spare)
    last_roll(work)
    if s.rolls < 2:
        look_back(AHEAD, BEFORE, work[PASSIVE_TURN + 2], work)
        mean_falls(BEFORE, work)
    if s.rolls == 0:
        look_back(BEFORE, AHEAD, work[PASSIVE_TURN + 3], work)
        work[AHEAD] = mean_of_all(AHEAD, work)


@rule
def decide_worth(s: Any, dice: int, work: Any) -> Any:
    """What stopping (no dice) or rerolling some dice adds to BASE before the third roll."""
    if dice == 0:
        return stop_worth(fall_of(s.dice), work[PASSIVE_TURN + 4 - s.rolls], work)
    kept = kept_of(s.dice, dice)
    ahead = work[BEFORE + kept] if s.rolls == 1 else work[AHEAD + kept]
    return ahead - work[GIFT + dice]
