"""The features of a sheet: indices of the model weights that add up to its future points.

The features of a card are its kind, how far it is filled, how often its points would count in the
grid as it is (its reach), how much more often they could (its room), and the turns left. Features
of the whole sheet are cards laid and completed, bonuses left, colours and lines.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.rules.record import (
    ANY_COLOUR,
    CHEAPER,
    DICE,
    FINISH,
    GRID,
    LAST,
    PLACES,
    SIDE,
    USES,
)
from rollwrite.games.donnant.sheet import CARDS, NONE, RISING
from rollwrite.kernel.policy import HEAD
from rollwrite.kernel.records import Record, i8, i32, many
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

STAGES, EMPTIES, REACH, ROOM, SHAPES, KINDS = 12, 6, 5, 5, 256, 13
EVALUATION_KINDS = 8
INTEREST, POINTED, TIMES, FAR = 4, 3, 4, 3
ENDED = STAGES  # alone: the stage at which no turn is left, and only points count

# Where the weights lie.
BY_FILL = HEAD
BY_SHAPE = BY_FILL + CARDS * EMPTIES * REACH * STAGES
BY_ROOM = BY_SHAPE + CARDS * SHAPES * TIMES
BY_KIND = BY_ROOM + CARDS * 2 * REACH * ROOM * STAGES
BY_COUNT = BY_KIND + KINDS * EMPTIES * REACH * STAGES
BY_USES = BY_COUNT + (GRID + 1) * (GRID + 1) * STAGES
BY_COLOUR = BY_USES + (CHEAPER + 1) * 8 * STAGES
BY_VARIETY = BY_COLOUR + DICE * 5 * INTEREST * STAGES
BY_LINES = BY_VARIETY + (DICE + 1) * POINTED * STAGES
BY_PACE = BY_LINES + 2 * 4 * POINTED * STAGES
START = BY_PACE + (GRID + 1) * (GRID + 1) * 3
PREMIUM = START + 1  # alone: what winning a level is worth beside its points
EAGER = PREMIUM + 1  # alone: how far a card laid and a card completed count more than was learnt
DEPTH = EAGER + 1  # alone: moves that come so near to the best are weighed by the next turn
MODEL_SIZE = DEPTH + 1 - HEAD
MOST_PLACES = 4 * GRID + 1 + (CHEAPER + 1) + DICE + 4


class Line(Record):
    """A row or a column of a grid."""

    cards: int = i8
    done: int = i8  # completed ones
    colour: int = i8  # of the first card, from 1
    same: int = i8  # cards of that colour


class GridView(Record):
    """What was read from a sheet."""

    score: int = i32
    done: int = i8  # cards completed
    cards: list[int] = i8[PLACES]  # by place of the grid: the slot of the card there, from 1
    colours: list[int] = i8[NONE + 1]  # cards of each colour
    wanted: list[int] = i32[NONE + 1]  # points that ask for a colour
    lines: list[Line] = many(Line, 2 * SIDE)  # rows, then columns
    uses_left: list[int] = i8[CHEAPER + 1]  # by kind of bonus: boxes left,
    owned: list[int] = i8[CHEAPER + 1]  # and whether one is completed
    asking: list[int] = i8[EVALUATION_KINDS]  # by kind of evaluation: cards that score so
    full_lines: int = i8  # lines of completed cards; those that lack one card
    open_lines: int = i8
    colour_lines: int = i8  # lines of one colour; those that lack one card
    open_colour_lines: int = i8
    bonus_kinds: int = i8
    variety: int = i8  # different colours
    free: int = i8  # cards that may still come, as far as it matters
    reach: list[int] = i8[GRID]  # by slot: how often the card's points would count,
    room: list[int] = i8[GRID]  # and how much more often they could


@rule
def stage_of(s: Any, seat: int, most: int, ended: int) -> Any:
    """How few turns a seat has left, from 0 (many) to 11 (none; alone ENDED).

    ``most`` cards lie in the fullest grid; ``ended`` says that the turn of the active seat is over.
    """
    last = int(s.last_round)
    if most >= GRID and last == 0:
        last = FINISH
    if s.level != 0:
        done = 1 if ended or s.allowance != 0 else 0
        turns = rules.ROUNDS[s.level - 1] - s.round - done
        if last == FINISH:
            turns = min(turns, 2 - done)
        elif last == LAST:
            turns = min(turns, 1 - done)
        return STAGES - 1 - min(turns, STAGES - 1) if turns > 0 else ENDED
    done = 0
    if seat == s.active:
        done = ended
    elif (seat - s.first + s.seats) % s.seats < (s.active - s.first + s.seats) % s.seats:
        done = 1
    if last == 0:
        return max(4, min(most, 8))
    return 8 + last + done


@rule
def place_of_fill(card: int, empty: int, reach: int, stage: int) -> int:
    """The weight for how far a card is filled."""
    return (
        BY_FILL
        + ((card * EMPTIES + min(empty, EMPTIES - 1)) * REACH + min(reach, 4)) * STAGES
        + stage
    )


@rule
def place_of_shape(card: int, shape: int, stage: int) -> int:
    """The weight for which cells of a card are empty."""
    return BY_SHAPE + (card * SHAPES + shape) * TIMES + stage * TIMES // STAGES


@rule
def place_of_room(card: int, empty: int, reach: int, room: int, stage: int) -> int:
    """The weight for how often a card may count."""
    done = 1 if empty == 0 else 0
    at = ((card * 2 + done) * REACH + min(reach, 4)) * ROOM + min(room, 4)
    return BY_ROOM + at * STAGES + stage


@rule
def place_of_kind(card: int, empty: int, reach: int, stage: int) -> Any:
    """The weight for all cards of this kind of evaluation or bonus."""
    kind = int(rules.EVALUATION[card])
    if kind == 0:
        kind = 7 + rules.BONUS[card]
    at = (kind * EMPTIES + min(empty, EMPTIES - 1)) * REACH + min(reach, 4)
    return BY_KIND + at * STAGES + stage


@rule
def shape_of(card: int, values: int) -> int:
    """Which cells are empty; where values matter, how many and how free the choice still is."""
    empty = 0
    mask = 0
    slack = 0
    free = rules.SUM[card] != 0
    relations = rules.RELATION_BITS[card]
    for cell in range(rules.LENGTH[card]):
        if relations >> 3 * cell & 7 == RISING:
            free = True
    for cell in range(rules.LENGTH[card]):
        if values >> 3 * cell & 7 == 0:
            empty += 1
            mask |= 1 << cell
            if free:
                low, high = rules.span(card, values, cell)
                slack += high - low
    if not free:
        return mask
    if rules.SUM[card] != 0 and empty > 0:
        slack //= empty  # the same slack is seen at every cell
        slack *= 2
    return 16 * empty + max(0, min(slack, 15)) if empty > 0 else 0


@rule
def clear(grid: Any) -> None:
    """Reset what is counted up while a sheet is read."""
    cards = grid.cards
    for place in range(PLACES):
        cards[place] = 0
    for colour in range(NONE + 1):
        grid.colours[colour] = 0
        grid.wanted[colour] = 0
    for index in range(2 * SIDE):
        line = grid.lines[index]
        line.cards = 0
        line.done = 0
        line.same = 0
    for kind in range(CHEAPER + 1):
        grid.uses_left[kind] = 0
        grid.owned[kind] = 0
    for kind in range(EVALUATION_KINDS):
        grid.asking[kind] = 0


@rule
def read_grid(sheet: Any, grid: Any) -> None:
    """Read a sheet: what lies where, colours, lines, bonuses."""
    clear(grid)
    for slot in range(sheet.count):
        place = int(sheet.place[slot])
        card = sheet.card[slot] - 1
        done = 1 if sheet.empty[slot] == 0 else 0
        colour = rules.colour_of(sheet, slot)
        grid.cards[place] = slot + 1
        grid.colours[colour] += 1
        if rules.EVALUATION[card] == 2 or rules.EVALUATION[card] == 3:
            grid.wanted[rules.TARGET[card]] += rules.POINTS[card]
        kind = rules.BONUS[card]
        if kind != 0 and done:
            grid.owned[kind] = 1
            if kind != ANY_COLOUR:
                grid.uses_left[kind] += USES - sheet.uses[slot]
            elif sheet.named[slot] == 0:
                grid.uses_left[kind] += 1
        for axis in range(2):
            line = grid.lines[axis * SIDE + (place // SIDE if axis == 0 else place % SIDE)]
            if line.cards == 0:
                line.colour = colour + 1
            line.cards += 1
            line.done += done
            if line.colour == colour + 1 and colour != NONE:
                line.same += 1


@rule
def can_lie(sheet: Any, column: int, row: int) -> bool:
    """Whether a card can still be laid at an empty place."""
    if min(column, row) < 0 or max(column, row) >= SIDE:
        return False
    for slot in range(sheet.count):
        if abs(sheet.place[slot] % SIDE - column) > 2 or abs(sheet.place[slot] // SIDE - row) > 2:
            return False
    return True


@rule
def around(sheet: Any, slot: int, kind: int, target: int, grid: Any) -> tuple[int, int]:
    """S1 and S3: how many neighbours count, and how many more could."""
    column = sheet.place[slot] % SIDE
    row = sheet.place[slot] // SIDE
    reach = 0
    room = 0
    for side in range(4):
        there = column + (side == 1) - (side == 0)
        down = row + (side == 3) - (side == 2)
        other = 0
        if min(there, down) >= 0 and max(there, down) < SIDE:
            other = grid.cards[down * SIDE + there]
        if other == 0:
            if can_lie(sheet, there, down):
                room += 1
        elif kind == 1:
            if sheet.empty[other - 1] == 0:
                reach += 1
            else:
                room += 1
        elif rules.colour_of(sheet, other - 1) == target:
            reach += 1
    return reach, room


@rule
def lines_of(grid: Any, one_colour: bool) -> tuple[int, int]:
    """S4 and S6: lines that count, and lines that lack one card."""
    reach = 0
    room = 0
    for index in range(2 * SIDE):
        line = grid.lines[index]
        good = line.same if one_colour else line.done
        if good == 3:
            reach += 1
        elif good == 2 and (line.cards == 2 or not one_colour):
            room += 1
    return reach, room


@rule
def sum_up(sheet: Any, grid: Any) -> None:
    """Sum up the sheet as a whole."""
    grid.full_lines, grid.open_lines = lines_of(grid, False)
    grid.colour_lines, grid.open_colour_lines = lines_of(grid, True)
    kinds = 0
    for kind in range(1, CHEAPER + 1):
        kinds += grid.owned[kind]
    variety = 0
    for colour in range(DICE):
        if grid.colours[colour] != 0:
            variety += 1
    grid.bonus_kinds = kinds
    grid.variety = variety
    grid.free = min(GRID - sheet.count, 4)


@rule
def reach_of(sheet: Any, slot: int, card: int, grid: Any) -> tuple[int, int, int]:
    """How often a card's points would count with wild cards, could count besides, and do now."""
    kind = rules.EVALUATION[card]
    wild = grid.uses_left[ANY_COLOUR]
    if kind == 0:
        return USES - sheet.uses[slot], 0 if grid.owned[rules.BONUS[card]] else 1, 0
    if kind == 2:
        times = grid.colours[rules.TARGET[card]]
        return times + wild, grid.free, times
    if kind == 4:
        return grid.full_lines, grid.open_lines, grid.full_lines
    if kind == 5:
        reach = max(0, min(DICE, grid.variety + wild) - 1)
        return reach, grid.free, 1 if grid.variety == DICE else 0
    if kind == 6:
        return grid.colour_lines, grid.open_colour_lines, grid.colour_lines
    if kind == 7:
        return grid.bonus_kinds, grid.free, grid.bonus_kinds
    reach, room = around(sheet, slot, kind, rules.TARGET[card], grid)
    return reach, room, reach


@rule
def prospects(sheet: Any, stage: int, others: int, last: int, own: Any) -> int:
    """Write the features of a sheet into ``own.features``; return how many there are.

    ``others`` is how many cards lie in the fullest grid of the other seats. What was read from the
    sheet, its points included, stands in ``own.grid`` afterwards.
    """
    grid = own.grid
    places = own.features
    read_grid(sheet, grid)
    sum_up(sheet, grid)
    score = 0
    done = 0
    count = 0
    for slot in range(sheet.count):
        card = sheet.card[slot] - 1
        empty = int(sheet.empty[slot])
        reach, room, times = reach_of(sheet, slot, card, grid)
        if empty == 0:
            score += rules.POINTS[card] * times
            done += 1
        grid.asking[rules.EVALUATION[card]] += 1
        grid.reach[slot] = reach
        grid.room[slot] = room
        shape = shape_of(card, rules.packed(sheet, slot)) if empty != 0 else 0
        places[count] = place_of_fill(card, empty, reach, stage)
        places[count + 1] = place_of_shape(card, shape, stage)
        places[count + 2] = place_of_room(card, empty, reach, room, stage)
        places[count + 3] = place_of_kind(card, empty, reach, stage)
        count += 4
    grid.score = score
    grid.done = done
    places[count] = BY_COUNT + (sheet.count * (GRID + 1) + done) * STAGES + stage
    places[count + 1] = BY_PACE + (sheet.count * (GRID + 1) + others) * 3 + last
    return whole_prospects(stage, count + 2, grid, places)


@rule
def whole_prospects(stage: int, count: int, grid: Any, places: Any) -> int:
    """Add the features for bonuses, colours and lines; return how many there are in all."""
    for kind in range(1, CHEAPER + 1):
        places[count] = BY_USES + (kind * 8 + min(grid.uses_left[kind], 7)) * STAGES + stage
        count += 1
    for colour in range(DICE):
        interest = min((grid.wanted[colour] + 2) // 3, INTEREST - 1)
        at = (colour * 5 + min(grid.colours[colour], 4)) * INTEREST + interest
        places[count] = BY_COLOUR + at * STAGES + stage
        count += 1
    at = min(DICE, grid.variety + grid.uses_left[ANY_COLOUR]) * POINTED
    places[count] = BY_VARIETY + (at + min(grid.asking[5], 2)) * STAGES + stage
    at = min(grid.open_lines, 3) * POINTED + min(grid.asking[4], 2)
    places[count + 1] = BY_LINES + at * STAGES + stage
    at = (4 + min(grid.open_colour_lines, 3)) * POINTED + min(grid.asking[6], 2)
    places[count + 2] = BY_LINES + at * STAGES + stage
    return count + 3


@rule
def fullest(s: Any, but: int) -> int:
    """How many cards lie in the fullest grid of all seats but one."""
    most = 0
    for seat in range(s.seats):
        if seat != but:
            most = max(most, int(s.sheets[seat].count))
    return most
