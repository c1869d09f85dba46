"""The store of a browser: what a server keeps in its database, in IndexedDB."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

import msgspec

from rollwrite.server.problems import Conflict
from rollwrite.server.tables.entries import Entry

_READ = msgspec.json.Decoder(list[Entry])


class Kept(Protocol):
    """What JavaScript offers (js/offline/kept.js): everything goes through it as JSON."""

    async def append(self, entries: str) -> bool:
        """Keep consecutive entries of a table; False if one of their numbers is taken."""

    async def read(self, table: str, after: int) -> str:
        """The entries of a table after a number, in order."""

    async def setting(self, name: str) -> str | None:
        """Something kept under a name."""

    async def keep(self, name: str, value: str) -> None:
        """Keep something under a name, in place of what was there."""


class OnlyPlayer:
    """There is one browser, and whoever uses it."""

    def tell(self, _forget: object) -> None:
        """Nobody adds browsers to it."""

    async def of(self, key: str) -> str:
        """Whose key this is."""
        return key


class BrowserShelf:
    """Reviews that a browser keeps, each of the version of the app that made it."""

    def __init__(self, kept: Kept, version: str) -> None:
        self._kept = kept
        self._version = version

    async def find(self, table: str) -> bytes | None:
        """The review of a table, if this version made it."""
        version, _, review = (await self._kept.setting(f"review {table}") or "").partition(" ")
        return b64decode(review) if version == self._version and review else None

    async def put(self, table: str, review: bytes) -> None:
        """Keep a review in place of an older one."""
        told = f"{self._version} {b64encode(review).decode()}"
        await self._kept.keep(f"review {table}", told)


class BrowserStore:
    """Does for the application what ``storage.store.Store`` does at a server."""

    players = OnlyPlayer()

    shared = False  # there is no other server; another tab is told of by ``published``
    listener = None
    queue = (0, 0.0)
    ending = False

    def __init__(self, kept: Kept) -> None:
        self._kept = kept

    async def close(self) -> None:
        """Nothing waits to be written."""

    async def append(self, entries: Sequence[Entry], _played: Iterable[object] = ()) -> None:
        """Keep consecutive entries of one table; they are kept when this returns.

        There is no history of games: each lasts as long as this browser keeps it.
        """
        if not await self._kept.append(msgspec.json.encode(entries).decode()):
            raise Conflict

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries of a table, in order; none if there is no such table."""
        return _READ.decode(await self._kept.read(table, after))

    async def empty(self) -> bool:
        """Whether this is a new store: no cookie is older than its signature."""
        return True

    async def owns(self, _who: str) -> bool:
        """Whether somebody owns something by a cookie without a signature: here nobody."""
        return False

    async def setting(self, name: str, value: Callable[[], str]) -> str:
        """A setting; made when first asked for."""
        found = await self._kept.setting(name)
        if found is None:
            await self._kept.keep(name, found := value())
        return found

    async def remember(self, who: str, game: str, name: str, value: Any) -> None:
        """Keep what this browser has achieved."""
        known = await self.remembered(who, game)
        await self._kept.keep(f"progress {game}", json.dumps(known | {name: value}))

    async def remembered(self, _who: str, game: str) -> dict[str, Any]:
        """What this browser has achieved in a game."""
        found: dict[str, Any] = json.loads(await self._kept.setting(f"progress {game}") or "{}")
        return found

    async def healthy(self) -> None:
        """It always is."""
