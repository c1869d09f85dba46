"""Who a browser is: a cookie that this server has issued, and signed so that no other counts.

A cookie is ``secret.signature``. Cookies from before there were signatures have the secret alone:
whoever owns a seat or a result by one keeps it, and gets the same secret signed.

The hash of the secret is the browser's key. It leads to a player, by whom seats are owned: to
itself, unless the browser was added to somebody's profile (``players/keys.py``). That is looked up
once and kept, so that a move asks no database who makes it.
"""

from __future__ import annotations

import hmac
import json
import re
import secrets
import time
from asyncio import Lock
from base64 import urlsafe_b64encode
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple

from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.ids import hashed

if TYPE_CHECKING:
    from rollwrite.server.storage.store import Store

COOKIE = "who"
_SECRET = re.compile(r"[A-Za-z0-9_-]{22}")  # 16 bytes, as token_urlsafe writes them
_SIGNED = re.compile(r"([A-Za-z0-9_-]{16,64})\.([A-Za-z0-9_-]{22})")
MOST_KEPT = 4_096  # unsigned secrets of which we know whether they own something
MOST_KEYS = 65_536  # of which we know whose they are
SHARED_SECONDS = 30.0  # after which another server may have changed whose a key is


class Identity(NamedTuple):
    """A browser that we know: its secret, the hash of it, and the player that it belongs to."""

    secret: str
    key: str
    who: str
    signed: bool


class _Issued(NamedTuple):
    """A cookie that was checked, so that it need not be again."""

    secret: str
    key: str


class _Known(NamedTuple):
    """Whose a key is; nobody's, once it was revoked."""

    who: str | None
    at: float


class Identities:
    """Issues cookies and tells which ones it has issued."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""
        self._old = False  # whether there may be cookies without a signature
        self._owners: OrderedDict[str, bool] = OrderedDict()
        self._turn = Lock()  # looking somebody up reads many entries: one at a time
        self._cookies: OrderedDict[str, _Issued] = OrderedDict()
        self._players: OrderedDict[str, _Known] = OrderedDict()  # by key

    async def open(self) -> None:
        """Read the key from the database: all servers on one have the same."""
        self._store.players.tell(self.forget)
        fresh = "no" if await self._store.empty() else "yes"
        self._old = await self._store.setting("unsigned_cookies", lambda: fresh) == "yes"
        self._key = bytes.fromhex(
            await self._store.setting("cookie_key", lambda: secrets.token_hex(32))
        )

    @property
    def signing_key(self) -> bytes:
        """The key with which this server signs; all servers on one database have the same."""
        return self._key

    def new(self) -> Identity:
        """A browser that comes for the first time."""
        secret = secrets.token_urlsafe(16)
        key = hashed(secret)
        return Identity(secret, key, key, False)

    def cookie(self, identity: Identity) -> str:
        """What the browser keeps."""
        return signed(self._key, identity.secret)

    def read(self, cookie: str | None) -> Identity | None:
        """Whose cookie this is; None for none, and for whatever does not count here any more."""
        issued = self._issued(cookie)
        if issued is None:
            return None
        known = self._players.get(issued.key)
        who = issued.key if known is None else known.who
        if who is None:
            return None
        return Identity(issued.secret, issued.key, who, issued.secret != cookie)

    def _issued(self, cookie: str | None) -> _Issued | None:
        """The secret of a cookie that this server has issued, and its hash."""
        if not cookie:
            return None
        found = self._cookies.get(cookie)
        if found is None and (secret := self._checked(cookie)) is not None:
            found = self._cookies[cookie] = _Issued(secret, hashed(secret))
            if len(self._cookies) > MOST_KEYS:
                self._cookies.popitem(last=False)
        return found

    def _checked(self, cookie: str) -> str | None:
        parts = _SIGNED.fullmatch(cookie)
        if parts is not None:
            own = hmac.compare_digest(cookie, signed(self._key, parts[1]))
            return parts[1] if own else None
        return cookie if self._owners.get(cookie) else None

    def unknown(self, cookie: str | None) -> bool:
        """Whether it must be looked up whose cookie this is."""
        if cookie is None:
            return False
        if self._unsigned(cookie):
            return True
        issued = self._issued(cookie)
        return issued is not None and self._late(issued.key)

    def costly(self, cookie: str) -> bool:
        """Whether looking it up reads many entries."""
        return self._unsigned(cookie)

    def _unsigned(self, cookie: str) -> bool:
        """Whether this may be a cookie from before the signatures that was not looked up yet."""
        old = self._old and cookie not in self._owners
        return old and _SECRET.fullmatch(cookie) is not None

    def _late(self, key: str) -> bool:
        known = self._players.get(key)
        if known is None:
            return True
        return self._store.shared and time.monotonic() - known.at > SHARED_SECONDS

    async def look_up(self, cookie: str) -> None:
        """Find out whose cookie this is; if the database is away, with the next request."""
        try:
            if self._unsigned(cookie):
                await self._look_for_seats(cookie)
            issued = self._issued(cookie)
            if issued is not None and self._late(issued.key):
                await self._look_for_player(issued.key)
        except Problem as problem:
            if problem.cause != Cause.UNAVAILABLE:
                raise

    async def _look_for_player(self, key: str) -> None:
        """Find out whose key this is; who was known before is known for as long as it takes."""
        if (known := self._players.get(key)) is not None:
            self.learn(key, known.who)
        self.learn(key, await self._store.players.of(key))

    async def _look_for_seats(self, cookie: str) -> None:
        """Find out whether somebody owns something by a cookie without a signature."""
        async with self._turn:
            if cookie in self._owners:
                return
            self._owners[cookie] = await self._store.owns(hashed(cookie))
            if len(self._owners) > MOST_KEPT:
                self._owners.popitem(last=False)

    def learn(self, key: str, who: str | None) -> None:
        """Keep whose a key is."""
        self._players[key] = _Known(who, time.monotonic())
        if len(self._players) > MOST_KEYS:
            self._players.popitem(last=False)

    def forget(self, payload: str) -> None:
        """Keys, as JSON, have come to belong to somebody else."""
        for key in json.loads(payload):
            self._players.pop(key, None)


def signed(key: bytes, secret: str) -> str:
    """A secret with the proof that whoever has the key has issued it."""
    digest = hmac.digest(key, f"who|{secret}".encode(), "sha256")
    return f"{secret}.{urlsafe_b64encode(digest[:16])[:22].decode()}"
