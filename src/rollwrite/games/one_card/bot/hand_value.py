"""The value of a hand of cards in One Card: the sum of the weights of its features.

The features are each card (the state of its kind, by how late in the game it is), each pair of
cards, and the race: the boxes a seat lacks to its fourth card against those of the fastest rival.
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
from rollwrite.kernel.records import Record, i8, i32, i64
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

BOX = 1.35  # points that a box still to be ticked is worth, before anything is learned


class Hand(Record):
    """The cards before a seat, and what matters around them.

    Weights are below 128 points, so that 32 bits hold what a hand is worth. What the innermost loop
    reads is kept in 64 bits: it is so little that widening costs more than memory.
    """

    size: int = i8
    states: list[int] = i64[CARDS]  # of the cards
    free: list[list[int]] = i8[CARDS, COLOURS]  # boxes by card
    done: int = i8  # finished cards
    rival_left: int = i8  # boxes that the fastest rival lacks
    rival_done: int = i8  # the most finished cards of a rival
    active: int = i8  # whether the seat is active in the turn to come
    seats: int = i8
    deck: list[int] = i8[KINDS]  # cards by kind
    places: list[int] = i64[FEATURES]  # where the weights of the hand lie
    rival_loss: list[int] = i32[LEFT]  # what it costs the best rival, by the boxes the hand lacks


def prior(rules: Any) -> list[int]:
    """Weights to begin training with: everybody makes so many points a box until the end."""
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
def read_hand(s: Any, seat: int, active: int, hand: Any) -> None:
    """Read a seat's hand, for a turn in which ``active`` rolls, and what matters around it."""
    sheet = s.sheets[seat]
    hand.size = min(s.places, CARDS)
    hand.done = sheet.done
    hand.active = 1 if active == seat else 0
    hand.seats = s.seats
    for place in range(hand.size):
        card = sheet.cards[place]
        hand.states[place] = state_of(s, seat, place)
        for colour in range(COLOURS):
            hand.free[place][colour] = rules.LENGTHS[card][colour] - sheet.ticks[place][colour]
    hand.rival_left = FAR
    hand.rival_done = 0
    for other in range(s.seats):
        if other != seat:
            hand.rival_left = min(hand.rival_left, seat_left(s, other))
            hand.rival_done = max(hand.rival_done, s.sheets[other].done)
    for kind in range(KINDS):
        hand.deck[kind] = 0
    for card in range(1, rules.CARDS + 1):
        if rules.in_deck(s, card):
            hand.deck[KIND[card]] += 1


@rule
def hand_left(hand: Any) -> Any:
    """The boxes that a hand lacks to the last card."""
    one = LACKING[hand.states[0]]
    two = LACKING[hand.states[1]]
    three = LACKING[hand.states[2]] if hand.size == CARDS else NEW
    return boxes_left(hand.size, hand.done, one, two, three)


@rule
def list_features(hand: Any, found: Any) -> int:
    """Write where the weights of a hand lie into ``found``; return how many they are."""
    left = hand_left(hand)
    rival = hand.rival_left
    late = LATE[min(left, rival)]
    company = 1
    if hand.seats == 1:
        late += ALONE
        company = 0
    elif hand.seats > 2:
        company = 2
    final = late * 2 + (1 if hand.done == LAST - 1 else 0)
    states = hand.states
    count = 0
    for place in range(hand.size):
        state = states[place]
        found[count] = FINE + STAGE[late] * STATES + state
        found[count + 1] = OUTLINED + final * OUTLINES + OUTLINE[state]
        count += 2
        for other in range(place):
            one, two = LACKING[states[other]], LACKING[state]
            pair = min(one, two) * SHORTEST_WAY + max(one, two)
            found[count] = PAIRS + final * SHORTEST_WAY * SHORTEST_WAY + pair
            count += 1
    turn = hand.active
    found[count] = RACE + ((company * 2 + turn) * LEFT + left) * LEFT + rival
    standing = (hand.done * LAST + min(hand.rival_done, LAST - 1)) * 2 + turn
    quarter = LEFT // 4
    found[count + 1] = STANDING + (standing * quarter + left // 4) * quarter + rival // 4
    return count + 2


@rule
def points_ahead(model: Any, hand: Any) -> Any:
    """The points that a hand will still make."""
    total = 0
    for index in range(list_features(hand, hand.places)):
        total += model[hand.places[index]]
    return total


@rule
def read_around(s: Any, seat: int, active: int, model: Any, hand: Any) -> None:
    """Read a seat's hand, and what its progress takes from the best rival.

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
        read_hand(s, who, active, hand)
        for left in range(tries):
            if step == s.seats - 1:
                hand.rival_left = min(left, third)
            total = points_ahead(model, hand)
            if step == s.seats - 1:
                hand.rival_loss[left] = total
            elif rival < 0 or total + rules.score(s, who) * UNIT > best:
                rival = who
                best = total + rules.score(s, who) * UNIT
    loss = hand.rival_loss
    now = int(loss[own])
    for left in range(LEFT):
        loss[left] = now - loss[left] if left < own + 2 and rival >= 0 else 0


@rule
def hand_worth(model: Any, hand: Any) -> Any:
    """The points that a hand will still make, and what it takes from the best rival."""
    return points_ahead(model, hand) + hand.rival_loss[hand_left(hand)]


@rule
def worth_with_state(s: Any, place: int, state: int, model: Any, hand: Any) -> Any:
    """What a hand is worth with another state of a card; a new one replaces a finished one."""
    before = int(hand.states[place])
    if FULLS[state] < FULL:
        hand.states[place] = state
        found = hand_worth(model, hand)
    else:
        hand.done += 1
        found = worth_with_new_card(s, place, model, hand)
        hand.done -= 1
    hand.states[place] = before
    return found


@rule
def worth_with_new_card(s: Any, place: int, model: Any, hand: Any) -> Any:
    """The same with a new card at a place: the best open one, or the mean over the deck."""
    total = 0
    cards = 0
    for kind in range(KINDS):
        count = int(hand.deck[kind])
        if s.advanced and s.places == CARDS:
            count = 0
            for index in range(rules.OPEN):
                if s.open[index] != 0 and KIND[s.open[index]] == kind:
                    count = 1
        if count != 0:
            hand.states[place] = FRESH[kind]
            found = hand_worth(model, hand)
            if s.advanced and s.places == CARDS:
                total = found if cards == 0 else max(total, found)
                cards = 1
            else:
                total += count * found
                cards += count
    return total // max(cards, 1)
