"""The value of the rest of a turn, over all outcomes of its rolls.

After the last roll the seat does what is best with the dice, or uses a joker; before it, any set of
dice may be rerolled, which gives the best other seat something (D14). The search covers all 7,776
outcomes and every set of dice to reroll; it assumes that purchases and completions add up.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import stage_of
from rollwrite.games.donnant.bot.dice_subsets import any_dice, best_die, best_sets, read_sets
from rollwrite.games.donnant.bot.entry_value import read_done, read_gifts, read_passive_gains
from rollwrite.games.donnant.bot.fill_search import OUTCOMES, POWER, Means, Task, fill_ways, spread
from rollwrite.games.donnant.bot.purchase_value import read_market
from rollwrite.games.donnant.bot.sheet_value import card_gain, drawn_card, last_of
from rollwrite.games.donnant.bot.solo_utility import utility
from rollwrite.games.donnant.rules.record import ACT, ALL_DICE, COUNT, DICE, GRID, PIPS, ROWS, SWAP
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

SMALL = 2  # dice of an option that can be combined with another one
AFTER_JOKER = 2  # a dice joker divides what the passive turn after it adds by so many
NEVER = -(1 << 30)  # less than any outcome is worth


@rule
def read_turn(s: Any, seat: int, model: Any, own: Any) -> None:
    """What acting adds, by outcome: ``own.acting``; needs ``read_rivals`` and ``read_costs``."""
    for outcome in range(OUTCOMES):
        own.acting[outcome] = 0
    read_market(s, s, seat, 1, model, own)
    sheet = s.sheets[seat]
    swaps = rules.left_of(sheet, SWAP)
    for small in range(2):
        for dice in range(DICE + 1):
            if (dice <= SMALL) == (small == 1) and own.purchases.gain[dice] > 0:
                if small:
                    save_acting(own)
                add_purchases(dice, small, own)
        own.sheet[0] = sheet
        copy = own.sheet[0]
        for slot in range(copy.count):
            empty = int(copy.empty[slot])
            if 0 < empty <= DICE and (empty <= SMALL) == (small == 1):
                gain = card_gain(s, seat, copy, slot, 1, model, own)
                if gain > 0:
                    if small:
                        save_acting(own)
                    task = Task(copy.card[slot] - 1, rules.packed(copy, slot), 0)
                    means = Means(s.dice, ALL_DICE, 0, 0, swaps)
                    fill_ways(task, means, gain, 1 + small, own)
    for _ in range(min(2, rules.left_of(sheet, PIPS))):
        save_acting(own)
        shift_pips(own)


@rule
def save_acting(own: Any) -> None:
    """Keep what acting adds before the next option."""
    acting, before = own.acting, own.before
    for outcome in range(OUTCOMES):
        before[outcome] = acting[outcome]


@rule
def add_purchases(dice: int, onto: int, own: Any) -> None:
    """Record the best purchase with so many equal dice."""
    for mask in range(1 << DICE):
        if COUNT[mask] == dice:
            ones = 0
            for die in range(DICE):
                if mask >> die & 1:
                    ones += POWER[die]
            for value in range(1, 7 if dice > 0 else 2):
                spread(ones * value, own.purchases.gain[dice], onto, own)


@rule
def shift_pips(own: Any) -> None:
    """P1: one die may count as one more or one less, at the cost of a use.

    Die by die, each value passes on what it is worth to its neighbours.
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
                    for outcome in range(c + two, c + 7 * two, two):
                        found = before[outcome] - cost
                        for there in range(outcome + power, outcome + 6 * power, power):
                            held = acting[there]
                            if held < found:
                                acting[there] = found
                            found = before[there] - cost
                            held = acting[there - power]
                            if held < found:
                                acting[there - power] = found


@rule
def read_idle(s: Any, seat: int, model: Any, own: Any) -> None:
    """What there is besides acting: card jokers, and what dice add that are entered.

    Alone these are the dice of the passive turn, which is still to be rolled.
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
    """What two dice entered by a joker add, by outcome; call ``read_idle`` before."""
    most = max(own.others, int(s.sheets[seat].count))
    read_sets(s.sheets[seat], stage_of(s, seat, most, 1), 2, 1, model, own)
    best_sets(2, own.subsets.joint, own.ahead)


@rule
def last_roll(own: Any) -> None:
    """The value of each outcome after the third roll, and of those with dice still to be rolled.

    ``own.ahead`` holds what a dice joker adds, and gets the values.
    """
    acting, ahead = own.acting, own.ahead
    passive = own.passive_turn[1]
    card = max(0, own.card_joker[0], own.card_joker[1]) + passive
    joker = passive // AFTER_JOKER
    base = own.base
    prize = own.aim.prize
    for upper in range(2800, OUTCOMES, 7):
        if upper // 7 % 7 and upper // 49 % 7 and upper // 343 % 7:
            for outcome in range(upper + 1, upper + 7):
                best = max(card, acting[outcome] + passive, ahead[outcome] + joker)
                if prize:
                    best = utility(base + best, own.aim) - base
                ahead[outcome] = best
    mean_outcomes(ahead)


@rule
def mean_outcomes(table: Any) -> None:
    """Give outcomes with dice still to be rolled the mean over what these may show.

    Die by die, from the last one on: outcomes that lack an earlier die come later.
    """
    for back in range(DICE):
        power = POWER[DICE - 1 - back]
        for upper in range(0, OUTCOMES, 7 * power):
            for at in range(upper, upper + power):
                total = table[at + power] + table[at + 2 * power] + table[at + 3 * power]
                total += table[at + 4 * power] + table[at + 5 * power] + table[at + 6 * power]
                table[at] = total // 6


@rule
def mean_of_all(table: Any) -> Any:
    """The mean over all outcomes of five dice."""
    total = 0
    for upper in range(2800, OUTCOMES, 7):
        if upper // 7 % 7 and upper // 49 % 7 and upper // 343 % 7:
            for outcome in range(upper + 1, upper + 7):
                total += table[outcome]
    return total // 6**DICE


@rule
def back_up(ahead: Any, table: Any, passive: int, own: Any) -> None:
    """Back up the values after a roll to those after the roll before.

    ``passive`` is what stopping now adds besides. An outcome that lacks dice stands for rerolling
    these: die by die, the best of keeping and rerolling it.
    """
    acting = own.acting
    prize = own.aim.prize
    outcome = 0
    for e in range(7):
        for d in range(7):
            for c in range(7):
                upper = (c == 0) << 2 | (d == 0) << 3 | (e == 0) << 4
                for b in range(7):
                    rolled = upper | (b == 0) << 1
                    table[outcome] = ahead[outcome] - own.gift[rolled | 1]
                    outcome += 1
                    if rolled:
                        gift = own.gift[rolled]
                        for at in range(outcome, outcome + 6):
                            table[at] = ahead[at] - gift
                    else:
                        for at in range(outcome, outcome + 6):
                            found = acting[at]
                            if found <= 0:
                                table[at] = NEVER
                            elif prize:
                                table[at] = stop_worth(at, passive, own)
                            else:
                                table[at] = found + passive
                    outcome += 6
    for die in range(DICE):
        power = POWER[die]
        for upper in range(0, OUTCOMES, 7 * power):
            for outcome in range(upper, upper + power):
                rerolled = table[outcome]
                for kept in range(outcome + power, outcome + 7 * power, power):
                    found = table[kept]
                    if found < rerolled:
                        table[kept] = rerolled


@rule
def stop_worth(outcome: int, passive: int, own: Any) -> Any:
    """What stopping adds to ``own.base`` with an outcome."""
    return utility(own.base + own.acting[outcome] + passive, own.aim) - own.base


@rule
def outcome_of(dice: Any) -> int:
    """The number of an outcome; a die still to be rolled counts 0."""
    outcome = 0
    for die in range(DICE):
        outcome += dice[die] * POWER[die]
    return outcome


@rule
def kept_of(dice: Any, rerolled: int) -> int:
    """The outcome without the dice that are rerolled."""
    outcome = 0
    for die in range(DICE):
        if rerolled >> die & 1 == 0:
            outcome += dice[die] * POWER[die]
    return outcome


@rule
def read_rest(s: Any, seat: int, model: Any, own: Any) -> None:
    """Search the rest of the active seat's turn."""
    read_gifts(s, seat, 1, model, own)
    read_idle(s, seat, model, own)
    read_joker(s, seat, model, own)
    read_turn(s, seat, model, own)
    last_roll(own)
    if s.rolls < 2:
        back_up(own.ahead, own.before, own.passive_turn[2], own)
        mean_outcomes(own.before)
    if s.rolls == 0:
        back_up(own.before, own.ahead, own.passive_turn[3], own)
        own.ahead[0] = mean_of_all(own.ahead)


@rule
def decide_worth(s: Any, dice: int, own: Any) -> Any:
    """What stopping (no dice) or rerolling some dice adds to ``own.base`` before the third roll."""
    if dice == 0:
        return stop_worth(outcome_of(s.dice), own.passive_turn[4 - s.rolls], own)
    kept = kept_of(s.dice, dice)
    ahead = own.before[kept] if s.rolls == 1 else own.ahead[kept]
    return ahead - own.gift[dice]
