"""Cycles are found when nobody waits, and not before."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from rollwrite.server import gc_policy


class Knot:
    """Something only the collector can find."""

    def __init__(self) -> None:
        self.itself = self


class Day:
    """The time that a server sees pass, and what it is asked for meanwhile."""

    def __init__(self) -> None:
        self.now = 0.0
        self.asked = 0
        self.busy = True

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.asked += self.busy
        await asyncio.sleep(0)

    async def passes(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            await asyncio.sleep(0)


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> Iterator[Day]:
    day = Day()
    monkeypatch.setattr(gc_policy, "time", SimpleNamespace(monotonic=lambda: day.now))
    monkeypatch.setattr(gc_policy, "asyncio", SimpleNamespace(sleep=day.sleep))
    thresholds = gc.get_threshold()
    gc.set_threshold(0)
    yield day
    gc.set_threshold(*thresholds)


def test_old_garbage_waits_until_it_is_quiet(day: Day) -> None:
    async def work() -> tuple[bool, bool]:
        task = asyncio.create_task(gc_policy.collect_when_quiet(lambda: day.asked))
        knot = weakref.ref(Knot())
        await day.passes(5 * gc_policy.PERIOD)
        kept = knot() is not None
        day.busy = False
        await day.passes(2 * gc_policy.QUIET_SECONDS)
        task.cancel()
        return kept, knot() is None

    assert asyncio.run(work()) == (True, True)


def test_old_garbage_does_not_wait_for_ever(day: Day) -> None:
    async def work() -> tuple[bool, bool]:
        task = asyncio.create_task(gc_policy.collect_when_quiet(lambda: day.asked))
        knot = weakref.ref(Knot())
        await day.passes(gc_policy.LATEST - 10)
        kept = knot() is not None
        await day.passes(20)
        task.cancel()
        return kept, knot() is None

    assert asyncio.run(work()) == (True, True)


def test_old_garbage_that_takes_much_memory_waits_for_nobody(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when many connections come and go, and it never gets quiet."""
    taken = 100_000_000
    monkeypatch.setattr(gc_policy, "resident", lambda: taken)

    async def work() -> tuple[bool, bool]:
        nonlocal taken
        task = asyncio.create_task(gc_policy.collect_when_quiet(lambda: day.asked))
        knot = weakref.ref(Knot())
        await day.passes(2 * gc_policy.PERIOD)
        kept = knot() is not None
        taken += gc_policy.MOST_GROWTH + 1
        await day.passes(2 * gc_policy.QUIET_SECONDS)
        task.cancel()
        return kept, knot() is None

    assert asyncio.run(work()) == (True, True)
