"""Points (S1 to S7 of D21) and who has won (D22)."""

from __future__ import annotations

from rollwrite.games.donnant.rules.grid import LEFT_COLUMN, RIGHT_COLUMN
from rollwrite.games.donnant.rules.record import (
    BONUS,
    COLOUR,
    DICE,
    EVALUATION,
    GOALS,
    PLACES,
    POINTS,
    SIDE,
    TARGET,
    Sheet,
    State,
)
from rollwrite.games.donnant.sheet import NONE
from rollwrite.kernel.match import LOST
from rollwrite.kernel.rule import rule

SECOND_COLUMN = LEFT_COLUMN << 1
COMPLETED = -1  # stands in for a colour
ALL, NEIGHBOURS, LINES, ANY = range(4)
COUNTED = (ALL, NEIGHBOURS, ALL, NEIGHBOURS, LINES, ANY, LINES, ALL)  # by S1 to S7


@rule
def colour_of(sheet: Sheet, slot: int) -> int:
    """P4: the colour of a card; a wild one has the colour named for it, or none."""
    if sheet.named[slot] != 0:
        return sheet.named[slot] - 1
    return COLOUR[sheet.card[slot] - 1]


@rule
def cards_of(sheet: Sheet, colour: int) -> int:
    """The places, as bits, of the cards of a colour, or for COMPLETED of the completed cards."""
    cards = 0
    for slot in range(sheet.count):
        kind = COMPLETED if sheet.empty[slot] == 0 else NONE
        if (kind if colour == COMPLETED else colour_of(sheet, slot)) == colour:
            cards |= 1 << sheet.place[slot]
    return cards


@rule
def beside(place: int) -> int:
    """The places, as bits, above, left, right and below a place."""
    here = 1 << place
    return (here & ~RIGHT_COLUMN) << 1 | (here & ~LEFT_COLUMN) >> 1 | here << SIDE | here >> SIDE


@rule
def lines(cards: int) -> int:
    """Where rows and columns of three cards begin, as bits: rows, and above these columns."""
    rows = cards & (cards & ~LEFT_COLUMN) >> 1 & (cards & ~LEFT_COLUMN & ~SECOND_COLUMN) >> 2
    columns = cards & cards >> SIDE & cards >> 2 * SIDE
    return rows | columns << PLACES


@rule
def bits(word: int) -> int:
    """How many bits are set."""
    count = 0
    while word != 0:
        word &= word - 1
        count += 1
    return count


@rule
def all_colours(sheet: Sheet) -> int:
    """S5: 1 if all five colours are there."""
    for colour in range(DICE):
        if cards_of(sheet, colour) == 0:
            return 0
    return 1


@rule
def bonus_kinds(sheet: Sheet) -> int:
    """S7: different kinds of completed bonuses."""
    return bits(kinds_of(sheet))


@rule
def kinds_of(sheet: Sheet) -> int:
    """The kinds of completed bonuses, as bits."""
    kinds = 0
    for slot in range(sheet.count):
        if sheet.empty[slot] == 0:
            kinds |= 1 << BONUS[sheet.card[slot] - 1]
    return kinds & ~1  # 0 is no bonus


@rule
def times(sheet: Sheet, slot: int) -> int:
    """D21: how often a card scores its points; a card that is not completed never does.

    All kinds but S7 look at cards of one sort: those completed (S1, S4), of the colour they name
    (S2, S3), or of each colour in turn (S5, S6). Of these they count all, neighbours or lines.
    """
    card = sheet.card[slot] - 1
    kind = EVALUATION[card]
    if sheet.empty[slot] != 0 or kind == 0:
        return 0
    sort = last = COMPLETED
    if TARGET[card] != NONE:
        sort = last = TARGET[card]
    elif COUNTED[kind] == ANY or kind == 6:
        sort, last = 0, DICE - 1
    found = 0
    while sort <= last:
        cards = kinds_of(sheet) if kind == 7 else cards_of(sheet, sort)
        if COUNTED[kind] == NEIGHBOURS:
            cards &= beside(sheet.place[slot])
        elif COUNTED[kind] == LINES:
            cards = lines(cards)
        elif COUNTED[kind] == ANY:
            cards = min(cards, 1)
        found += bits(cards)
        sort += 1
    return found // DICE if kind == 5 else found


@rule
def card_points(sheet: Sheet, slot: int) -> int:
    """D21: the points of one card."""
    return POINTS[sheet.card[slot] - 1] * times(sheet, slot)


@rule
def score(s: State, seat: int) -> int:
    """D21: all cards, each on its own, as if the game ended now."""
    sheet = s.sheets[seat]
    points = 0
    for slot in range(sheet.count):
        points += card_points(sheet, slot)
    return points


@rule
def empty_cells_of(sheet: Sheet) -> int:
    """D22: empty objective cells in the grid."""
    count = 0
    for slot in range(sheet.count):
        count += sheet.empty[slot]
    return count


@rule
def standing(s: State, seat: int) -> int:
    """D22 and D24: the highest total, then fewer empty cells; in solo the level's points."""
    points = score(s, seat)
    if s.level != 0:
        return points if points >= GOALS[s.level - 1] else LOST
    return points * 128 - empty_cells_of(s.sheets[seat])
