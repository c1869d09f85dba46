"""What a seat would do with any number: the worth of writing it, for each row and number.

All that is known of a sheet lies in one stretch of ``work``: first its parts and the places of
their weights, then tables by row and number. What a written number changes is worked out from
these parts alone, which is what makes a search over all dice affordable.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.qwinto.bot.features import (
    AT_BONUS,
    BONUS_ROW,
    CELLS,
    COLUMN,
    COLUMN_AT,
    DEAD,
    HIGH,
    NEVER,
    NUMBERS,
    OF_BONUS,
    PATTERNS,
    RANKS,
    SOON,
    SOONS,
    STRIDES,
    TIMES,
    WINDOW,
    WINDOW_AT,
    WINDOWS,
    asked_at,
    asked_by,
    count_at,
    field_kind,
    gap_at,
    hardness,
    lack_at,
    lacking,
    model_at,
    row_at,
    time_left,
    timed_weight,
    turn_at,
)
from rollwrite.games.qwinto.rules import BONUSES, FIELDS, MISSES, ROWS
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

NONE = -(1 << 30)  # worth less than anything

# By cell: its number, those around its gap, and the gap's first field and length.
NUMBER, LOW, HIGHER, FIRST, LENGTH = range(0, 5 * CELLS, CELLS)
PLACES = 5 * CELLS  # of the weights of each window
COLUMN_PLACES = PLACES + ROWS * WINDOWS
KINDS = COLUMN_PLACES + BONUSES  # of the fields of each column of three
ROW_PLACES = KINDS + BONUSES * ROWS
HARDNESS = ROW_PLACES + ROWS
EMPTY = HARDNESS + ROWS
LACK = EMPTY + ROWS
TIMED = LACK + ROWS  # what gaps, columns and rows weigh, for each SOON,
KNOWN = TIMED + SOONS  # and whether that is known yet
WINDOWS_WORTH = KNOWN + SOONS
SCORE, MISSED, FULL, ASKS_FOR, LEFT, THREAT, WAIT, SEATS_THERE, MIND = range(
    WINDOWS_WORTH + 1, WINDOWS_WORTH + 10
)
# By row, if a number is written there that leaves it possible to fill, or not: how soon the game
# may end, and what all weighs but the row, its gaps, its columns and the numbers asked for.
SOON_AFTER = MIND + 1
AROUND = SOON_AFTER + 2 * ROWS
# Writing nothing: what it is worth, the points it leaves, and whether it ends the game.
PASS_WORTH, PASS_POINTS, PASS_ENDS = range(AROUND + 2 * ROWS, AROUND + 2 * ROWS + 3)
# By row and number: the worth of the best field that does not end the game and the points it
# leaves, the most points of one that does, and the most points of any.
BEST = PASS_ENDS + 1
POINTS, FINAL, TOP = (BEST + table * ROWS * NUMBERS for table in (1, 2, 3))
ROOM = TOP + ROWS * NUMBERS


@rule
def read_sheet(s: Any, seat: int, wait: int, model: Any, work: Any, at: int) -> None:
    """Take a sheet apart; ``wait`` is how many turns after this one the seat's own turn comes."""
    sheet = s.sheets[seat]
    head = model_at(s.seats)
    work[at + MIND] = head
    work[at + WAIT] = wait
    work[at + SEATS_THERE] = s.seats
    work[at + SCORE] = rules.score(s, seat)
    work[at + MISSED] = sheet.misses
    work[at + FULL] = 0
    work[at + ASKS_FOR] = 0
    work[at + WINDOWS_WORTH] = 0
    for soon in range(SOONS):
        work[at + KNOWN + soon] = 0
    for row in range(ROWS):
        read_row(sheet, row, head, model, work, at)
        if work[at + EMPTY + row] == 0:
            work[at + FULL] += 1
    for bonus in range(BONUSES):
        place = bonus * COLUMN
        for row in range(ROWS):
            cell = at + row * FIELDS + AT_BONUS[bonus][row]
            kind = field_kind(
                bonus, row, work[cell + NUMBER], work[cell + LOW], work[cell + HIGHER]
            )
            work[at + KINDS + bonus * ROWS + row] = kind
            place += kind * STRIDES[bonus][row]
        work[at + COLUMN_PLACES + bonus] = head + COLUMN_AT + place * TIMES


@rule
def read_row(sheet: Any, row: int, head: int, model: Any, work: Any, at: int) -> None:
    """Numbers, gaps and windows of a row."""
    cells = at + row * FIELDS
    low = 0
    first = 0
    empty = 0
    hard = 0
    for field in range(FIELDS + 1):
        number = HIGH + 1
        if field < FIELDS:
            number = int(sheet.cells[row][rules.COLUMNS[row][field]])
            work[cells + NUMBER + field] = number
            work[cells + LENGTH + field] = 0
        if number == 0:
            empty += 1
        else:
            for inside in range(first, field):
                work[cells + LOW + inside] = low
                work[cells + HIGHER + inside] = number
                work[cells + FIRST + inside] = first
                work[cells + LENGTH + inside] = field - first
            hard += hardness(field - first, low, number)
            work[at + ASKS_FOR] += asked_by(field - first, low, number)
            low = number
            first = field + 1
    work[at + EMPTY + row] = empty
    work[at + HARDNESS + row] = hard
    work[at + LACK + row] = NEVER if hard >= DEAD else empty
    last = work[cells + NUMBER + FIELDS - 1]
    work[at + ROW_PLACES + row] = head + row_at(row, last, empty, hard)
    for window in range(WINDOWS):
        place = head + WINDOW_AT + (row * WINDOWS + window) * PATTERNS
        before = 0
        for inside in range(WINDOW):
            number = work[cells + NUMBER + window + inside]
            if number > 0:
                place += RANKS[(inside * NUMBERS + before) * NUMBERS + number]
                before = number
        work[at + PLACES + row * WINDOWS + window] = place
        work[at + WINDOWS_WORTH] += model[place]


@rule
def timed(model: Any, work: Any, at: int, soon: int) -> Any:
    """What all gaps, columns and rows weigh if the game may end so soon."""
    if work[at + KNOWN + soon] == 0:
        total = 0
        for row in range(ROWS):
            total += timed_weight(model, work[at + ROW_PLACES + row], soon)
            cells = at + row * FIELDS
            field = 0
            while field < FIELDS:
                length = work[cells + LENGTH + field]
                if length > 0:
                    low = work[cells + LOW + field]
                    high = work[cells + HIGHER + field]
                    place = work[at + MIND] + gap_at(row, field, length, low, high)
                    total += timed_weight(model, place, soon)
                field += length + 1
        total += timed_weight(model, work[at + MIND] + asked_at(work[at + ASKS_FOR]), soon)
        for bonus in range(BONUSES):
            total += timed_weight(model, work[at + COLUMN_PLACES + bonus], soon)
        work[at + TIMED + soon] = total
        work[at + KNOWN + soon] = 1
    return work[at + TIMED + soon]


@rule
def whole(
    model: Any,
    work: Any,
    at: int,
    one: int,
    two: int,
    three: int,
    lack: int,
    misses: int,
    soon: int,
) -> Any:
    """What the sheet as a whole weighs with so many empty fields and misses."""
    head = work[at + MIND]
    threat = work[at + THREAT]
    wait = work[at + WAIT]
    return (
        model[head + count_at(one, two, three, misses, threat)]
        + model[head + turn_at(work[at + SEATS_THERE], wait, misses, soon, threat)]
        + model[head + lack_at(lack, wait, misses, threat)]
    )


@rule
def soon_of(work: Any, at: int, lack: int, misses: int) -> Any:
    """How soon the game may end, with what a sheet lacks and misses."""
    return SOON[min(time_left(lack, misses), work[at + LEFT])]


@rule
def standing_worth(model: Any, work: Any, at: int, misses: int) -> Any:
    """The worth of the sheet as it is, but for the misses."""
    lack = lacking(work[at + LACK], work[at + LACK + 1], work[at + LACK + 2])
    soon = soon_of(work, at, lack, misses)
    one, two, three = work[at + EMPTY], work[at + EMPTY + 1], work[at + EMPTY + 2]
    points = work[at + SCORE] - 5 * (misses - work[at + MISSED])
    return (
        points * UNIT
        + work[at + WINDOWS_WORTH]
        + timed(model, work, at, soon)
        + whole(model, work, at, one, two, three, lack, misses, soon)
    )


@rule
def written_points(work: Any, at: int, row: int, field: int, number: int) -> Any:
    """The score after a number is written."""
    points = work[at + SCORE] + 1
    if work[at + EMPTY + row] == 1:
        last = number
        if field < FIELDS - 1:
            last = work[at + NUMBER + row * FIELDS + FIELDS - 1]
        points += last - FIELDS
    bonus = OF_BONUS[row * FIELDS + field]
    if bonus >= 0:
        pentagon = number
        for other in range(ROWS):
            if other != row:
                there = work[at + NUMBER + other * FIELDS + AT_BONUS[bonus][other]]
                if there == 0:
                    return points
                if other == BONUS_ROW[bonus]:
                    pentagon = there
        points += pentagon
    return points


@rule
def read_around(row: int, model: Any, work: Any, at: int) -> None:
    """What does not depend on which number is written where in a row."""
    one, two, three = work[at + EMPTY], work[at + EMPTY + 1], work[at + EMPTY + 2]
    lack_1, lack_2, lack_3 = work[at + LACK], work[at + LACK + 1], work[at + LACK + 2]
    empty = work[at + EMPTY + row] - 1
    misses = work[at + MISSED]
    for frame in range(2):
        own = NEVER if frame else empty
        if row == 0:
            one = empty
            lack_1 = own
        elif row == 1:
            two = empty
            lack_2 = own
        else:
            three = empty
            lack_3 = own
        lack = lacking(lack_1, lack_2, lack_3)
        soon = soon_of(work, at, lack, misses)
        work[at + SOON_AFTER + row * 2 + frame] = soon
        work[at + AROUND + row * 2 + frame] = (
            work[at + WINDOWS_WORTH]
            + timed(model, work, at, soon)
            + whole(model, work, at, one, two, three, lack, misses, soon)
            - timed_weight(model, work[at + ROW_PLACES + row], soon)
            - timed_weight(model, work[at + MIND] + asked_at(work[at + ASKS_FOR]), soon)
        )


@rule
def written_worth(
    model: Any, work: Any, at: int, row: int, field: int, number: int, points: int
) -> Any:
    """The worth of the sheet after a number is written that leaves so many points."""
    cell = at + row * FIELDS + field
    low, high = work[cell + LOW], work[cell + HIGHER]
    first, length = work[cell + FIRST], work[cell + LENGTH]
    left = field - first
    right = length - left - 1
    hard = work[at + HARDNESS + row] - hardness(length, low, high)
    hard += hardness(left, low, number) + hardness(right, number, high)
    frame = row * 2 + (1 if hard >= DEAD else 0)
    soon = work[at + SOON_AFTER + frame]
    head = work[at + MIND]
    worth = points * UNIT + work[at + AROUND + frame]
    asked = work[at + ASKS_FOR] - asked_by(length, low, high)
    asked += asked_by(left, low, number) + asked_by(right, number, high)
    worth += timed_weight(model, head + asked_at(asked), soon)
    worth -= timed_weight(model, head + gap_at(row, first, length, low, high), soon)
    if left > 0:
        worth += timed_weight(model, head + gap_at(row, first, left, low, number), soon)
    if right > 0:
        worth += timed_weight(model, head + gap_at(row, field + 1, right, number, high), soon)
    last = number
    if field < FIELDS - 1:
        last = work[at + NUMBER + row * FIELDS + FIELDS - 1]
    place = row_at(row, last, work[at + EMPTY + row] - 1, hard)
    worth += timed_weight(model, head + place, soon)
    worth += windows_change(model, work, at, row, field, number)
    for bonus in range(BONUSES):
        other = AT_BONUS[bonus][row]
        if first <= other < first + length:
            kind = 0
            if other < field:
                kind = field_kind(bonus, row, 0, low, number)
            elif other > field:
                kind = field_kind(bonus, row, 0, number, high)
            else:
                kind = field_kind(bonus, row, number, low, high)
            step = (kind - work[at + KINDS + bonus * ROWS + row]) * STRIDES[bonus][row]
            place = work[at + COLUMN_PLACES + bonus]
            worth += timed_weight(model, place + step * TIMES, soon)
            worth -= timed_weight(model, place, soon)
    return worth


@rule
def windows_change(model: Any, work: Any, at: int, row: int, field: int, number: int) -> int:
    """By how much the weights of the windows around a field change with its number."""
    cell = at + row * FIELDS + field
    low, high, first = work[cell + LOW], work[cell + HIGHER], work[cell + FIRST]
    after = first + work[cell + LENGTH]  # the next field that is written, if there is one
    change = 0
    for window in range(max(0, field - WINDOW + 1), min(field, WINDOWS - 1) + 1):
        old = work[at + PLACES + row * WINDOWS + window]
        before = low if first > window else 0
        new = old + RANKS[((field - window) * NUMBERS + before) * NUMBERS + number]
        if after < window + WINDOW:
            ranks = (after - window) * NUMBERS
            new += RANKS[(ranks + number) * NUMBERS + high]
            new -= RANKS[(ranks + before) * NUMBERS + high]
        change += model[new] - model[old]
    return change


@rule
def read_pass(active: bool, model: Any, work: Any, at: int) -> None:
    """What it is worth to write nothing."""
    misses = work[at + MISSED]
    points = work[at + SCORE]
    if active:
        misses += 1
        points -= 5
    work[at + PASS_POINTS] = points * UNIT
    work[at + PASS_ENDS] = 1 if misses >= MISSES else 0
    work[at + PASS_WORTH] = NONE if misses >= MISSES else standing_worth(model, work, at, misses)


@rule
def read_numbers(
    s: Any, seat: int, dice: int, least: int, most: int, model: Any, work: Any, at: int
) -> None:
    """Fill the tables of a sheet for the rows of some dice and a range of numbers."""
    sheet = s.sheets[seat]
    for row in range(ROWS):
        if dice >> row & 1 and work[at + EMPTY + row] > 0:
            read_around(row, model, work, at)
        if dice >> row & 1:
            for number in range(least, most + 1):
                entry = at + row * NUMBERS + number
                work[entry + BEST] = NONE
                work[entry + POINTS] = NONE
                work[entry + FINAL] = NONE
                work[entry + TOP] = NONE
            ends = work[at + FULL] >= 1 and work[at + EMPTY + row] == 1
            for field in range(FIELDS):
                cell = at + row * FIELDS + field
                if work[cell + NUMBER] == 0:
                    column = rules.COLUMNS[row][field]
                    low = max(least, work[cell + LOW] + 1)
                    high = min(most, work[cell + HIGHER] - 1)
                    for number in range(low, high + 1):
                        if not rules.in_column(sheet, column, number):
                            enter(model, work, at, row, field, number, ends)


@rule
def enter(model: Any, work: Any, at: int, row: int, field: int, number: int, ends: bool) -> None:
    """Enter a field that takes a number into the tables."""
    entry = at + row * NUMBERS + number
    points = written_points(work, at, row, field, number)
    work[entry + TOP] = max(work[entry + TOP], points * UNIT)
    if ends:
        work[entry + FINAL] = max(work[entry + FINAL], points * UNIT)
    else:
        worth = written_worth(model, work, at, row, field, number, points)
        if worth > work[entry + BEST]:
            work[entry + BEST] = worth
            work[entry + POINTS] = points * UNIT
