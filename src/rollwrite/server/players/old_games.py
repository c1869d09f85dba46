"""Games that were finished before there was a history: found once, slowly, while people play."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

from rollwrite.errors import RollwriteError
from rollwrite.server.metrics import METRICS
from rollwrite.server.players.results import results
from rollwrite.server.tables.table import OVER, Table

if TYPE_CHECKING:
    from rollwrite.server.storage.store import Store

LOG = logging.getLogger(__name__)
PORTION = 50
SHARE = 0.1  # of the time of the one thread
AGAIN_SECONDS = 5.0


async def find(store: Store) -> None:
    """Write what old games came to; where it was interrupted, it goes on from there."""
    while (after := await _begun(store)) is not None:
        try:
            tables = await store.played.tables_after(after, PORTION)
            for table in tables:
                await _note(store, table)
            await store.played.looked_through(tables[-1] if tables else None)
        except RollwriteError:  # the database is away
            await asyncio.sleep(AGAIN_SECONDS)
        except Exception:
            METRICS.errors.inc()
            LOG.exception("old games could not be looked through")
            return


async def _begun(store: Store) -> str | None:
    while True:
        try:
            return await store.played.looked_until()
        except RollwriteError:
            await asyncio.sleep(AGAIN_SECONDS)


async def _note(store: Store, id_: str) -> None:
    begun = time.perf_counter()
    table, rows = Table(id_), list[dict[str, Any]]()
    for number, entry in enumerate(await store.read(id_)):
        table.apply(entry)
        if not rows and table.seq > 1 and table.status == OVER:
            rows = results(table, table.playing, entry.at)
        if number % 20 == 19:
            await asyncio.sleep(0)
    for row in rows:
        if row["day"] is not None:  # there was no rule yet that each is played once
            own = await store.dailies.begin(row["who"], row["day"], row["game"], id_)
            row["day"] = row["day"] if own == id_ else None
    await store.played.add(rows)
    await asyncio.sleep((time.perf_counter() - begun) * (1 - SHARE) / SHARE)
