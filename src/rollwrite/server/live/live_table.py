"""A table in memory with all that hangs on it, and who looks at it from which server."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from rollwrite.server.problems import Problem
from rollwrite.server.storage.messages import PRESENCE, in_pieces
from rollwrite.server.tables.render_cache import RenderCache
from rollwrite.server.tables.table import Table

if TYPE_CHECKING:
    from rollwrite.server.storage.store import Store

FLUSH_SECONDS = 0.1
REPEAT_SECONDS = 15.0
FORGET_SECONDS = 40.0  # a server that has not been heard for so long is gone, and its people too


class Watcher(Protocol):
    """Somebody who looks at a table."""

    who: str | None
    fast: bool  # whether he wants bots to be quick

    def changed(self) -> None:
        """The table is not as it was."""


class LiveTable:
    """A table in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.render_cache = RenderCache()
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.elsewhere: dict[str, tuple[set[str], float]] = {}  # browsers at other servers
        self.bots: asyncio.Task[None] | None = None
        self.used = time.monotonic()
        self.absent: dict[str, float] = {}  # since when a person is not to be seen
        self.compared = time.monotonic()  # with the database, where other servers write to it too
        self.lost = False  # not to be trusted: read the store again

    def here(self) -> set[str]:
        """The browsers that look at this table through this server."""
        return {watcher.who for watcher in self.watchers if watcher.who}

    def connected(self) -> set[str]:
        """The browsers that look at this table."""
        found = self.here()
        for people, _ in self.elsewhere.values():
            found |= people
        return found

    def wants_fast_bots(self) -> bool:
        """Whether somebody at the table wants bots to be quick; where only bots play, anybody."""
        seated = {seat.who for seat in self.table.seats if seat.who}
        return any(w.fast and (not seated or w.who in seated) for w in self.watchers)

    def close(self) -> None:
        """Nobody may look at it any more."""
        self.table.closed = True
        self.notify()

    def notify(self) -> None:
        """Let everybody who looks know that something has changed."""
        self.used = time.monotonic()
        for watcher in self.watchers:
            watcher.changed()


class Presence:
    """Publishes to the other servers who looks at which table, and keeps what they publish."""

    def __init__(self, store: Store, live_tables: Mapping[str, LiveTable]) -> None:
        self._store = store
        self._live_tables = live_tables
        self._self = secrets.token_hex(4)
        self._changed: set[str] = set()
        # By table and server, also of tables that are not in memory here.
        self._others: dict[tuple[str, str], tuple[set[str], float]] = {}

    def people(self) -> dict[str, set[str]]:
        """Who looks at which table, at all servers."""
        found = {name: live.here() for name, live in self._live_tables.items() if live.watchers}
        now = time.monotonic()
        for (table, _), (people, at) in self._others.items():
            if now - at < FORGET_SECONDS:
                found.setdefault(table, set()).update(people)
        return found

    def changed(self, table: str) -> None:
        """Others should know who looks at a table now."""
        if self._store.shared:
            self._changed.add(table)

    async def run(self) -> None:
        """Tell what has changed, soon; and everything again from time to time."""
        repeated = time.monotonic()
        while True:
            await asyncio.sleep(FLUSH_SECONDS)
            now = time.monotonic()
            if now - repeated > REPEAT_SECONDS:
                repeated = now
                self._changed |= {name for name, live in self._live_tables.items() if live.watchers}
                self._forget(now)
            if self._changed:
                tables, self._changed = self._changed, set()
                await self._publish(tables)

    async def _publish(self, tables: set[str]) -> None:
        people = {
            table: sorted(self._live_tables[table].here()) if table in self._live_tables else []
            for table in tables
        }
        messages = [json.dumps([self._self, piece]) for piece in in_pieces(people)]
        with suppress(Problem):  # published again in a while
            await self._store.publish(PRESENCE, messages)

    def receive(self, payload: str) -> None:
        """Another server says who looks at its tables."""
        server, people = json.loads(payload)
        if server == self._self:
            return
        for table, listed in people.items():
            self._others.pop((table, server), None)
            if listed:
                self._others[table, server] = (set(listed), time.monotonic())
            live = self._live_tables.get(table)
            if live is None:
                continue
            known = live.elsewhere.get(server)
            if known is None and live.watchers:
                self._changed.add(table)  # it has not heard of ours yet
            live.elsewhere[server] = (set(listed), time.monotonic())
            if known is None or known[0] != set(listed):
                live.notify()

    def _forget(self, now: float) -> None:
        gone = [key for key, (_, at) in self._others.items() if now - at > FORGET_SECONDS]
        for key in gone:
            del self._others[key]
        for live in self._live_tables.values():
            silent = [s for s, (_, at) in live.elsewhere.items() if now - at > FORGET_SECONDS]
            for server in silent:
                del live.elsewhere[server]
                live.notify()
