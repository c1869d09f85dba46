"""Parts of a run: handed out in order, collected as they come, wherever there is room."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from rollwrite.lab.engine import Engine

# Called with the games done and the games asked for.
Progress = Callable[[int, int], None]

TICK = 0.2  # seconds after which we look up from waiting
AHEAD = 2  # parts handed out for each worker, so that none waits for us


class Playable(Protocol):
    """Games by their numbers, any range of which may be played anywhere."""

    @property
    def least(self) -> int:
        """How many games make the first part, from which it is learnt how long they take."""

    @property
    def most(self) -> int:
        """How many games may be played at once."""

    def play(self, first: int, games: int) -> Any:
        """Play the games numbered from ``first`` on."""


class Part(NamedTuple):
    """Some games that were played, and what they came to."""

    first: int
    games: int
    found: Any


def play_parts(
    job: Playable,
    span: range,
    place: Engine,
    interrupted: Callable[[], bool],
    progress: Progress | None = None,
    cut: int | None = None,
) -> Iterator[Part]:
    """Play a range of games; parts come as they are done.

    Parts are handed out in order, so that at any moment the games done, together with those under
    way, have no gap: an interrupted run is a shorter run. None reaches across a multiple of
    ``cut``.
    """
    handed, size, done = span.start, job.least, span.start
    under_way: dict[Future[tuple[Any, float]], Part] = {}
    while under_way or (handed < span.stop and not interrupted()):
        while handed < span.stop and len(under_way) < AHEAD * place.workers and not interrupted():
            games = min(size, span.stop - handed, (cut - handed % cut) if cut else size)
            future = place.executor.submit(_timed, job, handed, games)
            under_way[future] = Part(handed, games, None)
            handed += games
        ready = wait(under_way, TICK, FIRST_COMPLETED).done
        if not ready:
            place.check(done)
        for future in ready:
            part = under_way.pop(future)
            try:
                found, seconds = future.result()
            except CancelledError as error:
                raise place.broken(done, error) from None
            except Exception as error:
                if type(error).__module__.partition(".")[0] == "distributed":
                    raise place.broken(done, error) from None
                raise
            size = _next_size(size, part.games, seconds / place.seconds, job.most)
            done += part.games
            yield part._replace(found=found)
        if progress:
            progress(done, span.stop)


def _next_size(size: int, played: int, took: float, most: int) -> int:
    """Parts grow while they are over too soon, and shrink when they take too long.

    ``took`` is how long one took, as a part of the time that it should take.
    """
    if played == size and took < 1 / 2:
        return min(2 * size, most)
    if took > 2:
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


def _timed(job: Playable, first: int, games: int) -> tuple[Any, float]:
    """A part of a job, and how long it took."""
    begin = time.perf_counter()
    found = job.play(first, games)
    return found, time.perf_counter() - begin
