"""All that is kept of a player, in one file: what the database says, and the log of each game."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

from rollwrite.server.players import profiles
from rollwrite.server.tables import replays
from rollwrite.server.tables.ids import public_id
from rollwrite.server.tables.table import LOBBY, Table

if TYPE_CHECKING:
    from rollwrite.server.live.table_registry import TableRegistry


async def archive(registry: TableRegistry, who: str) -> bytes:
    """A ZIP file with ``profile.json`` and a log for every game."""
    store = registry.store
    own = await profiles.own(store, who)
    tables = await store.players.tables(who)
    told: dict[str, Any] = {
        "id": public_id(who),
        "name": own.name,
        "since": own.since,
        "browsers": [_plain(row, "key", "who") for row in own.keys],
        "tables": tables,
        "results": [_plain(row, "who") for row in await store.players.results(who)],
        "campaigns": [_plain(row, "who") for row in await store.players.progress(who)],
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("profile.json", json.dumps(told, indent=2, ensure_ascii=False))
        for id_ in tables:
            async with registry.background.turn():  # people play meanwhile
                table = Table(id_)
                for number, entry in enumerate(await store.read(id_)):
                    table.apply(entry)
                    if number % 50 == 49:
                        await asyncio.sleep(0)
                if table.seq and table.status != LOBBY:
                    file.writestr(f"logs/{table.game.id}-{id_}.log", replays.log_text(table, who))
    return out.getvalue()


def _plain(row: Any, *without: str) -> dict[str, Any]:
    return {name: value for name, value in row._mapping.items() if name not in without}
