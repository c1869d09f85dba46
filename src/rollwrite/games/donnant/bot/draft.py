"""The draft (D5): which cards to keep, and where they lie best."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.action_search import lay_from_hand
from rollwrite.games.donnant.bot.card_value import START
from rollwrite.games.donnant.bot.sheet_value import NOTHING, best_lay, own_worth
from rollwrite.games.donnant.rules.record import DROP, HAND, PLACES, PUT
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)


@rule
def rate_draft(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """D5: what the sheet is worth with the rest of the hand laid where it serves best."""
    own = w.own
    assume_rivals(s, model, own)
    for place in range(count):
        own.after[0] = s
        after = own.after[0]
        action = int(moves[place])
        if action >= PUT:
            lay_from_hand(after.sheets[seat], (action - PUT) // PLACES, (action - PUT) % PLACES)
        else:
            rules.give(after.sheets[seat], action - DROP)
        w.worth[place] = drafted(s, after, seat, model, own)


@rule
def assume_rivals(s: Any, model: Any, own: Any) -> None:
    """While sheets are hidden, assume that the other seats are average at the start."""
    own.others = 3 if s.seats > 1 else 0
    own.rivals[0] = model[START] if s.seats > 1 else 0
    own.rivals[1] = own.rivals[0]


@rule
def drafted(s: Any, after: Any, seat: int, model: Any, own: Any) -> Any:
    """What a sheet is worth once the hand is laid, card by card, each at its best place.

    ``after`` is a copy. If a card is still to be dropped, it is the one that is worth least.
    """
    sheet = after.sheets[seat]
    for _ in range(HAND):
        if sheet.hand[0] == 0 or sheet.count >= 3:
            break
        own.base = 0
        best = NOTHING
        card = 0
        place = -1
        for at in range(HAND):
            if sheet.hand[at] != 0:
                found, there = best_lay(s, after, seat, sheet.hand[at] - 1, 0, model, own)
                if found > best:
                    best = found
                    card = sheet.hand[at] - 1
                    place = there
        lay_from_hand(sheet, card, place)
    return own_worth(s, seat, sheet, 0, model, own)
