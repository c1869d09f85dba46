"""What single steps add: a card completed or bought, a die entered, a bonus spent.

All is told as the difference it makes to the margin at the end. Steps are weighed one by one: what
two of them add together is taken to be the sum.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.prospects import (
    PROSPECTS_END,
    SEEN_REACH,
    SEEN_ROOM,
    fullest,
    place_of_fill,
    place_of_kind,
    place_of_room,
    place_of_shape,
    shape_of,
    stage_of,
    worth_of,
)
from rollwrite.games.donnant.record import (
    CHEAPER,
    COUNT,
    DICE,
    DRAFT,
    FINISH,
    GRID,
    PLACES,
    ROWS,
    USES,
)
from rollwrite.games.donnant.sheet import FIRST_BONUS, NONE, SLOTS
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/twins.py)

# In the room: the fullest other grid; the best other seat as it is, and if the fullest grid grows;
# what is worth how much: the seat's sheet as it lies, a use of each bonus, each card's completion,
# each market slot and the best place for it, the best purchase with so many dice, a die entered.
OTHERS = PROSPECTS_END
RIVAL = OTHERS + 1
BEST_RIVAL = RIVAL + 2
BASE = BEST_RIVAL + 1
COST = BASE + 1
CARD_GAIN = COST + CHEAPER + 1
SLOT_GAIN = CARD_GAIN + GRID
SLOT_PLACE = SLOT_GAIN + ROWS * SLOTS
BUY_GAIN = SLOT_PLACE + ROWS * SLOTS
ENTRY = BUY_GAIN + DICE + 1
SORTED = ENTRY + DICE * 7
ODDS = SORTED + DICE * 6
GIFT = ODDS + DICE + 2
GAINS_END = GIFT + (1 << DICE)

NOTHING = -(1 << 40)


@rule
def read_rivals(s: Any, seat: int, ended: int, mind: Any, work: Any) -> None:
    """What the best other seat may expect, as it is and if this seat's grid gets the fullest."""
    work[OTHERS] = 0
    work[RIVAL] = 0
    work[RIVAL + 1] = 0
    work[BEST_RIVAL] = -1
    if s.seats == 1:
        return
    work[OTHERS] = fullest(s, seat)
    most = max(work[OTHERS], int(s.sheets[seat].count))
    for more in range(2):
        best = NOTHING
        for other in range(s.seats):
            if other != seat:
                most_now = max(most, int(s.sheets[seat].count) + more)
                stage = stage_of(s, other, most_now, ended)
                last = last_of(s, most_now)
                others = min(GRID, max(fullest(s, other), int(s.sheets[seat].count) + more))
                found = worth_of(s.sheets[other], stage, others, last, mind, work)
                if found > best:
                    best = found
                    work[BEST_RIVAL] = other
        work[RIVAL + more] = best


@rule
def last_of(s: Any, most: int) -> int:
    """Whether the end is near: the mark of the state, or the one that a ninth card brings."""
    if most >= GRID and s.last_round == 0:
        return FINISH
    return int(s.last_round)


@rule
def own_worth(s: Any, seat: int, sheet: Any, ended: int, mind: Any, work: Any) -> Any:
    """The margin if a seat's sheet comes to be like this one; the others have been read."""
    most = max(work[OTHERS], int(sheet.count))
    stage = stage_of(s, seat, most, ended)
    own = worth_of(sheet, stage, work[OTHERS], last_of(s, most), mind, work)
    grown = 1 if most > max(work[OTHERS], int(s.sheets[seat].count)) else 0
    return own - work[RIVAL + grown]


@rule
def read_costs(s: Any, seat: int, ended: int, mind: Any, work: Any, spare: Any) -> None:
    """What the sheet is worth as it lies, and what a use of each bonus would take from it."""
    work[BASE] = own_worth(s, seat, s.sheets[seat], ended, mind, work)
    for kind in range(CHEAPER + 1):
        work[COST + kind] = 0
    spare[1] = s
    sheet = spare[1].sheets[seat]
    for slot in range(sheet.count):
        kind = rules.BONUS[sheet.card[slot] - 1]
        if kind != 0 and sheet.empty[slot] == 0 and sheet.uses[slot] < USES:
            sheet.uses[slot] += 1
            less = own_worth(s, seat, sheet, ended, mind, work)
            sheet.uses[slot] -= 1
            work[COST + kind] = max(0, work[BASE] - less)


@rule
def card_gain(s: Any, seat: int, sheet: Any, slot: int, ended: int, mind: Any, work: Any) -> Any:
    """What completing a card adds to BASE; the sheet is a copy and comes back as it was."""
    empty = sheet.empty[slot]
    sheet.empty[slot] = 0
    found = own_worth(s, seat, sheet, ended, mind, work) - work[BASE]
    sheet.empty[slot] = empty
    return found


@rule
def best_lay(s: Any, after: Any, seat: int, card: int, ended: int, mind: Any, work: Any,
             spare: Any) -> tuple[int, int]:  # fmt: skip
    """What laying a card (from 0) at its best place adds to BASE, and that place."""
    places = rules.open_places(after.sheets[seat])
    best = NOTHING
    best_place = -1
    for place in range(PLACES):
        if places >> place & 1:
            spare[2] = after
            sheet = spare[2].sheets[seat]
            rules.lay(sheet, card, place)
            found = own_worth(s, seat, sheet, ended, mind, work) - work[BASE]
            if found > best:
                best = found
                best_place = place
    return best, best_place


@rule
def read_market(s: Any, after: Any, seat: int, ended: int, mind: Any, work: Any,
                spare: Any) -> None:  # fmt: skip
    """What each purchase adds to BASE, and the best one for each number of equal dice."""
    cheaper = rules.left_of(after.sheets[seat], CHEAPER)
    for dice in range(DICE + 1):
        work[BUY_GAIN + dice] = NOTHING
    for slot in range(ROWS * SLOTS):
        card = after.market[slot // SLOTS][slot % SLOTS] - 1
        work[SLOT_GAIN + slot] = NOTHING
        if card >= 0 and not rules.full(after.sheets[seat]):
            gain, place = best_lay(s, after, seat, card, ended, mind, work, spare)
            work[SLOT_GAIN + slot] = gain
            work[SLOT_PLACE + slot] = place
            price = rules.PRICES[slot // SLOTS][slot % SLOTS]
            for uses in range(min(cheaper, price) + 1):
                paid = gain - uses * work[COST + CHEAPER]
                work[BUY_GAIN + price - uses] = max(work[BUY_GAIN + price - uses], paid)


@rule
def drawn_card(s: Any, seat: int, row: int, ended: int, mind: Any, work: Any, spare: Any) -> int:
    """What a card from a deck adds to BASE, over all cards of that deck that lie nowhere in sight.

    Each is weighed at one open place; it need not be kept.
    """
    places = rules.open_places(s.sheets[seat])
    place = 0
    while places >> place & 1 == 0:
        place += 1
    total = 0
    count = 0
    first = row * FIRST_BONUS
    for card in range(first, first + (rules.BONUSES if row else rules.EVALUATIONS)):
        if not in_sight(s, card + 1):
            spare[2] = s
            sheet = spare[2].sheets[seat]
            rules.lay(sheet, card, place)
            total += max(0, own_worth(s, seat, sheet, ended, mind, work) - work[BASE])
            count += 1
    return total // count if count else 0


@rule
def in_sight(s: Any, card: int) -> bool:
    """Whether a card (from 1) lies in a grid or in the market."""
    for row in range(ROWS):
        for slot in range(SLOTS):
            if s.market[row][slot] == card:
                return True
    if s.phase != DRAFT:
        for seat in range(s.seats):
            for slot in range(int(s.sheets[seat].count)):
                if s.sheets[seat].card[slot] == card:
                    return True
    return False


@rule
def read_entries(s: Any, sheet: Any, stage: int, others: int, last: int, mind: Any,
                 work: Any) -> None:  # fmt: skip
    """What each die with each value adds to a sheet (a copy) if entered where it serves best."""
    for at in range(ENTRY, ENTRY + DICE * 7):
        work[at] = 0
    base = worth_of(sheet, stage, others, last, mind, work)
    for slot in range(sheet.count):
        empty = int(sheet.empty[slot])
        if empty > 1:
            card = sheet.card[slot] - 1
            values = rules.packed(sheet, slot)
            reach, room = work[SEEN_REACH + slot], work[SEEN_ROOM + slot]
            before = cells_worth(card, values, empty, reach, room, stage, mind)
            for cell in range(rules.LENGTH[card]):
                if values >> 3 * cell & 7 == 0 and not rules.repeats(card, values, cell):
                    low, high = rules.span(card, values, cell)
                    for value in range(low, high + 1):
                        after = values | value << 3 * cell
                        now = cells_worth(card, after, empty - 1, reach, room, stage, mind)
                        note_entry(card, cell, value, now - before, work)
    for slot in range(sheet.count):
        if sheet.empty[slot] == 1:
            card = sheet.card[slot] - 1
            values = rules.packed(sheet, slot)
            sheet.empty[slot] = 0
            gain = worth_of(sheet, stage, others, last, mind, work) - base
            sheet.empty[slot] = 1
            cell = rules.next_cell(card, values)
            low, high = rules.span(card, values, cell)
            for value in range(low, high + 1):
                note_entry(card, cell, value, gain, work)


@rule
def cells_worth(card: int, values: int, empty: int, reach: int, room: int, stage: int,
                mind: Any) -> Any:  # fmt: skip
    """The weights of a card that depend on how it is filled."""
    return (
        mind[place_of_fill(card, empty, reach, stage)]
        + mind[place_of_shape(card, shape_of(card, values), stage)]
        + mind[place_of_room(card, empty, reach, room, stage)]
        + mind[place_of_kind(card, empty, reach, stage)]
    )


@rule
def note_entry(card: int, cell: int, value: int, gain: int, work: Any) -> None:
    """Note what a value entered in a cell adds, for every die that may be entered there."""
    colour = rules.COLOUR_BITS[card] >> 3 * cell & 7
    for die in range(DICE):
        if colour in (NONE, die):
            work[ENTRY + die * 7 + value] = max(work[ENTRY + die * 7 + value], gain)


@rule
def sort_entries(work: Any) -> None:
    """Put what dice add in rising order, to count how often something is reached."""
    count = 0
    for die in range(DICE):
        for value in range(1, 7):
            gain = work[ENTRY + die * 7 + value]
            at = count
            while at > 0 and work[SORTED + at - 1] > gain:
                work[SORTED + at] = work[SORTED + at - 1]
                at -= 1
            work[SORTED + at] = gain
            count += 1


@rule
def mean_top(dice: int, most: int, work: Any) -> Any:
    """What the best ``most`` of some dice add on the average, if all of them are rolled."""
    total = 0
    before = 0
    for at in range(SORTED, SORTED + DICE * 6):
        gain = work[at]
        if gain > before:
            work[ODDS] = 1
            for number in range(1, DICE + 1):
                work[ODDS + number] = 0
            for die in range(DICE):
                if dice >> die & 1:
                    good = 0
                    for value in range(1, 7):
                        if work[ENTRY + die * 7 + value] >= gain:
                            good += 1
                    for number in range(DICE, 0, -1):
                        work[ODDS + number] *= 6 - good
                        work[ODDS + number] += work[ODDS + number - 1] * good
                    work[ODDS] *= 6 - good
            often = 0
            for number in range(1, DICE + 1):
                often += work[ODDS + number] * min(number, most)
            total += (gain - before) * often
            before = gain
    return total // 6 ** COUNT[dice]


@rule
def top_entries(dice: Any, free: int, most: int, work: Any) -> Any:
    """What the best ``most`` of the free dice add as they lie."""
    total = 0
    for _ in range(most):
        best = 0
        best_die = 0
        for die in range(DICE):
            gain = work[ENTRY + die * 7 + dice[die]]
            if free >> die & 1 and gain > best:
                best = gain
                best_die = die
        total += best
        free &= ~(1 << best_die)
    return total


@rule
def read_gifts(s: Any, seat: int, ended: int, mind: Any, work: Any, spare: Any) -> None:
    """D14: what each set of dice gives to the best other seat if it is rerolled."""
    work[GIFT] = 0
    other = work[BEST_RIVAL]
    if other < 0:
        for dice in range(1 << DICE):
            work[GIFT + dice] = 0
        return
    most = max(work[OTHERS], int(s.sheets[seat].count))
    spare[1] = s
    others = fullest(s, other)
    stage = stage_of(s, other, most, ended)
    read_entries(s, spare[1].sheets[other], stage, others, last_of(s, most), mind, work)
    sort_entries(work)
    for dice in range(1, 1 << DICE):
        work[GIFT + dice] = mean_top(dice, 1, work)


@rule
def read_own_entries(s: Any, seat: int, ended: int, mind: Any, work: Any, spare: Any) -> None:
    """What each die with each value adds to the seat's own sheet."""
    most = max(work[OTHERS], int(s.sheets[seat].count))
    spare[1] = s
    stage = stage_of(s, seat, most, ended)
    read_entries(s, spare[1].sheets[seat], stage, work[OTHERS], last_of(s, most), mind, work)
