"""How a strong player weighs the moves of One Card: the whole turn, for everybody at the table.

The dice serve everybody, so what they are worth to a seat is what it can make of them less what
the best other one can: that is reckoned for all 252 falls of five dice, then back over up to two
rerolls. What hands are worth between turns a model has learnt (hand_value.py). Others are taken to
do what is best for themselves, and to know no more than what lies before them as a turn begins.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.one_card.bot import hand_value
from rollwrite.games.one_card.bot.hand_value import (
    CARDS,
    COLOURS,
    FREE_AT,
    FULL,
    HAND_AT,
    HAND_END,
    LAST,
    SIZE_AT,
    hope,
    hope_with,
    hope_with_new,
    look_around,
    look_at,
    name_weights,
    seat_left,
)
from rollwrite.games.one_card.bot.patterns import (
    COUNTS,
    DICE,
    FIRST,
    FRESH,
    FULLS,
    KIND,
    LESS,
    MORE,
    POINTS,
    ROLLS,
    SETS,
    STRIDE,
)
from rollwrite.games.one_card.rules import State
from rollwrite.kernel.policy import UNIT, margin
from rollwrite.kernel.records import Record, i32, i64, slots
from rollwrite.kernel.rule import rule

rules: Any = None  # bound to the game's rules

VERSION = 1
COMMAND = "rollwrite train one_card"
WEIGHTS, FEATURES = hand_value.WEIGHTS, hand_value.FEATURES

SEATS = 4
ALL_WAYS = 6**DICE
NEVER = -(1 << 30)
PATIENCE = UNIT // 4  # what passing costs, beside the turn
LONGEST = 44  # boxes that everybody lacks at the start, about

# For each seat and fall of the dice: its best worth if the game goes on, its score then, its score
# if it ends the game, and the most it can score at once.
GOES_ON, SCORE_THEN, ENDING, AT_ONCE = 0, ROLLS, 2 * ROLLS, 3 * ROLLS
HOPE_AT = HAND_END  # by seat: what it may hope for as its cards lie
FALLS_AT = HOPE_AT + SEATS
FALLS = 4 * ROLLS
# By sets of dice: what is worth most to the roller, and what that is worth to whom we think for.
ROLLER_AT = FALLS_AT + SEATS * FALLS
OWN_AT = ROLLER_AT + SETS
LAST_ROLLER_AT = OWN_AT + SETS
LAST_OWN_AT = LAST_ROLLER_AT + ROLLS
KEPT_AT = LAST_OWN_AT + ROLLS  # the set of dice that is best kept of each


class Workspace(Record):
    """Scratch memory of the evaluator."""

    features: list[int] = i32[FEATURES]
    work: list[int] = i64[KEPT_AT + SETS]
    spare: list[Any] = slots(State, 4)


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Write what each move of a pending seat is worth to it."""
    work, worth = w.own.work, w.worth
    weigh(s, seat, model, work)
    for index in range(count):
        if s.phase == rules.KEEP:
            kept = dice_set(s, moves[index])
            if moves[index] == rules.STAY:
                worth[index] = work[LAST_OWN_AT + kept - FIRST]
            else:
                worth[index] = rounded(work[OWN_AT + kept])
        elif s.phase == rules.MARK:
            worth[index] = after_mark(s, seat, moves[index], model, work)
        else:
            worth[index] = after_taking(s, seat, moves[index], model, work)


@rule
def expect(s: Any, seat: int, model: Any, w: Any) -> Any:
    """What a moment is worth to a seat that does not decide now."""
    work, spare = w.own.work, w.own.spare
    if s.phase == rules.OVER:
        return margin(s, seat) * UNIT
    dealing = s.phase == rules.DEAL and s.rolls > 0 and gaps(s) == 1
    total = 0
    cards = 0
    for card in range(1, rules.CARDS + 1):
        if card == 1 or dealing:
            spare[1] = s
            if not dealing or rules.in_deck(s, card):
                if dealing:
                    rules.deal(spare[1], card)
                total += hoped(spare[1], seat, model, work)
                cards += 1
    return (total + cards // 2) // cards


@rule
def hoped(s: Any, seat: int, model: Any, work: Any) -> Any:
    """What a moment is worth to a seat, if no single card is about to be dealt."""
    weigh(s, seat, model, work)
    if s.phase == rules.ROLL:
        return rounded(work[OWN_AT + dice_set(s, 0)])
    if s.phase == rules.KEEP:
        choose_kept(work)
        return rounded(work[OWN_AT + work[KEPT_AT + dice_set(s, 0)]])
    answered = s.answers[seat] != 0
    if s.phase == rules.MARK:
        if answered:
            return after_mark(s, seat, s.answers[seat], model, work)
        return leaf(s, seat, dice_set(s, 0) - FIRST, work)
    if s.phase == rules.HOLD and answered:
        return after_taking(s, seat, s.answers[seat], model, work)
    found = work[HOPE_AT + seat]
    here = rules.gap(s, seat)
    if s.phase != rules.HOLD and here < work[SIZE_AT] and gaps(s) == 1:
        found = rules.score(s, seat) * UNIT + hope_with_new(s, here, model, work)
    return found - best_other_hope(s, seat, work)


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
    look_at(s, seat, s.active, own.work)
    count = name_weights(own.work)
    for index in range(count):
        own.features[index] = own.work[index]
    return count


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
def weigh(s: Any, seat: int, model: Any, work: Any) -> None:
    """Weigh what may fall in this turn: for each seat by itself, then over the rerolls."""
    low = 0
    high = 0
    if s.phase in (rules.ROLL, rules.KEEP):
        high = ROLLS
    elif s.phase == rules.MARK:
        low = dice_set(s, 0) - FIRST
        high = low + 1
    weigh_falls(s, seat, low, high, model, work)
    if high == ROLLS and low == 0:
        weigh_rerolls(s, seat, work)


@rule
def weigh_rerolls(s: Any, seat: int, work: Any) -> None:
    """What every set of dice kept at this moment is worth, to the roller and to the seat."""
    for fall in range(ROLLS):
        for view in range(2):
            who = s.active if view == 0 else seat
            work[LAST_ROLLER_AT + view * ROLLS + fall] = leaf(s, who, fall, work)
    stop_rolling(work)
    for again in range(rules.ROLLS - s.rolls):
        if again > 0:
            choose_kept(work)
            for fall in range(FIRST, SETS):
                kept = work[KEPT_AT + fall]
                work[ROLLER_AT + fall] = rounded(work[ROLLER_AT + kept]) * ALL_WAYS
                work[OWN_AT + fall] = rounded(work[OWN_AT + kept]) * ALL_WAYS
        spread_back(work)
        stop_rolling(work)


@rule
def stop_rolling(work: Any) -> None:
    """Whoever keeps all five dice is done with rolling."""
    for fall in range(ROLLS):
        work[ROLLER_AT + FIRST + fall] = work[LAST_ROLLER_AT + fall] * ALL_WAYS
        work[OWN_AT + FIRST + fall] = work[LAST_OWN_AT + fall] * ALL_WAYS


@rule
def spread_back(work: Any) -> None:
    """What sets of fewer dice are worth when the others are rolled: the mean over a die more."""
    for back in range(FIRST):
        kept = FIRST - 1 - back
        roller = 0
        own = 0
        for colour in range(COLOURS):
            roller += work[ROLLER_AT + MORE[kept][colour]]
            own += work[OWN_AT + MORE[kept][colour]]
        work[ROLLER_AT + kept] = roller // COLOURS  # no remainder: there are six to the fifth ways
        work[OWN_AT + kept] = own // COLOURS


@rule
def choose_kept(work: Any) -> None:
    """Which part of every set of dice the roller does best to keep."""
    for dice in range(SETS):
        best = dice
        for colour in range(COLOURS):
            if LESS[dice][colour] >= 0:
                kept = work[KEPT_AT + LESS[dice][colour]]
                if work[ROLLER_AT + kept] > work[ROLLER_AT + best]:
                    best = kept
        work[KEPT_AT + dice] = best


@rule
def weigh_falls(s: Any, seat: int, low: int, high: int, model: Any, work: Any) -> None:
    """What some falls of the dice are worth to each seat; the hand of this one stays laid out."""
    for turn in range(s.seats):
        who = (seat + 1 + turn) % s.seats
        look_around(s, who, next_active(s), model, work)
        score = rules.score(s, who)
        work[HOPE_AT + who] = score * UNIT + hope(model, work)
        at = FALLS_AT + who * FALLS
        for fall in range(low, high):
            work[at + GOES_ON + fall] = passed(s, who, work)
            work[at + SCORE_THEN + fall] = score
            work[at + ENDING + fall] = NEVER
            work[at + AT_ONCE + fall] = score
            for place in range(work[SIZE_AT]):
                state = marked(s, who, place, fall, work)
                if state != work[HAND_AT + place]:
                    weigh_mark(s, who, place, state, score, fall, model, work)


@rule
def passed(s: Any, seat: int, work: Any) -> Any:
    """What it is worth to pass; one alone could wait for ever, and so takes it for the end."""
    if s.seats == 1:
        return rules.score(s, seat) * UNIT
    return work[HOPE_AT + seat] - PATIENCE


@rule
def marked(s: Any, seat: int, place: int, fall: int, work: Any) -> Any:
    """The state of a card once the dice are ticked off on it; unchanged if none fits."""
    card = s.sheets[seat].cards[place]
    state = work[HAND_AT + place]
    for colour in range(COLOURS):
        dice = COUNTS[FIRST + fall][colour]
        if dice <= work[FREE_AT + place * COLOURS + colour]:
            state += dice * STRIDE[card][colour]
    return state


@rule
def weigh_mark(
    s: Any, seat: int, place: int, state: int, score: int, fall: int, model: Any, work: Any
) -> None:
    """Reckon in what using the dice on a card is worth."""
    at = FALLS_AT + seat * FALLS + fall
    points = score + POINTS[state] - POINTS[work[HAND_AT + place]]
    work[at + AT_ONCE] = max(work[at + AT_ONCE], points)
    if FULLS[state] >= FULL and s.sheets[seat].done + 1 == LAST:
        work[at + ENDING] = max(work[at + ENDING], points)
    else:
        found = points * UNIT + hope_with(s, place, state, model, work)
        if found > work[at + GOES_ON]:
            work[at + GOES_ON] = found
            work[at + SCORE_THEN] = points


@rule
def best_other(s: Any, seat: int, what: int, fall: int, work: Any) -> Any:
    """The highest figure of the other seats for a fall; 0 if there is nobody else."""
    best = 0
    found = False
    for other in range(s.seats):
        if other != seat:
            figure = work[FALLS_AT + other * FALLS + what + fall]
            if not found or figure > best:
                best = figure
                found = True
    return best


@rule
def ends(s: Any, seat: int, fall: int, work: Any) -> bool:
    """Whether a seat does best to end the game with a fall."""
    at = FALLS_AT + seat * FALLS + fall
    if work[at + ENDING] == NEVER:
        return False
    now = (work[at + ENDING] - best_other(s, seat, SCORE_THEN, fall, work)) * UNIT
    return bool(now >= work[at + GOES_ON] - best_other(s, seat, GOES_ON, fall, work))


@rule
def ended_by_others(s: Any, seat: int, fall: int, work: Any) -> Any:
    """The best score of the other seats if one of them ends the game with a fall, else NEVER."""
    best = NEVER
    over = False
    for other in range(s.seats):
        if other != seat:
            at = FALLS_AT + other * FALLS + fall
            if ends(s, other, fall, work):
                over = True
                best = max(best, work[at + ENDING])
            else:
                best = max(best, work[at + SCORE_THEN])
    return best if over else NEVER


@rule
def leaf(s: Any, seat: int, fall: int, work: Any) -> Any:
    """What a fall is worth to a seat if everybody makes the best of it."""
    at = FALLS_AT + seat * FALLS + fall
    over = ended_by_others(s, seat, fall, work)
    if over != NEVER:
        return (work[at + AT_ONCE] - over) * UNIT
    found = work[at + GOES_ON] - best_other(s, seat, GOES_ON, fall, work)
    if work[at + ENDING] != NEVER:
        now = (work[at + ENDING] - best_other(s, seat, SCORE_THEN, fall, work)) * UNIT
        found = max(found, now)
    return found


@rule
def after_mark(s: Any, seat: int, action: int, model: Any, work: Any) -> Any:
    """What it is worth to use the dice on a card, or to pass; ``weigh`` went before."""
    fall = dice_set(s, 0) - FIRST
    points = rules.score(s, seat)
    place = action - rules.CARD_AT
    state = -1
    if action != rules.PASS:
        state = marked(s, seat, place, fall, work)
        points += POINTS[state] - POINTS[work[HAND_AT + place]]
    over = ended_by_others(s, seat, fall, work)
    if over != NEVER:
        return (points - over) * UNIT
    if state >= 0 and FULLS[state] >= FULL and s.sheets[seat].done + 1 == LAST:
        return (points - best_other(s, seat, SCORE_THEN, fall, work)) * UNIT
    if state < 0:
        found = passed(s, seat, work)
    else:
        found = points * UNIT + hope_with(s, place, state, model, work)
    return found - best_other(s, seat, GOES_ON, fall, work)


@rule
def after_taking(s: Any, seat: int, action: int, model: Any, work: Any) -> Any:
    """What it is worth to take an open card, or to hold some cards; ``weigh`` went before."""
    if s.phase == rules.TAKE:
        card = s.open[action - rules.TAKE_AT]
        work[HAND_AT + rules.gap(s, seat)] = FRESH[KIND[card]]
    else:
        count = 0
        for place in range(rules.HAND):
            if action - rules.HOLD_AT >> place & 1:
                work[HAND_AT + count] = FRESH[KIND[s.sheets[seat].cards[place]]]
                count += 1
    found = rules.score(s, seat) * UNIT + hope(model, work)
    return found - best_other_hope(s, seat, work)


@rule
def best_other_hope(s: Any, seat: int, work: Any) -> Any:
    """What the best other seat may hope for as its cards lie; 0 if there is nobody else."""
    best = 0
    found = False
    for other in range(s.seats):
        if other != seat and (not found or work[HOPE_AT + other] > best):
            best = work[HOPE_AT + other]
            found = True
    return best
