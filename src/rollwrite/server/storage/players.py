"""Players in the database: their browsers, and the links by which they add one."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Row, delete, func, select, update

from rollwrite.server.storage import alongside
from rollwrite.server.storage.messages import KEYS as CHANNEL
from rollwrite.server.storage.schema import (
    DAILIES,
    EVENTS,
    KEY_LINKS,
    KEYS,
    PASSKEYS,
    PLAYED,
    PLAYERS,
    PROGRESS,
    SEATS,
)

if TYPE_CHECKING:
    from rollwrite.server.storage.store import Store
    from rollwrite.server.tables.entries import Entry

DAY = 24 * 3600.0


class Profile(NamedTuple):
    """What others may know of a player, and since when there is one."""

    who: str
    public: str
    name: str
    at: float


class Players:
    """The players of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told: list[Callable[[str], None]] = []

    def tell(self, forget: Callable[[str], None]) -> None:
        """Whom to tell, in JSON, that keys belong to somebody else now."""
        self._told.append(forget)

    async def of(self, key: str) -> str | None:
        """Whose key this is: its own player's, if nobody has added it; nobody's once revoked."""
        found = await self._store.rows(select(KEYS).where(KEYS.c.key == key))
        if not found:
            return key
        row = found[0]
        if row.revoked is not None:
            return None
        if time.time() - row.used > DAY:
            await self._store.do(update(KEYS).where(KEYS.c.key == key).values(used=time.time()))
        return str(row.who)

    async def profile(self, who: str) -> Profile | None:
        """A player who has played."""
        found = await self._store.rows(select(PLAYERS).where(PLAYERS.c.who == who))
        return Profile(*found[0]) if found else None

    async def named(self, public: Sequence[str]) -> dict[str, Profile]:
        """Players by what others know them by."""
        query = select(PLAYERS).where(PLAYERS.c.public.in_(public))
        return {row.public: Profile(*row) for row in await self._store.rows(query)}

    async def make(self, who: str, name: str) -> Profile:
        """A player who has not played yet, and wants a profile all the same."""
        rows = alongside.player_rows(who, name, time.time())
        await self._store.do(*alongside.changes(rows, self._store.dialect))
        found = await self.profile(who)
        assert found is not None, "it was just made"
        return found

    async def rename(self, who: str, name: str) -> None:
        """Another name in the profile; finished games keep theirs."""
        await self._store.do(update(PLAYERS).where(PLAYERS.c.who == who).values(name=name))

    # Browsers

    async def keys(self, who: str) -> Sequence[Row[Any]]:
        """The browsers of a player that count, the oldest first."""
        query = select(KEYS).where(KEYS.c.who == who, KEYS.c.revoked.is_(None))
        return await self._store.rows(query.order_by(KEYS.c.at))

    async def add_key(self, who: str, key: str, how: str, device: str, *, bring: bool) -> None:
        """Add a browser to a player; if ``bring``, what it has played alone comes along."""
        now = time.time()
        row = {"who": who, "how": how, "device": device, "at": now, "used": now, "revoked": None}
        await self._store.do(
            delete(KEYS).where(KEYS.c.key == key),
            KEYS.insert().values(key=key, **row),
            *(_moved(key, who) if bring else []),
        )
        await self.changed([key])

    async def revoke(self, who: str, keys: Iterable[str]) -> None:
        """Browsers that count for nobody any more."""
        gone = list(keys)
        await self._store.do(
            update(KEYS).where(KEYS.c.who == who, KEYS.c.key.in_(gone)).values(revoked=time.time())
        )
        await self.changed(gone)

    async def changed(self, keys: Sequence[str]) -> None:
        """Let every server forget whose these keys were."""
        payload = json.dumps(list(keys))
        for forget in self._told:
            forget(payload)
        if self._store.shared:
            await self._store.publish(CHANNEL, [payload])

    # Links to a profile

    async def make_link(self, who: str, token: str, until: float) -> None:
        """Keep the hash of a link's token."""
        now = time.time()
        await self._store.do(
            delete(KEY_LINKS).where(KEY_LINKS.c.until < now),
            KEY_LINKS.insert().values(token=token, who=who, at=now, until=until),
        )

    async def links(self, who: str) -> Sequence[Row[Any]]:
        """The links of a player that can still be used."""
        query = select(KEY_LINKS).where(KEY_LINKS.c.who == who, KEY_LINKS.c.until > time.time())
        return await self._store.rows(query.order_by(KEY_LINKS.c.at))

    async def link_of(self, token: str) -> Profile | None:
        """Whose profile a link leads to, if it may still be used."""
        query = (
            select(PLAYERS)
            .join(KEY_LINKS, KEY_LINKS.c.who == PLAYERS.c.who)
            .where(KEY_LINKS.c.token == token, KEY_LINKS.c.until > time.time())
        )
        found = await self._store.rows(query)
        return Profile(*found[0]) if found else None

    async def use_link(self, token: str) -> bool:
        """Use a link up; False if it was used, withdrawn or too old: of several, one wins."""
        here = (KEY_LINKS.c.token == token) & (KEY_LINKS.c.until > time.time())
        return await self._store.do(delete(KEY_LINKS).where(here)) == [1]

    async def drop_links(self, who: str) -> None:
        """Withdraw all links of a player."""
        await self._store.do(delete(KEY_LINKS).where(KEY_LINKS.c.who == who))

    # Passkeys

    async def passkeys(self, who: str) -> Sequence[Row[Any]]:
        """The passkeys of a player, the oldest first."""
        query = select(PASSKEYS).where(PASSKEYS.c.who == who)
        return await self._store.rows(query.order_by(PASSKEYS.c.at))

    async def passkey(self, id_: str) -> Row[Any] | None:
        """A passkey by its id."""
        found = await self._store.rows(select(PASSKEYS).where(PASSKEYS.c.id == id_))
        return found[0] if found else None

    async def add_passkey(
        self, who: str, id_: str, public_key: str, uses: int, device: str
    ) -> None:
        """Keep a passkey of a player."""
        now = time.time()
        row = {"who": who, "public_key": public_key, "uses": uses, "device": device}
        await self._store.do(
            delete(PASSKEYS).where(PASSKEYS.c.id == id_, PASSKEYS.c.who == who),
            PASSKEYS.insert().values(id=id_, at=now, used=now, **row),
        )

    async def use_passkey(self, id_: str, uses: int) -> None:
        """Keep how often a passkey was used."""
        here = PASSKEYS.c.id == id_
        await self._store.do(update(PASSKEYS).where(here).values(uses=uses, used=time.time()))

    async def drop_passkeys(self, who: str) -> None:
        """Forget all passkeys of a player."""
        await self._store.do(delete(PASSKEYS).where(PASSKEYS.c.who == who))

    # All that is kept of a player

    async def tables(self, who: str) -> list[str]:
        """Every table at which a player sits or has sat."""
        query = select(SEATS.c.table_id).where(SEATS.c.who == who).order_by(SEATS.c.at)
        return [row.table_id for row in await self._store.rows(query)]

    async def counts(self, who: str) -> tuple[int, int]:
        """How many games a player has finished, and how many passkeys there are."""
        games = select(func.count()).where(PLAYED.c.who == who).scalar_subquery()
        passkeys = select(func.count()).where(PASSKEYS.c.who == who).scalar_subquery()
        row = (await self._store.rows(select(games, passkeys)))[0]
        return row[0], row[1]

    async def results(self, who: str) -> Sequence[Row[Any]]:
        """Every game that a player has finished."""
        query = select(PLAYED).where(PLAYED.c.who == who).order_by(PLAYED.c.at)
        return await self._store.rows(query)

    async def rewrite(self, entries: Iterable[Entry]) -> None:
        """Put entries in place of those with their numbers."""
        changes = [
            update(EVENTS)
            .where(EVENTS.c.table_id == entry.table, EVENTS.c.seq == entry.seq)
            .values(data=json.dumps(entry.data))
            for entry in entries
        ]
        if changes:
            await self._store.do(*changes)

    async def progress(self, who: str) -> Sequence[Row[Any]]:
        """What a player has achieved in campaigns."""
        return await self._store.rows(select(PROGRESS).where(PROGRESS.c.who == who))

    async def delete(self, who: str) -> None:
        """Forget a player; finished games stay, as those of nobody, and the keys as revoked."""
        keys = [row.key for row in await self.keys(who)]
        await self._store.do(
            update(PLAYED).where(PLAYED.c.who == who).values(who=None, name=""),
            *[
                delete(table).where(table.c.who == who)
                for table in (PLAYERS, KEY_LINKS, PASSKEYS, SEATS, DAILIES, PROGRESS)
            ],
            update(KEYS)
            .where(KEYS.c.who == who)
            .values(who="", device="", revoked=func.coalesce(KEYS.c.revoked, time.time())),
        )
        await self.changed(keys)


def _moved(before: str, after: str) -> list[Any]:
    """What makes one player's own what was another's, where nothing of the kind is there yet."""
    # A challenge counts once: where both have played it, the result that stays is the profile's.
    other = PLAYED.alias()
    twice = select(other.c.seat).where(
        other.c.who == after, other.c.game == PLAYED.c.game, other.c.day == PLAYED.c.day
    )
    found: list[Any] = [
        update(PLAYED).where(PLAYED.c.who == before, twice.exists()).values(day=None),
        update(PLAYED).where(PLAYED.c.who == before).values(who=after),
    ]
    for table, names in (
        (SEATS, ("table_id",)),
        (DAILIES, ("day", "game")),
        (PROGRESS, ("game", "name")),
    ):
        other = table.alias()
        same = [other.c[name] == table.c[name] for name in names]
        there = select(other.c.who).where(other.c.who == after, *same).exists()
        found.append(update(table).where(table.c.who == before, ~there).values(who=after))
        found.append(delete(table).where(table.c.who == before))
    found.append(delete(PLAYERS).where(PLAYERS.c.who == before))
    return found
