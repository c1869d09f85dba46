"""Engines: where the parts of a job are played. An engine is an Executor of the standard library.

Threads on this machine (compiled loops let each other run), processes for bots that are plain
Python, one thread that feeds a GPU, or the workers of a Dask cluster, whose client offers the same
interface. What a job comes to is a sum of whole numbers, so that it does not matter which engine
played which part, or when.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, NamedTuple

from rollwrite.errors import BadOption, RollwriteError, require_extra, say
from rollwrite.lab.job import Job

ANSWER = 10.0  # seconds in which a cluster must answer


class NoCluster(RollwriteError):
    """No cluster answers at an address, and why."""


class Engine(NamedTuple):
    """An executor, and how many parts it plays at the same time."""

    executor: Executor
    workers: int


@contextmanager
def engine(job: Job, workers: int | None = None, cluster: str | None = None) -> Iterator[Engine]:
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
def _cluster(job: Job, address: str) -> Iterator[Engine]:
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
        count = sum(client.nthreads().values())
        if not count:
            reason = job.game.text(say("lab.no_workers"))
            raise NoCluster(
                say("lab.no_cluster", address=address, reason=reason), job.game.language
            )
        yield Engine(client.get_executor(pure=False, retries=10), count)


def _travels(job: Job) -> bool:
    """Whether a job can be sent to another process."""
    try:
        pickle.dumps(job)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return all(_importable(player.ask) for player in job.players)


def _importable(ask: Any) -> bool:
    """Functions typed into a session exist in no other process."""
    return ask is None or getattr(ask, "__module__", "__main__") != "__main__"


def _ignore_interrupts() -> None:
    """Ctrl-C is for the process that collects; the others finish what they are playing."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
