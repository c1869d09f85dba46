"""What the host of a server decides, in the database; and what is in there altogether."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, insert, select, text, update
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from rollwrite.server.problems import StoreError
from rollwrite.server.storage.alongside import sitting
from rollwrite.server.storage.backup import existing
from rollwrite.server.storage.database import (
    down,
    file_of,
    read_url,
    reason,
    shown,
)
from rollwrite.server.storage.messages import HOSTING
from rollwrite.server.storage.schema import DAILIES, EVENTS, PLAYED, PLAYERS, SEATS, SETTINGS
from rollwrite.server.storage.sqlite_file import BUSY_SECONDS
from rollwrite.server.tables.entries import EntryKind
from rollwrite.server.tables.ids import hashed

if TYPE_CHECKING:
    from rollwrite.server.storage.sqlite_keeper import SQLiteKeeper
    from rollwrite.server.storage.store import Store
    from rollwrite.server.tables.entries import Entry

KEY, WORDS, OFF = "host_key", "host_words", "host_off"  # names of settings


class Counts(NamedTuple):
    """How many tables there are."""

    waiting: int
    playing: int
    over: int


def new_key() -> str:
    """A key for the host's page."""
    return secrets.token_urlsafe(24)


def key_changes(key: str) -> list[Any]:
    """What puts a key in place of the one before; the database has only its hash."""
    return [
        delete(SETTINGS).where(SETTINGS.c.name == KEY),
        insert(SETTINGS).values(name=KEY, value=hashed(key)),
    ]


class Hosting:
    """The host's side of a store."""

    def __init__(self, store: Store, engine: AsyncEngine, keeper: SQLiteKeeper | None) -> None:
        self._store = store
        self.file = keeper.file.path if keeper is not None else None  # that can be copied
        self.dump: str | None = None  # the command that copies what is no file
        if store.shared:
            url = engine.url
            plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database)
            address = plain.render_as_string()
            self.dump = f"pg_dump --format=custom --file=rollwrite.dump {address}"

    # The key

    async def first_key(self) -> str | None:
        """A new key where there has never been one; of several servers, one makes it."""
        if await self.key_hash() is not None:
            return None
        key = new_key()
        try:
            await self._store.do(insert(SETTINGS).values(name=KEY, value=hashed(key)))
        except IntegrityError:
            return None
        return key

    async def key_hash(self) -> str | None:
        """The hash of the key that counts now."""
        return await self._value(KEY)

    async def _value(self, name: str) -> str | None:
        query = select(SETTINGS.c.value).where(SETTINGS.c.name == name)
        found = await self._store.rows(query)
        return str(found[0].value) if found else None

    # Decisions

    async def decisions(self) -> tuple[list[str], list[str]]:
        """Words that names must not contain, and what is switched off."""
        query = select(SETTINGS).where(SETTINGS.c.name.in_([WORDS, OFF]))
        found = {row.name: json.loads(row.value) for row in await self._store.rows(query)}
        return found.get(WORDS, []), found.get(OFF, [])

    async def filter_words(self, words: Sequence[str]) -> None:
        """Keep words that names must not contain."""
        await self._decide(WORDS, words)

    async def switch_off(self, names: Sequence[str]) -> None:
        """Keep what is switched off."""
        await self._decide(OFF, names)

    async def _decide(self, name: str, value: Sequence[str]) -> None:
        """Keep a decision in place of the one before, and tell all servers."""
        await self._store.do(
            delete(SETTINGS).where(SETTINGS.c.name == name),
            insert(SETTINGS).values(name=name, value=json.dumps(list(value))),
        )
        if self._store.shared:
            await self._store.publish(HOSTING, [name])

    # What is there

    async def counts(self) -> Counts:
        """How many tables there are, by an index of their first entries."""
        # As text, not as parameters: only so does SQLite see that the index has what is asked for.
        kinds = text("select what, count(*) from events where what in ('created', 'started')"
                     " group by what")  # fmt: skip
        by_kind = dict(tuple(row) for row in await self._store.rows(kinds))
        finished = text("select count(*) from played where seat = 0")
        over = int((await self._store.rows(finished))[0][0])
        created, started = by_kind.get("created", 0), by_kind.get("started", 0)
        return Counts(max(0, created - started), max(0, started - over), over)

    async def latest(self, count: int) -> list[str]:
        """The tables that were created last."""
        query = text(
            "select table_id from events where what in ('created', 'started')"
            " and what = 'created' order by at desc limit :most"
        ).bindparams(most=count)
        return [row.table_id for row in await self._store.rows(query)]

    async def size(self) -> int:
        """How many bytes the database takes."""
        if self._store.shared:
            query = text("select pg_database_size(current_database())")
        else:
            query = text(
                "select page_count * page_size from pragma_page_count(), pragma_page_size()"
            )
        return int((await self._store.rows(query))[0][0])

    # Removing

    async def erase(self, entries: Sequence[Entry]) -> None:
        """Empty the log of a table, all but the last entry, with what followed from it.

        Its numbers stay taken, so that no server can append to it any more.
        """
        table, end = entries[-1].table, entries[-1].seq
        known = {seat["who"] for one in entries for seat in sitting(one) if seat.get("who")}
        await self._store.do(
            update(EVENTS)
            .where(EVENTS.c.table_id == table, EVENTS.c.seq < end)
            .values(what=EntryKind.EMPTIED.value, seat=None, data="{}"),
            delete(PLAYED).where(PLAYED.c.table_id == table),
            delete(SEATS).where(SEATS.c.who.in_(known), SEATS.c.table_id == table),
            delete(DAILIES).where(DAILIES.c.who.in_(known), DAILIES.c.table_id == table),
        )

    async def unname(self, who: str) -> None:
        """Take the name from a player's profile and finished games."""
        await self._store.do(
            update(PLAYERS).where(PLAYERS.c.who == who).values(name=""),
            update(PLAYED).where(PLAYED.c.who == who).values(name=""),
        )


async def renew_key(database: str) -> str:
    """A new key in place of the old one, also while a server runs."""
    url = read_url(database)
    options: dict[str, Any] = {}
    if file_of(database) is not None:
        existing(database)
        options = {"connect_args": {"timeout": BUSY_SECONDS}}
    engine = create_async_engine(url, **options)
    key = new_key()
    try:
        async with engine.begin() as connection:
            for change in key_changes(key):
                await connection.execute(change)
    except Exception as error:
        if not isinstance(error, (*down(), OSError)):
            raise
        raise StoreError("unusable", database=shown(url), reason=reason(error)) from error
    finally:
        await engine.dispose()
    return key
