"""Following what other servers append: told by messages, and found by polling all the same.

A message may be lost with the connection that it came through. So the tables that somebody looks
at are compared with the database every second, and the others when they are asked for while it is
not certain that messages arrive.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from rollwrite.server.live.live_table import LiveTable
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Problem

if TYPE_CHECKING:
    from rollwrite.server.storage.store import Store

POLL_SECONDS = 1.0
UNCERTAIN_SECONDS = 1.2  # without a word from the listener
PORTION = 1_000  # tables of one question
POLL_ANSWER_SECONDS, COMPARE_SECONDS = 2.5, 10.0
MOST_AT_ONCE = 5_000


class Follower:
    """Keeps the tables in memory up with what other servers append."""

    def __init__(
        self,
        store: Store,
        live_tables: Mapping[str, LiveTable],
        catch_up: Callable[[LiveTable], Awaitable[None]],
    ) -> None:
        self._store = store
        self._live_tables = live_tables
        self._catch_up = catch_up
        self._following: set[asyncio.Task[None]] = set()

    def published(self, payload: str) -> None:
        """Some server has committed entries."""
        for table, seq in json.loads(payload).items():
            live = self._live_tables.get(table)
            if live is not None and seq > live.table.seq:
                self._begin(self._follow(live, seq))

    async def poll(self) -> None:
        """Compare what is looked at with the database, for as long as this runs.

        Every second anew, whatever has become of the question before: it may have been cut off.
        """
        while True:
            await asyncio.sleep(POLL_SECONDS)
            if len(self._following) < MOST_AT_ONCE:
                watched = [live for live in self._live_tables.values() if live.watchers]
                self._begin(self.compare(watched, POLL_ANSWER_SECONDS))

    def _begin(self, work: Coroutine[Any, Any, object]) -> None:
        async def quiet() -> None:
            with suppress(Problem):  # tables in doubt are marked, and asked for again
                await work

        task = asyncio.create_task(quiet())
        self._following.add(task)
        task.add_done_callback(self._following.discard)

    async def compare_all(self) -> None:
        """After the connection to the other servers was lost, anything may have happened."""
        await self.compare(list(self._live_tables.values()))

    async def ensure(self, live: LiveTable) -> None:
        """Bring a table up to date that is asked for, unless messages are certain to arrive."""
        listener = self._store.listener
        if listener is None or listener.silent < UNCERTAIN_SECONDS:
            return
        now = time.monotonic()
        if now - live.compared > POLL_SECONDS:
            live.compared = now
            with suppress(Problem):
                await self.compare([live], POLL_SECONDS)

    async def compare(self, tables: Iterable[LiveTable], seconds: float = COMPARE_SECONDS) -> None:
        """Apply what the database knows of some tables and this server does not."""
        known = {live.table.id: live for live in tables}
        names = list(known)
        for start in range(0, len(names), PORTION):
            newest = await self._store.newest(names[start : start + PORTION], seconds)
            now = time.monotonic()
            for name, seq in newest.items():
                known[name].compared = now
                if seq > known[name].table.seq and await self._follow(known[name], seq):
                    METRICS.polled.inc()

    async def _follow(self, live: LiveTable, seq: int) -> bool:
        """Read what is new, unless it was an append of this server that is just being applied."""
        async with live.lock:
            if seq <= live.table.seq:
                return False
            await self._catch_up(live)
            return True
