"""The writer: a thread that writes to a SQLite file, with one trip there and back for each batch.

The asynchronous driver crosses to its thread and back for every statement, and whoever waits for
a move to be durable would wait each time for an event loop that is drawing for others. Within the
thread it is the same with rows: SQLite lets go of the interpreter's lock for each statement, and
has to wait until it gets it back. So many rows are one statement.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

from sqlalchemy import Engine

from rollwrite.server.storage.schema import EVENTS

MOST_ROWS = 256  # of one statement; a power of two

Row = tuple[Any, ...]


class SQLiteWriter:
    """Writes rows of entries, each batch in a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._thread = ThreadPoolExecutor(1, "writer")

    async def write(self, rows: Sequence[Row]) -> None:
        """Insert rows; they are durable when this returns."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._write, rows)

    def _write(self, rows: Sequence[Row]) -> None:
        with self.engine.begin() as connection:
            for some in in_powers(rows):
                values = tuple(value for row in some for value in row)
                connection.exec_driver_sql(_insert(len(some)), values)

    async def close(self) -> None:
        """Let go of the file."""
        await asyncio.to_thread(self._thread.shutdown)
        self.engine.dispose()


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
