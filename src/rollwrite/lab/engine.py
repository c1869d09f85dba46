"""Engines: where the parts of a job are played. An engine is an Executor of the standard library.

Threads on this machine (compiled loops let each other run), processes for bots that are plain
Python, one thread that feeds a GPU, or the workers of a Dask cluster, whose client offers the same
interface. What a job comes to is a sum of whole numbers, so that it does not matter which engine
played which part, or when.
"""

from __future__ import annotations

import logging
import os
import pickle
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, ClassVar, Protocol

from rollwrite.errors import BadOption, RollwriteError, require_extra, say
from rollwrite.play.game import Game
from rollwrite.texts import Figure

ANSWER = 10.0  # seconds in which a cluster must answer
PATIENCE = 30.0  # seconds in which a cluster that has lost all its workers may get new ones
LOOK = 1.0  # seconds between two looks at the workers of a cluster that sends nothing


class NoCluster(RollwriteError):
    """No cluster answers at an address, or it has no workers any more, and why."""


class Engine:
    """An executor, and how many parts it plays at the same time."""

    seconds = 0.25  # how long a part should take

    def __init__(self, executor: Executor, workers: int) -> None:
        self.executor, self.workers = executor, workers

    def check(self, done: int) -> None:
        """Called from time to time while nothing comes; raises if nothing can come any more."""

    def broken(self, done: int, error: BaseException) -> BaseException:  # noqa: ARG002
        """What to raise where the executor itself failed."""
        return error


class ClusterEngine(Engine):
    """The workers of a Dask cluster; some may die, and others come, while they play."""

    seconds = 2.0  # a scheduler hands out about 200 parts a second, to any number of workers

    def __init__(self, client: Any, address: str, game: Game) -> None:
        super().__init__(client.get_executor(pure=False, retries=10), workers_of(client))
        self._client, self._address, self._game = client, address, game
        self._alone = self._looked = 0.0  # since when there are no workers; when we looked last

    def check(self, done: int) -> None:
        """NoCluster if the scheduler is gone, or all workers are and none comes for a while."""
        now = time.monotonic()
        if now - self._looked < LOOK:
            return
        self._looked = now
        if self._client.status != "running":
            raise self._lost("lab.lost_scheduler", done)
        try:
            workers = workers_of(self._client)
        except (OSError, RuntimeError, TimeoutError):
            raise self._lost("lab.lost_scheduler", done) from None
        if workers:
            self.workers, self._alone = workers, 0.0
        elif not self._alone:
            self._alone = now
        elif now - self._alone > PATIENCE:
            raise self._lost("lab.lost_workers", done)

    def broken(self, done: int, error: BaseException) -> BaseException:
        """A part that its workers died of, or a scheduler that ended."""
        if type(error).__name__ == "KilledWorker":
            return self._lost("lab.killed_workers", done)
        return self._lost("lab.lost_scheduler", done)

    def _lost(self, key: str, done: int) -> NoCluster:
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # we tell it ourselves
        told = say(key, address=self._address, done=Figure(done, ","))
        return NoCluster(told, self._game.language)


def workers_of(client: Any) -> int:
    """How many parts the workers of a cluster play at the same time, all together."""
    return sum(client.nthreads().values())


class Placed(Protocol):
    """What an engine needs to know about a job."""

    @property
    def game(self) -> Game:
        """Whose language errors are told in."""

    @property
    def device(self) -> str:
        """Where its games run: ``cpu`` or ``gpu``."""

    @property
    def compiled(self) -> bool:
        """Whether threads can play its games side by side."""

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules that it needs wherever it is played."""


@dataclass(frozen=True)
class TrainingJob:
    """What an engine asks about a training: nothing but which game is trained."""

    game: Game
    device: ClassVar[str] = "cpu"
    compiled: ClassVar[bool] = True
    modules: ClassVar[tuple[str, ...]] = ()


@contextmanager
def engine(job: Placed, workers: int | None = None, cluster: str | None = None) -> Iterator[Engine]:
    """The engine for a job: all cores of this machine unless something else is asked for."""
    if workers is not None and (type(workers) is not int or workers < 1):
        raise BadOption(
            say("option.count", name="workers", value=workers, low=1, high=4096), job.game.language
        )
    if cluster is not None:
        with _cluster(job, cluster) as found:
            yield found
        return
    count = 1 if job.device == "gpu" else workers or cores()
    made: Executor
    if job.compiled or count == 1 or not _travels(job):
        made = ThreadPoolExecutor(count)
    else:
        made = ProcessPoolExecutor(count, get_context("spawn"), _ignore_interrupts)
    try:
        yield Engine(made, count)
    finally:
        made.shutdown(wait=True, cancel_futures=True)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _cluster(job: Placed, address: str) -> Iterator[Engine]:
    if not isinstance(address, str):
        values = {"address": address, "reason": job.game.text(say("lab.address"))}
        raise NoCluster(say("lab.no_cluster", **values), job.game.language)
    require_extra("cluster", job.game.language)
    import distributed
    from dask import config

    if not _travels(job):
        raise BadOption(say("lab.stays"), job.game.language)
    # Workers are asked to keep trying: a part is played again when the worker that had it dies.
    with config.set({"distributed.comm.timeouts.connect": ANSWER}):
        try:
            client: Any = distributed.Client(address, timeout=ANSWER, set_as_default=False)
        except (OSError, ValueError, AssertionError, RecursionError) as error:
            reason = str(error) or type(error).__name__
            raise NoCluster(
                say("lab.no_cluster", address=address, reason=reason), job.game.language
            ) from None
    with client:
        if not workers_of(client):
            reason = job.game.text(say("lab.no_workers"))
            raise NoCluster(
                say("lab.no_cluster", address=address, reason=reason), job.game.language
            )
        yield ClusterEngine(client, address, job.game)


def _travels(job: Placed) -> bool:
    """Whether a job can be sent to another process."""
    try:
        pickle.dumps(job)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return "__main__" not in job.modules  # what is typed into a session is in no other process


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that collects; the others finish what they are playing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
