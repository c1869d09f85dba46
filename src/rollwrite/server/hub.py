"""The tables in memory: rebuilt from the store on demand, each changed by one hand at a time."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import uniform

from rollwrite.server import brains, commands
from rollwrite.server.commands import Steps
from rollwrite.server.entries import Entry
from rollwrite.server.metrics import METRICS
from rollwrite.server.place import Place, Presence, Watcher
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.settings import Settings
from rollwrite.server.store import ENTRIES, PRESENCE, Conflict, Store
from rollwrite.server.table import FRIENDS, HUMAN, LOBBY, PLAYING, WATCH, Table

LOG = logging.getLogger(__name__)
TRIES = 10
HURRY = 0.2  # of the time bots take, where somebody wants them faster


class Hub:
    """All tables of this server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.levels = brains.levels()
        self._places: OrderedDict[str, Place] = OrderedDict()
        self.presence = Presence(store, self._places)
        self._loading: dict[str, asyncio.Future[Place]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to look after the tables."""
        self._spawn(self._sweep_for_ever())
        if self.settings.prepare_bots:
            self._spawn(brains.prepare_all())
        if self.store.shared:
            channels = {ENTRIES: self._heard, PRESENCE: self.presence.heard}
            self._spawn(self.store.listen(channels, self._catch_up_all))
            self._spawn(self.presence.run())

    async def close(self) -> None:
        """Stop everything that runs by itself."""
        for place in self._places.values():
            if place.bots:
                place.bots.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def counts(self) -> dict[str, int]:
        """Figures for the metrics page."""
        sockets = sum(len(place.watchers) for place in self._places.values())
        return {"tables_in_memory": len(self._places), "sockets": sockets}

    # Finding tables

    async def place(self, table: str) -> Place:
        """A table, from memory or from the store."""
        place = self._places.get(table)
        if place is not None and not place.lost:
            self._places.move_to_end(table)
            return place
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table, place))
        try:
            return await asyncio.shield(self._loading[table])
        finally:
            self._loading.pop(table, None)

    async def _load(self, id_: str, known: Place | None) -> Place:
        entries = await self.store.read(id_) if commands.is_id(id_) else []
        if not entries:
            raise Problem(Cause.NO_TABLE, table=id_[:40])
        METRICS.tables_loaded += 1
        table = Table(id_)
        for number, entry in enumerate(entries):
            table.apply(entry)
            if number % 50 == 49:
                await asyncio.sleep(0)  # a long game must not hold up the others
        place = known or Place(table)
        place.table, place.lost = table, False
        self._places[id_] = place
        self._evict()
        self._wake_bots(place)
        place.tell()
        return place

    def _evict(self) -> None:
        excess = len(self._places) - self.settings.idle_tables
        if excess <= 0:
            return
        idle = [p for p in self._places.values() if not p.watchers and not p.lock.locked()]
        for place in idle[:excess]:
            self._drop(place)

    def _drop(self, place: Place) -> None:
        if place.bots:
            place.bots.cancel()
        del self._places[place.table.id]

    def watch(self, place: Place, watcher: Watcher) -> None:
        """Somebody begins to look at a table."""
        place.watchers.add(watcher)
        place.tell()
        self._wake_bots(place)
        self.presence.changed(place.table.id)

    def unwatch(self, place: Place, watcher: Watcher) -> None:
        """Somebody has stopped looking."""
        place.watchers.discard(watcher)
        place.tell()
        self.presence.changed(place.table.id)

    # Changing tables

    async def create(self, created: Entry) -> Place:
        """Lay a new table."""
        await self.store.append([created])
        table = Table(created.table)
        table.apply(created)
        place = self._places[table.id] = Place(table)
        METRICS.tables_created += 1
        self._evict()
        return place

    async def act(self, id_: str, command: Callable[[Table], Steps], seen: int = 0) -> Place:
        """Let a command happen: decided on the table as it is, durable before it is told."""
        place = await self.place(id_)
        async with place.lock:
            if place.lost or seen > place.table.seq:
                await self._catch_up(place)
            for _ in range(TRIES):
                steps = command(place.table)
                if await self._commit(place, steps):
                    break
            else:
                raise Problem(Cause.STALE)
        if steps:
            place.tell()
            self._wake_bots(place)
        return place

    async def _commit(self, place: Place, steps: Steps) -> bool:
        """Store what was decided; False if another server was faster, and we know now what it did.

        Whether the decision still stands then is for its command to say.
        """
        if not steps:
            return True
        try:
            await self.store.append([step.entry for step in steps])
        except Conflict:
            await self._catch_up(place)
            return False
        except BaseException:
            place.lost = True  # it may have been stored all the same
            raise
        for step in steps:
            place.table.apply(step.entry, step.state)
        return True

    async def _catch_up(self, place: Place) -> None:
        """Apply what other servers have appended."""
        try:
            for entry in await self.store.read(place.table.id, place.table.seq):
                place.table.apply(entry)
        except BaseException:
            place.lost = True
            raise
        place.lost = False
        place.tell()
        self._wake_bots(place)

    def _heard(self, payload: str) -> None:
        """Some server has committed entries."""
        for table, seq in json.loads(payload).items():
            place = self._places.get(table)
            if place is not None and seq > place.table.seq:
                self._spawn(self._follow(place, seq))

    async def _follow(self, place: Place, seq: int) -> None:
        async with place.lock:
            if seq > place.table.seq:
                await self._catch_up(place)

    async def _catch_up_all(self) -> None:
        """After the connection to the other servers was lost, anything may have happened."""
        for place in list(self._places.values()):
            async with place.lock:
                await self._catch_up(place)

    # Bots

    def _wake_bots(self, place: Place) -> None:
        idle = place.bots is None or place.bots.done()
        if idle and self._bots_may_play(place):
            place.bots = self._spawn(self._play_bots(place))

    def _bots_may_play(self, place: Place) -> bool:
        """Whether bots owe a decision, and somebody looks on where there are only bots."""
        if place.table.mode == WATCH and not place.watchers:
            return False
        return bool(place.table.bots_pending())

    async def _play_bots(self, place: Place) -> None:
        """Decide for the bots at a human pace, for as long as any of them owes a decision."""
        while self._bots_may_play(place):
            pace = self.settings.bot_seconds * (HURRY if place.hurried() else 1)
            await asyncio.sleep(uniform(0.6, 1.4) * pace if pace else 0)
            try:
                await self._decide_for_bots(place)
            except Problem:  # another server was faster, or the database is away for a moment
                await asyncio.sleep(0.2)
            place.tell()

    async def _decide_for_bots(self, place: Place) -> None:
        table, seq = place.table, place.table.seq
        chosen = {seat: await self._choice(table, seat) for seat in table.bots_pending()}
        async with place.lock:
            if place.lost:
                await self._catch_up(place)
            if place.table is table and table.seq == seq:
                await self._commit(place, _bot_steps(table, chosen))

    async def _choice(self, table: Table, seat: int) -> str:
        level = table.seats[seat].level or brains.DEFAULT
        return await asyncio.to_thread(brains.choose, level, table.private(seat), seat)

    # Looking after tables

    async def _sweep_for_ever(self) -> None:
        period = max(0.05, min(1.0, self.settings.away_seconds / 4, self.settings.start_seconds))
        while True:
            await asyncio.sleep(period)
            now = time.monotonic()
            for number, place in enumerate(list(self._places.values())):
                if number % 50 == 49:
                    await asyncio.sleep(0)  # thousands of tables must not hold up a move
                try:
                    await self._sweep(place, now)
                except Exception:
                    LOG.exception("looking after table %s failed", place.table.id)

    async def _sweep(self, place: Place, now: float) -> None:
        table = place.table
        late = time.time() - table.created_at > self.settings.start_seconds
        if late and table.status == LOBBY and table.mode != FRIENDS:
            await self._try(place, partial(commands.start, who=None))
        if place.watchers:
            await self._stand_in(place, now)
        elif now - place.used > self.settings.idle_seconds and not place.lock.locked():
            self._drop(place)
        elif now - place.used > 5:
            place.painter.forget()

    async def _stand_in(self, place: Place, now: float) -> None:
        """Let a bot play for whoever has vanished while somebody else waits for him."""
        table, here = place.table, place.connected()
        if table.status != PLAYING or table.mode != FRIENDS:
            return
        for number, seat in enumerate(table.seats):
            if seat.kind != HUMAN or seat.who is None or seat.away:
                continue
            if seat.who in here:
                place.absent.pop(seat.who, None)
                continue
            since = place.absent.setdefault(seat.who, now)
            waiting = any(other.who in here for other in table.seats if other.who)
            late = now - since > self.settings.away_seconds
            if late and waiting and number in table.playing.pending:
                await self._try(place, partial(commands.gone, seat=number))

    async def _try(self, place: Place, command: Callable[[Table], Steps]) -> None:
        with suppress(Problem):  # somebody was faster; the next sweep sees what is left to do
            await self.act(place.table.id, command)

    def _spawn(self, work: object) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]  # any coroutine
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if not isinstance(error, Problem):
                METRICS.errors += 1
            LOG.error("a task ended badly: %s", error, exc_info=error)


def _bot_steps(table: Table, chosen: dict[int, str]) -> Steps:
    """The bots' decisions one after the other, for as long as their window stays open."""
    steps: Steps = []
    for seat, move in chosen.items():
        METRICS.bot_moves += 1
        new = commands.decide(table, seat, move, steps)
        steps += new
        if len(new) > 1 or (steps[-1].state or table.playing).window != table.playing.window:
            break
    return steps
