"""Whether the reasons of Twenty One are true, by the rules of the booklet and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from math import prod
from random import Random
from typing import Any

from reasons_told import Check, Told, endings, is_share

from rollwrite.games.twenty_one.rules import BONUS, CROSS, NUMBERS, PLACES, WRITE_DICE

DICE = range(6)
MOST = 6**4  # falls that are all looked at; of more, so many are drawn


def field(sheet: Any, die: int) -> tuple[int, int]:
    """What is printed in the field of a die's colour, in the row in progress, and what stands."""
    place = PLACES[sheet.model][sheet.row][die]
    return NUMBERS[sheet.row][place], sheet.cells[sheet.row][place]


def fitting(sheet: Any, dice: list[int]) -> list[int]:
    """A die fits an empty field of its colour if it shows no more than is printed there."""
    return [die for die in DICE if field(sheet, die)[1] == 0 and dice[die] <= field(sheet, die)[0]]


def hitting(sheet: Any, dice: list[int]) -> list[int]:
    return [die for die in fitting(sheet, dice) if dice[die] == field(sheet, die)[0]]


def empty(sheet: Any, row: int | None = None) -> int:
    return int(sheet.cells[sheet.row if row is None else row].count(0))


def points(sheet: Any, row: int) -> int:
    """Numbers count what they are; hits, numbers as printed, count more the more there are."""
    cells = sheet.cells[row]
    hits = sum(cell == printed for cell, printed in zip(cells, NUMBERS[row], strict=True))
    return int(sum(cell for cell in cells if cell > 0) + BONUS[hits])


def filled(sheet: Any, dice: list[int]) -> Any:
    made = sheet.copy()
    for die in fitting(sheet, dice):
        made.cells[sheet.row][PLACES[sheet.model][sheet.row][die]] = dice[die]
    return made


def gain(sheet: Any, dice: list[int]) -> int:
    return points(filled(sheet, dice), sheet.row) - points(sheet, sheet.row)


def rerolls(dice: list[int]) -> Iterator[list[int]]:
    """Every fall of the dice that do not show a 1, which are locked."""
    return map(list, product(*([1] if value == 1 else range(1, 7) for value in dice)))


def share_of(one: Told, good: Any) -> bool:
    """Whether the told share of rerolls is good."""
    dice = one.state._record.dice
    whole = prod(1 if value == 1 else 6 for value in dice)
    if whole <= MOST:
        return is_share(one.number("share"), sum(bool(good(fall)) for fall in rerolls(dice)), whole)
    draw = Random(1)
    falls = ([1 if v == 1 else draw.randint(1, 6) for v in dice] for _ in range(MOST))
    return abs(one.number("share") - 100 * sum(bool(good(fall)) for fall in falls) / MOST) < 6


def own(one: Told) -> tuple[Any, list[int]]:
    s = one.state._record
    return s.sheets[one.seat], s.dice


def counting(which: Any, name: str, more: bool) -> Check:
    """These dice fit or hit so often; a reroll as often or more."""

    def check(one: Told) -> bool:
        sheet, dice = own(one)
        now = len(which(sheet, dice))
        return one.number(name) == now and share_of(
            one, lambda fall: len(which(sheet, fall)) >= now + more
        )

    return check


def whole_row(one: Told) -> bool:
    """One of these dice and a reroll can complete the row, by filling all its empty fields."""
    sheet, dice = own(one)
    now = len(fitting(sheet, dice)) == empty(sheet)
    keeps = one.key == "keep_row"
    return now == keeps and share_of(one, lambda fall: len(fitting(sheet, fall)) == empty(sheet))


def rich(more: bool) -> Check:
    def check(one: Told) -> bool:
        sheet, dice = own(one)
        now = gain(sheet, dice)
        return one.number("points") == now and share_of(
            one, lambda fall: gain(sheet, fall) >= now + more
        )

    return check


def others(complete: bool) -> Check:
    """These dice are useless to another player, or complete his row."""

    def check(one: Told) -> bool:
        s = one.state._record
        found = []
        for seat in range(s.seats):
            sheet = s.sheets[seat]
            wanted = empty(sheet) if complete else 1
            now = len(fitting(sheet, s.dice))
            if seat != one.seat and (now == wanted if complete else now == 0):
                helps = partial(enough, sheet, wanted)
                found.append(share_of(one, helps))
        return any(found)

    return check


def enough(sheet: Any, wanted: int, dice: list[int]) -> bool:
    return len(fitting(sheet, dice)) >= wanted


def nothing(one: Told) -> bool:
    sheet, dice = own(one)
    return not fitting(sheet, dice) and share_of(one, lambda fall: fitting(sheet, fall))


def risk(one: Told) -> bool:
    sheet, _ = own(one)
    return share_of(one, lambda fall: not fitting(sheet, fall))


def written(action: int) -> list[int]:
    return [] if action == CROSS else [die for die in DICE if action - WRITE_DICE >> die & 1]


def bonus(one: Told) -> int:
    """How much more the hits of the row bring after this move than after the other."""
    row = one.state._record.sheets[one.seat].row
    counts = [
        sum(c == n for c, n in zip(sheet.cells[row], NUMBERS[row], strict=True))
        for sheet in one.sheets
    ]
    return int(BONUS[counts[0]] - BONUS[counts[1]])


def hit(one: Told) -> bool:
    sheet, dice = own(one)
    fresh = [
        die for die in hitting(sheet, dice)
        if die in written(one.action) and die not in written(one.other)
    ]  # fmt: skip
    shown = [dice[die] for die in fresh]
    return one.number("value") in shown and bonus(one) == one.number("points") > 0


def row_done(one: Told) -> bool:
    row = one.state._record.sheets[one.seat].row
    left = [empty(sheet, row) for sheet in one.sheets]
    return left[0] == 0 < left[1] and (row + 1, row + 2) == (
        one.number("row"), one.number("next")
    )  # fmt: skip


def crossed(one: Told) -> bool:
    """What is crossed out is the empty field with the highest number."""
    sheet, _ = own(one)
    open_numbers = [field(sheet, die)[0] for die in DICE if field(sheet, die)[1] == 0]
    crosses = [s.cells[sheet.row].count(-1) for s in (one.sheets[1], sheet)]
    return one.number("printed") == max(open_numbers) and crosses[0] == crosses[1] + 1


def stays_open(one: Told) -> bool:
    sheet, dice = own(one)
    spent = [die for die in written(one.other) if die not in written(one.action)]
    below = [(field(sheet, die)[0], dice[die]) for die in spent if dice[die] < field(sheet, die)[0]]
    return (one.number("printed"), one.number("value")) in below


def nearer(one: Told) -> bool:
    row = one.state._record.sheets[one.seat].row
    left = [empty(sheet, row) for sheet in one.sheets]
    return left[0] < left[1] and left == [one.number("left"), one.number("other")]


def ended(sheet: Any) -> bool:
    return empty(sheet, 4) == 0


CHECKS: dict[str, Check] = {
    "hit": hit,
    "hits": lambda one: bonus(one) == one.number("points") > 0,
    "row": row_done,
    "cross": crossed,
    "open": stays_open,
    "filled": nearer,
    "more": lambda one: one.scores[0] - one.scores[1] == one.number("points") > 0,
    "keep_row": whole_row,
    "reroll_row": whole_row,
    "keep_hits": counting(hitting, "hits", False),
    "reroll_hits": counting(hitting, "hits", True),
    "keep_fields": counting(fitting, "fields", False),
    "reroll_fields": counting(fitting, "fields", True),
    "keep_points": rich(False),
    "reroll_points": rich(True),
    "keep_other": others(False),
    "reroll_other": others(True),
    "keep_risk": risk,
    "reroll_nothing": nothing,
    **endings(ended),
}
