"""The rules of Duet.

Each seat is dealt a secret colour (DEAL). A turn: both dice are rolled (ROLL), then every seat
crosses the number of one die in the row of its colour, or passes (WRITE).
"""

from __future__ import annotations

from rollwrite.games.kit.windows import answer, ask_all
from rollwrite.kernel.records import Record, i8, i16, many
from rollwrite.kernel.rng import draw
from rollwrite.kernel.rule import rule

TITLE = "Duet"
SEATS, ROWS, FIELDS, TURNS, WORTH = 3, 2, 6, 8, 10
DEAL, ROLL, WRITE, OVER = range(4)

# Actions: cross a field, counted through the rows from 1, or pass.
PASS = ROWS * FIELDS + 1
ACTIONS = PASS + 1
MOVES = ROWS + 1
EVENT = ROWS
PRIVATE = ("goal",)


class Sheet(Record):
    """One player's paper: a 1 for each cross, the points of the crosses, the secret colour."""

    crosses: list[list[int]] = i8[ROWS, FIELDS]
    points: int = i16
    goal: int = i8  # the secret row, from 1; 0 before it is dealt


class State(Record):
    """A moment of a game."""

    seats: int = i8
    active: int = i8
    phase: int = i8
    pending: int = i8
    turns: int = i8
    dice: list[int] = i8[ROWS]
    answers: list[int] = i8[SEATS]
    sheets: list[Sheet] = many(Sheet, SEATS)


@rule
def start(s: State, seats: int, first: int) -> None:
    """Secret colours are dealt first."""
    s.seats = seats
    s.active = first
    s.phase = DEAL


@rule
def legal(s: State, seat: int, moves: list[int]) -> int:
    """List what a pending seat may do; return how many moves that is."""
    count = 0
    for row in range(ROWS):
        if s.sheets[seat].crosses[row][s.dice[row] - 1] == 0:
            moves[count] = row * FIELDS + s.dice[row]
            count += 1
    moves[count] = PASS
    return count + 1


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Make a legal move."""
    if answer(s, seat, action):
        end_turn(s)


@rule
def sample(s: State, event: list[int], rng: list[int]) -> None:
    """Deal a colour, or roll the dice."""
    if s.phase == DEAL:
        event[0] = 1 + draw(rng, ROWS)
        event[1] = 0
    else:
        for row in range(ROWS):
            event[row] = 1 + draw(rng, FIELDS)


@rule
def next_goal(s: State) -> int:
    """The seat that is dealt its colour next."""
    seat = 0
    while seat < s.seats and s.sheets[seat].goal != 0:
        seat += 1
    return seat


@rule
def resolve(s: State, event: list[int]) -> None:
    """Let a chance event happen."""
    if s.phase == DEAL:
        s.sheets[next_goal(s)].goal = event[0]
        if next_goal(s) == s.seats:
            s.phase = ROLL
    else:
        for row in range(ROWS):
            s.dice[row] = event[row]
        ask_all(s, WRITE)


@rule
def end_turn(s: State) -> None:
    """Write what was answered, then end the game or begin the next turn."""
    for seat in range(s.seats):
        field = s.answers[seat] - 1
        s.answers[seat] = 0
        if field + 1 != PASS:
            s.sheets[seat].crosses[field // FIELDS][field % FIELDS] = 1
            s.sheets[seat].points += WORTH * (field % FIELDS + 1)
    for row in range(ROWS):
        s.dice[row] = 0
    s.turns += 1
    s.active = (s.active + 1) % s.seats
    s.phase = OVER if s.turns == TURNS else ROLL


@rule
def row_points(sheet: Sheet, row: int) -> int:
    """What the crosses of a row are worth."""
    points = 0
    for field in range(FIELDS):
        points += sheet.crosses[row][field] * WORTH * (field + 1)
    return points


@rule
def goal_points(s: State, seat: int) -> int:
    """At the end, the crosses of the secret colour count again."""
    if s.phase != OVER:
        return 0
    return row_points(s.sheets[seat], s.sheets[seat].goal - 1)


@rule
def score(s: State, seat: int) -> int:
    """The crosses, and at the end the secret colour."""
    return s.sheets[seat].points + goal_points(s, seat)


@rule
def standing(s: State, seat: int) -> int:
    """The highest total wins."""
    return score(s, seat)
