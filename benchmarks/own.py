"""Our own figures: each way a game can run, and how long starting takes."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import rollwrite as rw
from rollwrite.kernel.run import run_compiled, run_interpreted

HEAD = (
    "| game | public API | interpreted | compiled, one core | all cores | C, one core | to C |\n"
    "|---|---:|---:|---:|---:|---:|---:|"
)


class Figures(NamedTuple):
    """Decisions per second of each way to run a game."""

    api: float
    interpreted: float
    compiled: float
    all_cores: float


def measure(game: rw.Game, seconds: float) -> Figures:
    """Time every way for at least so many seconds."""
    start = game.definition.position.start(game, 2, 0, game.options)
    rules = game.rules

    def compiled(workers: int) -> Callable[[int], int]:
        return lambda games: int(run_compiled(rules, start, games, 1, workers=workers)[0].sum())

    return Figures(
        timed(lambda games: sum(through_api(game, seed) for seed in range(games)), seconds, 2),
        timed(lambda games: sum(run_interpreted(rules, start, games, 1).decisions), seconds, 20),
        timed(compiled(1), seconds, 10_000),
        timed(compiled(os.cpu_count() or 1), seconds, 10_000),
    )


def timed(play: Callable[[int], int], seconds: float, games: int) -> float:
    """Decisions per second, from a run long enough to trust."""
    play(1)
    while True:
        begin = time.perf_counter()
        decisions = play(games)
        taken = time.perf_counter() - begin
        if taken >= seconds / 2:
            return decisions / taken
        games *= 4


def through_api(game: rw.Game, seed: int) -> int:
    """A random game by ``moves``, ``play`` and ``roll``; the number of decisions."""
    whim = Random(seed)
    state, decisions = game.start(2, seed), 0
    while not state.over:
        if state.chance is not None:
            state = state.roll()
        else:
            state = state.play(whim.choice(state.moves(state.pending[0])))
            decisions += 1
    return decisions


def row(name: str, figures: Figures, ceiling: float | None) -> str:
    """A line of the table."""
    c = f"{ceiling:,.0f} | {figures.compiled / ceiling:.2f}" if ceiling else "– | –"
    return f"| {name} | " + " | ".join(f"{figure:,.0f}" for figure in figures) + f" | {c} |"


GREEDY_HEAD = "| game | greedy bots, one core | ÷ random play |\n|---|---:|---:|"


def greedy(name: str, seconds: float) -> float:
    """Decisions per second of a match between greedy bots, compiled, on one core."""

    def match(games: int) -> int:
        found = rw.lab.simulate(name, "greedy", games=games, seats=2, seed=1, workers=1)
        return sum(length * count for length, count in found.summary.lengths.items())

    return timed(match, seconds, 1000)


_FIRST = (
    "import rollwrite as rw; from rollwrite.kernel.run import run_compiled; "
    "g = rw.game('qwinto'); s = g.definition.position.start(g, 2, 0, {}); "
    "run_compiled(g.rules, s, 1, 1)"
)


def starts() -> Iterator[tuple[str, float]]:
    """What a fresh process waits for: the median of seven, the bare interpreter taken off."""
    bare = process("pass")
    yield "import rollwrite", process("import rollwrite") - bare
    yield "to the first game compiled, warm cache (with imports)", process(_FIRST) - bare


def process(code: str) -> float:
    """The median time of a fresh interpreter that runs some code."""
    times = []
    for _ in range(7):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        times.append(time.perf_counter() - begin)
    return statistics.median(times)
