"""Work that must be done by a certain time, whatever it is stuck in.

Cancelling is not enough: a driver that is cancelled tells its server so, and where nothing comes
back any more it waits for that too. So what is late is told to stop, and left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Found = TypeVar("Found")
_LEFT: set[asyncio.Task[Any]] = set()  # told to stop; the loop itself keeps no task alive


async def within(seconds: float, work: Coroutine[Any, Any, Found]) -> Found:
    """What work returns or raises; TimeoutError if it takes longer."""
    task = asyncio.create_task(work)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        _leave(task)
        raise
    if not done:
        _leave(task)
        raise TimeoutError(f"no answer within {seconds:g} s")
    return task.result()


def _leave(task: asyncio.Task[Any]) -> None:
    task.cancel()
    _LEFT.add(task)
    task.add_done_callback(_gone)


def _gone(task: asyncio.Task[Any]) -> None:
    _LEFT.discard(task)
    if not task.cancelled():
        task.exception()  # has been seen: nobody waits for it any more
