"""The rules of Pig: the active seat rolls (ROLL, chance) until it holds, wins or rolls a 1."""

from __future__ import annotations

from rollwrite.games.kit.windows import ask_active
from rollwrite.kernel.records import Record, i8, many
from rollwrite.kernel.rng import draw
from rollwrite.kernel.rule import rule

TITLE = "Pig"
SEATS, GOAL = 4, 20
CHOOSE, ROLL, OVER = range(3)
AGAIN, HOLD = range(2)
ACTIONS, MOVES, EVENT = 2, 2, 1


class Sheet(Record):
    """What a player has for sure."""

    total: int = i8


class State(Record):
    """A moment of a game."""

    seats: int = i8
    active: int = i8
    phase: int = i8
    pending: int = i8
    turn: int = i8  # points of this turn, which a 1 takes away
    die: int = i8  # 0 before it is rolled
    sheets: list[Sheet] = many(Sheet, SEATS)


@rule
def start(s: State, seats: int, first: int) -> None:
    s.seats = seats
    s.active = first
    ask_active(s, CHOOSE)


@rule
def legal(s: State, seat: int, moves: list[int]) -> int:
    """P1: whoever has nothing yet in this turn must roll."""
    moves[0] = AGAIN
    moves[1] = HOLD
    return 2 if s.turn > 0 else 1


@rule
def apply(s: State, seat: int, action: int) -> None:
    if action == HOLD:
        s.sheets[seat].total += s.turn
        next_turn(s)
    else:
        s.phase = ROLL
        s.pending = 0
        s.die = 0


@rule
def sample(s: State, event: list[int], rng: list[int]) -> None:
    event[0] = 1 + draw(rng, 6)


@rule
def resolve(s: State, event: list[int]) -> None:
    """P2: a 1 ends the turn with nothing. P3: whoever reaches the goal has won."""
    s.die = event[0]
    if s.die == 1:
        next_turn(s)
        return
    s.turn += s.die
    if s.sheets[s.active].total + s.turn >= GOAL:
        s.sheets[s.active].total += s.turn
        s.turn = 0
        s.phase = OVER
        s.pending = 0
    else:
        ask_active(s, CHOOSE)


@rule
def next_turn(s: State) -> None:
    s.active = (s.active + 1) % s.seats
    s.turn = 0
    ask_active(s, CHOOSE)


@rule
def score(s: State, seat: int) -> int:
    return s.sheets[seat].total


@rule
def standing(s: State, seat: int) -> int:
    return score(s, seat)
