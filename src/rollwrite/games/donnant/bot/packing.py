"""The best combination of completions and a purchase with the dice as rolled."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.fill_search import SURE, Means, Task, fill_ways, no_ways
from rollwrite.games.donnant.bot.purchase_value import read_market
from rollwrite.games.donnant.bot.sheet_value import card_gain
from rollwrite.games.donnant.rules.record import ALL_DICE, CHEAPER, COUNT, DICE, PIPS, SWAP
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)


@rule
def pay_ways(dice: Any, free: int, pips: int, own: Any) -> None:
    """Record every way to pay for the best purchase with the dice as rolled."""
    for mask in range(1 << DICE):
        gain = own.purchases.gain[COUNT[mask]]
        if mask & ~free == 0 and gain > 0:
            needed = 0
            if mask != 0:
                needed = rules.pips_to(dice, mask, rules.common_value(dice, mask))
            if needed <= pips:
                paid = gain - needed * own.cost[PIPS]
                own.exactly[mask] = max(own.exactly[mask], paid)


@rule
def add_option(own: Any) -> None:
    """Add an option, its ways in ``own.exactly``, to the best combination for each set of dice."""
    for mask in range((1 << DICE) - 1, -1, -1):
        best = own.packed[mask]
        part = mask
        while True:
            if own.exactly[part] > 0:
                best = max(best, own.exactly[part] + own.packed[mask & ~part])
            if part == 0:
                break
            part = (part - 1) & mask
        own.packed[mask] = best


@rule
def read_ways(s: Any, after: Any, seat: int, ended: int, model: Any, own: Any) -> None:
    """The best combination for every set of the dice as rolled: ``own.packed``.

    ``own.base`` is what the sheet of ``after`` is worth.
    """
    for mask in range(1 << DICE):
        own.packed[mask] = 0
    free = ALL_DICE & ~after.spent
    left = COUNT[free]
    sheet = after.sheets[seat]
    pips = rules.left_of(sheet, PIPS)
    swaps = rules.left_of(sheet, SWAP)
    own.sheet[0] = sheet
    copy = own.sheet[0]
    for slot in range(copy.count):
        if 0 < copy.empty[slot] <= left:
            no_ways(own)
            task = Task(copy.card[slot] - 1, rules.packed(copy, slot), 0)
            fill_ways(task, Means(after.dice, free, 0, pips, swaps), SURE, 0, own)
            if any_way(own):
                gain = card_gain(s, seat, copy, slot, ended, model, own)
                for mask in range(1 << DICE):
                    own.exactly[mask] += gain - SURE
                add_option(own)
    if left + rules.left_of(sheet, CHEAPER) >= 3 and not rules.full(sheet):
        no_ways(own)
        read_market(s, after, seat, ended, model, own)
        pay_ways(after.dice, free, pips, own)
        add_option(own)


@rule
def any_way(own: Any) -> bool:
    """Whether there is any way to take the last option."""
    for mask in range(1 << DICE):
        if own.exactly[mask] > 0:
            return True
    return False
