"""Cycles are found when nobody waits, and not before."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from rollwrite.server import rubbish


class Knot:
    """Something only the collector can find."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(rubbish, "QUIET_SECONDS", 0.04)
    monkeypatch.setattr(rubbish, "PERIOD", 0.0)
    thresholds = gc.get_threshold()
    gc.set_threshold(0)
    yield
    gc.set_threshold(*thresholds)


@pytest.mark.usefixtures("hurried")
def test_old_rubbish_waits_until_it_is_quiet() -> None:
    async def work() -> tuple[bool, bool]:
        asked = 0
        task = asyncio.create_task(rubbish.collect_when_quiet(lambda: asked))
        knot = weakref.ref(Knot())
        for _ in range(40):
            asked += 1
            await asyncio.sleep(0.003)
        busy = knot() is not None
        await asyncio.sleep(0.3)
        task.cancel()
        return busy, knot() is None

    assert asyncio.run(work()) == (True, True)


@pytest.mark.usefixtures("hurried")
def test_old_rubbish_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rubbish, "LATEST", 0.1)

    async def work() -> bool:
        asked = 0
        task = asyncio.create_task(rubbish.collect_when_quiet(lambda: asked))
        knot = weakref.ref(Knot())
        for _ in range(80):
            asked += 1
            await asyncio.sleep(0.003)
        task.cancel()
        return knot() is None

    assert asyncio.run(work())
