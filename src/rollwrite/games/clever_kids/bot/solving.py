"""The best play of a single seat, solved: the stars that every sheet may expect, no less, no more.

Every turn ticks something, so sheets are solved from the fullest to the emptiest. A *line* is all
of a sheet but its gifts; the sheets of a line differ in nothing else, so that what dice can do
outside the gifts is sorted out once for all of them.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.bot.dice_options import lying
from rollwrite.games.clever_kids.bot.dice_outcomes import CODE, JOKER_SHIFT, UNITS
from rollwrite.games.clever_kids.bot.sheet_value import (
    balloons_of,
    crossed,
    gifts_of,
    missing,
    stars_of,
    treats_of,
    wagons_of,
)
from rollwrite.games.clever_kids.bot.turn_ends import (
    AT_TURN,
    DEPTH,
    GIFT_OWED,
    NOTHING,
    STACK,
    TREAT_OWED,
    ended,
    next_pair,
    paper_at,
)
from rollwrite.games.clever_kids.sheet import (
    BLUE,
    CANDLE,
    DICE,
    GREEN,
    GREEN_AT,
    RED,
    RED_AT,
    TREAT,
    TREATS,
    YELLOW,
)
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by whoever solves (see kernel/specialize.py)

GRAINS = 1 << 24  # values are kept in such fractions of a star
ONE, TWO = (0, 0, 0, 0, 1, 1, 1, 2, 2), (3, 0, 1, 2, 3, 1, 2, 3, 2)  # pairs in a turn; 3: no second
COMBOS = len(ONE)

# Where things lie in the room of a solver.
ENDS = STACK + DEPTH  # gifts to look at: paper, kinds, the next place, dice
BY_BALLOONS = ENDS + 4 * 256  # the best by how many balloons are ticked,
BY_WAGONS = BY_BALLOONS + 8  # by how many wagons,
BY_COMBO = BY_WAGONS + 8  # by the pairs of treats that are ticked,
BY_MASK = BY_COMBO + COMBOS  # by those that can be,
BY_KINDS = BY_MASK + 128  # by the kinds of gifts that are ticked,
BY_HAND = BY_KINDS + 256  # and by a hand of gifts
CLASS = BY_HAND + 256  # by hand: what it can do
MASK_NUMBER = CLASS + 1024
MASK_BITS = MASK_NUMBER + (1 << COMBOS)  # their number, then each
FOUND = MASK_BITS + 1 + 128  # classes of rolls: balloons, wagons, mask, hand of gifts, ways
FOUND_SIZE = 5
WAYS = FOUND + FOUND_SIZE * 7776
OUTSIDE = DICE + 1  # balloons or wagons in a turn, none among them


@rule
def can_do(paper: int, zone: int, code: int) -> int:
    """What a hand can do on a paper: how many balloons or wagons, or which pairs (bits).

    The first bits are one pair of each treat, then come two of it, then two different ones.
    """
    jokers = code >> JOKER_SHIFT
    count = 0
    if zone == YELLOW:
        while balloons_of(paper) + count < rules.BALLOONS:
            face = rules.FACE[balloons_of(paper) + count]
            if lying(code, face, zone) > 0:
                code -= CODE[face]
            elif jokers > 0:
                jokers -= 1
            else:
                break
            count += 1
        return count
    if zone == RED:
        left = lying(code, CANDLE, zone) + jokers
        while wagons_of(paper) + count < rules.WAGONS:
            left -= rules.NEED[RED_AT + wagons_of(paper) + count]
            if left < 0:
                break
            count += 1
        return count
    for combo in range(COMBOS):
        short = 0
        for treat in range(TREATS):
            pairs = 0
            if treat == ONE[combo]:
                pairs += 1
            if treat == TWO[combo]:
                pairs += 1
            if treats_of(paper, treat) + pairs > rules.PAIRS[treat]:
                short += 2 * DICE
            short += max(0, 2 * pairs - lying(code, TREAT + treat, zone))
        if short <= jokers:
            count |= 1 << combo
    return count


@rule
def sort_rolls(paper: int, hands_at: Any, room: Any) -> int:
    """Sort the rolls by what they can do on a line; return how many classes there are.

    ``hands_at`` says where the hands of each zone begin, and where they end.
    """
    masks = 0
    for mask in range(1 << COMBOS):
        room[MASK_NUMBER + mask] = -1
    for zone in (YELLOW, RED, BLUE):
        for hand in range(hands_at[zone - 1], hands_at[zone]):
            able = can_do(paper, zone, rules.HAND_CODES[hand])
            if zone == BLUE:
                if room[MASK_NUMBER + able] < 0:
                    room[MASK_NUMBER + able] = masks
                    masks += 1
                    room[MASK_BITS + masks] = able
                able = room[MASK_NUMBER + able]
            room[CLASS + hand] = able
    room[MASK_BITS] = masks
    gifts = hands_at[GREEN] - hands_at[GREEN - 1]
    size = OUTSIDE * OUTSIDE * masks * gifts
    for place in range(size):
        room[WAYS + place] = 0
    for roll in range(len(rules.ROLL_WAYS)):
        at = 4 * roll
        place = room[CLASS + rules.ROLL_HANDS[at]]
        place = place * OUTSIDE + room[CLASS + rules.ROLL_HANDS[at + 1]]
        place = place * masks + room[CLASS + rules.ROLL_HANDS[at + 3]]
        place = place * gifts + rules.ROLL_HANDS[at + 2] - hands_at[GREEN - 1]
        room[WAYS + place] += rules.ROLL_WAYS[roll]
    count = 0
    for place in range(size):
        if room[WAYS + place] > 0:
            at = FOUND + FOUND_SIZE * count
            room[at] = place // gifts // masks // OUTSIDE
            room[at + 1] = place // gifts // masks % OUTSIDE
            room[at + 2] = place // gifts % masks
            room[at + 3] = place % gifts
            room[at + 4] = room[WAYS + place]
            count += 1
    return count


@rule
def try_lines(paper: int, values: Any, room: Any) -> None:
    """Find the best of balloons, wagons and treats by how far dice allow to go."""
    room[BY_BALLOONS] = NOTHING
    room[BY_WAGONS] = NOTHING
    now = paper
    for count in range(1, DICE + 1):
        room[BY_BALLOONS + count] = room[BY_BALLOONS + count - 1]
        if balloons_of(now) < rules.BALLOONS:
            now = crossed(now, balloons_of(now))
            end = ended(now, values, room)
            room[BY_BALLOONS + count] = max(room[BY_BALLOONS + count], end)
    now = paper
    for count in range(1, DICE + 1):
        room[BY_WAGONS + count] = room[BY_WAGONS + count - 1]
        if wagons_of(now) < rules.WAGONS:
            now = crossed(now, RED_AT + wagons_of(now))
            end = ended(now, values, room)
            room[BY_WAGONS + count] = max(room[BY_WAGONS + count], end)
    for combo in range(COMBOS):
        room[BY_COMBO + combo] = NOTHING
        one = ONE[combo]
        two = TWO[combo]
        if treats_of(paper, one) < rules.PAIRS[one]:
            now = crossed(paper, next_pair(paper, one))
            if two == TREATS:
                room[BY_COMBO + combo] = ended(now, values, room)
            elif treats_of(now, two) < rules.PAIRS[two]:
                room[BY_COMBO + combo] = ended(crossed(now, next_pair(now, two)), values, room)


@rule
def try_gifts(paper: int, most: int, kinds: Any, values: Any, room: Any) -> None:
    """Find the best by the kinds of gifts that are ticked, at most so many.

    ``kinds`` numbers what can be ticked by how often each kind is among it, in base 6.
    """
    room[ENDS] = paper
    room[ENDS + 1] = 0
    room[ENDS + 2] = 0
    room[ENDS + 3] = 0
    top = 1
    while top > 0:
        top -= 1
        at = ENDS + 4 * top
        now = room[at]
        code = room[at + 1]
        first = room[at + 2]
        dice = room[at + 3]
        if dice > 0:
            place = BY_KINDS + kinds[code]
            room[place] = max(room[place], ended(now, values, room))
        if dice < most:
            for number in range(first, rules.ROWS * rules.COLUMNS):
                target = GREEN_AT + rules.GIFTS[number]
                grown = code + UNITS[rules.FACE[target]]
                if gifts_of(now) >> rules.GIFTS[number] & 1 == 0 and kinds[grown] >= 0:
                    at = ENDS + 4 * top
                    room[at] = crossed(now, target)
                    room[at + 1] = grown
                    room[at + 2] = number + 1
                    room[at + 3] = dice + 1
                    top += 1


@rule
def at_turn(paper: int, classes: int, hands_at: Any, kinds: Any, enough: Any, enough_at: Any,
            values: Any, room: Any) -> int:  # fmt: skip
    """The mean over all rolls of the best end of the turn; rolls without use come again.

    ``enough`` lists, by hand of gifts, the kinds (by number) that it can tick.
    """
    try_lines(paper, values, room)
    for place in range(BY_KINDS, BY_HAND):
        room[place] = NOTHING
    try_gifts(paper, hands_at[5], kinds, values, room)
    for hand in range(hands_at[GREEN] - hands_at[GREEN - 1]):
        best = NOTHING
        for place in range(enough_at[hand], enough_at[hand + 1]):
            best = max(best, room[BY_KINDS + enough[place]])
        room[BY_HAND + hand] = best
    for mask in range(room[MASK_BITS]):
        best = NOTHING
        for combo in range(COMBOS):
            if room[MASK_BITS + 1 + mask] >> combo & 1:
                best = max(best, room[BY_COMBO + combo])
        room[BY_MASK + mask] = best
    total = 0
    ways = 0
    for number in range(classes):
        at = FOUND + FOUND_SIZE * number
        best = max(
            room[BY_BALLOONS + room[at]],
            room[BY_WAGONS + room[at + 1]],
            room[BY_MASK + room[at + 2]],
            room[BY_HAND + room[at + 3]],
        )
        if best > NOTHING:
            total += best * room[at + 4]
            ways += room[at + 4]
    return total // ways


@rule
def solve_lines(
    lines: Any, index: int, stride: int, hands_at: Any, kinds: Any, enough: Any, enough_at: Any,
    room: Any, values: Any,
) -> None:  # fmt: skip
    """Solve every ``stride``-th of some lines; all that are fuller have been solved."""
    grids = 1 << rules.ROWS * rules.COLUMNS
    for place in range(index, len(lines), stride):
        line = lines[place]
        classes = sort_rolls(paper_at(line, 0), hands_at, room)
        for back in range(grids):
            paper = paper_at(line, grids - 1 - back)
            over = False
            for zone in range(YELLOW, BLUE + 1):
                over = over or missing(paper, zone) == 0
            if over:
                value = stars_of(paper) * GRAINS
            else:
                value = at_turn(paper, classes, hands_at, kinds, enough, enough_at, values, room)
            number = line * grids + grids - 1 - back
            values[AT_TURN][number] = value
            best = value
            for gift in range(rules.ROWS * rules.COLUMNS):
                if gifts_of(paper) >> rules.GIFTS[gift] & 1 == 0:
                    end = ended(crossed(paper, GREEN_AT + rules.GIFTS[gift]), values, room)
                    best = max(best, end)
            values[GIFT_OWED][number] = best
            best = value
            for treat in range(TREATS):
                if treats_of(paper, treat) < rules.PAIRS[treat]:
                    best = max(best, ended(crossed(paper, next_pair(paper, treat)), values, room))
            values[TREAT_OWED][number] = best
