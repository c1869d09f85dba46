"""Ids of tables, and how secrets are kept."""

from __future__ import annotations

import hashlib
import re
import secrets

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike; 59 bits
_ID = re.compile(f"[{_LETTERS}]{{12}}")


def new_id() -> str:
    """An id that nobody guesses."""
    return "".join(secrets.choice(_LETTERS) for _ in range(12))


def is_id(text: str) -> bool:
    """Whether a text could be the id of a table."""
    return _ID.fullmatch(text) is not None


def hashed(secret: str) -> str:
    """How a browser's secret or a link's token is kept."""
    return hashlib.sha256(secret.encode()).hexdigest()


def public_id(who: str) -> str:
    """By what others know a player; nobody finds the hash of a key from it."""
    number = int.from_bytes(hashlib.sha256(f"player|{who}".encode()).digest()[:10], "big")
    found = ""
    for _ in range(12):
        number, place = divmod(number, len(_LETTERS))
        found += _LETTERS[place]
    return found
