"""Copies of a SQLite database: made while a server runs, checked, and restored into a new file."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from rollwrite.server.problems import StoreError
from rollwrite.server.storage.database import file_of, read_url, reason, shown
from rollwrite.server.storage.integrity import damage
from rollwrite.server.storage.schema import METADATA
from rollwrite.server.storage.sqlite_file import SQLiteFile

VERSION = "alembic_version"
PAGES = 2_000  # copied at once; between two portions a server may write


class Content(NamedTuple):
    """What is in a database."""

    tables: int
    entries: int


class Salvaged(NamedTuple):
    """What could be saved of a damaged database."""

    content: Content
    lost: int  # entries behind a gap: a game cannot go on from there


def existing(given: str) -> SQLiteFile:
    """A database file that is there; StoreError says what it is otherwise."""
    file = file_of(given)
    if file is None:
        raise StoreError("not_a_file", database=shown(read_url(given)))
    if not file.path.is_file():
        raise StoreError("missing", database=file.path)
    return file


def check(given: str) -> Content:
    """Read a whole database; StoreError says what is wrong with it."""
    file = existing(given)
    try:
        with closing(file.connect()) as connection:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        raise StoreError("damaged", database=file.path, reason=reason(error)) from error
    if (found := damage(file)) is not None:
        raise StoreError("damaged", database=file.path, reason=found)
    return _content(file)


def backup(given: str, place: Path) -> Content:
    """Copy a database into a new file, whole, also while a server writes to it."""
    return _made(place, lambda target: _copied(existing(given), target))


def restore(given: str, place: Path) -> Content:
    """Make a new database of a copy that is whole."""
    check(given)
    return backup(given, place)


def salvage(given: str, place: Path) -> Salvaged:
    """Make a new database of all that can be read of a damaged one."""
    source = existing(given)
    lost = 0

    def saved(target: sqlite3.Connection) -> None:
        nonlocal lost
        lost = _saved(source, target)

    return Salvaged(_made(place, saved), lost)


def _made(place: Path, fill: Any) -> Content:
    """A new file: it bears its name only when it is whole and on the disk."""
    if place.exists():
        raise StoreError("exists", database=place)
    part = place.with_name(f"{place.name}.part")
    try:
        with suppress(FileNotFoundError):
            part.unlink()
        with closing(sqlite3.connect(part)) as target:
            fill(target)
        made = SQLiteFile(part)
        if (found := damage(made)) is not None:
            raise StoreError("bad_copy", database=place, reason=found)
        content = _content(made)
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        os.link(part, place)  # unlike renaming, this never takes the place of another file
    except (sqlite3.Error, OSError) as error:
        raise StoreError("not_copied", database=place, reason=reason(error)) from error
    finally:
        with suppress(OSError):
            part.unlink()
    return content


def _copied(source: SQLiteFile, target: sqlite3.Connection) -> None:
    with closing(source.connect()) as connection:
        connection.backup(target, pages=PAGES, sleep=0.01)
    target.execute("PRAGMA journal_mode = DELETE")  # one file, that can be carried away


def _content(file: SQLiteFile) -> Content:
    query = "SELECT count(DISTINCT table_id), count(*) FROM events"
    with closing(file.connect()) as connection:
        try:
            return Content(*connection.execute(query).fetchone())
        except sqlite3.Error as error:
            raise StoreError("unusable", database=file.path, reason=reason(error)) from error


# Damaged databases


def _saved(source: SQLiteFile, target: sqlite3.Connection) -> int:
    """Copy row by row what can be read; how many entries are of no use without those before."""
    with closing(source.connect()) as connection:
        for name, statement in connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table'"
        ).fetchall():
            if name in METADATA.tables or name == VERSION:
                target.execute(statement)
        for name in (*METADATA.tables, VERSION):
            known = METADATA.tables.get(name)
            keys = ["version_num"] if known is None else [key.name for key in known.primary_key]
            for row in _readable(connection, name, keys):
                marks = ", ".join("?" * len(row))
                target.execute(f"INSERT OR IGNORE INTO {name} VALUES ({marks})", row)
        for name, index in connection.execute(
            "SELECT tbl_name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        ).fetchall():
            if name in METADATA.tables:
                target.execute(index)
    lost = target.execute(
        "DELETE FROM events WHERE seq > (SELECT count(*) FROM events AS e"
        " WHERE e.table_id = events.table_id AND e.seq <= events.seq)"
    ).rowcount
    target.commit()
    return lost


def _readable(
    connection: sqlite3.Connection, name: str, keys: list[str]
) -> Iterator[tuple[Any, ...]]:
    """The rows before the first damaged page and those after the last, by two walks."""
    for direction in ("", " DESC"):
        order = ", ".join(f"{key}{direction}" for key in keys)
        try:
            yield from connection.execute(f"SELECT * FROM {name} ORDER BY {order}")
            return
        except sqlite3.Error:
            continue
