"""The evaluator of One Card: searches this turn for everybody at the table.

turn_search.py searches the turn; what hands are worth between turns is learned (hand_value.py). The
others are assumed to do what is best for themselves, and to know no more than what lies before them
as the turn begins.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.one_card.bot.hand_value import (
    CARDS,
    FEATURES,
    WEIGHTS,
    hand_worth,
    list_features,
    read_hand,
    seat_left,
    worth_with_new_card,
    worth_with_state,
)
from rollwrite.games.one_card.bot.patterns import FIRST, FRESH, KIND, POINTS
from rollwrite.games.one_card.bot.turn_search import (
    NEVER,
    Workspace,
    best_other,
    choose_kept,
    dice_set,
    ended_by_others,
    finishes_last,
    marked,
    pass_worth,
    roll_worth,
    rounded,
    search_turn,
)
from rollwrite.kernel.policy import UNIT, margin
from rollwrite.kernel.rule import rule

__all__ = [
    "COMMAND", "FEATURES", "VERSION", "WEIGHTS", "Workspace",
    "expect", "features", "progress", "rate", "resting",
]  # fmt: skip

rules: Any = None  # bound to the game's rules

VERSION = 1
COMMAND = "rollwrite train one_card"

LONGEST = 44  # boxes that everybody lacks at the start, about


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Write what each move of a pending seat is worth to it."""
    own, worth = w.own, w.worth
    search_turn(s, seat, model, own)
    for index in range(count):
        if s.phase == rules.KEEP:
            kept = dice_set(s, moves[index])
            if moves[index] == rules.STAY:
                worth[index] = own.last_own[kept - FIRST]
            else:
                worth[index] = rounded(own.own[kept])
        elif s.phase == rules.MARK:
            worth[index] = after_mark(s, seat, moves[index], model, own)
        else:
            worth[index] = after_taking(s, seat, moves[index], model, own)


@rule
def expect(s: Any, seat: int, model: Any, w: Any) -> Any:
    """What a moment is worth to a seat that does not decide now."""
    own = w.own
    if s.phase == rules.OVER:
        return margin(s, seat) * UNIT
    dealing = s.phase == rules.DEAL and s.rolls > 0 and gaps(s) == 1
    total = 0
    cards = 0
    for card in range(1, rules.CARDS + 1):
        if card == 1 or dealing:
            own.after[0] = s
            if not dealing or rules.in_deck(s, card):
                if dealing:
                    rules.deal(own.after[0], card)
                total += expect_dealt(own.after[0], seat, model, own)
                cards += 1
    return (total + cards // 2) // cards


@rule
def expect_dealt(s: Any, seat: int, model: Any, own: Any) -> Any:
    """What a moment is worth to a seat, if no single card is about to be dealt."""
    search_turn(s, seat, model, own)
    if s.phase == rules.ROLL:
        return rounded(own.own[dice_set(s, 0)])
    if s.phase == rules.KEEP:
        choose_kept(own)
        return rounded(own.own[own.kept[dice_set(s, 0)]])
    answered = s.answers[seat] != 0
    if s.phase == rules.MARK:
        if answered:
            return after_mark(s, seat, s.answers[seat], model, own)
        return roll_worth(s, seat, dice_set(s, 0) - FIRST, own)
    if s.phase == rules.HOLD and answered:
        return after_taking(s, seat, s.answers[seat], model, own)
    found = int(own.standing[seat])
    here = rules.gap(s, seat)
    if s.phase != rules.HOLD and here < own.hand.size and gaps(s) == 1:
        found = rules.score(s, seat) * UNIT + worth_with_new_card(s, here, model, own.hand)
    return found - best_other(own.standing, s, seat)


@rule
def progress(s: Any) -> int:
    """How far the game has come, from 0 to 15."""
    if s.phase == rules.OVER:
        return 15
    least = LONGEST
    for seat in range(s.seats):
        least = min(least, seat_left(s, seat))
    return 15 - least * 15 // LONGEST


@rule
def resting(s: Any) -> bool:
    """Whether a turn begins."""
    return bool(s.phase == rules.ROLL and s.rolls == 0)


@rule
def features(s: Any, seat: int, own: Any) -> int:
    """Where the weights lie that add up to the points a seat still makes."""
    read_hand(s, seat, s.active, own.hand)
    return list_features(own.hand, own.features)


@rule
def gaps(s: Any) -> int:
    """How many cards are missing, before the seats and among the open ones."""
    count = 0
    for seat in range(s.seats):
        for place in range(s.places):
            if s.sheets[seat].cards[place] == 0:
                count += 1
    if s.advanced and s.places == CARDS:
        for place in range(rules.OPEN):
            if s.open[place] == 0:
                count += 1
    return count


@rule
def after_mark(s: Any, seat: int, action: int, model: Any, own: Any) -> Any:
    """What it is worth to use the dice on a card, or to pass; the turn has been searched."""
    hand = own.hand
    roll = dice_set(s, 0) - FIRST
    points = rules.score(s, seat)
    place = action - rules.CARD_AT
    state = -1
    if action != rules.PASS:
        state = marked(s, seat, place, roll, hand)
        points += POINTS[state] - POINTS[hand.states[place]]
    over = ended_by_others(s, seat, roll, own)
    if over != NEVER:
        return (points - over) * UNIT
    if state >= 0 and finishes_last(s, seat, state):
        return (points - best_other(own.score_then[roll], s, seat)) * UNIT
    if state < 0:
        found = pass_worth(s, seat, own)
    else:
        found = points * UNIT + worth_with_state(s, place, state, model, hand)
    return found - best_other(own.goes_on[roll], s, seat)


@rule
def after_taking(s: Any, seat: int, action: int, model: Any, own: Any) -> Any:
    """What it is worth to take an open card, or to hold some cards; the turn has been searched."""
    hand = own.hand
    if s.phase == rules.TAKE:
        card = s.open[action - rules.TAKE_AT]
        hand.states[rules.gap(s, seat)] = FRESH[KIND[card]]
    else:
        count = 0
        for place in range(rules.HAND):
            if action - rules.HOLD_AT >> place & 1:
                hand.states[count] = FRESH[KIND[s.sheets[seat].cards[place]]]
                count += 1
    found = rules.score(s, seat) * UNIT + hand_worth(model, hand)
    return found - best_other(own.standing, s, seat)
