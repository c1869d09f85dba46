"""The market and the decks: what a purchase costs (D12), how rows slide and cards are dealt."""

from __future__ import annotations

from rollwrite.games.donnant.rules.grid import full
from rollwrite.games.donnant.rules.objectives import lowest_bit
from rollwrite.games.donnant.rules.record import (
    ALL_DICE,
    BUY,
    COUNT,
    DICE,
    EACH,
    HAND,
    PRICES,
    ROWS,
    Sheet,
    State,
)
from rollwrite.games.donnant.sheet import CARDS, FIRST_BONUS, SLOTS
from rollwrite.kernel.rng import draw
from rollwrite.kernel.rule import rule


@rule
def payments(s: State, sheet: Sheet, pips: int, cheaper: int) -> int:
    """D12, P1 and P5: the sets of dice that pay for some card: bit n for the dice in n."""
    if full(sheet):
        return 0
    return alike(s.dice, ALL_DICE & ~s.spent, pips, cheapest(s) - cheaper)


@rule
def add_purchases(s: State, sets: int, cheaper: int, moves: list[int], count: int) -> int:
    """D12, P1 and P5: every way to buy a card; for each set of dice the one with fewest uses."""
    for slot in range(ROWS * SLOTS):
        if s.market[slot // SLOTS][slot % SLOTS] != 0:
            price = PRICES[slot // SLOTS][slot % SLOTS]
            left = sets
            while left != 0:
                dice = lowest_bit(left)
                left &= left - 1
                if COUNT[dice] <= price <= COUNT[dice] + cheaper:
                    value = common_value(s.dice, dice)
                    moves[count] = BUY + (slot * (1 << DICE) + dice) * 8 + value
                    count += 1
    return count


@rule
def alike(dice: list[int], free: int, pips: int, fewest: int) -> int:
    """P1: the sets of so many free dice or more that can count as one value, as bits."""
    sets = 0
    for value in range(1, 7):
        near = 0  # the dice that alone can count as it
        for die in range(DICE):
            if abs(dice[die] - value) <= pips:
                near |= 1 << die
        near &= free
        chosen = near
        while COUNT[near] >= fewest:
            if COUNT[chosen] >= fewest and pips_to(dice, chosen, value) <= pips:
                sets |= 1 << chosen
            if chosen == 0:
                break
            chosen = chosen - 1 & near
    return sets


@rule
def values_of(dice: list[int], chosen: int) -> int:
    """How many of the chosen dice show each value, three bits a value."""
    shown = 0
    for die in range(DICE):
        if chosen >> die & 1:
            shown += 1 << 3 * dice[die]
    return shown


@rule
def cheapest(s: State) -> int:
    """The least price of a card in the market; more than can ever be paid if there is none."""
    price = 1 << DICE
    for row in range(ROWS):
        for slot in range(SLOTS):
            if s.market[row][slot] != 0:
                price = min(price, PRICES[row][slot])
    return price


@rule
def common_value(dice: list[int], chosen: int) -> int:
    """P1: the least value that the chosen dice can count as with the fewest uses; 0 for no dice.

    That is the middle one of them: half of the dice show as much or less. Dice that do not lie
    show 0, and are counted as well, or the search for the middle would never end.
    """
    shown = values_of(dice, chosen)
    value = 0
    lower = shown & 7
    while 2 * lower < COUNT[chosen]:
        value += 1
        lower += shown >> 3 * value & 7
    return value


@rule
def pips_to(dice: list[int], chosen: int, value: int) -> int:
    """P1: how many uses make all the chosen dice count as a value."""
    pips = 0
    for die in range(DICE):
        if chosen >> die & 1:
            pips += abs(dice[die] - value)
    return pips


@rule
def row_of(card: int) -> int:
    """The market row and deck of a card: 0 evaluation, 1 bonus."""
    return 1 if card >= FIRST_BONUS else 0


@rule
def slide(s: State, row: int) -> None:
    """D13: the cards of a row close their gaps to the right."""
    to = SLOTS - 1
    for slot in range(SLOTS - 1, -1, -1):
        if s.market[row][slot] != 0:
            card = s.market[row][slot]
            s.market[row][slot] = 0
            s.market[row][to] = card
            to -= 1


@rule
def deck_empty(s: State, row: int) -> bool:
    """Whether a deck has no card left, not even one put under it."""
    return s.rest[row] == 0 and s.under[row][0] == 0


@rule
def deal_due(s: State) -> int:
    """Which deck the next card comes from, or -1: a joker's, the market's, in the draft hands'."""
    if s.drawing != 0:
        return s.drawing - 1
    for row in range(ROWS):
        if s.bought >> row & 1 and s.market[row][0] == 0 and not deck_empty(s, row):
            return row  # rows are filled from the right, so the leftmost slot is the last
    if s.sheets[0].count == 0:
        for seat in range(s.seats):
            for row in range(ROWS):
                if in_hand(s.sheets[seat], row) < EACH:
                    return row
    return -1


@rule
def in_hand(sheet: Sheet, row: int) -> int:
    """How many cards of a deck a seat has in hand."""
    count = 0
    for at in range(HAND):
        if sheet.hand[at] != 0 and row_of(sheet.hand[at] - 1) == row:
            count += 1
    return count


@rule
def put_under(s: State, card: int) -> None:
    """D5 and D18: put a card (from 0) under its deck."""
    row = row_of(card)
    at = 0
    while s.under[row][at] != 0:
        at += 1
    s.under[row][at] = card + 1


@rule
def draw_card(s: State, row: int, rng: list[int]) -> int:
    """A card (from 0) drawn from a deck: any of the rest, then what was put under it, in order."""
    if s.rest[row] == 0:
        return s.under[row][0] - 1
    card = row * FIRST_BONUS - 1
    skip = draw(rng, s.rest[row])
    while skip >= 0:
        card += 1
        skip -= s.deck[card]
    return card


@rule
def leave_deck(s: State, row: int, card: int) -> None:
    """Take a drawn card (from 0) off its deck."""
    if s.deck[card] != 0:
        s.deck[card] = 0
        s.rest[row] -= 1
        return
    for at in range(FIRST_BONUS):
        s.under[row][at] = s.under[row][at + 1] if at + 1 < FIRST_BONUS else 0


@rule
def reveal(s: State, row: int, card: int) -> None:
    """D13: a new card (from 0) stands in the rightmost free slot of its row."""
    slot = SLOTS - 1
    while s.market[row][slot] != 0:
        slot -= 1
    s.market[row][slot] = card + 1


@rule
def stack_decks(s: State, evaluations: int, bonuses: int) -> None:
    """D4: both decks are shuffled: all their cards lie in no known order."""
    s.rest[0] = evaluations
    s.rest[1] = bonuses
    for card in range(CARDS):
        number = card - FIRST_BONUS if card >= FIRST_BONUS else card
        s.deck[card] = 1 if number < s.rest[row_of(card)] else 0
