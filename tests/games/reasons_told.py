"""Reasons that advice gives at moments of random games, and at those of its own examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import rollwrite as rw
from rollwrite import Move, State
from rollwrite.games.optional import OptionalNotation
from rollwrite.texts import Figure, Message


class Told(NamedTuple):
    """A reason, the moment it is about, and the two moves."""

    state: State
    seat: int
    action: int
    other: int
    reason: Message

    @property
    def key(self) -> str:
        """Which kind of reason it is."""
        return self.reason.key.removeprefix("advice.")

    @property
    def moves(self) -> list[Move]:
        """The two moves."""
        return [
            move
            for action in (self.action, self.other)
            for move in self.state.moves(self.seat)
            if move.action == action
        ]

    def number(self, name: str) -> float:
        """A number that it tells, in words or not."""
        value = self.reason.values[name]
        while isinstance(value, Message):
            value = value.values.get("count", int(value.key.endswith(".one")))
        found: float = value.value if isinstance(value, Figure) else value
        return found

    def after(self, action: int) -> Any:
        """The record after a move of the seat alone."""
        game = self.state.game
        preview = OptionalNotation.of(game.definition.notation).preview
        return preview(game, self.state._record, self.seat, action)

    @property
    def sheets(self) -> tuple[Any, Any]:
        """The seat's sheets after the two moves."""
        here, there = (self.after(one).sheets[self.seat] for one in (self.action, self.other))
        return here, there

    @property
    def scores(self) -> tuple[int, int]:
        """The seat's points after the two moves."""
        rules = self.state.game.rules
        here, there = (
            int(rules.score(self.after(one), self.seat)) for one in (self.action, self.other)
        )
        return here, there

    def lead(self, action: int) -> int:
        """By how much the seat is ahead of the best other one, as these are now, after a move."""
        rules, s = self.state.game.rules, self.state._record
        others = [rules.score(s, seat) for seat in range(s.seats) if seat != self.seat]
        return int(rules.score(self.after(action), self.seat) - max(others))


Check = Callable[[Told], bool]


def told(state: State, seat: int, action: int, other: int) -> Told | None:
    """What is said for one move against another."""
    advice = state.game.definition.advice
    assert advice is not None
    found = advice.why(state.game, state._record, seat, action, other)
    return Told(state, seat, action, other, found) if found else None


def of_games(game: rw.Game, moments: Iterator[State], count: int, seed: int) -> Iterator[Told]:
    """Reasons for pairs of moves at so many moments."""
    random = Random(seed)
    for state in islice(moments, count):
        seat = random.choice(state.pending)
        legal = [move.action for move in state.moves(seat)]
        for _ in range(4 if len(legal) > 2 else 1):
            action, other = random.choice(legal), random.choice(legal)
            for pair in ((action, other), (other, action)):
                found = told(state, seat, *pair)
                if found is not None:
                    yield found


def of_examples(cases: list[Any]) -> Iterator[Told]:
    """The same at examples: a moment, a move and another one."""
    for state, action, other, _ in cases:
        seat = state.pending[0]
        moves = {str(move): move.action for move in state.moves(seat)}
        found = told(state, seat, moves[action], moves[other])
        if found is not None:
            yield found


def endings(ended: Callable[[Any], bool]) -> dict[str, Check]:
    """That one of the moves alone ends the game, with the lead that is told."""
    return {
        "ends": lambda one: (
            ended(one.sheets[0])
            and not ended(one.sheets[1])
            and one.lead(one.action) == one.number("lead") > 0
        ),
        "lasts": lambda one: (
            ended(one.sheets[1])
            and not ended(one.sheets[0])
            and -one.lead(one.other) == one.number("lead") > 0
        ),
    }


def is_share(told_share: float, part: float, whole: float) -> bool:
    """Whether so many of a hundred is right; 0 and 100 only if it is none and all."""
    if part in (0, whole):
        return bool(told_share == (100 if part else 0))
    return 0 < told_share < 100 and abs(100 * part / whole - told_share) <= 1
