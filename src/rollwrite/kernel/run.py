"""Runners: many games at once, interpreted, on one thread, on all cores, or on a GPU.

All give the same answer to the bit: game number i of a seed is the same game everywhere.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

from rollwrite.kernel import playout
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.specialize import interpreted


class Games(NamedTuple):
    """What many games came to: decisions made (by game) and scores (by game and seat)."""

    decisions: Any
    scores: Any


def run_interpreted(rules: Any, start: Any, games: int, seed: int, first: int = 0) -> Games:
    """Random games as plain Python; lists of integers, no NumPy needed."""
    decisions = [0] * games
    scores = [[0] * start.seats for _ in range(games)]
    moves, event, rng = [0] * rules.MOVES, [0] * rules.EVENT, [0, 0]
    play_many = interpreted(playout.play_many, rules)
    play_many(Copies(start), [None], moves, event, rng, seed, first, 0, 1, decisions, scores)
    return Games(decisions, scores)


def run_compiled(
    rules: Any, start: Any, games: int, seed: int, first: int = 0, workers: int | None = 1
) -> Games:
    """Random games compiled, on so many threads (None: one for each core)."""
    loop = _loop(rules)
    found = room(start, games)
    starts = stored(start)

    shares = workers or os.cpu_count() or 1

    def play(index: int) -> None:
        loop(starts, *_scratch(rules, starts), seed, first, index, shares, *found)

    with ThreadPoolExecutor(shares) as pool:
        list(pool.map(play, range(shares)))
    return found


def run_bounds_checked(rules: Any, start: Any, games: int, seed: int, first: int = 0) -> Games:
    """Random games compiled so that an index out of bounds raises: for tests."""
    found = room(start, games)
    starts = stored(start)
    _checked_loop(rules)(starts, *_scratch(rules, starts), seed, first, 0, 1, *found)
    return found


def move_type(rules: Any) -> str:
    """The narrowest integers that hold every action: on a GPU narrow scratch is faster."""
    widths = (("i1", 7), ("u1", 8), ("i2", 15), ("u2", 16), ("i4", 31))
    return next(code for code, bits in widths if rules.ACTIONS >> bits == 0)


class Copies:
    """A start state that hands out a fresh copy each time it is read, as an array's slot does."""

    def __init__(self, start: Any) -> None:
        self._start = start

    def __getitem__(self, index: int) -> Any:
        return self._start.copy()


@cache
def _checked_loop(rules: Any) -> Compiled:
    return Compiled(playout.play_many, {"rules": rules}, rules.TITLE, bounds_checked=True)


@cache
def _loop(rules: Any) -> Compiled:
    return Compiled(playout.play_many, {"rules": rules}, rules.TITLE)


def stored(start: Any) -> Any:
    """A start state as an array of one NumPy record."""
    import numpy as np

    starts = np.zeros(1, start.dtype())
    start.store(starts[0])
    return starts


def room(start: Any, games: int) -> Games:
    """Empty arrays for what so many games come to."""
    import numpy as np

    return Games(np.zeros(games, np.int32), np.zeros((games, start.seats), np.int16))


def _scratch(rules: Any, starts: Any) -> tuple[Any, ...]:
    import numpy as np

    return (
        np.empty_like(starts),
        np.zeros(rules.MOVES, move_type(rules)),
        np.zeros(rules.EVENT, np.int8),
        np.zeros(2, np.int64),
    )
