"""Messages between servers that share a PostgreSQL: channels, and what fits into a message."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

ENTRIES, PRESENCE, KEYS = "rollwrite_entries", "rollwrite_presence", "rollwrite_keys"  # channels
HOSTING = "rollwrite_hosting"
NOTIFY_BYTES = 7_000  # PostgreSQL takes payloads below 8,000 bytes


async def notify(connection: AsyncConnection, channel: str, payload: str) -> None:
    from sqlalchemy import text  # in a browser, where nobody notifies, there is none

    values = {"channel": channel, "payload": payload}
    await connection.execute(text("select pg_notify(:channel, :payload)"), values)


def in_pieces(values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A mapping in as few pieces as fit into a message each."""
    piece: dict[str, Any] = {}
    size = 0
    for name, value in values.items():
        length = len(json.dumps({name: value}))
        if piece and size + length > NOTIFY_BYTES:
            yield piece
            piece, size = {}, 0
        piece[name] = value
        size += length
    if piece:
        yield piece
