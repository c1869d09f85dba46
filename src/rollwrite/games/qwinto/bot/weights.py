"""Where the weights of a Qwinto sheet lie in a model: an n-tuple network.

A sheet's value is its score and the points still to come: the sum of the weights of its tuples.
These are ``WINDOW`` neighbouring fields of a row, each gap of a row with the numbers around it,
each column of three, each row as a whole, and the sheet as a whole. Gaps, columns and rows have
separate weights by how soon the game may end, the sheet also by how far the other seats are.
"""

from __future__ import annotations

from math import comb
from typing import Any

from rollwrite.games.qwinto.rules import BONUSES, COLUMNS, FIELDS, MISSES, PENTAGONS, ROWS
from rollwrite.kernel.policy import HEAD
from rollwrite.kernel.rule import rule

HIGH = 18  # the highest number
NEVER = 99  # how many fields a row lacks that can no longer be filled

# Places of a window of fields: sequences of rising numbers with blanks, in order.
WINDOW = 4
WINDOWS = FIELDS - WINDOW + 1


def _ways(fields: int, last: int) -> int:
    """How many ways there are to fill so many fields, or not, with numbers above the last one."""
    return comb(fields + HIGH - last, fields)


def _before(place: int, last: int, number: int) -> int:
    """How many windows come before those with this number at this place."""
    left = WINDOW - place - 1
    if number <= last:
        return 0
    return _ways(left, last) + sum(_ways(left, other) for other in range(last + 1, number))


PATTERNS = _ways(WINDOW, 0)
RANKS = tuple(
    _before(place, last, number)
    for place in range(WINDOW)
    for last in range(HIGH + 1)
    for number in range(HIGH + 1)
)
NUMBERS = HIGH + 1  # a number or none: the sides of RANKS

# Places of a gap: first field and length, and the numbers around it (0 and 19 at the ends).
SPANS = tuple(
    sum(FIELDS - before for before in range(first)) + length - 1 if 0 < length <= FIELDS - first
    else 0
    for first in range(FIELDS)
    for length in range(FIELDS + 1)
)  # fmt: skip
SPAN = FIELDS * (FIELDS + 1) // 2
BOUNDS = tuple(
    sum(HIGH + 1 - before for before in range(low)) + high - low - 1 if low < high else 0
    for low in range(HIGH + 1)
    for high in range(HIGH + 2)
)
BOUND = (HIGH + 1) * (HIGH + 2) // 2

# How many low, middle and high numbers a gap asks for if it is to be filled evenly, in a byte each.
LOWEST_MIDDLE, LOWEST_HIGH = 6, 12


def _asked(length: int, low: int, high: int) -> int:
    total = 0
    for place in range(1, length + 1):
        number = low + place * (high - low) / (length + 1)
        total += 1 if number < LOWEST_MIDDLE else 1 << 8 if number < LOWEST_HIGH else 1 << 16
    return total


ASKED = tuple(
    _asked(length, low, high)
    for length in range(FIELDS + 1)
    for low in range(HIGH + 1)
    for high in range(HIGH + 2)
)
ASKS = 10  # so many numbers of a kind or more count as one less

# How hard a gap is to fill, by its numbers to spare; a field that cannot be filled counts DEAD.
DEAD = 64
HARD = (6, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
GRADES = 8
GRADE = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4)  # then 5; 6 with a dead field, 7 with more

# Fields of the columns of three, by row; what a field of one may be, by the numbers it may take.
AT_BONUS = tuple(
    tuple(COLUMNS[row].index(column) for row in range(ROWS)) for _, column in PENTAGONS
)
BONUS_ROW = tuple(row for row, _ in PENTAGONS)
OF_BONUS = tuple(
    next((bonus for bonus in range(BONUSES) if AT_BONUS[bonus][row] == field), -1)
    for row in range(ROWS)
    for field in range(FIELDS)
)
SHUT = 5  # nothing fits
OPEN = (SHUT, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
FIELD_KINDS = 6  # written, and as above
PENTAGON_KINDS = HIGH + 7 * 4 + 1
COLUMN = PENTAGON_KINDS * FIELD_KINDS * FIELD_KINDS
# By how much the place of a column's weights moves with the kind of its field in each row.
STRIDES = tuple(
    tuple(
        FIELD_KINDS * FIELD_KINDS if row == own
        else FIELD_KINDS if row == min(r for r in range(ROWS) if r != own)
        else 1
        for row in range(ROWS)
    )
    for own in BONUS_ROW
)  # fmt: skip

# How soon a game may end, in thirds of a field: what two rows lack, or the misses.
BY_MISSES = (40, 28, 18, 10, 0)
FAR = 3 * NEVER
SOON = tuple(
    0 if left <= 3 else 1 if left <= 6 else 2 if left <= 10 else 3 if left <= 16
    else 4 if left <= 25 else 5
    for left in range(FAR + 1)
)  # fmt: skip
SOONS = 6
EVER = SOONS  # beside those weights, one whenever it may end
TIMES = SOONS + 1
THREAT = tuple(
    0 if left <= 3 else 1 if left <= 6 else 2 if left <= 9 else 3 if left <= 12
    else 4 if left <= 18 else 5 if left <= 27 else 6
    for left in range(FAR + 1)
)  # fmt: skip
THREATS = 8
ALONE = 7
LACKS = 20  # what two rows lack, 19 where they cannot be filled

# Where each kind of tuple begins in the model of a table size: alone, two, more.
WINDOW_AT = 0
GAP_AT = WINDOW_AT + ROWS * WINDOWS * PATTERNS
COLUMN_AT = GAP_AT + ROWS * SPAN * BOUND * TIMES
ROW_AT = COLUMN_AT + BONUSES * COLUMN * TIMES
COUNT_AT = ROW_AT + ROWS * NUMBERS * (FIELDS + 1) * GRADES * TIMES
TURN_AT = COUNT_AT + (FIELDS + 1) ** ROWS * MISSES * THREATS
LACK_AT = TURN_AT + 12 * MISSES * SOONS * THREATS
ASKED_AT = LACK_AT + 3 * LACKS * MISSES * THREATS
SIZE = ASKED_AT + ASKS**3 * TIMES
SIZES = 3
MOST_PLACES = ROWS * (WINDOWS + 2 * (5 + 1)) + 2 * BONUSES + 2 + 3


@rule
def model_at(seats: int) -> Any:
    """Where the weights for so many seats begin."""
    return HEAD + SIZE * (min(seats, SIZES) - 1)


@rule
def gap_at(row: int, first: int, length: int, low: int, high: int) -> int:
    """Where the weights of a gap begin, one for each of TIMES."""
    span = SPANS[first * (FIELDS + 1) + length]
    place = (row * SPAN + span) * BOUND + BOUNDS[low * (HIGH + 2) + high]
    return GAP_AT + place * TIMES


@rule
def hardness(length: int, low: int, high: int) -> int:
    """How hard a gap is to fill."""
    spare = high - low - 1 - length
    if length == 0:
        return 0
    if spare < 0:
        return -spare * DEAD
    return HARD[spare]


@rule
def asked_by(length: int, low: int, high: int) -> Any:
    """The numbers that a gap asks for."""
    return ASKED[(length * NUMBERS + low) * (HIGH + 2) + high]


@rule
def asked_at(asked: int) -> Any:
    """Where the weights of the numbers that all gaps ask for begin."""
    low = min(asked & 255, ASKS - 1)
    middle = min(asked >> 8 & 255, ASKS - 1)
    high = min(asked >> 16, ASKS - 1)
    return ASKED_AT + ((low * ASKS + middle) * ASKS + high) * TIMES


@rule
def row_at(row: int, last: int, empty: int, hard: int) -> int:
    """Where the weights of a row as a whole begin: its last number, empty fields, hardness."""
    grade = 5 + hard // DEAD if hard >= DEAD else 5 if hard >= 10 else GRADE[hard]
    grade = min(grade, GRADES - 1)
    return ROW_AT + (((row * NUMBERS + last) * (FIELDS + 1) + empty) * GRADES + grade) * TIMES


@rule
def field_kind(bonus: int, row: int, number: int, low: int, high: int) -> int:
    """What a field of a column is: written (0), or open for so many numbers.

    A pentagon is told more closely: its number, or about which numbers it may take.
    """
    kind = 0 if number > 0 else OPEN[high - low - 1]
    if row != BONUS_ROW[bonus]:
        return kind
    if number > 0:
        return number - 1
    if kind == SHUT:
        return PENTAGON_KINDS - 1
    return HIGH + (low + high) // 6 * 4 + kind - 1


@rule
def lacking(one: int, two: int, three: int) -> int:
    """What the two rows that lack least lack together."""
    return one + two + three - max(one, two, three)


@rule
def time_left(lack: int, misses: int) -> int:
    """How far a sheet is from ending the game."""
    return min(BY_MISSES[misses], 3 * lack)


@rule
def threat_of(left: int, seats: int) -> int:
    """The class of how far the others are."""
    return ALONE if seats == 1 else THREAT[left]


@rule
def count_at(one: int, two: int, three: int, misses: int, threat: int) -> int:
    """Where the weight of a sheet's empty fields and misses lies."""
    empty = (one * (FIELDS + 1) + two) * (FIELDS + 1) + three
    return COUNT_AT + (empty * MISSES + misses) * THREATS + threat


@rule
def turn_at(seats: int, wait: int, misses: int, soon: int, threat: int) -> Any:
    """Where the weight of whose turn it is lies: seats, and turns to wait for one's own."""
    table = (seats - 3 if seats > 3 else 0) * 3 + min(wait, 2)
    return TURN_AT + ((table * MISSES + misses) * SOONS + soon) * THREATS + threat


@rule
def lack_at(lack: int, wait: int, misses: int, threat: int) -> Any:
    """Where the weight of a sheet's own nearness to the end lies."""
    place = min(wait, 2) * LACKS + min(lack, LACKS - 1)
    return LACK_AT + (place * MISSES + misses) * THREATS + threat


@rule
def timed_weight(model: Any, place: int, soon: int) -> Any:
    """What the two weights of such a tuple come to."""
    return model[place + soon] + model[place + EVER]
