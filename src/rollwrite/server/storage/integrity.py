"""Whether a SQLite database is whole: asked at the start, from time to time, and by hand."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

from rollwrite.server.storage.sqlite_file import SQLiteFile, is_damage

LOOK = 20_000  # steps of SQLite's machine between two questions whether to stop
Stop = Callable[[], bool]


def damage(file: SQLiteFile, stop: Stop = lambda: False) -> str | None:
    """What is wrong with a database, in SQLite's words; None if nothing is, or it was stopped.

    It reads the whole file on a connection of its own, and keeps nobody from writing meanwhile.
    """
    try:
        with closing(file.connect()) as connection:
            connection.set_progress_handler(stop, LOOK)
            found = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
            # Of what is well-formed for SQLite, that a log has no gaps.
            gap = (
                connection.execute(_GAPS).fetchone()
                if found == ["ok"] and _made(connection)
                else None
            )
    except sqlite3.Error as error:
        return str(error) if is_damage(error) else None
    if found != ["ok"]:
        return " ".join("; ".join(found).split())
    return f"entries of table {gap[0]} are missing" if gap else None


def _made(connection: sqlite3.Connection) -> bool:
    query = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'events'"
    return bool(connection.execute(query).fetchone()[0])


_GAPS = """
SELECT table_id FROM events GROUP BY table_id HAVING min(seq) <> 1 OR max(seq) <> count(*) LIMIT 1
"""
