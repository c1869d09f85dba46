"""Whether the reasons of Qwinto are true, by the rules of the booklet and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from reasons_told import Check, Told, endings, is_share

from rollwrite.games.qwinto.rules import COLUMNS, PENTAGONS, WRITE_AT

ROWS, FIELDS, HIGHEST = range(3), range(9), 18


def row_of(sheet: Any, row: int) -> list[int]:
    return [sheet.cells[row][column] for column in COLUMNS[row]]


def fits(sheet: Any, row: int, field: int, number: int) -> bool:
    """Numbers rise from left to right, and no column has the same number twice."""
    numbers, column = row_of(sheet, row), COLUMNS[row][field]
    return (
        numbers[field] == 0
        and all(each < number for each in numbers[:field])
        and all(each > number for each in numbers[field + 1 :] if each)
        and all(sheet.cells[other][column] != number for other in ROWS)
    )


def places(sheet: Any, dice: int, number: int) -> list[tuple[int, int]]:
    return [
        (row, field) for row in ROWS if dice >> row & 1
        for field in FIELDS if fits(sheet, row, field, number)
    ]  # fmt: skip


def put(sheet: Any, row: int, field: int, number: int) -> Any:
    made = sheet.copy()
    made.cells[row][COLUMNS[row][field]] = number
    return made


def column_numbers(sheet: Any, row: int, field: int) -> list[int]:
    return [sheet.cells[r][COLUMNS[row][field]] for r in ROWS if COLUMNS[row][field] in COLUMNS[r]]


def completes(sheet: Any, row: int, field: int) -> bool:
    """Whether a field just written fills its row, or a column with a pentagon."""
    column = column_numbers(sheet, row, field)
    return all(row_of(sheet, row)) or (len(column) == 3 and all(column))


def spare(sheet: Any, row: int, field: int) -> int:
    """How many more numbers than empty fields are left beside a field, where that is tighter."""
    numbers = [0, *row_of(sheet, row), HIGHEST + 1]
    at, found = field + 1, [HIGHEST]
    for step in (-1, 1):
        end = at + step
        while 0 < end < 10 and numbers[end] == 0:
            end += step
        gap = abs(end - at) - 1
        if gap:
            low, high = sorted((numbers[at], numbers[end]))
            found.append(len(range(low + 1, high)) - gap)
    return min(found)


def wasted(sheet: Any) -> int:
    """The empty fields that stay empty even if the row is filled as far as can be."""
    total = 0
    for row in ROWS:
        best = {0: 0}  # the last number that stands, and how many fields are filled
        for number in row_of(sheet, row):
            later: dict[int, int] = {} if number else dict(best)
            for last, filled in best.items():
                for value in [number] if number else range(last + 1, HIGHEST + 1):
                    if value > last:
                        later[value] = max(later.get(value, 0), filled + 1)
            best = later
        total += 9 - max(best.values())
    return total


def rolls(dice: int) -> Iterator[int]:
    """What every roll of some dice adds up to."""
    return map(sum, product(range(1, 7), repeat=dice.bit_count()))


def share(
    sheet: Any, dice: int, good: Callable[[Any, int, list[tuple[int, int]]], bool]
) -> tuple[int, int]:
    """Of all rolls of some dice, those that do a sheet good."""
    numbers = list(rolls(dice))
    return sum(good(sheet, n, places(sheet, dice, n)) for n in numbers), len(numbers)


def fitting(sheet: Any, number: int, where: list[tuple[int, int]]) -> bool:
    return bool(where)


def roomy(sheet: Any, number: int, where: list[tuple[int, int]]) -> bool:
    return any(spare(put(sheet, *at, number), *at) > 0 for at in where)


def prized(sheet: Any, number: int, where: list[tuple[int, int]]) -> bool:
    return any(completes(put(sheet, *at, number), *at) for at in where)


def compared(good: Any, *, opponent: bool = False) -> Check:
    """Two choices of dice differ as told."""

    def check(one: Told) -> bool:
        sheet = one.state._record.sheets[1 - one.seat if opponent else one.seat]
        here, there = one.number("share"), one.number("other")
        dice = one.action + 1, one.other + 1
        right = here < there if opponent else here > there
        return right and all(
            is_share(told, *share(sheet, each, good))
            for told, each in zip((here, there), dice, strict=True)
        )

    return check


def now(one: Told) -> tuple[Any, int, int, list[tuple[int, int]]]:
    """The sheet, the dice in use, their number, and where it can go."""
    s = one.state._record
    sheet, number = s.sheets[one.seat], sum(s.dice)
    return sheet, s.chosen, number, places(sheet, s.chosen, number)


def room_now(one: Told) -> tuple[int, list[int], int]:
    """The most room that the number leaves, what other rolls leave, and their number."""
    sheet, dice, number, where = now(one)
    most = [
        max((spare(put(sheet, *at, n), *at) for at in places(sheet, dice, n)), default=-99)
        for n in rolls(dice)
    ]
    return max(spare(put(sheet, *at, number), *at) for at in where), most, len(most)


def place_of(action: int) -> tuple[int, int]:
    return divmod(action - WRITE_AT, 9)


def prize(kind: str) -> Check:
    def check(one: Told) -> bool:
        sheet, _, number, where = now(one)
        if one.action >= WRITE_AT:
            where = [place_of(one.action)]
        for row, field in where:
            made = put(sheet, row, field, number)
            column = column_numbers(made, row, field)
            if kind == "row":
                if all(row_of(made, row)) and row_of(made, row)[-1] == one.number("points"):
                    return True
            elif len(column) == 3 and all(column):
                pentagon = next(r for r, c in PENTAGONS if c == COLUMNS[row][field])
                if made.cells[pentagon][COLUMNS[row][field]] == one.number("points"):
                    return True
        return False

    return check


def keep_alone(one: Told) -> bool:
    s = one.state._record
    fit = [bool(places(s.sheets[seat], s.chosen, sum(s.dice))) for seat in range(s.seats)]
    return fit[one.seat] and sum(fit) == 1


def reroll_miss(one: Told) -> bool:
    sheet, dice, _, where = now(one)
    return not where and is_share(one.number("share"), *share(sheet, dice, fitting))


def keep_miss(one: Told) -> bool:
    sheet, dice, _, _ = now(one)
    good, whole = share(sheet, dice, fitting)
    return is_share(one.number("share"), whole - good, whole)


def reroll_gift(one: Told) -> bool:
    s = one.state._record
    number = sum(s.dice)
    return any(
        prized(s.sheets[seat], number, places(s.sheets[seat], s.chosen, number))
        for seat in range(s.seats) if seat != one.seat
    )  # fmt: skip


def reroll_prize(one: Told) -> bool:
    sheet, dice, number, where = now(one)
    right = is_share(one.number("share"), *share(sheet, dice, prized))
    return right and not prized(sheet, number, where)


def keep_room(one: Told) -> bool:
    own, most, whole = room_now(one)
    return own > 0 and is_share(one.number("share"), sum(room >= own for room in most), whole)


def reroll_room(one: Told) -> bool:
    own, most, whole = room_now(one)
    return is_share(one.number("share"), sum(room > own for room in most), whole)


def dice_rows(one: Told) -> bool:
    sheet = one.state._record.sheets[one.seat]
    open_rows = [
        sum(each + 1 >> row & 1 and not all(row_of(sheet, row)) for row in ROWS)
        for each in (one.action, one.other)
    ]
    return open_rows == [one.number("count"), one.number("other")]


def next_room(one: Told) -> bool:
    """Every choice of dice is as likely as any other."""
    found = []
    for sheet in one.sheets:
        parts = [share(sheet, dice, fitting) for dice in range(1, 8)]
        found.append(sum(good / whole for good, whole in parts))
    return all(
        is_share(one.number(name), part, 7)
        for name, part in zip(("share", "other"), found, strict=True)
    )


def second(one: Told) -> bool:
    column = column_numbers(one.sheets[0], *place_of(one.action))
    return len(column) == 3 and sum(map(bool, column)) == 2


def pentagon(one: Told) -> bool:
    row, field = place_of(one.action)
    return (row, COLUMNS[row][field]) in PENTAGONS


def spares(one: Told) -> bool:
    found = [
        spare(sheet, *place_of(each))
        for sheet, each in zip(one.sheets, (one.action, one.other), strict=True)
    ]
    return found == [one.number("count"), one.number("other")] and found[0] > found[1]


def miss(one: Told) -> bool:
    made, against = one.sheets
    return against.misses == made.misses + 1 and one.scores[1] + 5 == one.state.scores()[one.seat]


def ended(sheet: Any) -> bool:
    return sum(all(row_of(sheet, row)) for row in ROWS) >= 2 or sheet.misses >= 4


CHECKS: dict[str, Check] = {
    "column": prize("column"),
    "row": prize("row"),
    "miss": miss,
    "lost_none": lambda one: [wasted(s) for s in one.sheets] == [0, one.number("fields")],
    "lost_fewer": lambda one: (
        [wasted(s) for s in one.sheets] == [one.number("count"), one.number("other")]
    ),
    "room": next_room,
    "second": second,
    "pentagon": pentagon,
    "more": lambda one: one.scores[0] - one.scores[1] == one.number("points") > 0,
    "dice_fit": compared(fitting),
    "dice_prize": compared(prized),
    "dice_room": compared(roomy),
    "dice_other": compared(fitting, opponent=True),
    "dice_rows": dice_rows,
    "keep_miss": keep_miss,
    "keep_alone": keep_alone,
    "keep_room": keep_room,
    "reroll_miss": reroll_miss,
    "reroll_gift": reroll_gift,
    "reroll_prize": reroll_prize,
    "reroll_room": reroll_room,
    "spare": spares,
    "tight": lambda one: spare(one.sheets[1], *place_of(one.other)) <= 0,
    **endings(ended),
}
