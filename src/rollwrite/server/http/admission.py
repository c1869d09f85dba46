"""Who goes first when many ask at once: moves at once, everything else one at a time."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from itertools import islice

from rollwrite.server.metrics import METRICS

SHARE = 0.5  # of the time of the one thread, once BURST is used up
BURST = 0.05  # seconds of work that need not be spread
COMPARED = 50  # addresses, at most, among which the one that asks for least is looked for


class Admission:
    """Lets one request begin in each round of the event loop.

    A request that draws a view keeps the one thread for milliseconds. However many of them wait, a
    move, which does not queue here, comes after one of them, and not after all. Every second turn
    goes to each address in its order, the others to whoever has the fewest requests waiting.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()
        self._running = False
        self._in_order = False
        self._begun = 0.0
        self._free_at = 0.0  # when all that was done would have taken no more than its share

    async def enter(self, address: str) -> None:
        """Return when it is the turn of a request of this address."""
        loop = asyncio.get_running_loop()
        if not self._running:
            self._running = True
            self._begun = time.perf_counter()
            loop.call_soon(self._done)
            return
        turn = loop.create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        METRICS.requests_waiting.inc()
        try:
            await turn
        finally:
            METRICS.requests_waiting.dec()

    def _done(self) -> None:
        """A round has passed: go on with the next request, after a pause where it is due."""
        now = time.perf_counter()
        self._free_at = max(self._free_at, self._begun) + (now - self._begun) / SHARE
        pause = self._free_at - now - BURST
        if pause > 0:
            asyncio.get_running_loop().call_later(pause, self._next)
        else:
            self._next()

    def _next(self) -> None:
        """Let the next one begin, in the next round; those that were given up are passed over."""
        while self._waiting:
            address = self._choose()
            turns = self._waiting.pop(address)
            turn = turns.popleft()
            if turns:
                self._waiting[address] = turns  # behind all others
            if not turn.done():
                self._begun = time.perf_counter()
                turn.set_result(None)
                asyncio.get_running_loop().call_soon(self._done)
                return
        self._running = False

    def _choose(self) -> str:
        self._in_order = not self._in_order
        if self._in_order:
            return next(iter(self._waiting))
        first = islice(self._waiting, COMPARED)
        return min(first, key=lambda address: len(self._waiting[address]))
