"""A small game that is right, and an evaluator for it: what checks of rules begin with."""

from __future__ import annotations

RULES = '''\
from __future__ import annotations

import math
from typing import Any, NamedTuple

from rollwrite.kernel import rng
from rollwrite.kernel.records import Record, i8, i16, many
from rollwrite.kernel.rng import draw
from rollwrite.kernel.rule import rule

TITLE = "Tens"
SEATS, DICE, ROWS, FIELDS = 4, 2, 2, 6
ROLL, CHOOSE, OVER = range(3)
PASS, CROSS_AT = 1, 2
ACTIONS = CROSS_AT + ROWS * FIELDS
MOVES = ROWS * FIELDS + 1
EVENT = DICE
POINTS = (0, 1, 3, 6, 10, 15, 21)
COSTS = ((1, 2, 3, 4, 5, 6), (6, 5, 4, 3, 2, 1))
NAMES = ("red", "blue")
COLOURS = "RB"
RATIO = 0.5
PRICES = {1: 2}
FREE = [1, 2]
UNEVEN = ((1, 2), (3,))


class Place(NamedTuple):
    row: int
    field: int


class Sheet(Record):
    crosses: list[list[int]] = i8[ROWS, FIELDS]
    misses: int = i8


class State(Record):
    seats: int = i8
    active: int = i8
    phase: int = i8
    pending: int = i8
    rounds: int = i16
    dice: list[int] = i8[DICE]
    answers: list[int] = i8[SEATS]
    sheets: list[Sheet] = many(Sheet, SEATS)


@rule
def start(s: State, seats: int, first: int) -> None:
    """Everybody has an empty sheet."""
    s.seats = seats
    s.active = first
    s.phase = ROLL
    s.rounds = 0


@rule
def legal(s: State, seat: int, moves: list[int]) -> int:
    moves[0] = PASS
    count = 1
    for row in range(ROWS):
        for field in range(FIELDS):
            if fits(s, s.sheets[seat], row, field):
                moves[count] = CROSS_AT + row * FIELDS + field
                count += 1
    return count


@rule
def fits(s: State, sheet: Sheet, row: int, field: int) -> bool:
    return sheet.crosses[row][field] == 0 and s.dice[row] >= COSTS[row][field]


@rule
def answer(s: Any, seat: int, action: int) -> bool:
    s.answers[seat] = action
    s.pending &= ~(1 << seat)
    return bool(s.pending == 0)


@rule
def apply(s: State, seat: int, action: int) -> None:
    if answer(s, seat, action):
        for other in range(s.seats):
            fill(s.sheets[other], s.answers[other])
            s.answers[other] = 0
        s.active = (s.active + 1) % s.seats
        s.rounds += 1
        s.phase = OVER if s.rounds == 20 else ROLL


@rule
def fill(sheet: Sheet, action: int) -> None:
    if action == PASS:
        sheet.misses += 1
    else:
        place = place_of(action)
        sheet.crosses[place.row][place.field] = 1


@rule
def place_of(action: int) -> Place:
    return Place((action - CROSS_AT) // FIELDS, (action - CROSS_AT) % FIELDS)


@rule
def sample(s: State, event: list[int], rng: list[int]) -> None:
    for die in range(DICE):
        event[die] = 1 + draw(rng, 6)


@rule
def resolve(s: State, event: list[int]) -> None:
    for die in range(DICE):
        s.dice[die] = event[die]
    s.phase = CHOOSE
    s.pending = (1 << s.seats) - 1


@rule
def score(s: State, seat: int) -> int:
    points = 0
    for row in range(ROWS):
        points += row_points(s.sheets[seat], row)
    return points - s.sheets[seat].misses


@rule
def row_points(sheet: Sheet, row: int) -> int:
    found = 0
    for field in range(FIELDS):
        found += sheet.crosses[row][field]
    return POINTS[found]


@rule
def standing(s: State, seat: int) -> int:
    return score(s, seat)
'''

EVALUATOR = """\
from __future__ import annotations

from typing import Any

from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.records import Record, i32
from rollwrite.kernel.rule import rule

VERSION = 1
COMMAND = "rollwrite train tens"
WEIGHTS = 4
FEATURES = 2
rules: Any = None


class Workspace(Record):
    features: list[int] = i32[FEATURES]
    best: int = i32


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    for index in range(count):
        w.after[0] = s
        rules.apply(w.after[0], seat, moves[index])
        w.worth[index] = gain(w.after[0], seat, w.own)


@rule
def gain(s: Any, seat: int, own: Any) -> int:
    own.best = rules.score(s, seat)
    return own.best * UNIT


@rule
def expect(s: Any, seat: int, model: Any, w: Any) -> int:
    return gain(s, seat, w.own)


@rule
def progress(s: Any) -> int:
    return min(15, s.rounds)


@rule
def resting(s: Any) -> bool:
    return s.phase == rules.ROLL


@rule
def features(s: Any, seat: int, own: Any) -> int:
    own.features[0] = 1
    own.features[1] = 2 + seat
    return FEATURES
"""
