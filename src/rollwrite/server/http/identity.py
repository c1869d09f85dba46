"""Who a browser is: a cookie that this server has issued, and signed so that no other counts.

A cookie is ``secret.signature``. Cookies from before there were signatures have the secret alone:
whoever owns a seat or a result by one keeps it, and gets the same secret signed.
"""

from __future__ import annotations

import hmac
import re
import secrets
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


class Identity(NamedTuple):
    """A browser that we know: its secret, and the hash of it by which it owns things."""

    secret: str
    who: str
    signed: bool


class Identities:
    """Issues cookies and tells which ones it has issued."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""
        self._old = False  # whether there may be cookies without a signature
        self._owners: OrderedDict[str, bool] = OrderedDict()
        self._turn = Lock()  # looking somebody up reads many entries: one at a time

    async def open(self) -> None:
        """Read the key from the database: all servers on one have the same."""
        fresh = "no" if await self._store.empty() else "yes"
        self._old = await self._store.setting("unsigned_cookies", lambda: fresh) == "yes"
        self._key = bytes.fromhex(
            await self._store.setting("cookie_key", lambda: secrets.token_hex(32))
        )

    def new(self) -> Identity:
        """A browser that comes for the first time."""
        secret = secrets.token_urlsafe(16)
        return Identity(secret, hashed(secret), False)

    def cookie(self, identity: Identity) -> str:
        """What the browser keeps."""
        return signed(self._key, identity.secret)

    def read(self, cookie: str | None) -> Identity | None:
        """Whose cookie this is; None for none and for whatever this server has not issued."""
        if not cookie:
            return None
        parts = _SIGNED.fullmatch(cookie)
        if parts is not None:
            own = hmac.compare_digest(cookie, signed(self._key, parts[1]))
            return Identity(parts[1], hashed(parts[1]), True) if own else None
        if self._owners.get(cookie):
            return Identity(cookie, hashed(cookie), False)
        return None

    def unknown(self, cookie: str | None) -> bool:
        """Whether this may be a cookie from before the signatures that was not looked up yet."""
        old = self._old and cookie is not None and cookie not in self._owners
        return old and _SECRET.fullmatch(cookie or "") is not None

    async def look_up(self, cookie: str) -> None:
        """Find out whether somebody owns something by a cookie without a signature."""
        async with self._turn:
            if cookie in self._owners:
                return
            try:
                found = await self._store.owns(hashed(cookie))
            except Problem as problem:
                if problem.cause == Cause.UNAVAILABLE:
                    return  # not known; asked again with the next request
                raise
            self._owners[cookie] = found
            if len(self._owners) > MOST_KEPT:
                self._owners.popitem(last=False)


def signed(key: bytes, secret: str) -> str:
    """A secret with the proof that whoever has the key has issued it."""
    digest = hmac.digest(key, f"who|{secret}".encode(), "sha256")
    return f"{secret}.{urlsafe_b64encode(digest[:16])[:22].decode()}"
