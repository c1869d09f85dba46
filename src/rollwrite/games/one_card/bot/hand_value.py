"""What a hand of cards in One Card is worth: the weights of a model that speak for it.

A hand is seen card by card (each state of each kind, by how late it is), by pairs of cards, and as
a race: the boxes a seat lacks to its fourth card against those of the fastest other one.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.one_card.bot.patterns import (
    FRESH,
    FULLS,
    KIND,
    KINDS,
    LACKING,
    OUTLINE,
    OUTLINES,
    POINTS,
    SHORTEST_WAY,
    STATES,
    STRIDE,
)
from rollwrite.kernel.policy import HEAD, UNIT
from rollwrite.kernel.rule import rule

rules: Any = None  # bound to the game's rules

CARDS = 3  # the most in a hand
COLOURS, FULL, LAST = 6, 3, 4
NEW = 11  # boxes that a card still to come lacks
FAR = 47  # more boxes than anybody lacks: where there is nobody else
LEFT = FAR + 1
USUAL = 1  # the kind that stands for a card that is not dealt yet

# How late it is, by the boxes that the fastest seat lacks; and five stages more for one alone.
LATE = tuple(0 if n <= 3 else 1 if n <= 7 else 2 if n <= 12 else 3 if n <= 20 else 4
             for n in range(LEFT))  # fmt: skip
LATES, ALONE = 10, 5
STAGE = (0, 0, 1, 2, 2, 3, 3, 3, 3, 3)
STAGES = 4

FINE = HEAD
OUTLINED = FINE + STATES * STAGES
PAIRS = OUTLINED + OUTLINES * LATES * 2
RACE = PAIRS + SHORTEST_WAY * SHORTEST_WAY * LATES * 2
STANDING = RACE + LEFT * LEFT * 6
END = STANDING + (LEFT // 4) * (LEFT // 4) * LAST * LAST * 2
WEIGHTS = END - HEAD
FEATURES = 3 * CARDS + 2

# The room for a hand: places of weights, card states, free boxes, how many are done, and what is
# known about the others; then the deck by kinds.
HAND_AT = 16
FREE_AT = HAND_AT + CARDS
SIZE_AT = FREE_AT + CARDS * COLOURS
DONE_AT = SIZE_AT + 1
RIVAL_AT = DONE_AT + 1  # boxes the fastest other lacks
RIVAL_DONE_AT = RIVAL_AT + 1
NEXT_AT = RIVAL_DONE_AT + 1  # whether the seat is active in the turn that comes
SEATS_AT = NEXT_AT + 1
DECK_AT = SEATS_AT + 1
LEAN_AT = DECK_AT + KINDS  # what it costs the best other seat, by the boxes the hand lacks
HAND_END = LEAN_AT + LEFT

BOX = 1.35  # points that a box still to be ticked is worth, as a first guess


def prior(rules: Any) -> list[int]:
    """Weights to begin learning with: everybody makes so many points a box until the end."""
    weights = [0] * WEIGHTS
    for kind in range(KINDS):
        for state in range(FRESH[kind], FRESH[kind + 1]):
            ticked = LACKING[FRESH[kind]] - LACKING[state]
            guess = round((BOX * ticked - POINTS[state]) * UNIT)
            for stage in range(STAGES):
                weights[FINE - HEAD + stage * STATES + state] = guess
    for company in range(6):
        for left in range(LEFT):
            for rival in range(LEFT):
                place = RACE - HEAD + (company * LEFT + left) * LEFT + rival
                weights[place] = round(BOX * min(left, rival) * UNIT)
    return weights


@rule
def state_of(s: Any, seat: int, place: int) -> Any:
    """The state of a card before a seat; a gap is seen as a usual card to come."""
    card = s.sheets[seat].cards[place]
    if card == 0:
        return FRESH[USUAL]
    state = FRESH[KIND[card]]
    for colour in range(COLOURS):
        state += s.sheets[seat].ticks[place][colour] * STRIDE[card][colour]
    return state


@rule
def boxes_left(size: int, done: int, one: int, two: int, three: int) -> Any:
    """The boxes a seat lacks to its last card, of a hand that lacks so many card by card."""
    if size < CARDS:
        three = NEW
    low = min(one, two)
    high = max(one, two)
    middle = max(low, min(high, three))
    needed = LAST - done
    total = min(low, three)
    if needed > 1:
        total += middle
    if needed > 2:
        total += max(high, three)
    if needed > CARDS:
        total += NEW
    return min(total, FAR)


@rule
def seat_left(s: Any, seat: int) -> Any:
    """The boxes that a seat lacks to its last card."""
    size = min(s.places, CARDS)
    one = LACKING[state_of(s, seat, 0)]
    two = LACKING[state_of(s, seat, 1)]
    three = LACKING[state_of(s, seat, 2)] if size == CARDS else NEW
    return boxes_left(size, s.sheets[seat].done, one, two, three)


@rule
def look_at(s: Any, seat: int, active: int, work: Any) -> None:
    """Lay out a seat's hand, for a turn in which ``active`` rolls, and what there is around it."""
    sheet = s.sheets[seat]
    size = min(s.places, CARDS)
    work[SIZE_AT] = size
    work[DONE_AT] = sheet.done
    work[NEXT_AT] = 1 if active == seat else 0
    work[SEATS_AT] = s.seats
    for place in range(size):
        card = sheet.cards[place]
        work[HAND_AT + place] = state_of(s, seat, place)
        for colour in range(COLOURS):
            free = rules.LENGTHS[card][colour] - sheet.ticks[place][colour]
            work[FREE_AT + place * COLOURS + colour] = free
    work[RIVAL_AT] = FAR
    work[RIVAL_DONE_AT] = 0
    for other in range(s.seats):
        if other != seat:
            work[RIVAL_AT] = min(work[RIVAL_AT], seat_left(s, other))
            work[RIVAL_DONE_AT] = max(work[RIVAL_DONE_AT], s.sheets[other].done)
    for kind in range(KINDS):
        work[DECK_AT + kind] = 0
    for card in range(1, rules.CARDS + 1):
        if rules.in_deck(s, card):
            work[DECK_AT + KIND[card]] += 1


@rule
def lacking(work: Any) -> Any:
    """The boxes that the hand that is laid out lacks to the last card."""
    size = work[SIZE_AT]
    one = LACKING[work[HAND_AT]]
    two = LACKING[work[HAND_AT + 1]]
    three = LACKING[work[HAND_AT + 2]] if size == CARDS else NEW
    return boxes_left(size, work[DONE_AT], one, two, three)


@rule
def name_weights(work: Any) -> int:
    """Where the weights of the hand that is laid out lie, from ``work[0]`` on; how many."""
    size = work[SIZE_AT]
    done = work[DONE_AT]
    left = lacking(work)
    rival = work[RIVAL_AT]
    late = LATE[min(left, rival)]
    company = 1
    if work[SEATS_AT] == 1:
        late += ALONE
        company = 0
    elif work[SEATS_AT] > 2:
        company = 2
    final = late * 2 + (1 if done == LAST - 1 else 0)
    count = 0
    for place in range(size):
        state = work[HAND_AT + place]
        work[count] = FINE + STAGE[late] * STATES + state
        work[count + 1] = OUTLINED + final * OUTLINES + OUTLINE[state]
        count += 2
        for other in range(place):
            low = min(LACKING[work[HAND_AT + other]], LACKING[state])
            high = max(LACKING[work[HAND_AT + other]], LACKING[state])
            work[count] = PAIRS + (final * SHORTEST_WAY + low) * SHORTEST_WAY + high
            count += 1
    turn = work[NEXT_AT]
    work[count] = RACE + ((company * 2 + turn) * LEFT + left) * LEFT + rival
    standing = (done * LAST + min(work[RIVAL_DONE_AT], LAST - 1)) * 2 + turn
    quarter = LEFT // 4
    work[count + 1] = STANDING + (standing * quarter + left // 4) * quarter + rival // 4
    return count + 2


@rule
def ahead(model: Any, work: Any) -> Any:
    """The points the hand that is laid out will still make."""
    total = 0
    for index in range(name_weights(work)):
        total += model[work[index]]
    return total


@rule
def look_around(s: Any, seat: int, active: int, model: Any, work: Any) -> None:
    """Lay out a seat's hand, and what its getting on takes from the best other seat.

    One loop looks at the others, then at the best of them again, then at the seat itself: so the
    compiler meets what is called here only once.
    """
    own = seat_left(s, seat)
    rival = -1
    best = 0
    for step in range(s.seats + 1):
        who = (seat + 1 + step) % s.seats
        tries = 1 if step < s.seats - 1 else 0
        third = FAR
        if step == s.seats:
            who = seat
        elif step == s.seats - 1 and rival >= 0:
            who = rival
            tries = min(LEFT, own + 2)
            for other in range(s.seats):
                if other != seat and other != rival:  # noqa: PLR1714  # tuples cost time
                    third = min(third, seat_left(s, other))
        look_at(s, who, active, work)
        for left in range(tries):
            if step == s.seats - 1:
                work[RIVAL_AT] = min(left, third)
            total = ahead(model, work)
            if step == s.seats - 1:
                work[LEAN_AT + left] = total
            elif rival < 0 or total + rules.score(s, who) * UNIT > best:
                rival = who
                best = total + rules.score(s, who) * UNIT
    now = work[LEAN_AT + own]
    for left in range(LEFT):
        work[LEAN_AT + left] = now - work[LEAN_AT + left] if left < own + 2 and rival >= 0 else 0


@rule
def hope(model: Any, work: Any) -> Any:
    """The points the hand will still make, and what it takes from the best other seat."""
    return ahead(model, work) + work[LEAN_AT + lacking(work)]


@rule
def hope_with(s: Any, place: int, state: int, model: Any, work: Any) -> Any:
    """What is to be hoped for with another state of a card; for a finished one comes a new."""
    before = work[HAND_AT + place]
    if FULLS[state] < FULL:
        work[HAND_AT + place] = state
        found = hope(model, work)
    else:
        work[DONE_AT] += 1
        found = hope_with_new(s, place, model, work)
        work[DONE_AT] -= 1
    work[HAND_AT + place] = before
    return found


@rule
def hope_with_new(s: Any, place: int, model: Any, work: Any) -> Any:
    """The same with a new card at a place: the best open one, or the mean over the deck."""
    total = 0
    cards = 0
    for kind in range(KINDS):
        count = work[DECK_AT + kind]
        if s.advanced and s.places == CARDS:
            count = 0
            for at in range(rules.OPEN):
                if s.open[at] != 0 and KIND[s.open[at]] == kind:
                    count = 1
        if count != 0:
            work[HAND_AT + place] = FRESH[kind]
            found = hope(model, work)
            if s.advanced and s.places == CARDS:
                total = found if cards == 0 else max(total, found)
                cards = 1
            else:
                total += count * found
                cards += count
    return total // max(cards, 1)
