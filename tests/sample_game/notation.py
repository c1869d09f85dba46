"""Duet's moves and rolls: their notation, their parts, and why a move is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from rollwrite.errors import Kind
from rollwrite.games.contract import Chance, GameContext, Refusal
from rollwrite.texts import Message, speaker

from .rules import DEAL, FIELDS, PASS, ROLL, ROWS, State

LETTERS = "RB"

say = speaker(__package__)


def colour(row: int) -> Message:
    """The name of a colour."""
    return say(f"colour.{LETTERS[row]}")


def field_name(row: int, field: int) -> str:
    """A field as parts and moves call it."""
    return f"{LETTERS[row]}{field + 1}"


def write(game: GameContext, s: State, seat: int, action: int) -> str:
    return "pass" if action == PASS else field_name(*divmod(action - 1, FIELDS))


def read(game: GameContext, s: State, seat: int, text: str) -> int | None:
    if text.lower() == "pass":
        return PASS
    found = re.fullmatch(r"([RB])([1-6])", text.upper())
    return LETTERS.index(found[1]) * FIELDS + int(found[2]) if found else None


def parts(game: GameContext, s: State, seat: int, action: int) -> tuple[str, ...]:
    return (write(game, s, seat, action),)


def refusal(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    row, field = divmod(action - 1, FIELDS)
    if s.dice[row] != field + 1:
        message = say("refused.die", colour=colour(row), number=s.dice[row])
    else:
        message = say("refused.crossed", field=field_name(row, field))
    return Refusal(Kind.AGAINST_RULES, message)


def prompt(game: GameContext, s: State, seat: int) -> Message:
    return say("prompt.write", red=s.dice[0], blue=s.dice[1])


def chance(game: GameContext, s: State) -> Chance:
    return Chance("deal", ("goal",)) if s.phase == DEAL else Chance("roll", tuple(LETTERS))


def write_event(game: GameContext, s: State, event: list[int]) -> str:
    if s.phase == DEAL:
        return f"deal {LETTERS[event[0] - 1]}"
    return " ".join(f"{LETTERS[row]}{event[row]}" for row in range(ROWS))


def read_event(game: GameContext, s: State, text: str) -> list[int] | Refusal:
    deal = re.fullmatch(r"DEAL ([RB])", text.upper())
    if s.phase == DEAL and deal:
        return [LETTERS.index(deal[1]) + 1, 0]
    roll = re.fullmatch(r"R([1-6]) B([1-6])", text.upper())
    if s.phase == ROLL and roll:
        return [int(roll[1]), int(roll[2])]
    return Refusal(Kind.UNREADABLE, say("refused.event", text=text))


def outcomes(game: GameContext, s: State) -> Iterator[tuple[list[int], int]]:
    if s.phase == DEAL:
        yield from (([goal, 0], 1) for goal in (1, 2))
    else:
        yield from (([red, blue], 1) for red, blue in product(range(1, 7), repeat=2))


def begins_turn(game: GameContext, s: State) -> bool:
    return s.phase == ROLL


def window(game: GameContext, s: State) -> int:
    return s.phase
