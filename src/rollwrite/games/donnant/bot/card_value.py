"""What a seat's cards promise: the places in a model whose weights add up to points to come.

Every card counts by what it is, how far it is filled, how often its points would count as the
grid lies (its reach), how much more often they could (its room), and by the turns that are left.
Besides, the sheet as a whole counts: cards laid and completed, bonuses left, colours, lines.
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
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

STAGES, EMPTIES, REACH, ROOM, SHAPES, KINDS = 12, 6, 5, 5, 256, 13
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
MIND_SIZE = DEPTH + 1 - HEAD
MOST_PLACES = 4 * GRID + 1 + (CHEAPER + 1) + DICE + 4

# The room: the places found, then what is known of a sheet.
SCORE = 64
MAP = SCORE + 1  # by place of the grid: the number of the card there, from 1
HUES = MAP + PLACES  # how many cards of each colour
WANTED = HUES + NONE + 1  # points that ask for a colour
ROW_CARDS = WANTED + NONE + 1  # by row, then by column: cards,
ROW_DONE = ROW_CARDS + 2 * SIDE  # completed ones,
ROW_HUE = ROW_DONE + 2 * SIDE  # the colour of the first (from 1),
ROW_SAME = ROW_HUE + 2 * SIDE  # and how many have it
LEFT_USES = ROW_SAME + 2 * SIDE  # by kind of bonus: boxes left, then whether one is completed
OWNS = LEFT_USES + CHEAPER + 1
ASKING = OWNS + CHEAPER + 1  # by kind of evaluation: cards that score so
LINES = ASKING + 8  # lines of completed cards, of one colour; those that lack one card
LINES_ROOM = LINES + 1
HUE_LINES = LINES + 2
HUE_LINES_ROOM = LINES + 3
BONUS_KINDS = LINES + 4
VARIETY = LINES + 5  # different colours
FREE = LINES + 6  # cards that may still come, as far as it matters
SEEN_REACH = LINES + 7  # by card: its reach and its room
SEEN_ROOM = SEEN_REACH + GRID
DONE = SEEN_ROOM + GRID  # cards completed
PROSPECTS_END = DONE + 1


@rule
def stage_of(s: Any, seat: int, most: int, ended: int) -> Any:
    """How few turns a seat still has, from 0 (many) to 11 (none; alone ENDED).

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
    """The place for how far a card is filled."""
    return (
        BY_FILL
        + ((card * EMPTIES + min(empty, EMPTIES - 1)) * REACH + min(reach, 4)) * STAGES
        + stage
    )


@rule
def place_of_shape(card: int, shape: int, stage: int) -> int:
    """The place for which cells of a card are empty."""
    return BY_SHAPE + (card * SHAPES + shape) * TIMES + stage * TIMES // STAGES


@rule
def place_of_room(card: int, empty: int, reach: int, room: int, stage: int) -> int:
    """The place for how often a card may count."""
    done = 1 if empty == 0 else 0
    at = ((card * 2 + done) * REACH + min(reach, 4)) * ROOM + min(room, 4)
    return BY_ROOM + at * STAGES + stage


@rule
def place_of_kind(card: int, empty: int, reach: int, stage: int) -> Any:
    """The place for all cards of this kind of evaluation or bonus."""
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
def read_grid(sheet: Any, work: Any) -> None:
    """Take a sheet apart: what lies where, colours, lines, bonuses."""
    for at in range(MAP, SEEN_REACH):
        work[at] = 0
    for slot in range(sheet.count):
        place = int(sheet.place[slot])
        card = sheet.card[slot] - 1
        done = 1 if sheet.empty[slot] == 0 else 0
        hue = rules.colour_of(sheet, slot)
        work[MAP + place] = slot + 1
        work[HUES + hue] += 1
        if rules.EVALUATION[card] == 2 or rules.EVALUATION[card] == 3:
            work[WANTED + rules.TARGET[card]] += rules.POINTS[card]
        kind = rules.BONUS[card]
        if kind != 0 and done:
            work[OWNS + kind] = 1
            if kind != ANY_COLOUR:
                work[LEFT_USES + kind] += USES - sheet.uses[slot]
            elif sheet.named[slot] == 0:
                work[LEFT_USES + kind] += 1
        for axis in range(2):
            line = axis * SIDE + (place // SIDE if axis == 0 else place % SIDE)
            if work[ROW_CARDS + line] == 0:
                work[ROW_HUE + line] = hue + 1
            work[ROW_CARDS + line] += 1
            work[ROW_DONE + line] += done
            if work[ROW_HUE + line] == hue + 1 and hue != NONE:
                work[ROW_SAME + line] += 1


@rule
def can_lie(sheet: Any, column: int, row: int) -> bool:
    """Whether a card may come to lie at an empty place at all."""
    if min(column, row) < 0 or max(column, row) >= SIDE:
        return False
    for slot in range(sheet.count):
        if abs(sheet.place[slot] % SIDE - column) > 2 or abs(sheet.place[slot] // SIDE - row) > 2:
            return False
    return True


@rule
def around(sheet: Any, slot: int, kind: int, target: int, work: Any) -> tuple[int, int]:
    """S1 and S3: how many neighbours count, and how many may come to count."""
    column = sheet.place[slot] % SIDE
    row = sheet.place[slot] // SIDE
    reach = 0
    room = 0
    for side in range(4):
        there = column + (side == 1) - (side == 0)
        down = row + (side == 3) - (side == 2)
        other = 0
        if min(there, down) >= 0 and max(there, down) < SIDE:
            other = work[MAP + down * SIDE + there]
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
def lines_of(work: Any, one_colour: bool) -> tuple[int, int]:
    """S4 and S6: lines that count, and lines that lack one card."""
    reach = 0
    room = 0
    for line in range(2 * SIDE):
        cards = work[ROW_CARDS + line]
        good = work[ROW_SAME + line] if one_colour else work[ROW_DONE + line]
        if good == 3:
            reach += 1
        elif good == 2 and (cards == 2 or not one_colour):
            room += 1
    return reach, room


@rule
def sum_up(sheet: Any, work: Any) -> None:
    """Note what counts for a sheet as a whole."""
    work[LINES], work[LINES_ROOM] = lines_of(work, False)
    work[HUE_LINES], work[HUE_LINES_ROOM] = lines_of(work, True)
    kinds = 0
    for kind in range(1, CHEAPER + 1):
        kinds += work[OWNS + kind]
    variety = 0
    for hue in range(DICE):
        if work[HUES + hue] != 0:
            variety += 1
    work[BONUS_KINDS] = kinds
    work[VARIETY] = variety
    work[FREE] = min(GRID - sheet.count, 4)


@rule
def reach_of(sheet: Any, slot: int, card: int, work: Any) -> tuple[int, int, int]:
    """How often a card's points would count (wild cards as well), may come to count, and do."""
    kind = rules.EVALUATION[card]
    wild = work[LEFT_USES + ANY_COLOUR]
    if kind == 0:
        return USES - sheet.uses[slot], 0 if work[OWNS + rules.BONUS[card]] else 1, 0
    if kind == 2:
        times = work[HUES + rules.TARGET[card]]
        return times + wild, work[FREE], times
    if kind == 4:
        return work[LINES], work[LINES_ROOM], work[LINES]
    if kind == 5:
        reach = max(0, min(DICE, work[VARIETY] + wild) - 1)
        return reach, work[FREE], 1 if work[VARIETY] == DICE else 0
    if kind == 6:
        return work[HUE_LINES], work[HUE_LINES_ROOM], work[HUE_LINES]
    if kind == 7:
        return work[BONUS_KINDS], work[FREE], work[BONUS_KINDS]
    reach, room = around(sheet, slot, kind, rules.TARGET[card], work)
    return reach, room, reach


@rule
def prospects(sheet: Any, stage: int, others: int, last: int, work: Any) -> int:
    """Write the places of a sheet's weights, and its points as ``work[SCORE]``; how many places.

    ``others`` is how many cards lie in the fullest grid of the other seats.
    """
    read_grid(sheet, work)
    sum_up(sheet, work)
    score = 0
    done = 0
    count = 0
    for slot in range(sheet.count):
        card = sheet.card[slot] - 1
        empty = int(sheet.empty[slot])
        reach, room, times = reach_of(sheet, slot, card, work)
        if empty == 0:
            score += rules.POINTS[card] * times
            done += 1
        work[ASKING + rules.EVALUATION[card]] += 1
        work[SEEN_REACH + slot] = reach
        work[SEEN_ROOM + slot] = room
        shape = shape_of(card, rules.packed(sheet, slot)) if empty != 0 else 0
        work[count] = place_of_fill(card, empty, reach, stage)
        work[count + 1] = place_of_shape(card, shape, stage)
        work[count + 2] = place_of_room(card, empty, reach, room, stage)
        work[count + 3] = place_of_kind(card, empty, reach, stage)
        count += 4
    work[SCORE] = score
    work[DONE] = done
    work[count] = BY_COUNT + (sheet.count * (GRID + 1) + done) * STAGES + stage
    work[count + 1] = BY_PACE + (sheet.count * (GRID + 1) + others) * 3 + last
    return whole_prospects(stage, count + 2, work)


@rule
def whole_prospects(stage: int, count: int, work: Any) -> int:
    """Write the places for bonuses, colours and lines; how many places there are in all."""
    for kind in range(1, CHEAPER + 1):
        work[count] = BY_USES + (kind * 8 + min(work[LEFT_USES + kind], 7)) * STAGES + stage
        count += 1
    for hue in range(DICE):
        interest = min((work[WANTED + hue] + 2) // 3, INTEREST - 1)
        at = (hue * 5 + min(work[HUES + hue], 4)) * INTEREST + interest
        work[count] = BY_COLOUR + at * STAGES + stage
        count += 1
    at = min(DICE, work[VARIETY] + work[LEFT_USES + ANY_COLOUR]) * POINTED
    work[count] = BY_VARIETY + (at + min(work[ASKING + 5], 2)) * STAGES + stage
    at = min(work[LINES_ROOM], 3) * POINTED + min(work[ASKING + 4], 2)
    work[count + 1] = BY_LINES + at * STAGES + stage
    at = (4 + min(work[HUE_LINES_ROOM], 3)) * POINTED + min(work[ASKING + 6], 2)
    work[count + 2] = BY_LINES + at * STAGES + stage
    return count + 3


@rule
def fullest(s: Any, but: int) -> int:
    """How many cards lie in the fullest grid of the seats but one."""
    most = 0
    for seat in range(s.seats):
        if seat != but:
            most = max(most, int(s.sheets[seat].count))
    return most
