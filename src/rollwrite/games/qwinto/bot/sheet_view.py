"""A Qwinto sheet taken apart: its gaps, windows and columns, and where their weights lie.

What a written number changes is worked out from these parts alone (replies.py), which is what
makes a search over all dice affordable.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.qwinto.bot.weights import (
    AT_BONUS,
    COLUMN,
    COLUMN_AT,
    DEAD,
    HIGH,
    NEVER,
    NUMBERS,
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
from rollwrite.games.qwinto.rules import BONUSES, FIELDS, ROWS
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.records import Record, i8, i16, i32
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)


class SheetView(Record):
    """What is known of a sheet. 32 bits hold every value: narrow memory is faster on a GPU."""

    # By field: its number, and for the empty ones the numbers around their gap, the gap's first
    # field and its length (0 for a field that is written).
    numbers: list[list[int]] = i8[ROWS, FIELDS]
    lows: list[list[int]] = i8[ROWS, FIELDS]
    highs: list[list[int]] = i8[ROWS, FIELDS]
    firsts: list[list[int]] = i8[ROWS, FIELDS]
    lengths: list[list[int]] = i8[ROWS, FIELDS]
    # By row: how hard its gaps are to fill, its empty fields, and those it lacks, or NEVER.
    hardness: list[int] = i16[ROWS]
    empty: list[int] = i8[ROWS]
    lack: list[int] = i8[ROWS]
    kinds: list[list[int]] = i8[BONUSES, ROWS]  # of the fields of each column of three
    # Where weights lie in the model.
    base: int = i32  # those for this number of seats
    window_places: list[list[int]] = i32[ROWS, WINDOWS]
    column_places: list[int] = i32[BONUSES]
    row_places: list[int] = i32[ROWS]
    # What the windows weigh, and gaps, columns and rows by how soon the game may end, if known.
    windows_worth: int = i32
    timed: list[int] = i32[SOONS]
    known: list[int] = i8[SOONS]
    # The sheet as a whole.
    score: int = i16
    misses: int = i8
    full_rows: int = i8
    asked: int = i32  # the numbers that all gaps ask for
    # The game around it.
    seats: int = i8
    wait: int = i8  # turns after this one until the seat's own
    left: int = i16  # how far the other seats are from ending the game,
    threat: int = i8  # and the class of that
    # By row, if a number is written there that leaves it possible to fill (0), or not (1): how soon
    # the game may end, and what all weighs but the row, its gaps, its columns and what is asked.
    soon_after: list[list[int]] = i8[ROWS, 2]
    around: list[list[int]] = i32[ROWS, 2]
    # Writing nothing: what it is worth, the points it leaves, and whether it ends the game.
    pass_worth: int = i32
    pass_points: int = i32
    pass_ends: int = i8
    # By row and number: the worth of the best field that does not end the game and the points it
    # leaves, the most points of one that does, and the most points of any.
    best: list[list[int]] = i32[ROWS, NUMBERS]
    points: list[list[int]] = i32[ROWS, NUMBERS]
    final: list[list[int]] = i32[ROWS, NUMBERS]
    top: list[list[int]] = i32[ROWS, NUMBERS]


@rule
def read_sheet(s: Any, seat: int, wait: int, model: Any, view: Any) -> None:
    """Take a sheet apart; ``wait`` is how many turns after this one the seat's own turn comes."""
    sheet = s.sheets[seat]
    view.base = model_at(s.seats)
    view.wait = wait
    view.seats = s.seats
    view.score = rules.score(s, seat)
    view.misses = sheet.misses
    view.full_rows = 0
    view.asked = 0
    view.windows_worth = 0
    for soon in range(SOONS):
        view.known[soon] = 0
    for row in range(ROWS):
        read_row(sheet, row, view)
        read_windows(row, model, view)
        if view.empty[row] == 0:
            view.full_rows += 1
    for bonus in range(BONUSES):
        place = bonus * COLUMN
        for row in range(ROWS):
            field = AT_BONUS[bonus][row]
            number = view.numbers[row][field]
            kind = field_kind(bonus, row, number, view.lows[row][field], view.highs[row][field])
            view.kinds[bonus][row] = kind
            place += kind * STRIDES[bonus][row]
        view.column_places[bonus] = view.base + COLUMN_AT + place * TIMES


@rule
def read_row(sheet: Any, row: int, view: Any) -> None:
    """Numbers and gaps of a row."""
    low = 0
    first = 0
    empty = 0
    hard = 0
    for field in range(FIELDS + 1):
        number = HIGH + 1
        if field < FIELDS:
            number = int(sheet.cells[row][rules.COLUMNS[row][field]])
            view.numbers[row][field] = number
            view.lengths[row][field] = 0
        if number == 0:
            empty += 1
        else:
            for inside in range(first, field):
                view.lows[row][inside] = low
                view.highs[row][inside] = number
                view.firsts[row][inside] = first
                view.lengths[row][inside] = field - first
            hard += hardness(field - first, low, number)
            view.asked += asked_by(field - first, low, number)
            low = number
            first = field + 1
    view.empty[row] = empty
    view.hardness[row] = hard
    view.lack[row] = NEVER if hard >= DEAD else empty
    last = view.numbers[row][FIELDS - 1]
    view.row_places[row] = view.base + row_at(row, last, empty, hard)


@rule
def read_windows(row: int, model: Any, view: Any) -> None:
    """Where the weights of a row's windows lie, and what they come to."""
    numbers = view.numbers[row]
    for window in range(WINDOWS):
        place = view.base + WINDOW_AT + (row * WINDOWS + window) * PATTERNS
        before = 0
        for inside in range(WINDOW):
            number = int(numbers[window + inside])
            if number > 0:
                place += RANKS[(inside * NUMBERS + before) * NUMBERS + number]
                before = number
        view.window_places[row][window] = place
        view.windows_worth += model[place]


@rule
def timed_worth(model: Any, view: Any, soon: int) -> Any:
    """What all gaps, columns and rows weigh if the game may end so soon."""
    if view.known[soon] == 0:
        total = 0
        for row in range(ROWS):
            total += timed_weight(model, view.row_places[row], soon)
            lengths = view.lengths[row]
            field = 0
            while field < FIELDS:
                length = int(lengths[field])
                if length > 0:
                    low, high = view.lows[row][field], view.highs[row][field]
                    place = view.base + gap_at(row, field, length, low, high)
                    total += timed_weight(model, place, soon)
                field += length + 1
        total += timed_weight(model, view.base + asked_at(view.asked), soon)
        for bonus in range(BONUSES):
            total += timed_weight(model, view.column_places[bonus], soon)
        view.timed[soon] = total
        view.known[soon] = 1
    return view.timed[soon]


@rule
def whole_worth(model: Any, view: Any, counted: int, lack: int, misses: int, soon: int) -> Any:
    """What the sheet as a whole weighs; ``counted`` is where the weight of its counts lies."""
    return (
        model[view.base + counted]
        + model[view.base + turn_at(view.seats, view.wait, misses, soon, view.threat)]
        + model[view.base + lack_at(lack, view.wait, misses, view.threat)]
    )


@rule
def soon_of(view: Any, lack: int, misses: int) -> Any:
    """How soon the game may end, with what a sheet lacks and misses."""
    return SOON[min(time_left(lack, misses), view.left)]


@rule
def standing_worth(model: Any, view: Any, misses: int) -> Any:
    """The worth of the sheet as it is, but for the misses."""
    empty = view.empty
    lack = lacking(view.lack[0], view.lack[1], view.lack[2])
    soon = soon_of(view, lack, misses)
    counted = count_at(empty[0], empty[1], empty[2], misses, view.threat)
    points = view.score - 5 * (misses - view.misses)
    return (
        points * UNIT
        + view.windows_worth
        + timed_worth(model, view, soon)
        + whole_worth(model, view, counted, lack, misses, soon)
    )
