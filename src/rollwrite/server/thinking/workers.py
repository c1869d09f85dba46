"""A few child processes and what waits for them: in turn for each owner, in time or not at all."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from collections import OrderedDict, deque
from contextlib import suppress
from typing import Any, NamedTuple

from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.thinking.child import LENGTH, packed
from rollwrite.server.thinking.tasks import TASKS

LOG = logging.getLogger(__name__)
LARGEST_ANSWER = 64 << 20
ALONE = sys.platform == "emscripten"  # a browser has no child processes: everybody waits


class Failed(Exception):
    """A job that gave no answer: it failed, took too long, or its process died."""


class _Job(NamedTuple):
    done: asyncio.Future[Any]
    seconds: float
    message: bytes


class Workers:
    """Child processes of low priority; whoever asks for much waits for himself alone."""

    def __init__(
        self,
        processes: int,
        *,
        nice: int,
        idle_seconds: float,
        per_owner: int = 1_000_000,
        most: int = 1_000_000,
        refusal: str = "too_many",
    ) -> None:
        self._processes = processes
        self._nice = nice
        self._idle_seconds = idle_seconds
        self._per_owner, self._most, self._refusal = per_owner, most, refusal
        self._urgent: deque[_Job] = deque()
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._idle = 0
        self._news = asyncio.Event()

    async def close(self) -> None:
        """End all processes; whoever waits is told."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        while (job := self._next()) is not None:
            job.done.cancel()

    def check(self, owner: str) -> None:
        """Refuse an owner who has enough waiting, and everybody when too much waits."""
        if len(self._waiting.get(owner, ())) >= self._per_owner:
            METRICS.limited.inc()
            raise Problem(Cause.TOO_MANY, self._refusal)
        if self.waiting >= self._most:
            raise Problem(Cause.UNAVAILABLE, "busy")

    @property
    def waiting(self) -> int:
        """How many jobs nobody works at yet."""
        return len(self._urgent) + sum(map(len, self._waiting.values()))

    async def do(
        self, owner: str, seconds: float, task: str, *given: Any, urgent: bool = False
    ) -> Any:
        """What a task gives; Failed if it does not in time."""
        self.check(owner)
        if ALONE:
            return _done_here(task, given)
        done = asyncio.get_running_loop().create_future()
        job = _Job(done, seconds, packed((task, given)))
        if urgent:
            self._urgent.append(job)
        else:
            self._waiting.setdefault(owner, deque()).append(job)
        self._news.set()
        if not self._idle and len(self._tasks) < self._processes:
            worker = asyncio.create_task(self._work())
            self._tasks.add(worker)
            worker.add_done_callback(self._tasks.discard)
        return await done

    def _next(self) -> _Job | None:
        """The next job: what is urgent, then one of each owner in turn."""
        if self._urgent:
            return self._urgent.popleft()
        if not self._waiting:
            return None
        owner, jobs = self._waiting.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._waiting[owner] = jobs  # behind everybody else
        return job

    async def _work(self) -> None:
        child: asyncio.subprocess.Process | None = None
        try:
            while (job := await self._due()) is not None:
                if job.done.done():
                    continue
                try:
                    child = child or await self._start()
                    async with asyncio.timeout(job.seconds):
                        well, answer = await _ask(child, job.message)
                except (OSError, EOFError, TimeoutError) as error:
                    if child is not None:
                        await _end(child)
                    child = None
                    well, answer = False, f"{type(error).__name__} after at most {job.seconds} s"
                except BaseException:
                    job.done.cancel()
                    raise
                if not job.done.done():
                    if well:
                        job.done.set_result(answer)
                    else:
                        job.done.set_exception(Failed(answer))
        finally:
            if child is not None:
                await _end(child)

    async def _due(self) -> _Job | None:
        """The next job as soon as there is one; None when there was none for long."""
        while (job := self._next()) is None:
            self._news.clear()
            self._idle += 1
            try:
                async with asyncio.timeout(self._idle_seconds):
                    await self._news.wait()
            except TimeoutError:
                return self._next()
            finally:
                self._idle -= 1
        return job

    async def _start(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "rollwrite.server.thinking.child",
            str(os.getpid()), str(self._nice),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip


def _done_here(task: str, given: tuple[Any, ...]) -> Any:
    try:
        return TASKS[task](*given)
    except Exception as error:
        raise Failed(repr(error)) from error


async def _ask(child: asyncio.subprocess.Process, message: bytes) -> tuple[bool, Any]:
    assert child.stdin is not None and child.stdout is not None
    child.stdin.write(message)
    await child.stdin.drain()
    length = int.from_bytes(await child.stdout.readexactly(LENGTH), "big")
    if length > LARGEST_ANSWER:
        raise OSError("an answer without end")
    found: tuple[bool, Any] = pickle.loads(await child.stdout.readexactly(length))
    return found


async def _end(child: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        child.kill()
    await child.communicate()  # closes its pipes too
