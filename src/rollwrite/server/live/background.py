"""What nobody waits for takes turns, and at most a share of the time: moves of people go before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

SHARE = 0.4  # of the time of the one thread that serves everybody
LONGEST_PAUSE = 0.25


class Background:
    """Pieces of work of bots among themselves, and of views of them: one at a time, with pauses."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._free_at = 0.0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until a piece of work may be done; it must not wait for anything else."""
        async with self._turn:
            pause = self._free_at - time.perf_counter()
            if pause > 0:
                await asyncio.sleep(pause)
            begun = time.perf_counter()
            try:
                yield
            finally:
                now = time.perf_counter()
                pause = (now - begun) * (1 - SHARE) / SHARE
                self._free_at = now + min(pause, LONGEST_PAUSE)
