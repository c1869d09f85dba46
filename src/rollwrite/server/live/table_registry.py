"""The tables in memory: rebuilt from the store on demand, each changed by one hand at a time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from random import uniform
from typing import TYPE_CHECKING, TypeVar

from rollwrite.server.live.background import Background
from rollwrite.server.live.follower import Follower
from rollwrite.server.live.host_rules import HostRules
from rollwrite.server.live.live_table import LiveTable, Presence, Watcher
from rollwrite.server.metrics import METRICS
from rollwrite.server.players.results import finished
from rollwrite.server.problems import Cause, Conflict, Problem
from rollwrite.server.settings import Settings
from rollwrite.server.storage.messages import ENTRIES, HOSTING, PRESENCE
from rollwrite.server.tables import bot_runner, commands
from rollwrite.server.tables.commands import Steps
from rollwrite.server.tables.entries import Entry, EntryKind
from rollwrite.server.tables.ids import is_id
from rollwrite.server.tables.table import FRIENDS, HUMAN, LOBBY, PLAYING, WATCH, Table
from rollwrite.server.time_limit import within

if TYPE_CHECKING:
    from rollwrite.server.storage.listener import Receiver
    from rollwrite.server.storage.store import Store

Result = TypeVar("Result")

LOG = logging.getLogger(__name__)
TRIES = 10
LISTEN_SECONDS = 5.0  # for which a start waits until other servers are heard
AGAIN_SECONDS = 0.5
COMMAND_SECONDS = 5.0  # a thousand times what the slowest takes
FAST_BOTS = 0.2  # of the time bots take, where somebody wants them faster


class TableRegistry:
    """All tables of this server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.levels = bot_runner.levels()
        self._bots = bot_runner.BotRunner()
        self.background = Background()
        self.host_rules = HostRules(store)
        self._live_tables: OrderedDict[str, LiveTable] = OrderedDict()
        self.presence = Presence(store, self._live_tables)
        self.follower = Follower(store, self._live_tables, self._catch_up)
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, more: Mapping[str, Receiver]) -> None:
        """Begin to look after the tables, and to hear what is told on ``more`` channels."""
        self._spawn(self._for_ever(self._sweep_for_ever))
        if self.settings.prepare_bots:
            self._spawn(bot_runner.prepare_all())
        listener = self.store.listener
        await self.host_rules.load()
        if listener is not None:
            own = {
                ENTRIES: self.follower.published,
                PRESENCE: self.presence.receive,
                HOSTING: self.host_rules.told,
            }
            channels = {**own, **more}
            listen = partial(self.store.listen, channels, self._reconnected)
            for work in (listen, self.follower.poll, self.presence.run):
                self._spawn(self._for_ever(work))
            with suppress(TimeoutError):  # it goes on trying, and health says so
                async with asyncio.timeout(LISTEN_SECONDS):
                    await listener.listening.wait()

    async def _reconnected(self) -> None:
        """Whatever was told meanwhile, it was not heard."""
        self.host_rules.told("")
        await self.follower.compare_all()

    async def _for_ever(self, work: Callable[[], Awaitable[None]]) -> None:
        """Work that nothing may end: what it stumbles over is told, and it begins anew."""
        while True:
            try:
                await work()
            except Exception:
                METRICS.errors.inc()
                LOG.exception("a task ended badly and is begun again")
            await asyncio.sleep(AGAIN_SECONDS)

    async def close(self) -> None:
        """Stop everything that runs by itself."""
        for live in self._live_tables.values():
            if live.bots:
                live.bots.cancel()
        self.host_rules.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._bots.close()

    def measure(self) -> None:
        """Set the gauges of the metrics page."""
        METRICS.tables_in_memory.set(len(self._live_tables))
        METRICS.sockets.set(sum(len(live.watchers) for live in self._live_tables.values()))
        bots = (live.bots for live in self._live_tables.values())
        METRICS.bots_thinking.set(sum(task is not None and not task.done() for task in bots))
        waiting, seconds = self.store.queue
        METRICS.queue.set(waiting)
        METRICS.queue_seconds.set(seconds)
        if self.store.listener is not None:
            METRICS.silent_seconds.set(self.store.listener.silent)

    def seated(self, table: str, who: str) -> bool:
        """Whether a browser has a seat at a table in memory."""
        live = self._live_tables.get(table)
        return live is not None and bool(live.table.mine(who))

    # Finding tables

    async def get(self, table: str) -> LiveTable:
        """A table, from memory or from the store."""
        live = self._live_tables.get(table)
        if live is not None and not live.lost:
            self._live_tables.move_to_end(table)
            await self.follower.ensure(live)
            return _open(live)
        if table not in self._loading:
            self._loading[table] = asyncio.ensure_future(self._load(table, live))
        try:
            return await asyncio.shield(self._loading[table])
        finally:
            self._loading.pop(table, None)

    async def _load(self, id_: str, known: LiveTable | None) -> LiveTable:
        try:
            entries = await self.store.read(id_) if is_id(id_) else []
        except Problem:
            if known is None:
                raise
            return known  # still lost: what is shown was stored, and nothing can be changed
        if not entries or entries[-1].what == EntryKind.CLOSED:
            if known is not None:
                known.close()
            raise Problem(Cause.NO_TABLE, table=id_[:40])
        METRICS.tables_loaded.inc()
        table = Table(id_)
        for number, entry in enumerate(entries):
            table.apply(entry)
            if number % 50 == 49:
                await asyncio.sleep(0)  # a long game must not hold up the others
        live = known or LiveTable(table)
        live.table, live.lost = table, False
        self._live_tables[id_] = live
        self._evict()
        self._wake_bots(live)
        live.notify()
        return live

    def _evict(self) -> None:
        excess = len(self._live_tables) - self.settings.max_idle_tables
        if excess <= 0:
            return
        idle = [p for p in self._live_tables.values() if not p.watchers and not p.lock.locked()]
        for live in idle[:excess]:
            self._drop(live)

    def _drop(self, live: LiveTable) -> None:
        if live.bots:
            live.bots.cancel()
        del self._live_tables[live.table.id]

    def watch(self, live: LiveTable, watcher: Watcher) -> None:
        """Somebody begins to look at a table."""
        live.watchers.add(watcher)
        live.notify()
        self._wake_bots(live)
        self.presence.changed(live.table.id)

    def unwatch(self, live: LiveTable, watcher: Watcher) -> None:
        """Somebody has stopped looking."""
        live.watchers.discard(watcher)
        live.notify()
        self.presence.changed(live.table.id)

    # Changing tables

    async def create(self, created: Entry, *more: Entry) -> LiveTable:
        """Lay a new table, at which something may have happened already."""
        self.host_rules.names.check_entries([created, *more])
        await self.store.append([created, *more])
        table = Table(created.table)
        for entry in (created, *more):
            table.apply(entry)
        live = self._live_tables[table.id] = LiveTable(table)
        METRICS.tables_created.inc()
        self._evict()
        return live

    async def act(self, id_: str, command: Callable[[Table], Steps], seen: int = 0) -> LiveTable:
        """Let a command happen: decided on the table as it is, durable before others see it."""
        live = await self.get(id_)
        async with live.lock:
            if live.lost or seen > live.table.seq:
                await self._catch_up(live)
            for _ in range(TRIES):
                steps = self.bounded(_open(live), lambda: command(live.table))
                if await self._commit(live, steps):
                    break
            else:
                raise Problem(Cause.STALE)
        if steps:
            live.notify()
            self._wake_bots(live)
        return live

    def bounded(self, live: LiveTable, work: Callable[[], Result]) -> Result:
        """What reading somebody's text gives, if it comes to an end: none may stop the server."""
        try:
            return within(COMMAND_SECONDS, work)
        except Problem as problem:
            if problem.cause == Cause.HUNG:
                METRICS.errors.inc()
                LOG.error("table %s (%s): a command hung", live.table.id, live.table.game.id)
            raise

    async def _commit(self, live: LiveTable, steps: Steps) -> bool:
        """Store what was decided; False if another server was faster, and we know now what it did.

        Whether the decision still stands then is for its command to say.
        """
        if not steps:
            return True
        entries = [step.entry for step in steps]
        self.host_rules.names.check_entries(entries)
        try:
            await self.store.append(entries, finished(live.table, steps))
        except Conflict:
            await self._catch_up(live)
            return False
        except BaseException:
            live.lost = True  # it may have been stored all the same
            raise
        for step in steps:
            live.table.apply(step.entry, step.state)
        return True

    async def _catch_up(self, live: LiveTable) -> None:
        """Apply what other servers have appended."""
        try:
            for entry in await self.store.read(live.table.id, live.table.seq):
                live.table.apply(entry)
        except BaseException:
            live.lost = True
            raise
        live.lost = False
        live.notify()
        self._wake_bots(live)

    # Bots

    def _wake_bots(self, live: LiveTable) -> None:
        idle = live.bots is None or live.bots.done()
        if idle and self._bots_may_play(live):
            live.bots = self._spawn(self._play_bots(live))

    def _bots_may_play(self, live: LiveTable) -> bool:
        """Whether bots are to move, and somebody looks on where there are only bots."""
        if live.table.mode == WATCH and not live.watchers:
            return False
        return bool(live.table.bots_pending())

    async def _play_bots(self, live: LiveTable) -> None:
        """Decide for the bots at a human pace, for as long as any of them is to move."""
        while self._bots_may_play(live):
            pace = self.settings.bot_seconds * (FAST_BOTS if live.wants_fast_bots() else 1)
            await asyncio.sleep(uniform(0.6, 1.4) * pace if pace else 0)
            try:
                await self._decide_for_bots(live)
            except Problem:  # another server was faster, or the database is away for a moment
                await asyncio.sleep(0.2)
            live.notify()

    async def _decide_for_bots(self, live: LiveTable) -> None:
        table, seq = live.table, live.table.seq
        urgent = table.mode != WATCH
        chosen = {seat: await self._choice(table, seat, urgent) for seat in table.bots_pending()}
        async with live.lock:
            if live.lost:
                await self._catch_up(live)
            if live.table is not table or table.seq != seq:
                return
            if urgent:
                steps = _bot_steps(table, chosen)
            else:
                async with self.background.turn():
                    steps = _bot_steps(table, chosen)
            await self._commit(live, steps)

    async def _choice(self, table: Table, seat: int, urgent: bool) -> str:
        level = table.seats[seat].level or bot_runner.DEFAULT
        return await self._bots.choose(level, table.private(seat), seat, urgent=urgent)

    # Looking after tables

    async def _sweep_for_ever(self) -> None:
        period = max(0.05, min(1.0, self.settings.away_seconds / 4, self.settings.start_seconds))
        while True:
            await asyncio.sleep(period)
            now = time.monotonic()
            for number, live in enumerate(list(self._live_tables.values())):
                if number % 50 == 49:
                    await asyncio.sleep(0)  # thousands of tables must not hold up a move
                try:
                    await self._sweep(live, now)
                except Exception:
                    LOG.exception("looking after table %s failed", live.table.id)

    async def _sweep(self, live: LiveTable, now: float) -> None:
        table = live.table
        late = time.time() - table.created_at > self.settings.start_seconds
        if late and not table.closed and table.status == LOBBY and table.mode != FRIENDS:
            await self._try(live, partial(commands.start, who=None))
        if live.watchers:
            await self._stand_in(live, now)
        elif (table.closed or now - live.used > self.settings.idle_seconds) and not (
            live.lock.locked()
        ):
            self._drop(live)
        elif now - live.used > 5:
            live.render_cache.forget()

    async def _stand_in(self, live: LiveTable, now: float) -> None:
        """Let a bot play for whoever has vanished while somebody else waits for him."""
        table, here = live.table, live.connected()
        if table.status != PLAYING or table.mode != FRIENDS:
            return
        for number, seat in enumerate(table.seats):
            if seat.kind != HUMAN or seat.who is None or seat.away:
                continue
            if seat.who in here:
                live.absent.pop(seat.who, None)
                continue
            since = live.absent.setdefault(seat.who, now)
            waiting = any(other.who in here for other in table.seats if other.who)
            late = now - since > self.settings.away_seconds
            if late and waiting and number in table.playing.pending:
                await self._try(live, partial(commands.gone, seat=number))

    async def _try(self, live: LiveTable, command: Callable[[Table], Steps]) -> None:
        with suppress(Problem):  # somebody was faster; the next sweep sees what is left to do
            await self.act(live.table.id, command)

    def _spawn(self, work: object) -> asyncio.Task[None]:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]  # any coroutine
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            if not isinstance(error, Problem):
                METRICS.errors.inc()
            LOG.error("a task ended badly: %s", error, exc_info=error)


def _open(live: LiveTable) -> LiveTable:
    """A table, unless the host of the server has removed it."""
    if live.table.closed:
        raise Problem(Cause.NO_TABLE, table=live.table.id)
    return live


def _bot_steps(table: Table, chosen: dict[int, str]) -> Steps:
    """The bots' decisions one after the other, for as long as their window stays open."""
    steps: Steps = []
    for seat, move in chosen.items():
        METRICS.bot_moves.inc()
        new = commands.decide(table, seat, move, steps)
        steps += new
        if len(new) > 1 or (steps[-1].state or table.playing).window != table.playing.window:
            break
    return steps
