"""The story of a finished game in three lines: the best turn, the best roll, the turning point."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rollwrite.play.log import TAKE_BACK, Event
from rollwrite.play.narration import told
from rollwrite.play.state import State
from rollwrite.web.words import is_you, words


class Turn(NamedTuple):
    """One turn: what was rolled last in it, and every seat's points after it."""

    number: int
    rolled: str
    scores: tuple[int, ...]


def story(state: State, names: Sequence[str], language: str) -> list[str]:
    """What made the game, told with the players' names; nothing for a game of one turn."""
    turns = _turns(state)
    if len(turns) < 2:
        return []
    found = [_best_turn(turns, names, language), _best_roll(state, turns, language)]
    if state.seats > 1 and len(state.winners()) == 1:
        found.append(_turning_point(turns, state.winners()[0], names, language))
    return [line for line in found if line]


def _gains(turns: Sequence[Turn], place: int) -> list[int]:
    before = turns[place - 1].scores if place else (0,) * len(turns[0].scores)
    return [after - was for after, was in zip(turns[place].scores, before, strict=True)]


def _best_turn(turns: Sequence[Turn], names: Sequence[str], language: str) -> str:
    gain, place, seat = max(
        (gain, -place, seat)
        for place in range(len(turns))
        for seat, gain in enumerate(_gains(turns, place))
    )
    values = {"turn": turns[-place].number, "points": gain}
    return _of(names[seat], "story.turn", language, **values) if gain > 1 else ""


def _best_roll(state: State, turns: Sequence[Turn], language: str) -> str:
    rolled = [place for place in range(len(turns)) if turns[place].rolled]
    if not rolled or len(turns[0].scores) == 1:
        return ""
    best = max(rolled, key=lambda place: sum(_gains(turns, place)))
    points = sum(_gains(turns, best))
    roll = told(state.game.definition.package, Event(None, turns[best].rolled), language)
    values = {"turn": turns[best].number, "roll": roll, "points": points}
    return words(language)("story.roll", **values) if points > 1 else ""


def _turning_point(turns: Sequence[Turn], winner: int, names: Sequence[str], language: str) -> str:
    """The turn after which the winner was never behind again."""
    place = len(turns) - 1
    while place and max(turns[place - 1].scores) == turns[place - 1].scores[winner]:
        place -= 1
    key = "story.start" if place == 0 else "story.last" if place == len(turns) - 1 else "story.lead"
    return _of(names[winner], key, language, turn=turns[place].number)


def _of(name: str, key: str, language: str, **values: int) -> str:
    return words(language)(f"{key}_you" if is_you(name) else key, name=name, **values)


def _turns(state: State) -> tuple[Turn, ...]:
    # States are equal by position; the log is what tells games apart.
    return _followed(_Told(state, str(state.log)))


class _Told(NamedTuple):
    state: State
    log: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Told) and self.log == other.log

    def __hash__(self) -> int:
        return hash(self.log)


@lru_cache(maxsize=64)
def _followed(asked: _Told) -> tuple[Turn, ...]:
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
            now = now.take_back(event.seat)
        else:
            now = now.play(event.text, event.seat)
    found.append(Turn(number, rolled, now.scores()))
    return tuple(found)
