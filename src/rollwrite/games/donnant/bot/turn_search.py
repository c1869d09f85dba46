"""What the rest of a turn promises, over all falls of the dice.

After the last roll the seat does what is best with the dice, or uses a joker; before it, every set
of dice may be rerolled, which gives the best other seat something (D14). All 7,776 falls are
weighed, and every set of dice to reroll; what purchases and completions add is taken to add up.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import stage_of
from rollwrite.games.donnant.bot.dice_subsets import any_dice, best_die, best_sets, read_sets
from rollwrite.games.donnant.bot.entry_value import read_done, read_gifts, read_passive_gains
from rollwrite.games.donnant.bot.fill_search import FALLS, POWER, Means, Task, fill_ways, spread
from rollwrite.games.donnant.bot.purchase_value import read_market
from rollwrite.games.donnant.bot.sheet_value import card_gain, drawn_card, last_of
from rollwrite.games.donnant.bot.solo_utility import utility
from rollwrite.games.donnant.rules.record import ACT, ALL_DICE, COUNT, DICE, GRID, PIPS, ROWS, SWAP
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

SMALL = 2  # dice of an option that leaves room for another one
AFTER_JOKER = 2  # after a dice joker a passive turn adds one part in so many of what it would
NEVER = -(1 << 30)  # less than any fall is worth


@rule
def read_turn(s: Any, seat: int, model: Any, own: Any) -> None:
    """By fall, what acting adds: ``own.acting``. Other seats and costs have been read before."""
    for fall in range(FALLS):
        own.acting[fall] = 0
    read_market(s, s, seat, 1, model, own)
    sheet = s.sheets[seat]
    swaps = rules.left_of(sheet, SWAP)
    for small in range(2):
        for dice in range(DICE + 1):
            if (dice <= SMALL) == (small == 1) and own.purchases.gain[dice] > 0:
                if small:
                    remember(own)
                add_purchases(dice, small, own)
        own.sheet[0] = sheet
        copy = own.sheet[0]
        for slot in range(copy.count):
            empty = int(copy.empty[slot])
            if 0 < empty <= DICE and (empty <= SMALL) == (small == 1):
                gain = card_gain(s, seat, copy, slot, 1, model, own)
                if gain > 0:
                    if small:
                        remember(own)
                    task = Task(copy.card[slot] - 1, rules.packed(copy, slot), 0)
                    means = Means(s.dice, ALL_DICE, 0, 0, swaps)
                    fill_ways(task, means, gain, 1 + small, own)
    for _ in range(min(2, rules.left_of(sheet, PIPS))):
        remember(own)
        bend(own)


@rule
def remember(own: Any) -> None:
    """Keep what falls added before the next option."""
    acting, before = own.acting, own.before
    for fall in range(FALLS):
        before[fall] = acting[fall]


@rule
def add_purchases(dice: int, onto: int, own: Any) -> None:
    """Note the best purchase with so many equal dice."""
    for mask in range(1 << DICE):
        if COUNT[mask] == dice:
            ones = 0
            for die in range(DICE):
                if mask >> die & 1:
                    ones += POWER[die]
            for value in range(1, 7 if dice > 0 else 2):
                spread(ones * value, own.purchases.gain[dice], onto, own)


@rule
def bend(own: Any) -> None:
    """P1: one die may count as one more or one less, at the cost of a use.

    Die by die: each value of it hands on what it is worth to those beside it.
    """
    acting, before = own.acting, own.before
    cost = own.cost[PIPS]
    for die in range(DICE):
        power = POWER[die]
        two, three = POWER[(die + 1) % DICE], POWER[(die + 2) % DICE]
        four, five = POWER[(die + 3) % DICE], POWER[(die + 4) % DICE]
        for e in range(power + five, power + 7 * five, five):
            for d in range(e + four, e + 7 * four, four):
                for c in range(d + three, d + 7 * three, three):
                    for fall in range(c + two, c + 7 * two, two):
                        found = before[fall] - cost
                        for there in range(fall + power, fall + 6 * power, power):
                            acting[there] = max(acting[there], found)
                            found = before[there] - cost
                            acting[there - power] = max(acting[there - power], found)


@rule
def read_idle(s: Any, seat: int, model: Any, own: Any) -> None:
    """What is left besides acting: card jokers, and what own dice may add when entered.

    Dice may be rolled: those of the passive turn if the seat is alone.
    """
    for row in range(ROWS):
        own.card_joker[row] = 0
        if not rules.full(s.sheets[seat]) and not rules.deck_empty(s, row):
            own.card_joker[row] = drawn_card(s, seat, row, 1, model, own)
    most = max(own.others, int(s.sheets[seat].count))
    stage = stage_of(s, seat, most, 1)
    own.sheet[0] = s.sheets[seat]
    sheet = own.sheet[0]
    read_done(sheet, stage, own.others, last_of(s, most), model, own)
    for slot in range(GRID):
        own.passive_gain[slot] = 0
    for entries in range(4):
        own.passive_turn[entries] = 0
    any_dice(own.subsets)
    if s.level != 0:
        first = s.allowance if s.allowance != 0 else 1
        last = s.allowance if s.allowance != 0 else min(3, 4 - s.rolls)
        if s.phase == ACT:
            first = last
        read_sets(sheet, stage, last, 0, model, own)
        for entries in range(max(first, 2), last + 1):
            own.passive_turn[entries] = best_sets(entries, own.subsets.joint, own.ahead)
        if first == 1:
            own.passive_turn[1] = best_die(own)
        if s.allowance == 0:
            read_passive_gains(sheet, stage, model, own)


@rule
def read_joker(s: Any, seat: int, model: Any, own: Any) -> None:
    """What two dice add by a joker, by fall; what is left besides acting has been read."""
    most = max(own.others, int(s.sheets[seat].count))
    read_sets(s.sheets[seat], stage_of(s, seat, most, 1), 2, 1, model, own)
    best_sets(2, own.subsets.joint, own.ahead)


@rule
def last_roll(own: Any) -> None:
    """What each fall is worth after the third roll; then for dice still to be rolled.

    So far ``own.ahead`` holds what a dice joker adds.
    """
    acting, ahead = own.acting, own.ahead
    passive = own.passive_turn[1]
    card = max(0, own.card_joker[0], own.card_joker[1]) + passive
    joker = passive // AFTER_JOKER
    base = own.base
    prize = own.aim.prize
    for upper in range(2800, FALLS, 7):
        if upper // 7 % 7 and upper // 49 % 7 and upper // 343 % 7:
            for fall in range(upper + 1, upper + 7):
                best = max(card, acting[fall] + passive, ahead[fall] + joker)
                if prize:
                    best = utility(base + best, own.aim) - base
                ahead[fall] = best
    mean_falls(ahead)


@rule
def mean_falls(table: Any) -> None:
    """For falls with dice still to be rolled: the mean over what they may show.

    Die by die, from the last one on: falls in which an earlier die is missing come later.
    """
    for back in range(DICE):
        power = POWER[DICE - 1 - back]
        for upper in range(0, FALLS, 7 * power):
            for fall in range(upper, upper + power):
                total = table[fall + power] + table[fall + 2 * power] + table[fall + 3 * power]
                total += table[fall + 4 * power] + table[fall + 5 * power] + table[fall + 6 * power]
                table[fall] = total // 6


@rule
def mean_of_all(table: Any) -> Any:
    """The mean over all falls of five dice."""
    total = 0
    for upper in range(2800, FALLS, 7):
        if upper // 7 % 7 and upper // 49 % 7 and upper // 343 % 7:
            for fall in range(upper + 1, upper + 7):
                total += table[fall]
    return total // 6**DICE


@rule
def look_back(ahead: Any, table: Any, passive: int, own: Any) -> None:
    """From what each fall is worth after a roll to what it is worth after the roll before.

    ``passive`` is what stopping now adds besides. A fall in which dice are missing stands for
    rerolling these: die by die, the best of keeping and rerolling it.
    """
    acting = own.acting
    prize = own.aim.prize
    fall = 0
    for e in range(7):
        for d in range(7):
            for c in range(7):
                upper = (c == 0) << 2 | (d == 0) << 3 | (e == 0) << 4
                for b in range(7):
                    rolled = upper | (b == 0) << 1
                    table[fall] = ahead[fall] - own.gift[rolled | 1]
                    fall += 1
                    if rolled:
                        gift = own.gift[rolled]
                        for at in range(fall, fall + 6):
                            table[at] = ahead[at] - gift
                    else:
                        for at in range(fall, fall + 6):
                            found = NEVER
                            if acting[at] > 0:
                                found = acting[at] + passive
                                if prize:
                                    found = stop_worth(at, passive, own)
                            table[at] = found
                    fall += 6
    for die in range(DICE):
        power = POWER[die]
        for upper in range(0, FALLS, 7 * power):
            for fall in range(upper, upper + power):
                rerolled = table[fall]
                for kept in range(fall + power, fall + 7 * power, power):
                    table[kept] = max(table[kept], rerolled)


@rule
def stop_worth(fall: int, passive: int, own: Any) -> Any:
    """What stopping adds to ``own.base`` with a fall of the dice."""
    return utility(own.base + own.acting[fall] + passive, own.aim) - own.base


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
def read_rest(s: Any, seat: int, model: Any, own: Any) -> None:
    """All that the active seat may look forward to in its turn, from its rolls so far."""
    read_gifts(s, seat, 1, model, own)
    read_idle(s, seat, model, own)
    read_joker(s, seat, model, own)
    read_turn(s, seat, model, own)
    last_roll(own)
    if s.rolls < 2:
        look_back(own.ahead, own.before, own.passive_turn[2], own)
        mean_falls(own.before)
    if s.rolls == 0:
        look_back(own.before, own.ahead, own.passive_turn[3], own)
        own.ahead[0] = mean_of_all(own.ahead)


@rule
def decide_worth(s: Any, dice: int, own: Any) -> Any:
    """What stopping (no dice) or rerolling some dice adds to ``own.base`` before the third roll."""
    if dice == 0:
        return stop_worth(fall_of(s.dice), own.passive_turn[4 - s.rolls], own)
    kept = kept_of(s.dice, dice)
    ahead = own.before[kept] if s.rolls == 1 else own.ahead[kept]
    return ahead - own.gift[dice]
