"""What each purchase adds: the card at its best place, and the dice it gets in the same round."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import stage_of
from rollwrite.games.donnant.bot.entry_value import alone_worth
from rollwrite.games.donnant.bot.sheet_value import NOTHING, best_lay, own_worth
from rollwrite.games.donnant.rules.record import CHEAPER, DICE, ROWS
from rollwrite.games.donnant.sheet import SLOTS
from rollwrite.kernel.records import Record, i8, i64
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

SHARED = 2  # the dice of a passive turn are wanted by other cards too


class Purchases(Record):
    """What purchases are worth."""

    place: list[int] = i8[ROWS * SLOTS]  # by slot of the market: the best place for its card,
    soon: list[int] = i64[ROWS * SLOTS]  # and what the card would get in the passive turn
    gain: list[int] = i64[DICE + 1]  # what the best purchase with so many equal dice adds


@rule
def read_market(s: Any, after: Any, seat: int, ended: int, model: Any, own: Any) -> None:
    """What each purchase adds to ``own.base``, and the best one for each number of equal dice."""
    purchases = own.purchases
    cheaper = rules.left_of(after.sheets[seat], CHEAPER)
    for dice in range(DICE + 1):
        purchases.gain[dice] = NOTHING
    for slot in range(ROWS * SLOTS):
        card = after.market[slot // SLOTS][slot % SLOTS] - 1
        if card >= 0 and not rules.full(after.sheets[seat]):
            gain, place = best_lay(s, after, seat, card, ended, model, own)
            purchases.place[slot] = place
            purchases.soon[slot] = 0
            if s.level != 0 and ended:
                purchases.soon[slot] = soon(s, after, seat, card, place, model, own)
                gain += purchases.soon[slot]
            price = rules.PRICES[slot // SLOTS][slot % SLOTS]
            for uses in range(min(cheaper, price) + 1):
                paid = gain - uses * own.cost[CHEAPER]
                purchases.gain[price - uses] = max(purchases.gain[price - uses], paid)


@rule
def soon(s: Any, after: Any, seat: int, card: int, place: int, model: Any, own: Any) -> Any:
    """D23: what the passive turn adds to a card (from 0) that is bought and laid now."""
    if rules.LENGTH[card] == 1:
        return 0
    own.laid[0] = after.sheets[seat]
    sheet = own.laid[0]
    rules.lay(sheet, card, place)
    own_worth(s, seat, sheet, 1, model, own)  # for ``own.grid``
    stage = stage_of(s, seat, max(own.others, int(sheet.count)), 1)
    return alone_worth(sheet, rules.slot_at(sheet, place), stage, model, own) // SHARED
