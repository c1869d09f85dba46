"""Opening a database: SQLite or PostgreSQL, brought up to date, or a clear reason why not."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from rollwrite.errors import require_extra
from rollwrite.server.problems import StoreError
from rollwrite.server.storage.sqlite_file import BUSY_SECONDS, SQLiteFile

POSTGRESQL = "postgresql+asyncpg"
# A connection that was cut says nothing: whoever waits for it must give up by himself.
CONNECT_SECONDS, STATEMENT_SECONDS = 2.0, 5.0
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": POSTGRESQL, "postgres": POSTGRESQL}
UPGRADE_SECONDS = 60
_UPGRADE_LOCK = 727_001  # of two servers that start at once, one migrates and the other waits


def read_url(given: str) -> URL:
    """The address of a database: ``postgresql://…``, ``sqlite:///file``, or just a file."""
    if "://" not in given:
        return URL.create(DRIVERS["sqlite"], database=given)
    try:
        url = make_url(given)
    except ArgumentError:
        raise StoreError("address", given=given) from None
    driver = DRIVERS.get(url.drivername.partition("+")[0])
    if driver is None:
        raise StoreError("address", given=given)
    return url.set(drivername=driver)


def shown(url: URL) -> str:
    """An address without its password."""
    return url.render_as_string(hide_password=True)


def file_of(given: str) -> SQLiteFile | None:
    """The file of a database; None where it is PostgreSQL, or in memory only."""
    url = read_url(given)
    alone = url.database in (None, "", ":memory:") or url.query.get("mode") == "memory"
    if url.get_backend_name() != "sqlite" or alone:
        return None
    name = url.database or ""
    if "uri" not in url.query:
        return SQLiteFile(Path(name))
    words = "&".join(f"{key}={value}" for key, value in url.query.items() if key != "uri")
    return SQLiteFile(Path(name.removeprefix("file:")), f"{name}?{words}" if words else name)


def take_file(file: SQLiteFile) -> None:
    """Have a database file for oneself, and find out whether it can be written."""
    file.path.parent.mkdir(parents=True, exist_ok=True)
    file.take()
    try:
        file.mark()
    except sqlite3.Error as error:
        file.release()
        raise StoreError("unusable", database=file.path, reason=reason(error)) from error


async def open_database(given: str) -> AsyncEngine:
    """An engine on a database that is up to date; StoreError says why there is none."""
    url = read_url(given)
    sqlite = url.get_backend_name() == "sqlite"
    named = shown(url)
    options: dict[str, Any] = {}
    if sqlite:
        # Every use commits or rolls back by itself; once more at its end is a trip for nothing.
        options = {"connect_args": {"timeout": BUSY_SECONDS}, "pool_reset_on_return": None}
        file = file_of(given)
        if file is not None and file.uri is None and file.path.exists():
            # A file that is deleted later must not come back, empty.
            query = {"mode": "rw", "uri": "true"}
            url = url.set(database=file.path.as_uri(), query=query)
    else:
        require_extra("postgresql")
        limits = {"timeout": CONNECT_SECONDS, "command_timeout": STATEMENT_SECONDS}
        options = {
            "connect_args": limits,
            "pool_size": 8,
            "max_overflow": 8,
            "pool_timeout": STATEMENT_SECONDS,
            "pool_pre_ping": True,
        }
    engine = create_async_engine(url, **options)
    if sqlite:
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        upgraded = engine  # the only one that sees it, if it is in memory
    else:  # a migration may take longer than any other statement, and waits for its turn
        timeout = {"timeout": CONNECT_SECONDS}
        upgraded = create_async_engine(url, poolclass=NullPool, connect_args=timeout)
    try:
        async with upgraded.begin() as connection:
            if not sqlite:
                await connection.execute(text(f"set local lock_timeout = '{UPGRADE_SECONDS}s'"))
                await connection.execute(text(f"select pg_advisory_xact_lock({_UPGRADE_LOCK})"))
            await connection.run_sync(_upgrade, named)
    except down() as error:
        await engine.dispose()
        raise StoreError("unusable", database=named, reason=reason(error)) from error
    except StoreError:
        await engine.dispose()
        raise
    return engine


def writing_engine(engine: AsyncEngine) -> Engine:
    """A plain engine on the same SQLite file."""
    options: dict[str, Any] = {"timeout": BUSY_SECONDS}
    plain = engine.url.set(drivername="sqlite")
    found = create_engine(plain, connect_args=options, pool_reset_on_return=None)
    event.listen(found, "connect", _prepare_sqlite)
    return found


def down() -> tuple[type[BaseException], ...]:
    """What is raised while a database does not answer; of some, the driver's own errors."""
    found: tuple[type[BaseException], ...] = (DBAPIError, PoolTimeout, OSError)
    if "asyncpg" in sys.modules:
        from asyncpg import InterfaceError, PostgresError

        found += (InterfaceError, PostgresError)
    return found


def reason(error: BaseException) -> str:
    """What a driver says, in one line."""
    inner = getattr(error, "orig", None) or error
    return (str(inner).strip().splitlines() or [type(inner).__name__])[-1]


def _prepare_sqlite(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    for pragma in (
        f"busy_timeout = {BUSY_SECONDS * 1000}",
        "journal_mode = WAL",
        "synchronous = FULL",  # what was acknowledged survives a power cut
        "temp_store = MEMORY",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _upgrade(connection: Connection, database: str) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "rollwrite.server.storage:migrations")
    config.attributes["connection"] = connection
    known = ScriptDirectory.from_config(config)
    present = MigrationContext.configure(connection).get_current_revision()
    if present == known.get_current_head():
        return
    if present is not None and present not in {step.revision for step in known.walk_revisions()}:
        own = known.get_current_head()
        raise StoreError("newer", database=database, present=present, own=own)
    command.upgrade(config, "head")
