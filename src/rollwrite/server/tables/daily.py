"""The daily challenge: for each day and game the same dice for everybody."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rollwrite.server.storage.store import Store


_KEY = "daily_key"


def today() -> str:
    """The day everywhere on earth that counts: UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime())


async def todays(store: Store, game: str) -> tuple[str, bytes]:
    """The day and the secret of its dice; the key they come from never leaves the database."""
    key = bytes.fromhex(await store.setting(_KEY, lambda: secrets.token_hex(32)))
    day = today()
    return day, hmac.digest(key, f"{day}|{game}".encode(), hashlib.sha256)
