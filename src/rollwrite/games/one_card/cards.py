"""A card of One Card: its printed rows, what fits on it and what it is worth, C4 to C6 and C8.

Some sums stand where branches might: whether a colour fits is as good as random, and a processor
that guesses wrong loses more time than the sum takes.
"""

from __future__ import annotations

from rollwrite.games.kit.edition import own_fields
from rollwrite.games.one_card.sheet import constants
from rollwrite.kernel.records import Record, i8
from rollwrite.kernel.rule import rule

COLOURS = 6
HAND, OWN = 5, 3  # the most cards before a seat: while they are drawn, and while they are played
FULL, LAST = 3, 4  # full rows that finish a card, scored cards that end the game

_PRINTED = constants(own_fields(__package__))
CARDS: int = _PRINTED["CARDS"]
NUMBERS: tuple[int, ...] = _PRINTED["NUMBERS"]
LENGTHS: tuple[tuple[int, ...], ...] = _PRINTED["LENGTHS"]
SUNNY: tuple[tuple[int, ...], ...] = _PRINTED["SUNNY"]


class Sheet(Record):
    """A player's cards (0 is a gap) with their ticks by colour, and those that are scored."""

    cards: list[int] = i8[HAND]
    ticks: list[list[int]] = i8[OWN, COLOURS]
    scored: list[int] = i8[LAST]
    points: list[int] = i8[LAST]
    done: int = i8  # how many are scored


@rule
def usable(sheet: Sheet, place: int, counts: list[int]) -> bool:
    """C5: whether any of the rolled colours fits on a card."""
    count = 0
    for colour in range(COLOURS):
        count += fits(sheet, place, colour, counts[colour])
    return count > 0


@rule
def fits(sheet: Sheet, place: int, colour: int, count: int) -> bool:
    """C4: whether all dice of a rolled colour fit into the free boxes of its row."""
    free = LENGTHS[sheet.cards[place]][colour] - sheet.ticks[place][colour]
    return 0 < count <= free


@rule
def use_dice(sheet: Sheet, place: int, counts: list[int]) -> None:
    """C5, C6: tick every colour that fits on the card; three full rows finish it."""
    for colour in range(COLOURS):
        sheet.ticks[place][colour] += counts[colour] * fits(sheet, place, colour, counts[colour])
    if full_rows(sheet, place) >= FULL:
        sheet.scored[sheet.done] = sheet.cards[place]
        sheet.points[sheet.done] = row_points(sheet, place) + sun_points(sheet, place)
        sheet.done += 1
        sheet.cards[place] = 0
        for colour in range(COLOURS):
            sheet.ticks[place][colour] = 0


@rule
def is_full(sheet: Sheet, place: int, colour: int) -> bool:
    """Whether a card has a row of a colour, and all of it is ticked."""
    return 0 < LENGTHS[sheet.cards[place]][colour] == sheet.ticks[place][colour]


@rule
def full_rows(sheet: Sheet, place: int) -> int:
    """C6: how many rows of a card are full."""
    count = 0
    for colour in range(COLOURS):
        if is_full(sheet, place, colour):
            count += 1
    return count


@rule
def row_points(sheet: Sheet, place: int) -> int:
    """C6, C8: each full row of a card is worth its length."""
    points = 0
    for colour in range(COLOURS):
        if is_full(sheet, place, colour):
            points += LENGTHS[sheet.cards[place]][colour]
    return points


@rule
def sun_points(sheet: Sheet, place: int) -> int:
    """C6: one full row with a sun brings 2 points more, both bring 5."""
    suns = 0
    for colour in range(COLOURS):
        if is_full(sheet, place, colour) and SUNNY[sheet.cards[place]][colour]:
            suns += 1
    return 5 if suns == 2 else 2 * suns


@rule
def unfinished_points(sheet: Sheet) -> int:
    """C8: full rows of unfinished cards count, their suns do not."""
    points = 0
    for place in range(OWN):
        points += row_points(sheet, place)
    return points
