"""What each purchase adds: the card at its best place, and what dice it will take soon."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import stage_of
from rollwrite.games.donnant.bot.entry_value import alone_worth
from rollwrite.games.donnant.bot.sheet_value import (
    BUY_GAIN,
    COST,
    FRESH,
    NOTHING,
    OTHERS,
    SLOT_GAIN,
    SLOT_PLACE,
    best_lay,
    own_worth,
)
from rollwrite.games.donnant.rules.record import CHEAPER, DICE, ROWS
from rollwrite.games.donnant.sheet import SLOTS
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

SHARED = 2  # the dice of a passive turn are wanted by other cards too


@rule
def read_market(s: Any, after: Any, seat: int, ended: int, model: Any, work: Any,
                spare: Any) -> None:  # fmt: skip
    """What each purchase adds to BASE, and the best one for each number of equal dice."""
    cheaper = rules.left_of(after.sheets[seat], CHEAPER)
    for dice in range(DICE + 1):
        work[BUY_GAIN + dice] = NOTHING
    for slot in range(ROWS * SLOTS):
        card = after.market[slot // SLOTS][slot % SLOTS] - 1
        work[SLOT_GAIN + slot] = NOTHING
        if card >= 0 and not rules.full(after.sheets[seat]):
            gain, place = best_lay(s, after, seat, card, ended, model, work, spare)
            work[FRESH + slot] = 0
            if s.level != 0 and ended:
                work[FRESH + slot] = soon(s, after, seat, card, place, model, work, spare)
                gain += work[FRESH + slot]
            work[SLOT_GAIN + slot] = gain
            work[SLOT_PLACE + slot] = place
            price = rules.PRICES[slot // SLOTS][slot % SLOTS]
            for uses in range(min(cheaper, price) + 1):
                paid = gain - uses * work[COST + CHEAPER]
                work[BUY_GAIN + price - uses] = max(work[BUY_GAIN + price - uses], paid)


@rule
def soon(s: Any, after: Any, seat: int, card: int, place: int, model: Any, work: Any,
         spare: Any) -> Any:  # fmt: skip
    """D23: what the passive turn adds to a card (from 0) that is bought and laid now."""
    if rules.LENGTH[card] == 1:
        return 0
    spare[2] = after
    sheet = spare[2].sheets[seat]
    rules.lay(sheet, card, place)
    own_worth(s, seat, sheet, 1, model, work)  # for what is seen of each card
    stage = stage_of(s, seat, max(work[OTHERS], int(sheet.count)), 1)
    return alone_worth(sheet, rules.slot_at(sheet, place), stage, model, work) // SHARED
