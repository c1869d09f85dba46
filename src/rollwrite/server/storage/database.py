"""Opening a database: SQLite or PostgreSQL, brought up to date, or a clear reason why not."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from rollwrite.errors import require_extra
from rollwrite.server.problems import StoreError

POSTGRESQL = "postgresql+asyncpg"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": POSTGRESQL, "postgres": POSTGRESQL}
BUSY_SECONDS = 5
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


async def open_database(given: str) -> AsyncEngine:
    """An engine on a database that is up to date; StoreError says why there is none."""
    url = read_url(given)
    sqlite = url.get_backend_name() == "sqlite"
    options: dict[str, Any] = {}
    if sqlite:
        place = Path((url.database or "").removeprefix("file:"))  # SQLite takes URIs too
        place.resolve().parent.mkdir(parents=True, exist_ok=True)
        # Every use commits or rolls back by itself; once more at its end is a trip for nothing.
        options = {"connect_args": {"timeout": BUSY_SECONDS}, "pool_reset_on_return": None}
        await asyncio.to_thread(_probe, url)
    else:
        require_extra("postgresql")
        options = {"pool_size": 8, "max_overflow": 8, "pool_pre_ping": True}
    engine = create_async_engine(url, **options)
    if sqlite:
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    try:
        async with engine.begin() as connection:
            if not sqlite:
                await connection.execute(text(f"set local lock_timeout = '{UPGRADE_SECONDS}s'"))
                await connection.execute(text(f"select pg_advisory_xact_lock({_UPGRADE_LOCK})"))
            await connection.run_sync(_upgrade, shown(url))
    except (DBAPIError, OSError) as error:
        await engine.dispose()
        raise StoreError("unusable", database=shown(url), reason=reason(error)) from error
    except StoreError:
        await engine.dispose()
        raise
    return engine


def writing_engine(engine: AsyncEngine) -> Engine | None:
    """A plain engine on the same SQLite file; None where there is no file to open twice."""
    url = engine.url
    alone = url.database in (None, "", ":memory:") or url.query.get("mode") == "memory"
    if url.get_backend_name() != "sqlite" or alone:
        return None
    options: dict[str, Any] = {"timeout": BUSY_SECONDS}
    plain = url.set(drivername="sqlite")
    found = create_engine(plain, connect_args=options, pool_reset_on_return=None)
    event.listen(found, "connect", _prepare_sqlite)
    return found


def _probe(url: URL) -> None:
    """Find out by the plainest means whether a file is a database that can be written."""
    words = "&".join(f"{key}={value}" for key, value in url.query.items() if key != "uri")
    place = f"{url.database}?{words}" if words else url.database or ""
    try:
        with closing(sqlite3.connect(place, BUSY_SECONDS, uri="uri" in url.query)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA user_version = 1")
    except sqlite3.Error as error:
        raise StoreError("unusable", database=shown(url), reason=reason(error)) from error


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
