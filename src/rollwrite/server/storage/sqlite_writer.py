"""The writer: a thread that writes to a SQLite file, with one trip there and back for each batch.

The asynchronous driver crosses to its thread and back for every statement, and whoever waits for
a move to be durable would wait each time for an event loop that is drawing for others. Within the
thread it is the same with rows: SQLite lets go of the interpreter's lock for each statement, and
has to wait until it gets it back. So many rows are one statement.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

from rollwrite.server.metrics import METRICS
from rollwrite.server.storage import alongside
from rollwrite.server.storage.schema import EVENTS
from rollwrite.server.storage.sqlite_file import SQLiteFile

MOST_ROWS = 256  # of one statement; a power of two

Row = tuple[Any, ...]


class Replaced(Exception):
    """The file was deleted or replaced: what was just written is in no file any more."""


class SQLiteWriter:
    """Writes rows of entries, each batch in a transaction of its own."""

    def __init__(self, engine: Engine, file: SQLiteFile) -> None:
        self.engine = engine
        self.file = file
        self._thread = ThreadPoolExecutor(1, "writer")
        # SQLite removes the journal with its last connection: this one stays as long as we do.
        # It also still reads the database when its file has lost its name.
        self._holding = file.connect()
        self._holding.execute("SELECT count(*) FROM sqlite_master").fetchone()
        file.remember()

    async def write(self, rows: Sequence[Row], more: Sequence[alongside.Row] = ()) -> None:
        """Insert rows, and what goes with them; they are durable when this returns."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._write, rows, more)

    def _write(self, rows: Sequence[Row], more: Sequence[alongside.Row]) -> None:
        try:
            self._commit(rows, more)
        except OperationalError as error:
            if getattr(error.orig, "sqlite_errorcode", 0) != sqlite3.SQLITE_FULL:
                raise
            # The journal is emptied only when it has grown to a size that there may be no room for.
            with suppress(sqlite3.Error):
                self._holding.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._commit(rows, more)
        if self.file.replaced():
            raise Replaced

    def _commit(self, rows: Sequence[Row], more: Sequence[alongside.Row]) -> None:
        with self.engine.connect() as connection, connection.begin() as transaction:
            for some in in_powers(rows):
                values = tuple(value for row in some for value in row)
                connection.exec_driver_sql(_insert(len(some)), values)
            for statement, given in alongside.statements(more, "sqlite"):
                connection.execute(statement, given)
            begun = time.perf_counter()
            transaction.commit()
            METRICS.sync_seconds.observe(time.perf_counter() - begun)

    async def rescue(self, place: Path) -> None:
        """Copy all that can still be read into a new file."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._rescue, place)

    def _rescue(self, place: Path) -> None:
        with closing(sqlite3.connect(place)) as copy:
            self._holding.backup(copy)

    async def close(self) -> None:
        """Let go of the file."""
        await asyncio.to_thread(self._thread.shutdown)
        self.engine.dispose()
        self._holding.close()


def in_powers(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Rows in portions whose sizes are powers of two: few different statements, few portions."""
    start = 0
    while left := len(rows) - start:
        size = min(MOST_ROWS, 1 << (left.bit_length() - 1))
        yield rows[start : start + size]
        start += size


@cache
def _insert(count: int) -> str:
    names = ", ".join(EVENTS.c.keys())
    row = f"({', '.join('?' * len(EVENTS.c))})"
    return f"INSERT INTO {EVENTS.name} ({names}) VALUES {', '.join([row] * count)}"
