"""What a seat would do with any number: the worth of writing it, for each row and number."""

from __future__ import annotations

from typing import Any

from rollwrite.games.qwinto.bot.sheet_view import (
    soon_of,
    standing_worth,
    timed_worth,
    whole_worth,
)
from rollwrite.games.qwinto.bot.weights import (
    AT_BONUS,
    BONUS_ROW,
    DEAD,
    NEVER,
    NUMBERS,
    OF_BONUS,
    RANKS,
    STRIDES,
    TIMES,
    WINDOW,
    WINDOWS,
    asked_at,
    asked_by,
    count_at,
    field_kind,
    gap_at,
    hardness,
    lacking,
    row_at,
    timed_weight,
)
from rollwrite.games.qwinto.rules import BONUSES, FIELDS, MISSES, ROWS
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

NONE = -(1 << 30)  # worth less than anything


@rule
def read_pass(active: bool, model: Any, view: Any) -> None:
    """What it is worth to write nothing."""
    misses = int(view.misses)
    points = int(view.score)
    if active:
        misses += 1
        points -= 5
    view.pass_points = points * UNIT
    view.pass_ends = 1 if misses >= MISSES else 0
    view.pass_worth = NONE if misses >= MISSES else standing_worth(model, view, misses)


@rule
def read_numbers(sheet: Any, dice: int, least: int, most: int, model: Any, view: Any) -> None:
    """Fill the tables of a sheet for the rows of some dice and a range of numbers."""
    for row in range(ROWS):
        if dice >> row & 1 and view.empty[row] > 0:
            read_around(row, model, view)
        if dice >> row & 1:
            for number in range(least, most + 1):
                view.best[row][number] = NONE
                view.points[row][number] = NONE
                view.final[row][number] = NONE
                view.top[row][number] = NONE
            ends = view.full_rows >= 1 and view.empty[row] == 1
            for field in range(FIELDS):
                if view.numbers[row][field] == 0:
                    column = rules.COLUMNS[row][field]
                    low = max(least, view.lows[row][field] + 1)
                    high = min(most, view.highs[row][field] - 1)
                    for number in range(low, high + 1):
                        if not rules.in_column(sheet, column, number):
                            enter(model, view, row, field, number, ends)


@rule
def enter(model: Any, view: Any, row: int, field: int, number: int, ends: bool) -> None:
    """Enter a field that takes a number into the tables."""
    points = written_points(view, row, field, number)
    view.top[row][number] = max(view.top[row][number], points * UNIT)
    if ends:
        view.final[row][number] = max(view.final[row][number], points * UNIT)
    else:
        worth = written_worth(model, view, row, field, number, points)
        if worth > view.best[row][number]:
            view.best[row][number] = worth
            view.points[row][number] = points * UNIT


@rule
def read_around(row: int, model: Any, view: Any) -> None:
    """What does not depend on which number is written where in a row."""
    one, two, three = int(view.empty[0]), int(view.empty[1]), int(view.empty[2])
    lack_1, lack_2, lack_3 = int(view.lack[0]), int(view.lack[1]), int(view.lack[2])
    empty = view.empty[row] - 1
    misses = view.misses
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
        soon = soon_of(view, lack, misses)
        counted = count_at(one, two, three, misses, view.threat)
        view.soon_after[row][frame] = soon
        view.around[row][frame] = (
            view.windows_worth
            + timed_worth(model, view, soon)
            + whole_worth(model, view, counted, lack, misses, soon)
            - timed_weight(model, view.row_places[row], soon)
            - timed_weight(model, view.base + asked_at(view.asked), soon)
        )


@rule
def written_points(view: Any, row: int, field: int, number: int) -> Any:
    """The score after a number is written."""
    points = view.score + 1
    if view.empty[row] == 1:
        points += last_number(view, row, field, number) - FIELDS
    bonus = OF_BONUS[row * FIELDS + field]
    if bonus >= 0:
        pentagon = number
        for other in range(ROWS):
            if other != row:
                there = view.numbers[other][AT_BONUS[bonus][other]]
                if there == 0:
                    return points
                if other == BONUS_ROW[bonus]:
                    pentagon = there
        points += pentagon
    return points


@rule
def last_number(view: Any, row: int, field: int, number: int) -> int:
    """The number in the last field of a row once one is written in some field."""
    return number if field == FIELDS - 1 else int(view.numbers[row][FIELDS - 1])


@rule
def written_worth(model: Any, view: Any, row: int, field: int, number: int, points: int) -> Any:
    """The worth of the sheet after a number is written that leaves so many points."""
    low, high = view.lows[row][field], view.highs[row][field]
    first, length = view.firsts[row][field], view.lengths[row][field]
    base = view.base
    left = field - first
    right = length - left - 1
    hard = view.hardness[row] - hardness(length, low, high)
    hard += hardness(left, low, number) + hardness(right, number, high)
    frame = 1 if hard >= DEAD else 0
    soon = view.soon_after[row][frame]
    worth = points * UNIT + view.around[row][frame]
    asked = view.asked - asked_by(length, low, high)
    asked += asked_by(left, low, number) + asked_by(right, number, high)
    worth += timed_weight(model, base + asked_at(asked), soon)
    worth -= timed_weight(model, base + gap_at(row, first, length, low, high), soon)
    if left > 0:
        worth += timed_weight(model, base + gap_at(row, first, left, low, number), soon)
    if right > 0:
        worth += timed_weight(model, base + gap_at(row, field + 1, right, number, high), soon)
    last = last_number(view, row, field, number)
    worth += timed_weight(model, base + row_at(row, last, view.empty[row] - 1, hard), soon)
    worth += windows_change(model, view, row, field, number)
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
            step = (kind - view.kinds[bonus][row]) * STRIDES[bonus][row]
            place = view.column_places[bonus]
            worth += timed_weight(model, place + step * TIMES, soon)
            worth -= timed_weight(model, place, soon)
    return worth


@rule
def windows_change(model: Any, view: Any, row: int, field: int, number: int) -> int:
    """By how much the weights of the windows around a field change with its number."""
    low, high, first = view.lows[row][field], view.highs[row][field], view.firsts[row][field]
    places = view.window_places[row]
    after = first + view.lengths[row][field]  # the next field that is written, if there is one
    change = 0
    for window in range(max(0, field - WINDOW + 1), min(field, WINDOWS - 1) + 1):
        old = places[window]
        before = low if first > window else 0
        new = old + RANKS[((field - window) * NUMBERS + before) * NUMBERS + number]
        if after < window + WINDOW:
            ranks = (after - window) * NUMBERS
            new += RANKS[(ranks + number) * NUMBERS + high]
            new -= RANKS[(ranks + before) * NUMBERS + high]
        change += model[new] - model[old]
    return change
