"""A turn of One Card, searched to its end: every roll, every reroll, every card to mark.

The dice serve everybody, so what they are worth to a seat is what it can make of them less what
the best rival can: this is computed for all 252 rolls of five dice, then back over up to two
rerolls. What hands are worth after the turn is learned (hand_value.py).
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.one_card.bot.hand_value import (
    COLOURS,
    FEATURES,
    FULL,
    LAST,
    Hand,
    hand_worth,
    read_around,
    worth_with_state,
)
from rollwrite.games.one_card.bot.patterns import (
    COUNTS,
    DICE,
    FIRST,
    FULLS,
    LESS,
    MORE,
    POINTS,
    ROLLS,
    SETS,
    STRIDE,
)
from rollwrite.games.one_card.rules import SEATS, State
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.records import Record, i16, i32, i64, one, slots
from rollwrite.kernel.rule import rule

rules: Any = None  # bound to the game's rules

ALL_WAYS = 6**DICE
NEVER = -(1 << 30)
PATIENCE = UNIT // 4  # what passing costs, beside the turn


class Workspace(Record):
    """Scratch memory of the evaluator."""

    features: list[int] = i32[FEATURES]
    hand: Hand = one(Hand)
    standing: list[int] = i32[SEATS]  # what each seat has and may expect as its cards lie
    # By roll and seat: its highest worth if the game goes on, its score then, its score if it ends
    # the game (or NEVER), and the most it can score at once.
    goes_on: list[list[int]] = i32[ROLLS, SEATS]
    score_then: list[list[int]] = i16[ROLLS, SEATS]
    ending: list[list[int]] = i32[ROLLS, SEATS]
    at_once: list[list[int]] = i16[ROLLS, SEATS]
    # By roll: what it is worth once it stands, to the roller and to the seat that evaluates.
    last_roller: list[int] = i32[ROLLS]
    last_own: list[int] = i32[ROLLS]
    # By set of dice, as sums over ALL_WAYS: what it is worth to keep it and to roll the others.
    roller: list[int] = i64[SETS]
    own: list[int] = i64[SETS]
    kept: list[int] = i16[SETS]  # the part of each set that the roller does best to keep
    after: list[Any] = slots(State, 1)  # the state after a card is dealt


@rule
def next_active(s: Any) -> int:
    """The seat that rolls in the turn after this one; while all is being set up, in the first."""
    if s.rolls == 0 and s.phase != rules.ROLL:
        return int(s.active)
    return int((s.active + 1) % s.seats)


@rule
def dice_set(s: Any, rerolled: int) -> Any:
    """The set of the dice that lie there and are not rolled again."""
    found = 0
    for place in range(DICE):
        if rerolled >> place & 1 == 0 and s.dice[place] != 0:
            found = MORE[found][s.dice[place] - 1]
    return found


@rule
def rounded(total: Any) -> Any:
    """What a sum over all ways of five dice is worth on average."""
    return (total + ALL_WAYS // 2) // ALL_WAYS


@rule
def search_turn(s: Any, seat: int, model: Any, own: Any) -> None:
    """Rate the rolls that this turn may still bring: for each seat, then back over the rerolls."""
    low = 0
    high = 0
    if s.phase in (rules.ROLL, rules.KEEP):
        high = ROLLS
    elif s.phase == rules.MARK:
        low = dice_set(s, 0) - FIRST
        high = low + 1
    rate_rolls(s, seat, low, high, model, own)
    if high == ROLLS and low == 0:
        search_rerolls(s, seat, own)


@rule
def search_rerolls(s: Any, seat: int, own: Any) -> None:
    """What every set of dice kept at this moment is worth, to the roller and to the seat."""
    for roll in range(ROLLS):
        for view in range(2):
            found = roll_worth(s, s.active if view == 0 else seat, roll, own)
            if view == 0:
                own.last_roller[roll] = found
            else:
                own.last_own[roll] = found
    stop_rolling(own)
    for again in range(rules.ROLLS - s.rolls):
        if again > 0:
            choose_kept(own)
            for dice in range(FIRST, SETS):
                kept = own.kept[dice]
                own.roller[dice] = rounded(own.roller[kept]) * ALL_WAYS
                own.own[dice] = rounded(own.own[kept]) * ALL_WAYS
        spread_back(own)
        stop_rolling(own)


@rule
def stop_rolling(own: Any) -> None:
    """Whoever keeps all five dice is done with rolling."""
    for roll in range(ROLLS):
        own.roller[FIRST + roll] = own.last_roller[roll] * ALL_WAYS
        own.own[FIRST + roll] = own.last_own[roll] * ALL_WAYS


@rule
def spread_back(own: Any) -> None:
    """What sets of fewer dice are worth when the others are rolled: the mean over a die more."""
    for back in range(FIRST):
        kept = FIRST - 1 - back
        to_roller = 0
        to_own = 0
        for colour in range(COLOURS):
            to_roller += own.roller[MORE[kept][colour]]
            to_own += own.own[MORE[kept][colour]]
        own.roller[kept] = to_roller // COLOURS  # no remainder: there are six to the fifth ways
        own.own[kept] = to_own // COLOURS


@rule
def choose_kept(own: Any) -> None:
    """Which part of every set of dice the roller does best to keep."""
    for dice in range(SETS):
        best = dice
        for colour in range(COLOURS):
            if LESS[dice][colour] >= 0:
                kept = int(own.kept[LESS[dice][colour]])
                if own.roller[kept] > own.roller[best]:
                    best = kept
        own.kept[dice] = best


@rule
def rate_rolls(s: Any, seat: int, low: int, high: int, model: Any, own: Any) -> None:
    """What some rolls are worth to each seat; the hand of this one stays in ``own.hand``."""
    hand = own.hand
    for turn in range(s.seats):
        who = (seat + 1 + turn) % s.seats
        read_around(s, who, next_active(s), model, hand)
        score = rules.score(s, who)
        own.standing[who] = score * UNIT + hand_worth(model, hand)
        for roll in range(low, high):
            own.goes_on[roll][who] = pass_worth(s, who, own)
            own.score_then[roll][who] = score
            own.ending[roll][who] = NEVER
            own.at_once[roll][who] = score
            for place in range(hand.size):
                state = marked(s, who, place, roll, hand)
                if state != hand.states[place]:
                    points = score + POINTS[state] - POINTS[hand.states[place]]
                    rate_mark(s, who, place, state, points, roll, model, own)


@rule
def pass_worth(s: Any, seat: int, own: Any) -> Any:
    """What it is worth to pass; one alone could wait for ever, and so takes it for the end."""
    if s.seats == 1:
        return rules.score(s, seat) * UNIT
    return own.standing[seat] - PATIENCE


@rule
def marked(s: Any, seat: int, place: int, roll: int, hand: Any) -> Any:
    """The state of a card once the dice are ticked off on it; unchanged if none fits."""
    card = s.sheets[seat].cards[place]
    state = int(hand.states[place])
    for colour in range(COLOURS):
        dice = COUNTS[FIRST + roll][colour]
        if dice <= hand.free[place][colour]:
            state += dice * STRIDE[card][colour]
    return state


@rule
def finishes_last(s: Any, seat: int, state: int) -> bool:
    """Whether a card in this state is finished and ends the game."""
    return bool(FULLS[state] >= FULL and s.sheets[seat].done + 1 == LAST)


@rule
def rate_mark(
    s: Any, seat: int, place: int, state: int, points: int, roll: int, model: Any, own: Any
) -> None:
    """Take into account that a card may be brought into a state that leaves so many points."""
    own.at_once[roll][seat] = max(own.at_once[roll][seat], points)
    if finishes_last(s, seat, state):
        own.ending[roll][seat] = max(own.ending[roll][seat], points)
    else:
        found = points * UNIT + worth_with_state(s, place, state, model, own.hand)
        if found > own.goes_on[roll][seat]:
            own.goes_on[roll][seat] = found
            own.score_then[roll][seat] = points


@rule
def best_other(values: Any, s: Any, seat: int) -> Any:
    """The highest value of the other seats; 0 if there is nobody else."""
    best = 0
    found = False
    for other in range(s.seats):
        if other != seat and (not found or values[other] > best):
            best = int(values[other])
            found = True
    return best


@rule
def ends(s: Any, seat: int, roll: int, own: Any) -> bool:
    """Whether a seat does best to end the game with a roll."""
    if own.ending[roll][seat] == NEVER:
        return False
    now = (own.ending[roll][seat] - best_other(own.score_then[roll], s, seat)) * UNIT
    return bool(now >= own.goes_on[roll][seat] - best_other(own.goes_on[roll], s, seat))


@rule
def ended_by_others(s: Any, seat: int, roll: int, own: Any) -> Any:
    """The best score of the other seats if one of them ends the game with a roll, else NEVER."""
    best = NEVER
    over = False
    for other in range(s.seats):
        if other != seat:
            if ends(s, other, roll, own):
                over = True
                best = max(best, own.ending[roll][other])
            else:
                best = max(best, own.score_then[roll][other])
    return best if over else NEVER


@rule
def roll_worth(s: Any, seat: int, roll: int, own: Any) -> Any:
    """What a roll is worth to a seat if everybody makes the best of it."""
    over = ended_by_others(s, seat, roll, own)
    if over != NEVER:
        return (own.at_once[roll][seat] - over) * UNIT
    found = own.goes_on[roll][seat] - best_other(own.goes_on[roll], s, seat)
    if own.ending[roll][seat] != NEVER:
        now = (own.ending[roll][seat] - best_other(own.score_then[roll], s, seat)) * UNIT
        found = max(found, now)
    return found
