"""Baselines of Qwinto, against which a strong player is measured.

``spacing`` keeps numbers evenly spaced, as a careful beginner does. It follows three principles: a
number is good where it splits its gap evenly, points scored at once are good, a miss is bad. It
chooses and rerolls dice by what that promises for its own sheet. ``own_sheet`` has the expert's
model, and plays for as many points as it can make, whatever the others do.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.contract import Baseline
from rollwrite.games.qwinto.bot.style import IGNORE_OPPONENTS
from rollwrite.games.qwinto.bot.training import FIXED_WEIGHTS
from rollwrite.games.qwinto.bot.turn_search import COUNT, OUTCOMES, WAYS
from rollwrite.games.qwinto.rules import CHOOSE, FIELDS, KEEP, PASS, ROWS, STAY, WRITE_AT
from rollwrite.kernel.policy import UNIT, Policy
from rollwrite.kernel.rule import rule
from rollwrite.kernel.step import Scratch

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

POINT = 60  # worth of a point made at once
FIT = 300  # worth of a number in its very place,
OFF = 150  # and what each step away from it costs
MISS = -600
START, END = 0, 18  # the numbers taken to stand before and after a row: the extremes are rare


@rule
def fit(sheet: Any, row: int, field: int, number: int) -> int:
    """How well a number fits into an empty field that takes it."""
    low, first, high, after = START, -1, END, FIELDS
    for other in range(FIELDS):
        there = int(sheet.cells[row][rules.COLUMNS[row][other]])
        if there > 0 and other < field:
            low = there
            first = other
        if there > 0 and other > field and after == FIELDS:
            high = there
            after = other
    # The number that would stand here if the gap were filled with equal steps.
    steps = after - first
    away = abs((number - low) * steps - (high - low) * (field - first))
    return FIT - OFF * away // steps


@rule
def write_worth(s: Any, seat: int, action: int, number: int) -> Any:
    """What it is worth to write a number in a field, or nothing."""
    if action == PASS:
        return MISS if seat == s.active else 0
    sheet = s.sheets[seat]
    row = (action - WRITE_AT) // FIELDS
    field = (action - WRITE_AT) % FIELDS
    column = rules.COLUMNS[row][field]
    worth = fit(sheet, row, field, number)
    before = rules.score(s, seat)
    sheet.cells[row][column] = number
    worth += POINT * (rules.score(s, seat) - before)
    sheet.cells[row][column] = 0
    return worth


@rule
def number_worth(s: Any, seat: int, dice: int, number: int, replies: Any) -> Any:
    """What a number is worth with the best field in the rows of some dice."""
    count = 0
    for row in range(ROWS):
        if dice >> row & 1:
            count = rules.add_fields(s.sheets[seat], row, number, replies, count)
    best = write_worth(s, seat, PASS, number)
    for index in range(count):
        best = max(best, write_worth(s, seat, replies[index], number))
    return best


@rule
def roll_worth(s: Any, seat: int, dice: int, replies: Any, twice: bool) -> Any:
    """What rolling some dice promises, with or without a reroll to come."""
    count = COUNT[dice]
    last = 0
    if twice:
        for number in range(count, 6 * count + 1):
            last += number_worth(s, seat, dice, number, replies) * WAYS[count][number]
        last //= OUTCOMES[count]
    total = 0
    for number in range(count, 6 * count + 1):
        worth = number_worth(s, seat, dice, number, replies)
        if twice:
            worth = max(worth, last)
        total += worth * WAYS[count][number]
    return total // OUTCOMES[count]


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """What each move is worth to this player."""
    worth, replies = w.worth, w.replies
    for index in range(count):
        if s.phase == CHOOSE:
            worth[index] = roll_worth(s, seat, moves[index] + 1, replies, True)
        elif s.phase != KEEP:
            worth[index] = write_worth(s, seat, moves[index], rules.number(s))
        elif moves[index] == STAY:
            worth[index] = number_worth(s, seat, s.chosen, rules.number(s), replies)
        else:
            worth[index] = roll_worth(s, seat, s.chosen, replies, False)


@rule
def choose(s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> int:
    """The move worth most; the first of equals."""
    worth = scratch.work[0].worth
    rate(s, seat, scratch.moves, count, model, scratch.work[0])
    best = 0
    for index in range(1, count):
        if worth[index] > worth[best]:
            best = index
    return best


def own_sheet(expert: Policy) -> Policy:
    """What the expert has learnt, if it minded nobody."""
    model = list(expert.model)
    for fixed in FIXED_WEIGHTS:
        model[fixed.place] = 0
    model[IGNORE_OPPONENTS] = UNIT
    return expert._replace(model=model)


BASELINES: dict[str, Baseline] = {"own_sheet": own_sheet, "spacing": Policy(choose, rate, POINT)}
