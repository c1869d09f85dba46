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
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy import func, insert, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.storage.database import open_database, reason, writing_engine
from rollwrite.server.storage.schema import EVENTS, PROGRESS, SETTINGS
from rollwrite.server.storage.sqlite_writer import SQLiteWriter
from rollwrite.server.tables.entries import Entry, EntryKind

ENTRIES, PRESENCE = "rollwrite_entries", "rollwrite_presence"  # channels between servers
LONGEST_QUEUE = 20_000
LARGEST_BATCH = 1_000
CLOSE_SECONDS = 10
NOTIFY_BYTES = 7_000  # PostgreSQL takes payloads below 8,000 bytes
_DOWN = (DBAPIError, PoolTimeout, OSError)

LOG = logging.getLogger(__name__)

Receiver = Callable[[str], None]


class Conflict(Exception):
    """Somebody else has appended these numbers first; nothing of this append is stored."""


class Store:
    """Entries of all tables in one database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        plain = writing_engine(engine)
        self._sqlite = SQLiteWriter(plain) if plain is not None else None
        self._queue: deque[tuple[list[Entry], asyncio.Future[None]]] = deque()
        self._waiting = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._writing = False
        self._shared = engine.dialect.name == "postgresql"

    @classmethod
    async def open(cls, database: str) -> Store:
        """Open a database, bring it up to date and begin to write."""
        store = cls(await open_database(database))
        store._writer = asyncio.create_task(store._write())
        return store

    async def close(self) -> None:
        """Write what waits, then let go of the database; one that does not answer is left."""
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                while self._queue or self._writing:
                    await asyncio.sleep(0.005)
        if self._writer is not None:
            self._writer.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                if self._sqlite is not None:
                    await self._sqlite.close()
                await self._engine.dispose()

    # Appending

    async def append(self, entries: Sequence[Entry]) -> None:
        """Store consecutive entries of one table; they are durable when this returns."""
        if len(self._queue) >= LONGEST_QUEUE:
            raise Problem(Cause.UNAVAILABLE, "busy")
        done = asyncio.get_running_loop().create_future()
        self._queue.append((list(entries), done))
        self._waiting.set()
        await done

    async def _write(self) -> None:
        while True:
            self._writing = False
            await self._waiting.wait()
            self._writing = True
            batch = [self._queue.popleft() for _ in range(min(len(self._queue), LARGEST_BATCH))]
            if not self._queue:
                self._waiting.clear()
            try:
                await self._insert([entry for entries, _ in batch for entry in entries])
            except IntegrityError:
                await self._write_singly(batch)
            except _DOWN as error:
                _answer(batch, _unavailable(error))
            except Exception as error:
                # Whatever it is, the next ones are written: nobody may wait for a dead writer.
                METRICS.errors.inc()
                LOG.exception("entries could not be stored")
                _answer(batch, _unavailable(error))
            except BaseException as error:
                _answer(batch, error)
                raise
            else:
                METRICS.batches.inc()
                _answer(batch, None)

    async def _write_singly(self, batch: list[tuple[list[Entry], asyncio.Future[None]]]) -> None:
        for entries, done in batch:
            try:
                await self._insert(entries)
            except IntegrityError:
                METRICS.conflicts.inc()
                _answer([(entries, done)], Conflict())
            except _DOWN as error:
                _answer([(entries, done)], _unavailable(error))
            except Exception as error:
                METRICS.errors.inc()
                LOG.exception("entries could not be stored")
                _answer([(entries, done)], _unavailable(error))
            else:
                METRICS.batches.inc()
                _answer([(entries, done)], None)

    async def _insert(self, entries: list[Entry]) -> None:
        begun = time.perf_counter()
        if self._sqlite is not None:
            await self._sqlite.write([tuple(_row(entry).values()) for entry in entries])
        else:
            await self._insert_shared(entries)
        METRICS.entries.inc(len(entries))
        METRICS.commit_seconds.observe(time.perf_counter() - begun)

    async def _insert_shared(self, entries: list[Entry]) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(insert(EVENTS), [_row(entry) for entry in entries])
            if self._shared:
                # One message for the whole batch: the last number of each table.
                for piece in in_pieces({entry.table: entry.seq for entry in entries}):
                    await _notify(connection, ENTRIES, json.dumps(piece))

    # Reading

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
            for row in await self._rows(query)
        ]

    async def setting(self, name: str, value: Callable[[], str]) -> str:
        """A setting; made when first asked for, and then the same for every server."""
        query = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        rows = await self._rows(query)
        if not rows:
            with suppress(IntegrityError):  # another server was faster
                await self._do(insert(SETTINGS).values(name=name, value=value()))
            rows = await self._rows(query)
        return str(rows[0].value)

    async def remember(self, who: str, game: str, name: str, value: Any) -> None:
        """Keep what a browser has achieved, in place of what was kept under this name."""
        key = (PROGRESS.c.who == who) & (PROGRESS.c.game == game) & (PROGRESS.c.name == name)
        try:
            async with self._engine.begin() as connection:
                await connection.execute(PROGRESS.delete().where(key))
                row = {"value": json.dumps(value), "at": time.time()}
                await connection.execute(
                    insert(PROGRESS).values(who=who, game=game, name=name, **row)
                )
        except _DOWN as error:
            raise _unavailable(error) from error

    async def remembered(self, who: str, game: str) -> dict[str, Any]:
        """What a browser has achieved in a game."""
        query = select(PROGRESS.c.name, PROGRESS.c.value).where(
            PROGRESS.c.who == who, PROGRESS.c.game == game
        )
        return {row.name: json.loads(row.value) for row in await self._rows(query)}

    async def healthy(self) -> None:
        """Raise a Problem unless the database answers."""
        await self._rows(select(func.max(SETTINGS.c.name)))

    async def _rows(self, query: Any) -> Sequence[Any]:
        try:
            async with self._engine.connect() as connection:
                return (await connection.execute(query)).all()
        except _DOWN as error:
            raise _unavailable(error) from error

    async def _do(self, statement: Any) -> None:
        try:
            async with self._engine.begin() as connection:
                await connection.execute(statement)
        except IntegrityError:
            raise
        except _DOWN as error:
            raise _unavailable(error) from error

    # Several servers, one PostgreSQL

    @property
    def shared(self) -> bool:
        """Whether other servers may write to the same database."""
        return self._shared

    async def publish(self, channel: str, messages: Iterable[str]) -> None:
        """Publish to all servers something that need not be kept."""
        try:
            async with self._engine.begin() as connection:
                for message in messages:
                    await _notify(connection, channel, message)
        except _DOWN as error:
            raise _unavailable(error) from error

    async def listen(
        self, channels: Mapping[str, Receiver], reconnected: Callable[[], Awaitable[None]]
    ) -> None:
        """Receive what any server publishes on the channels, for as long as this runs.

        Once connected, and each time it is again, ``reconnected`` is awaited: much may be missed.
        """
        while True:
            try:
                async with self._engine.connect() as connection:
                    await _receive(connection, channels, reconnected)
            except _DOWN:
                METRICS.listeners_lost.inc()
            await asyncio.sleep(0.5)


async def _receive(
    connection: AsyncConnection,
    channels: Mapping[str, Receiver],
    reconnected: Callable[[], Awaitable[None]],
) -> None:
    raw: Any = (await connection.get_raw_connection()).driver_connection

    def received(_connection: Any, _pid: int, channel: str, payload: str) -> None:
        channels[channel](payload)

    for channel in channels:
        await raw.add_listener(channel, received)
    await reconnected()
    while not raw.is_closed():
        await asyncio.sleep(1)
        await raw.execute("select 1")


def _row(entry: Entry) -> dict[str, Any]:
    return {
        "table_id": entry.table,
        "seq": entry.seq,
        "what": entry.what.value,
        "seat": entry.seat,
        "data": msgspec.json.encode(entry.data).decode(),
        "at": entry.at,
    }


async def _notify(connection: AsyncConnection, channel: str, payload: str) -> None:
    values = {"channel": channel, "payload": payload}
    await connection.execute(text("select pg_notify(:channel, :payload)"), values)


def in_pieces(values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A mapping in as few pieces as fit into a message each."""
    piece: dict[str, Any] = {}
    size = 0
    for name, value in values.items():
        length = len(json.dumps({name: value}))
        if piece and size + length > NOTIFY_BYTES:
            yield piece
            piece, size = {}, 0
        piece[name] = value
        size += length
    if piece:
        yield piece


def _answer(
    batch: list[tuple[list[Entry], asyncio.Future[None]]], error: BaseException | None
) -> None:
    for _, done in batch:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def _unavailable(error: BaseException) -> Problem:
    METRICS.database_failures.inc()
    return Problem(Cause.UNAVAILABLE, "unavailable", reason=reason(error))
