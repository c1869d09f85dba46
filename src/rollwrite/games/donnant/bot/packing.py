"""What can be done together with the dice as they lie: completions and a purchase."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.fill_search import EXACTLY, PACKED, SURE, fill_ways, no_ways
from rollwrite.games.donnant.bot.purchase_value import read_market
from rollwrite.games.donnant.bot.sheet_value import BUY_GAIN, COST, card_gain
from rollwrite.games.donnant.rules.record import ALL_DICE, CHEAPER, COUNT, DICE, PIPS, SWAP
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)


@rule
def pay_ways(dice: Any, free: int, pips: int, work: Any) -> None:
    """Note every way to pay for the best purchase with the dice as they lie."""
    for mask in range(1 << DICE):
        gain = work[BUY_GAIN + COUNT[mask]]
        if mask & ~free == 0 and gain > 0:
            needed = 0
            if mask != 0:
                needed = rules.pips_to(dice, mask, rules.common_value(dice, mask))
            if needed <= pips:
                paid = gain - needed * work[COST + PIPS]
                work[EXACTLY + mask] = max(work[EXACTLY + mask], paid)


@rule
def add_option(work: Any) -> None:
    """Add an option, of which EXACTLY holds the ways, to the most that any set of dice can do."""
    for mask in range((1 << DICE) - 1, -1, -1):
        best = work[PACKED + mask]
        part = mask
        while True:
            if work[EXACTLY + part] > 0:
                best = max(best, work[EXACTLY + part] + work[PACKED + (mask & ~part)])
            if part == 0:
                break
            part = (part - 1) & mask
        work[PACKED + mask] = best


@rule
def read_ways(s: Any, after: Any, seat: int, ended: int, model: Any, work: Any, spare: Any) -> None:
    """What can still be done with the dice as they lie: PACKED, for every set of them.

    BASE is what the sheet of ``after`` is worth.
    """
    for mask in range(1 << DICE):
        work[PACKED + mask] = 0
    free = ALL_DICE & ~after.spent
    left = COUNT[free]
    sheet = after.sheets[seat]
    pips = rules.left_of(sheet, PIPS)
    swaps = rules.left_of(sheet, SWAP)
    spare[1] = after
    copy = spare[1].sheets[seat]
    for slot in range(copy.count):
        if 0 < copy.empty[slot] <= left:
            no_ways(work)
            card = copy.card[slot] - 1
            values = rules.packed(copy, slot)
            fill_ways(card, values, 0, after.dice, free, 0, pips, swaps, SURE, 0, work)
            if any_way(work):
                gain = card_gain(s, seat, copy, slot, ended, model, work)
                for mask in range(1 << DICE):
                    work[EXACTLY + mask] += gain - SURE
                add_option(work)
    if left + rules.left_of(sheet, CHEAPER) >= 3 and not rules.full(sheet):
        no_ways(work)
        read_market(s, after, seat, ended, model, work, spare)
        pay_ways(after.dice, free, pips, work)
        add_option(work)


@rule
def any_way(work: Any) -> bool:
    """Whether the last option can be done at all."""
    for mask in range(1 << DICE):
        if work[EXACTLY + mask] > 0:
            return True
    return False
