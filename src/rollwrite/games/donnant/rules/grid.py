"""The grid: at most three by three cards that touch each other (D3), and the bonuses in it."""

from __future__ import annotations

from rollwrite.games.donnant.rules.record import (
    BONUS,
    CENTRE,
    GRID,
    HAND,
    LENGTH,
    PLACES,
    PUT,
    SIDE,
    USES,
    Sheet,
)
from rollwrite.games.donnant.sheet import CELLS
from rollwrite.kernel.rule import rule

LEFT_COLUMN = sum(1 << row * SIDE for row in range(SIDE))
RIGHT_COLUMN = LEFT_COLUMN << SIDE - 1
# D3: of five columns or rows those (bits) that span three at most with the ones that have cards.
WITHIN = tuple(
    sum(
        1 << line
        for line in range(SIDE)
        if all(abs(line - other) <= 2 for other in range(SIDE) if used >> other & 1)
    )
    for used in range(1 << SIDE)
)
BOX_BITS = 5  # room for the boxes of nine cards


@rule
def slot_at(sheet: Sheet, place: int) -> int:
    """The number of the card that lies at a place, or -1."""
    for slot in range(sheet.count):
        if sheet.place[slot] == place:
            return slot
    return -1


@rule
def open_places(sheet: Sheet) -> int:
    """D3: the places, as bits, where a new card may lie."""
    if sheet.count == 0:
        return 1 << CENTRE
    cards = 0
    for slot in range(sheet.count):
        cards |= 1 << sheet.place[slot]
    columns = rows = 0  # those with cards, as bits
    for row in range(SIDE):
        here = cards >> SIDE * row & (1 << SIDE) - 1
        columns |= here
        rows |= min(here, 1) << row
    found = 0
    for row in range(SIDE):
        if WITHIN[rows] >> row & 1:
            found |= WITHIN[columns] << SIDE * row
    return found & near(cards) & ~cards


@rule
def near(cards: int) -> int:
    """D3: the places, as bits, that touch one of these by edge or corner, or are one of them."""
    cards |= (cards & ~RIGHT_COLUMN) << 1 | (cards & ~LEFT_COLUMN) >> 1
    return cards | cards << SIDE | cards >> SIDE


@rule
def lay(sheet: Sheet, card: int, place: int) -> None:
    """Lay a card (from 0) at a place; the cards stay in the order of their places."""
    slot = sheet.count
    while slot > 0 and sheet.place[slot - 1] > place:
        slot -= 1
        shift(sheet, slot)
    sheet.count += 1
    sheet.place[slot] = place
    sheet.card[slot] = card + 1
    sheet.empty[slot] = LENGTH[card]
    sheet.uses[slot] = 0
    sheet.named[slot] = 0
    for cell in range(CELLS):
        sheet.cells[slot][cell] = 0


@rule
def shift(sheet: Sheet, slot: int) -> None:
    """Make a card the next one in the order."""
    sheet.place[slot + 1] = sheet.place[slot]
    sheet.card[slot + 1] = sheet.card[slot]
    sheet.empty[slot + 1] = sheet.empty[slot]
    sheet.uses[slot + 1] = sheet.uses[slot]
    sheet.named[slot + 1] = sheet.named[slot]
    for cell in range(CELLS):
        sheet.cells[slot + 1][cell] = sheet.cells[slot][cell]


@rule
def take(sheet: Sheet, card: int) -> None:
    """Take a card (from 0) in hand; the hand stays in order."""
    at = HAND - 1
    while sheet.hand[at] == 0 and at > 0:
        at -= 1
    if sheet.hand[at] != 0:
        at += 1
    while at > 0 and sheet.hand[at - 1] > card + 1:
        sheet.hand[at] = sheet.hand[at - 1]
        at -= 1
    sheet.hand[at] = card + 1


@rule
def give(sheet: Sheet, card: int) -> None:
    """Give a card (from 0) out of the hand."""
    found = 0
    for at in range(HAND):
        if sheet.hand[at] == card + 1:
            found = 1
        if found == 1:
            sheet.hand[at] = sheet.hand[at + 1] if at + 1 < HAND else 0


@rule
def add_places(sheet: Sheet, moves: list[int], count: int) -> int:
    """D3: every card in hand at every place that is open to it."""
    places = open_places(sheet)
    at = 0
    while at < HAND and sheet.hand[at] != 0:
        action = PUT + (sheet.hand[at] - 1) * PLACES
        left = places
        while left != 0:
            moves[count] = action
            count += left & 1
            action += 1
            left >>= 1
        at += 1
    return count


@rule
def full(sheet: Sheet) -> bool:
    """D12: whether all nine cards lie in the grid."""
    return sheet.count == GRID


@rule
def boxes_left(sheet: Sheet) -> int:
    """P1 to P5: the unticked boxes on completed cards, BOX_BITS for each kind of bonus."""
    left = 0
    for slot in range(sheet.count):
        if sheet.empty[slot] == 0:
            left += boxes(BONUS[sheet.card[slot] - 1], USES - sheet.uses[slot])
    return left


@rule
def of_kind(boxes: int, kind: int) -> int:
    """How many of these boxes are of one kind of bonus."""
    return boxes >> BOX_BITS * kind & (1 << BOX_BITS) - 1


@rule
def left_of(sheet: Sheet, kind: int) -> int:
    """P1 to P5: the unticked boxes of a bonus on completed cards of its kind."""
    return of_kind(boxes_left(sheet), kind)


@rule
def boxes(kind: int, times: int) -> int:
    """So many boxes of one kind of bonus, to be added to those of others."""
    return times << BOX_BITS * kind


@rule
def tick(sheet: Sheet, needed: int, filled: int) -> None:
    """D19: each use ticks a box, on the first card of the kind that has one left.

    ``filled`` is the card that the uses filled, or -1: it was not completed when they were made.
    """
    if needed != 0:
        for slot in range(sheet.count):
            if sheet.empty[slot] == 0 and slot != filled:
                kind = BONUS[sheet.card[slot] - 1]
                now = min(of_kind(needed, kind), USES - sheet.uses[slot])
                sheet.uses[slot] += now
                needed -= boxes(kind, now)
