"""The best play of a single seat, solved: the stars that every sheet may expect, no less, no more.

Every turn ticks something, so sheets are solved from the fullest to the emptiest. A *line* is all
of a sheet but its gifts; the sheets of a line differ in nothing else, so that what dice can do
outside the gifts is found once for all of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rollwrite.games.clever_kids.bot.dice_options import natural_count
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
    TREAT_OWED,
    ended,
    next_pair,
    packed_at,
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
from rollwrite.kernel.records import Record, i8, i16, i32, i64, many
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by whoever solves (see kernel/specialize.py)

GRAINS = 1 << 24  # values are kept in such fractions of a star
ONE, TWO = (0, 0, 0, 0, 1, 1, 1, 2, 2), (3, 0, 1, 2, 3, 1, 2, 3, 2)  # pairs in a turn; 3: no second
COMBOS = len(ONE)

OUTSIDE = DICE + 1  # balloons or wagons in a turn, none among them
# The most of everything that any dice give.
MOST_HANDS, MOST_GIFT_HANDS, MOST_GIFT_KINDS, MOST_MASKS, MOST_ROLLS = 1024, 256, 256, 128, 7776


class Hands(NamedTuple):
    """What the solver knows about the hands that dice give."""

    starts: Any  # where the hands of each zone begin, and where the last ones end
    most_gifts: int  # that a hand can tick
    kinds: Any  # by how often each kind of gift is ticked, in base 6: a number, -1 if no hand can
    enough: Any  # by hand of gifts: the kinds, by number, that it can tick,
    enough_at: Any  # and where these begin


class TickedGifts(Record):
    """A sheet in a search for all gifts that dice can tick."""

    packed: int = i64
    kinds: int = i16  # how often each kind is ticked, in base 6
    first: int = i8  # where to go on, so that no two orders lead to the same sheet
    dice: int = i8


class RollClass(Record):
    """Rolls that can do the same on the sheets of a line."""

    balloons: int = i8
    wagons: int = i8
    mask: int = i16  # the number of the set of pairs that can be ticked
    hand: int = i16  # of gifts
    ways: int = i16  # in which such a roll falls


class Workspace(Record):
    """Scratch memory of a solver."""

    stack: list[int] = i64[DEPTH]  # sheets still to be looked at
    gifts: list[TickedGifts] = many(TickedGifts, 256)  # and those to tick gifts on
    # The best end of the turn,
    by_balloons: list[int] = i32[OUTSIDE]  # by how many balloons are ticked at most,
    by_wagons: list[int] = i32[OUTSIDE]  # how many wagons at most,
    by_combo: list[int] = i32[COMBOS]  # the pairs of treats that are ticked,
    by_mask: list[int] = i32[MOST_MASKS]  # those that can be,
    by_kinds: list[int] = i32[MOST_GIFT_KINDS]  # the kinds of gifts that are ticked,
    by_hand: list[int] = i32[MOST_GIFT_HANDS]  # a hand of gifts
    # What hands can do on the sheets of a line: balloons, wagons, or the number of a mask.
    able: list[int] = i16[MOST_HANDS]
    mask_numbers: list[int] = i16[1 << COMBOS]
    masks: int = i16  # how many there are,
    mask_bits: list[int] = i16[MOST_MASKS]  # and their bits by number
    classes: list[RollClass] = many(RollClass, MOST_ROLLS)


@rule
def can_do(packed: int, zone: int, code: int) -> int:
    """What a hand can do on a packed: how many balloons or wagons, or which pairs (bits).

    The first bits are one pair of each treat, then come two of it, then two different ones.
    """
    jokers = code >> JOKER_SHIFT
    count = 0
    if zone == YELLOW:
        while balloons_of(packed) + count < rules.BALLOONS:
            face = rules.FACE[balloons_of(packed) + count]
            if natural_count(code, face, zone) > 0:
                code -= CODE[face]
            elif jokers > 0:
                jokers -= 1
            else:
                break
            count += 1
        return count
    if zone == RED:
        left = natural_count(code, CANDLE, zone) + jokers
        while wagons_of(packed) + count < rules.WAGONS:
            left -= rules.NEED[RED_AT + wagons_of(packed) + count]
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
            if treats_of(packed, treat) + pairs > rules.PAIRS[treat]:
                short += 2 * DICE
            short += max(0, 2 * pairs - natural_count(code, TREAT + treat, zone))
        if short <= jokers:
            count |= 1 << combo
    return count


@rule
def sort_rolls(packed: int, hands: Hands, ways: Any, own: Any) -> int:
    """Sort the rolls by what they can do on a line; return how many classes there are.

    ``ways`` is scratch memory with a place for every class that there might be.
    """
    starts = hands.starts
    masks = 0
    for mask in range(1 << COMBOS):
        own.mask_numbers[mask] = -1
    for zone in (YELLOW, RED, BLUE):
        for hand in range(starts[zone - 1], starts[zone]):
            able = can_do(packed, zone, rules.HAND_CODES[hand])
            if zone == BLUE:
                if own.mask_numbers[able] < 0:
                    own.mask_numbers[able] = masks
                    own.mask_bits[masks] = able
                    masks += 1
                able = own.mask_numbers[able] + 0
            own.able[hand] = able
    own.masks = masks
    gifts = starts[GREEN] - starts[GREEN - 1]
    size = OUTSIDE * OUTSIDE * masks * gifts
    for place in range(size):
        ways[place] = 0
    for roll in range(len(rules.ROLL_WAYS)):
        at = 4 * roll
        place = own.able[rules.ROLL_HANDS[at]] * OUTSIDE + own.able[rules.ROLL_HANDS[at + 1]]
        place = place * masks + own.able[rules.ROLL_HANDS[at + 3]]
        place = place * gifts + rules.ROLL_HANDS[at + 2] - starts[GREEN - 1]
        ways[place] += rules.ROLL_WAYS[roll]
    count = 0
    for place in range(size):
        if ways[place] > 0:
            found = own.classes[count]
            found.balloons = place // gifts // masks // OUTSIDE
            found.wagons = place // gifts // masks % OUTSIDE
            found.mask = place // gifts % masks
            found.hand = place % gifts
            found.ways = ways[place]
            count += 1
    return count


@rule
def try_lines(packed: int, values: Any, own: Any) -> None:
    """Find the best of balloons, wagons and treats by how far dice allow to go."""
    best = NOTHING
    now = packed
    own.by_balloons[0] = NOTHING
    for count in range(1, OUTSIDE):
        if balloons_of(now) < rules.BALLOONS:
            now = crossed(now, balloons_of(now))
            best = max(best, ended(now, values, own))
        own.by_balloons[count] = best
    best = NOTHING
    now = packed
    own.by_wagons[0] = NOTHING
    for count in range(1, OUTSIDE):
        if wagons_of(now) < rules.WAGONS:
            now = crossed(now, RED_AT + wagons_of(now))
            best = max(best, ended(now, values, own))
        own.by_wagons[count] = best
    for combo in range(COMBOS):
        own.by_combo[combo] = NOTHING
        one = ONE[combo]
        two = TWO[combo]
        if treats_of(packed, one) < rules.PAIRS[one]:
            now = crossed(packed, next_pair(packed, one))
            if two == TREATS:
                own.by_combo[combo] = ended(now, values, own)
            elif treats_of(now, two) < rules.PAIRS[two]:
                own.by_combo[combo] = ended(crossed(now, next_pair(now, two)), values, own)


@rule
def try_gifts(packed: int, hands: Hands, values: Any, own: Any) -> None:
    """Find the best by the kinds of gifts that are ticked."""
    for kinds in range(MOST_GIFT_KINDS):
        own.by_kinds[kinds] = NOTHING
    start = own.gifts[0]
    start.packed = packed
    start.kinds = 0
    start.first = 0
    start.dice = 0
    top = 1
    while top > 0:
        top -= 1
        entry = own.gifts[top]  # overwritten by what is put on the stack
        now = entry.packed + 0
        code = entry.kinds + 0
        first = entry.first + 0
        dice = entry.dice + 0
        if dice > 0:
            kinds = hands.kinds[code]
            own.by_kinds[kinds] = max(own.by_kinds[kinds], ended(now, values, own))
        if dice < hands.most_gifts:
            for number in range(first, rules.ROWS * rules.COLUMNS):
                target = GREEN_AT + rules.GIFTS[number]
                grown = code + UNITS[rules.FACE[target]]
                if gifts_of(now) >> rules.GIFTS[number] & 1 == 0 and hands.kinds[grown] >= 0:
                    ticked = own.gifts[top]
                    ticked.packed = crossed(now, target)
                    ticked.kinds = grown
                    ticked.first = number + 1
                    ticked.dice = dice + 1
                    top += 1


@rule
def at_turn(packed: int, classes: int, hands: Hands, values: Any, own: Any) -> int:
    """The mean over all rolls of the best end of the turn; rolls without use come again."""
    try_lines(packed, values, own)
    try_gifts(packed, hands, values, own)
    for hand in range(hands.starts[GREEN] - hands.starts[GREEN - 1]):
        best = NOTHING
        for place in range(hands.enough_at[hand], hands.enough_at[hand + 1]):
            best = max(best, own.by_kinds[hands.enough[place]])
        own.by_hand[hand] = best
    for mask in range(own.masks):
        best = NOTHING
        for combo in range(COMBOS):
            if own.mask_bits[mask] >> combo & 1:
                best = max(best, own.by_combo[combo])
        own.by_mask[mask] = best
    total = 0
    ways = 0
    for number in range(classes):
        roll = own.classes[number]
        best = max(
            own.by_balloons[roll.balloons],
            own.by_wagons[roll.wagons],
            own.by_mask[roll.mask],
            own.by_hand[roll.hand],
        )
        if best > NOTHING:
            total += best * roll.ways
            ways += roll.ways
    return total // ways


@rule
def solve_lines(
    lines: Any, index: int, stride: int, hands: Hands, ways: Any, work: Any, values: Any
) -> None:
    """Solve every ``stride``-th of some lines; all that are fuller have been solved.

    ``ways`` and ``work``, which holds one ``Workspace``, are scratch memory.
    """
    own = work[0]
    grids = 1 << rules.ROWS * rules.COLUMNS
    for place in range(index, len(lines), stride):
        line = lines[place]
        classes = sort_rolls(packed_at(line, 0), hands, ways, own)
        for back in range(grids):
            packed = packed_at(line, grids - 1 - back)
            over = False
            for zone in range(YELLOW, BLUE + 1):
                over = over or missing(packed, zone) == 0
            if over:
                value = stars_of(packed) * GRAINS
            else:
                value = at_turn(packed, classes, hands, values, own)
            number = line * grids + grids - 1 - back
            values[AT_TURN][number] = value
            best = value
            for gift in range(rules.ROWS * rules.COLUMNS):
                if gifts_of(packed) >> rules.GIFTS[gift] & 1 == 0:
                    end = ended(crossed(packed, GREEN_AT + rules.GIFTS[gift]), values, own)
                    best = max(best, end)
            values[GIFT_OWED][number] = best
            best = value
            for treat in range(TREATS):
                if treats_of(packed, treat) < rules.PAIRS[treat]:
                    best = max(best, ended(crossed(packed, next_pair(packed, treat)), values, own))
            values[TREAT_OWED][number] = best
