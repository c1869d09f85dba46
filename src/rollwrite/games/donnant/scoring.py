"""Points (S1 to S7 of D21) and who has won (D22)."""

from __future__ import annotations

from rollwrite.games.contract import LOST
from rollwrite.games.donnant.grid import slot_at
from rollwrite.games.donnant.record import (
    BONUS,
    CHEAPER,
    COLOUR,
    DICE,
    EVALUATION,
    GOALS,
    PIPS,
    POINTS,
    SIDE,
    TARGET,
    Sheet,
    State,
)
from rollwrite.games.donnant.sheet import NONE
from rollwrite.kernel.rule import rule


@rule
def colour_of(sheet: Sheet, slot: int) -> int:
    """P4: the colour of a card; a wild one has the colour named for it, or none."""
    if sheet.named[slot] != 0:
        return sheet.named[slot] - 1
    return COLOUR[sheet.card[slot] - 1]


@rule
def neighbour(sheet: Sheet, slot: int, side: int) -> int:
    """The card above, left, right or below (side 0 to 3), or -1."""
    column = sheet.place[slot] % SIDE
    row = sheet.place[slot] // SIDE
    if side == 0:
        row -= 1
    elif side == 1:
        column -= 1
    elif side == 2:
        column += 1
    else:
        row += 1
    if min(row, column) < 0 or max(row, column) >= SIDE:
        return -1
    return slot_at(sheet, row * SIDE + column)


@rule
def completed_neighbours(sheet: Sheet, slot: int) -> int:
    """S1: completed cards orthogonally next to a card."""
    count = 0
    for side in range(4):
        other = neighbour(sheet, slot, side)
        if other >= 0 and sheet.empty[other] == 0:
            count += 1
    return count


@rule
def cards_of_colour(sheet: Sheet, colour: int) -> int:
    """S2: cards of a colour in the grid, completed or not."""
    count = 0
    for slot in range(sheet.count):
        if colour_of(sheet, slot) == colour:
            count += 1
    return count


@rule
def coloured_neighbours(sheet: Sheet, slot: int, colour: int) -> int:
    """S3: cards of a colour orthogonally next to a card, completed or not."""
    count = 0
    for side in range(4):
        other = neighbour(sheet, slot, side)
        if other >= 0 and colour_of(sheet, other) == colour:
            count += 1
    return count


@rule
def lines(sheet: Sheet, one_colour: bool) -> int:
    """S4 and S6: rows and columns of three completed cards, or of three cards of one colour."""
    count = 0
    for line in range(SIDE):
        count += line_counts(sheet, line, False, one_colour)
        count += line_counts(sheet, line, True, one_colour)
    return count


@rule
def line_counts(sheet: Sheet, line: int, column: bool, one_colour: bool) -> int:
    """1 if all three cards of a row or column are completed, or of one colour."""
    cards = 0
    right = 0
    colour = NONE
    for slot in range(sheet.count):
        place = sheet.place[slot]
        if (place % SIDE if column else place // SIDE) == line:
            cards += 1
            own = colour_of(sheet, slot)
            if cards == 1:
                colour = own
            if (own == colour and own != NONE) if one_colour else sheet.empty[slot] == 0:
                right += 1
    return 1 if cards == right == 3 else 0


@rule
def all_colours(sheet: Sheet) -> int:
    """S5: 1 if all five colours are there."""
    for colour in range(DICE):
        if cards_of_colour(sheet, colour) == 0:
            return 0
    return 1


@rule
def bonus_kinds(sheet: Sheet) -> int:
    """S7: different kinds of completed bonuses."""
    kinds = 0
    for kind in range(PIPS, CHEAPER + 1):
        for slot in range(sheet.count):
            if BONUS[sheet.card[slot] - 1] == kind and sheet.empty[slot] == 0:
                kinds += 1
                break
    return kinds


@rule
def times(sheet: Sheet, slot: int) -> int:
    """D21: how often a card scores its points; a card that is not completed never does."""
    if sheet.empty[slot] != 0:
        return 0
    card = sheet.card[slot] - 1
    kind = EVALUATION[card]
    if kind == 1:
        return completed_neighbours(sheet, slot)
    if kind == 2:
        return cards_of_colour(sheet, TARGET[card])
    if kind == 3:
        return coloured_neighbours(sheet, slot, TARGET[card])
    if kind == 4:
        return lines(sheet, False)
    if kind == 5:
        return all_colours(sheet)
    if kind == 6:
        return lines(sheet, True)
    return bonus_kinds(sheet) if kind == 7 else 0


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
