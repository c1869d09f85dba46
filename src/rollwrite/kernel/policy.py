"""Policies: ways to choose a move, written once as rules, like the games themselves.

A policy is a pair of rules with the signatures below. ``moves`` holds the ``count`` legal actions
of a pending seat; ``spare`` is room for one state, ``replies`` for the moves of other seats and
``worth`` for one integer a move. A policy must leave the state as it was.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from rollwrite.kernel.dice import draw
from rollwrite.kernel.rule import rule

# Stands for a game's rules; interpreter, compiler and GPU each bind their own (see twins.py).
rules: Any = None

PATIENCE = 64  # answers of other seats a greedy look ahead waits for at most


class Choose(Protocol):
    """The rule that picks a move: an index below ``count``."""

    def __call__(
        self, s: Any, seat: int, moves: Any, count: int,
        spare: Any, replies: Any, worth: Any, rng: Any,
    ) -> int: ...  # fmt: skip


class Rate(Protocol):
    """The rule that says what each move is worth to the policy, as integers in ``worth``."""

    def __call__(
        self, s: Any, seat: int, moves: Any, count: int, spare: Any, replies: Any, worth: Any
    ) -> None: ...


class Policy(NamedTuple):
    """What a bot that can be compiled consists of."""

    choose: Choose
    rate: Rate


@rule
def choose_any(
    s: Any, seat: int, moves: Any, count: int, spare: Any, replies: Any, worth: Any, rng: Any
) -> int:
    """Any move, all equally likely."""
    return draw(rng, count)


@rule
def rate_alike(
    s: Any, seat: int, moves: Any, count: int, spare: Any, replies: Any, worth: Any
) -> None:
    """Every move is worth the same."""
    for place in range(count):
        worth[place] = 0


@rule
def rate_gains(
    s: Any, seat: int, moves: Any, count: int, spare: Any, replies: Any, worth: Any
) -> None:
    """What each move adds at once to the seat's own score."""
    before = rules.score(s, seat)
    for place in range(count):
        spare[0] = s
        after = spare[0]
        rules.apply(after, seat, moves[place])
        close_window(after, s.phase, s.pending & ~(1 << seat), replies)
        worth[place] = rules.score(after, seat) - before


@rule
def close_window(s: Any, phase: int, waiting: int, replies: Any) -> None:
    """Let the seats of an open window answer anything: only then is what was decided written."""
    left = PATIENCE
    waiting &= s.pending
    while waiting != 0 and s.phase == phase and left > 0:
        seat = 0
        while waiting >> seat & 1 == 0:
            seat += 1
        rules.legal(s, seat, replies)
        rules.apply(s, seat, replies[0])
        waiting &= s.pending
        left -= 1


@rule
def choose_gain(
    s: Any, seat: int, moves: Any, count: int, spare: Any, replies: Any, worth: Any, rng: Any
) -> int:
    """The move that adds most at once; among equals any, all equally likely."""
    rate_gains(s, seat, moves, count, spare, replies, worth)
    best = 0
    equal = 1
    for place in range(1, count):
        if worth[place] > worth[best]:
            best = place
            equal = 1
        elif worth[place] == worth[best]:
            equal += 1
            if draw(rng, equal) == 0:
                best = place
    return best


class Slot:
    """Room for one interpreted state: what is put in is copied, as into an array's slot."""

    def __init__(self) -> None:
        self._record: Any = None

    def __getitem__(self, index: int) -> Any:
        return self._record

    def __setitem__(self, index: int, record: Any) -> None:
        self._record = record.copy()


RANDOM = Policy(choose_any, rate_alike)
GREEDY = Policy(choose_gain, rate_gains)
