"""Runners of random games: interpreted, on one thread, on all cores, or on a GPU.

All give the same answer to the bit: game number i of a seed is the same game everywhere.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.memory import Block, Frame, numbers, packer
from rollwrite.kernel.playout import Playouts, play_many
from rollwrite.kernel.specialize import interpreted
from rollwrite.kernel.step import Batch
from rollwrite.kernel.workspace import compiled_scratch, framed_scratch, interpreted_scratch


class Games(NamedTuple):
    """What many games came to: decisions made (by game) and scores (by game and seat)."""

    decisions: Any
    scores: Any


def run_interpreted(rules: Any, start: Any, games: int, seed: int, first: int = 0) -> Games:
    """Random games as plain Python; lists of integers, no NumPy needed."""
    found = Games([0] * games, [[0] * start.seats for _ in range(games)])
    job, batch = Playouts(Copies(start), *found), Batch(seed, first, games, 0, 1)
    interpreted(play_many, rules)(job, interpreted_scratch(rules), batch)
    return found


def run_compiled(
    rules: Any, start: Any, games: int, seed: int, first: int = 0, workers: int | None = 1
) -> Games:
    """Random games compiled, on so many threads (None: one for each core)."""
    loop, found = _loop(rules), room(start, games)
    job = Playouts(stored(start), *found)
    shares = workers or os.cpu_count() or 1

    def play(share: int) -> None:
        batch = Batch(signed(seed), first, games, share, shares)
        loop(job, compiled_scratch(rules, bare=True), batch)

    with ThreadPoolExecutor(shares) as pool:
        list(pool.map(play, range(shares)))
    return found


def run_framed(rules: Any, start: Any, games: int, seed: int, first: int = 0) -> Games:
    """Random games compiled, here or ahead of time, without NumPy."""
    job, batch = framed_job(start, games), Batch(signed(seed), first, games, 0, 1)
    frame = Frame(job, framed_scratch(rules, bare=True), batch)
    call = _loop(rules).call(frame)
    call.put(frame.at(job.start), packer(job.start.kind)(start))
    call()
    found = [
        numbers(block.kind, call.get(frame.at(block), block.size))
        for block in (job.decisions, job.scores)
    ]
    seats = start.seats
    scores = [found[1][game * seats : (game + 1) * seats] for game in range(games)]
    return Games(found[0], scores)


def framed_job(start: Any, games: int) -> Playouts:
    """What random games begin with and come to, as arguments of a frame."""
    scores = Block("i2", (games, start.seats))
    return Playouts(Block(type(start), (1,)), Block("i4", (games,)), scores)


def random_loop(rules: Any, start: Any) -> tuple[Compiled, tuple[Any, ...]]:
    """The loop of random games and arguments of the kinds that it takes."""
    scratch = framed_scratch(rules, bare=True)
    return _loop(rules), (framed_job(start, 1), scratch, Batch(0, 0, 1, 0, 1))


def run_bounds_checked(rules: Any, start: Any, games: int, seed: int, first: int = 0) -> Games:
    """Random games compiled so that an index out of bounds raises: for tests."""
    found = room(start, games)
    scratch = compiled_scratch(rules, bare=True)
    batch = Batch(signed(seed), first, games, 0, 1)
    _checked_loop(rules)(Playouts(stored(start), *found), scratch, batch)
    return found


class Copies:
    """A start state that hands out a fresh copy each time it is read, as an array's slot does."""

    def __init__(self, start: Any) -> None:
        self._start = start

    def __getitem__(self, index: int) -> Any:
        return self._start.copy()


@cache
def _checked_loop(rules: Any) -> Compiled:
    return Compiled(play_many, {"rules": rules}, rules.TITLE, bounds_checked=True)


@cache
def _loop(rules: Any) -> Compiled:
    return Compiled(play_many, {"rules": rules}, rules.TITLE)


def signed(seed: int) -> int:
    """A seed of 64 bits as compiled loops take it; its bits are what counts."""
    return seed - (1 << 64) if seed >> 63 else seed


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
