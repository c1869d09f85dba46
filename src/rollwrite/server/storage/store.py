"""The store: appends entries durably, many at once, and reads them back.

One task drains a queue: everything that waits is inserted in one transaction, and only then is
anybody answered (group commit). Numbers that are taken already make the insert fail; then each
append is tried by itself, so that one late writer spoils nobody else's.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Conflict, Problem
from rollwrite.server.storage.alongside import Row, rows_of, statements
from rollwrite.server.storage.dailies import Dailies
from rollwrite.server.storage.database import down, open_database, reason, writing_engine
from rollwrite.server.storage.deadline import within
from rollwrite.server.storage.hosting import Hosting
from rollwrite.server.storage.listener import Listener, Receiver
from rollwrite.server.storage.messages import ENTRIES, in_pieces, notify
from rollwrite.server.storage.played import Played
from rollwrite.server.storage.players import Players
from rollwrite.server.storage.schema import EVENTS, PLAYED, PROGRESS, SETTINGS
from rollwrite.server.storage.sqlite_keeper import SQLiteKeeper
from rollwrite.server.storage.sqlite_writer import Replaced, SQLiteWriter
from rollwrite.server.tables.entries import Entry, EntryKind

LONGEST_QUEUE = 20_000
LARGEST_BATCH = 1_000
CLOSE_SECONDS = 10
ANSWER_SECONDS = 8.0  # in which PostgreSQL does whatever we ask, or is taken to be away
HEALTH_SECONDS = 2.0
STUCK_SECONDS = 15.0  # longer than any statement may take
NEWEST = """
select t.id, (select max(e.seq) from events e where e.table_id = t.id) as seq
from unnest(cast(:tables as varchar[])) as t(id)
"""
_SITTING = (EntryKind.CREATED, EntryKind.JOINED, EntryKind.CLAIMED)  # by which seats get owners

LOG = logging.getLogger(__name__)
Found = TypeVar("Found")


class Waiting(NamedTuple):
    """Entries that wait to be stored with other rows, since when, and who waits for it."""

    entries: list[Entry]
    more: list[Row]
    done: asyncio.Future[None]
    since: float


class Store:
    """Entries of all tables in one database."""

    def __init__(self, engine: AsyncEngine, keeper: SQLiteKeeper | None = None) -> None:
        self._engine = engine
        self._keeper = keeper
        self._sqlite: SQLiteWriter | None = None
        if keeper is not None:
            self._sqlite = keeper.writer = SQLiteWriter(writing_engine(engine), keeper.file)
        self._queue: deque[Waiting] = deque()
        self._waiting = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._since: float | None = None  # when the batch was begun that is being written
        self._probe: asyncio.Task[Any] | None = None
        self.dialect = engine.dialect.name
        self.shared = self.dialect == "postgresql"  # whether other servers may write too
        self.players = Players(self)
        self.dailies = Dailies(self)
        self.played = Played(self)
        self.hosting = Hosting(self, engine, keeper)
        self.listener = Listener(engine) if self.shared else None
        self.ending = False  # a load balancer should send nobody here any more

    @classmethod
    async def open(cls, database: str, integrity_seconds: float = 0.0) -> Store:
        """Open a database, bring it up to date and begin to write.

        A file is taken for this process alone, and looked through now and every so often.
        """
        keeper = await SQLiteKeeper.open(database)
        try:
            store = cls(await open_database(database), keeper)
        except BaseException:
            if keeper is not None:
                await keeper.close()
            raise
        if keeper is not None:
            keeper.begin(integrity_seconds)
        store._writer = asyncio.create_task(store._write())
        METRICS.whole.set(1)
        return store

    async def close(self) -> None:
        """Write what waits, then let go of the database; one that does not answer is left."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                while self._queue or self._since is not None:
                    await asyncio.sleep(0.005)
        if self._writer is not None:
            self._writer.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._engine.dispose()
                if self._sqlite is not None:
                    await self._sqlite.close()
                if self._keeper is not None:
                    await self._keeper.close()

    async def append(
        self, entries: Sequence[Entry], played: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        """Store consecutive entries of one table; they are durable when this returns.

        ``played`` is what a game came to that ends with them: stored with them, or not at all.
        """
        self._check_whole()
        if len(self._queue) >= LONGEST_QUEUE:
            raise Problem(Cause.UNAVAILABLE, "busy")
        done = asyncio.get_running_loop().create_future()
        more = [*rows_of(entries), *(Row(PLAYED, values) for values in played)]
        self._queue.append(Waiting(list(entries), more, done, time.monotonic()))
        self._waiting.set()
        await done

    @property
    def queue(self) -> tuple[int, float]:
        """How many appends wait, and how many seconds the oldest has."""
        since = self._since
        if since is None and self._queue:
            since = self._queue[0].since
        return len(self._queue), 0.0 if since is None else time.monotonic() - since

    def _check_whole(self) -> None:
        if self._keeper is not None:
            self._keeper.check()

    async def _write(self) -> None:
        while True:
            self._since = None
            await self._waiting.wait()
            self._since = self._queue[0].since
            batch = [self._queue.popleft() for _ in range(min(len(self._queue), LARGEST_BATCH))]
            if not self._queue:
                self._waiting.clear()
            try:
                await self._insert(batch)
            except IntegrityError:
                for one in batch:
                    await self._write_singly(one)
            except Exception as error:
                _answer(batch, await self._failed(error))
            except BaseException as error:
                _answer(batch, error)
                raise
            else:
                METRICS.batches.inc()
                _answer(batch, None)

    async def _write_singly(self, one: Waiting) -> None:
        try:
            await self._insert([one])
        except IntegrityError:
            METRICS.conflicts.inc()
            _answer([one], Conflict())
        except Exception as error:
            _answer([one], await self._failed(error))
        else:
            METRICS.batches.inc()
            _answer([one], None)

    async def _failed(self, error: Exception) -> Problem:
        """What is said to those whose entries could not be stored; the next ones are written.

        Whatever it was: nobody may wait for a dead writer.
        """
        if self._keeper is not None:
            await self._keeper.examine(error)
            if self._keeper.lost is not None:
                return Problem(Cause.UNAVAILABLE, self._keeper.lost)
        if not isinstance(error, (*down(), Replaced)):
            METRICS.errors.inc()
            LOG.error("entries could not be stored", exc_info=error)
        await self._renew(error)
        return _unavailable(error)

    async def _insert(self, batch: list[Waiting]) -> None:
        self._check_whole()  # it may have been lost since these were taken on
        entries = [entry for one in batch for entry in one.entries]
        more = [row for one in batch for row in one.more]
        begun = time.perf_counter()
        if self._sqlite is not None:
            await self._sqlite.write([tuple(_row(entry).values()) for entry in entries], more)
        else:
            await within(ANSWER_SECONDS, self._insert_shared(entries, more))
        METRICS.entries.inc(len(entries))
        METRICS.commit_seconds.observe(time.perf_counter() - begun)

    async def _insert_shared(self, entries: list[Entry], more: list[Row]) -> None:
        async with self._engine.connect() as connection, connection.begin() as transaction:
            await connection.execute(insert(EVENTS), [_row(entry) for entry in entries])
            for statement, given in statements(more, self.dialect):
                await connection.execute(statement, given)
            if self.shared:
                # One message for the whole batch: the last number of each table.
                for piece in in_pieces({entry.table: entry.seq for entry in entries}):
                    await notify(connection, ENTRIES, json.dumps(piece))
            begun = time.perf_counter()
            await transaction.commit()
            METRICS.sync_seconds.observe(time.perf_counter() - begun)

    async def _renew(self, error: BaseException) -> None:
        """Connections may have been cut together: after one of them was silent, begin anew."""
        if self.shared and isinstance(error, TimeoutError):
            await self._engine.dispose(close=False)

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table, in order; none if there is no such table."""
        query = (
            select(EVENTS)
            .where(EVENTS.c.table_id == table, EVENTS.c.seq > after)
            .order_by(EVENTS.c.seq)
        )
        return [
            Entry(
                row.table_id, row.seq, EntryKind(row.what), row.seat, json.loads(row.data), row.at
            )
            for row in await self.rows(query)
        ]

    async def empty(self) -> bool:
        """Whether there is no table yet."""
        return not await self.rows(select(EVENTS.c.seq).limit(1))

    async def owns(self, who: str) -> bool:
        """Whether a browser has ever sat at a table, laid one or achieved something."""
        progress = select(PROGRESS.c.who).where(PROGRESS.c.who == who).limit(1)
        if await self.rows(progress):
            return True
        sat = select(EVENTS.c.seq).where(
            EVENTS.c.what.in_(_SITTING), EVENTS.c.data.contains(f'"{who}"', autoescape=True)
        )
        return bool(await self.rows(sat.limit(1)))

    async def setting(self, name: str, value: Callable[[], str]) -> str:
        """A setting; made when first asked for, and then the same for every server."""
        query = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        rows = await self.rows(query)
        if not rows:
            with suppress(IntegrityError):  # another server was faster
                await self.do(insert(SETTINGS).values(name=name, value=value()))
            rows = await self.rows(query)
        return str(rows[0].value)

    async def remember(self, who: str, game: str, name: str, value: Any) -> None:
        """Keep what a browser has achieved, in place of what was kept under this name."""
        key = (PROGRESS.c.who == who) & (PROGRESS.c.game == game) & (PROGRESS.c.name == name)
        row = {"value": json.dumps(value), "at": time.time()}
        new = insert(PROGRESS).values(who=who, game=game, name=name, **row)
        await self.do(PROGRESS.delete().where(key), new)

    async def remembered(self, who: str, game: str) -> dict[str, Any]:
        """What a browser has achieved in a game."""
        query = select(PROGRESS.c.name, PROGRESS.c.value).where(
            PROGRESS.c.who == who, PROGRESS.c.game == game
        )
        return {row.name: json.loads(row.value) for row in await self.rows(query)}

    async def newest(self, tables: Sequence[str], seconds: float) -> dict[str, int]:
        """The last number of each table in a PostgreSQL that is shared, if it answers in time."""
        query = text(NEWEST).bindparams(tables=list(tables))
        try:
            rows = await within(seconds, self.rows(query))
        except TimeoutError as error:
            raise _unavailable(error, "unread") from error
        return {row.id: row.seq for row in rows if row.seq is not None}

    async def healthy(self) -> None:
        """Raise a Problem unless everything works; it says so within seconds, whatever hangs."""
        self._check_whole()
        if self.ending:
            raise Problem(Cause.UNAVAILABLE, "ending")
        if self.listener is not None and self.listener.deaf:
            raise Problem(Cause.UNAVAILABLE, "deaf")
        if self.queue[1] > STUCK_SECONDS:
            raise Problem(Cause.UNAVAILABLE, "busy")
        probe = self._probe
        if probe is None or probe.done():  # one for all who ask meanwhile
            probe = self._probe = asyncio.create_task(self.rows(select(func.max(SETTINGS.c.name))))
            probe.add_done_callback(_seen)
        done, _ = await asyncio.wait({probe}, timeout=HEALTH_SECONDS)
        if not done:
            reason = f"no answer within {HEALTH_SECONDS:g} s"
            raise Problem(Cause.UNAVAILABLE, "unread", reason=reason)
        probe.result()

    async def rows(self, query: Any) -> Sequence[Any]:
        """What a query finds."""
        self._check_whole()  # a new connection would find another file, or make one

        async def read() -> Sequence[Any]:
            async with self._engine.connect() as connection:
                found: Sequence[Any] = (await connection.execute(query)).all()
                return found

        return await self._asked(read(), "unread")

    async def do(self, *changes: Any) -> list[int]:
        """Change something, in one transaction; how many rows each statement has changed."""
        self._check_whole()

        async def write() -> list[int]:
            async with self._engine.begin() as connection:
                return [(await connection.execute(change)).rowcount for change in changes]

        changed = await self._asked(write(), "unavailable")
        if self._keeper is not None and self._keeper.file.replaced():
            await self._keeper.examine(Replaced())
            self._check_whole()
        return changed

    async def _asked(self, work: Coroutine[Any, Any, Found], key: str) -> Found:
        """What the database answers; a Problem in place of what the driver raises."""
        try:
            # SQLite gives up by itself; told to stop, its driver leaves a thread behind.
            return await (within(ANSWER_SECONDS, work) if self.shared else work)
        except IntegrityError:
            raise
        except down() as error:
            if self._keeper is not None:
                await self._keeper.examine(error)
            await self._renew(error)
            raise _unavailable(error, key) from error

    # Several servers, one PostgreSQL

    async def publish(self, channel: str, messages: Iterable[str]) -> None:
        """Publish to all servers something that need not be kept."""

        async def tell() -> None:
            async with self._engine.begin() as connection:
                for message in messages:
                    await notify(connection, channel, message)

        await self._asked(tell(), "unavailable")

    async def listen(
        self, channels: Mapping[str, Receiver], reconnected: Callable[[], Awaitable[None]]
    ) -> None:
        """Receive what any server publishes on the channels, for as long as this runs.

        Once connected, and each time it is again, ``reconnected`` is awaited: much may be missed.
        """
        assert self.listener is not None
        await self.listener.run(channels, reconnected)


def _seen(task: asyncio.Task[Any]) -> None:
    """What it raised is no surprise, whether anybody still waits for it or not."""
    if not task.cancelled():
        task.exception()


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "table_id": entry.table,
        "seq": entry.seq,
        "what": entry.what.value,
        "seat": entry.seat,
        "data": msgspec.json.encode(entry.data).decode(),
        "at": entry.at,
    }


def _answer(batch: list[Waiting], error: BaseException | None) -> None:
    for one in batch:
        if one.done.done():
            continue
        if error is None:
            one.done.set_result(None)
        else:
            one.done.set_exception(error)


def _unavailable(error: BaseException, key: str = "unavailable") -> Problem:
    METRICS.database_failures.inc()
    return Problem(Cause.UNAVAILABLE, key, reason=reason(error))
