"""The features of a Qwinto sheet: where the weights lie that add up to the points still to come.

Training reads a sheet with these rules; the search reads it faster, by its changes (sheet_view.py).
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.qwinto.bot.weights import (
    AT_BONUS,
    COLUMN,
    COLUMN_AT,
    EVER,
    FAR,
    HIGH,
    NEVER,
    NUMBERS,
    PATTERNS,
    RANKS,
    SOON,
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
    threat_of,
    time_left,
    turn_at,
)
from rollwrite.games.qwinto.rules import BONUSES, FIELDS, ROWS
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)


@rule
def sheet_left(sheet: Any) -> int:
    """How far a sheet is from ending the game, from nothing but the sheet."""
    return time_left(
        lacking(row_lack(sheet, 0), row_lack(sheet, 1), row_lack(sheet, 2)), sheet.misses
    )


@rule
def row_lack(sheet: Any, row: int) -> int:
    """How many fields a row lacks; NEVER if some can no longer be filled."""
    lack = 0
    low = 0
    length = 0
    for field in range(FIELDS):
        number = sheet.cells[row][rules.COLUMNS[row][field]]
        if number == 0:
            lack += 1
            length += 1
        else:
            if number - low - 1 < length:
                return NEVER
            low = number
            length = 0
    if HIGH - low < length:
        return NEVER
    return lack


@rule
def others_left(s: Any, seat: int) -> int:
    """How far the other seats are from ending the game; FAR if there are none."""
    left = FAR
    for other in range(s.seats):
        if other != seat:
            left = min(left, sheet_left(s.sheets[other]))
    return left


@rule
def features(s: Any, seat: int, own: Any) -> int:
    """List where the weights of a seat's sheet lie in the model; return how many they are."""
    found = own.features
    sheet = s.sheets[seat]
    head = model_at(s.seats)
    misses = int(sheet.misses)
    left = others_left(s, seat)
    threat = threat_of(left, s.seats)
    lack = lacking(row_lack(sheet, 0), row_lack(sheet, 1), row_lack(sheet, 2))
    soon = SOON[min(time_left(lack, misses), left)]
    wait = (seat - s.active + s.seats) % s.seats
    count = 0
    asked = 0
    for row in range(ROWS):
        count = row_places(sheet, row, head, soon, found, count)
        asked += row_asks(sheet, row)
    count = timed_places(head + asked_at(asked), soon, found, count)
    for bonus in range(BONUSES):
        count = timed_places(head + column_place(sheet, bonus), soon, found, count)
    one, two, three = empty_in(sheet, 0), empty_in(sheet, 1), empty_in(sheet, 2)
    found[count] = head + count_at(one, two, three, misses, threat)
    found[count + 1] = head + turn_at(s.seats, wait, misses, soon, threat)
    found[count + 2] = head + lack_at(lack, wait, misses, threat)
    return count + 3


@rule
def timed_places(place: int, soon: int, found: Any, count: int) -> int:
    """Add the two weights of a tuple that is told apart by time; return the new count."""
    found[count] = place + soon
    found[count + 1] = place + EVER
    return count + 2


@rule
def empty_in(sheet: Any, row: int) -> Any:
    """How many fields of a row are empty."""
    return FIELDS - rules.written(sheet, row)


@rule
def number_at(sheet: Any, row: int, field: int) -> int:
    """The number in a field; beyond the fields one more than the highest."""
    if field == FIELDS:
        return HIGH + 1
    return int(sheet.cells[row][rules.COLUMNS[row][field]])


@rule
def row_places(sheet: Any, row: int, head: int, soon: int, found: Any, count: int) -> int:
    """Add the places of a row's windows, gaps and whole; return the new count."""
    for window in range(WINDOWS):
        place = (row * WINDOWS + window) * PATTERNS
        before = 0
        for inside in range(WINDOW):
            number = number_at(sheet, row, window + inside)
            if number > 0:
                place += RANKS[(inside * NUMBERS + before) * NUMBERS + number]
                before = number
        found[count] = head + WINDOW_AT + place
        count += 1
    low = 0
    length = 0
    hard = 0
    for field in range(FIELDS + 1):
        number = number_at(sheet, row, field)
        if number == 0:
            length += 1
        else:
            if length > 0:
                place = head + gap_at(row, field - length, length, low, number)
                count = timed_places(place, soon, found, count)
            hard += hardness(length, low, number)
            low = number
            length = 0
    last = number_at(sheet, row, FIELDS - 1)
    return timed_places(head + row_at(row, last, empty_in(sheet, row), hard), soon, found, count)


@rule
def row_asks(sheet: Any, row: int) -> int:
    """The numbers that the gaps of a row ask for."""
    low = 0
    length = 0
    asked = 0
    for field in range(FIELDS + 1):
        number = number_at(sheet, row, field)
        if number == 0:
            length += 1
        else:
            asked += asked_by(length, low, number)
            low = number
            length = 0
    return asked


@rule
def column_place(sheet: Any, bonus: int) -> int:
    """Where the weights of a column of three begin."""
    place = bonus * COLUMN
    for row in range(ROWS):
        field = AT_BONUS[bonus][row]
        low = 0
        for before in range(field):
            low = max(low, number_at(sheet, row, before))
        after = field + 1
        while number_at(sheet, row, after) == 0:
            after += 1
        number = number_at(sheet, row, field)
        kind = field_kind(bonus, row, number, low, number_at(sheet, row, after))
        place += kind * STRIDES[bonus][row]
    return COLUMN_AT + place * TIMES
