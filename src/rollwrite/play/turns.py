"""A game turn by turn: what was rolled, and every seat's points after each turn."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rollwrite.play.log import TAKE_BACK
from rollwrite.play.state import State


class Turn(NamedTuple):
    """One turn: what was rolled last in it, and every seat's points after it."""

    number: int
    rolled: str
    scores: tuple[int, ...]


def points_by_turn(state: State) -> list[tuple[int, ...]]:
    """The points of every seat after each turn of a game."""
    return [turn.scores for turn in turns_of(state)]


def turns_of(state: State) -> tuple[Turn, ...]:
    """Every turn of a game."""
    # States are equal by position; the log is what tells games apart.
    return _followed(_SameLog(state, str(state.log)))


class _SameLog(NamedTuple):
    state: State
    log: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameLog) and self.log == other.log

    def __hash__(self) -> int:
        return hash(self.log)


@lru_cache(maxsize=64)
def _followed(asked: _SameLog) -> tuple[Turn, ...]:
    """Every turn of the game, by playing it again; several browsers ask for the same one."""
    game, log = asked.state.game, asked.state.log
    if log.position is not None:
        now = game.position(log.position, log.seed)
    else:
        now = game.start(log.seats, log.seed, log.first, **log.options)
    found: list[Turn] = []
    number, rolled = 0, ""
    for event in log.events:
        if event.opens_turn:
            if number:
                found.append(Turn(number, rolled, now.scores()))
            number, rolled = number + 1, ""
        if event.seat is None:
            due = now.chance
            rolled = event.text if due is not None and due.kind == "roll" else rolled
            now = now.roll(event.text)
        elif event.text == TAKE_BACK:
            now = now.game.follow(now, event)
        else:
            now = now.play(event.text, event.seat)
    found.append(Turn(number, rolled, now.scores()))
    return tuple(found)
