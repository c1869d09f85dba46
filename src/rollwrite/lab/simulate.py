"""Simulation: many games of one line-up, played part by part, wherever there is room."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from rollwrite.games.contract import Json
from rollwrite.lab.engine import Engine, engine
from rollwrite.lab.job import Job, check_games, job
from rollwrite.lab.players import BotLike
from rollwrite.lab.summary import Interval, Summary, mean
from rollwrite.play.checks import check_function
from rollwrite.play.game import Game

# Called with the games done and the games asked for.
Progress = Callable[[int, int], None]

SECONDS = 0.25  # how long a part should take
TICK = 0.2  # seconds after which we look up from waiting
AHEAD = 2  # parts handed out for each worker, so that none waits for us


@dataclass(frozen=True)
class Simulation:
    """What a simulation found; ``print(simulation)`` shows it as a table."""

    job: Job
    asked: int
    summary: Summary
    seconds: float
    interrupted: bool = False

    @property
    def games(self) -> int:
        """How many games were begun: numbers 0 to this one of the seed."""
        return self.summary.games + self.summary.broken

    @property
    def length(self) -> Interval:
        """The mean number of decisions in a game."""
        return mean(self.summary.lengths)

    def json(self) -> Json:
        """Everything that was found, as JSON data; the same for the same seed, however it ran."""
        from rollwrite.lab.report import as_json

        return as_json(self)

    def text(self, language: str = "en") -> str:
        """A table for people."""
        from rollwrite.lab.report import as_text

        return as_text(self, language)

    def __str__(self) -> str:
        return self.text(self.job.game.language)

    def _repr_svg_(self) -> str:
        from rollwrite.lab.plots import score_distributions

        return score_distributions(self, self.job.game.language)


def simulate(
    game: Game | str,
    bots: Sequence[BotLike] | str,
    *,
    games: int = 10_000,
    seats: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    device: str = "cpu",
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Play many games between bots and say what they came to.

    Bots are names, objects with ``choose(state, seat)``, or ``module:name`` of one; fewer bots
    than seats take turns around the table. Ctrl-C ends the run early and keeps what is done: the
    result is that of a run of so many games.

    >>> import rollwrite as rw
    >>> found = rw.lab.simulate("qwinto", ["greedy", "random"], games=2000, seed=1)
    >>> found.summary.slots[0].share().low > 0.6
    True
    """
    made = job(game, bots, seats, seed, device)
    with made.game.localized_errors():
        check_games(games)
        check_function("progress", progress)
        with engine(made, workers, cluster) as place:
            if cluster is None:
                made.prepare()
            return run(made, games, place, progress)


def run(job: Job, games: int, place: Engine, progress: Progress | None = None) -> Simulation:
    """Play the games of a job on an engine, in parts that follow each other."""
    begin = time.perf_counter()
    total = Summary.empty(job.seats)
    handed, size = 0, job.least
    under_way: dict[Future[tuple[Summary, float]], int] = {}
    with interrupts() as interrupted:
        while under_way or (handed < games and not interrupted()):
            # Parts are handed out in order, so that at any moment the games done, together with
            # those under way, have no gap: an interrupted run is a shorter run.
            while handed < games and len(under_way) < AHEAD * place.workers and not interrupted():
                part = min(size, games - handed)
                under_way[place.executor.submit(_timed, job, handed, part)] = part
                handed += part
            for future in wait(under_way, TICK, FIRST_COMPLETED).done:
                summary, seconds = future.result()
                total.add(summary)
                size = _next_size(size, under_way.pop(future), seconds, job.most)
            if progress:
                progress(total.games + total.broken, games)
        early = handed < games
    return Simulation(job, games, total, time.perf_counter() - begin, early)


def _next_size(size: int, played: int, seconds: float, most: int) -> int:
    """Parts grow while they are over too soon, and shrink when they take too long."""
    if played == size and seconds < SECONDS / 2:
        return min(2 * size, most)
    if seconds > 2 * SECONDS:
        return max(1, min(size, played // 2))
    return size


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed inside; the first one only asks to stop, a second one insists."""
    pressed = False

    def note(number: int, frame: Any) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _timed(job: Job, first: int, games: int) -> tuple[Summary, float]:
    """A part of a job, and how long it took."""
    begin = time.perf_counter()
    summary = job.play(first, games)
    return summary, time.perf_counter() - begin
