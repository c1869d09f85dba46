"""What the host of a server takes away: a table with all that happened there, or a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rollwrite.server.players.forgetting import scrubbed
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables import commands
from rollwrite.server.tables.commands.steps import check_seat
from rollwrite.server.tables.entries import EntryKind
from rollwrite.server.tables.ids import is_id

if TYPE_CHECKING:
    from rollwrite.server.live.table_registry import TableRegistry


async def close(registry: TableRegistry, table: str) -> None:
    """Remove a table: log, results and seats; its link leads nowhere any more."""
    store = registry.store
    try:
        await registry.act(table, commands.close)
    except Problem as problem:
        if problem.cause != Cause.NO_TABLE:
            raise
    entries = await store.read(table) if is_id(table) else []
    # Closed before, and perhaps cut off before the rest was done.
    if not entries or entries[0].what == EntryKind.EMPTIED or entries[-1].what != EntryKind.CLOSED:
        raise Problem(Cause.NO_TABLE, table=table[:40])
    await store.hosting.erase(entries)


async def unname(registry: TableRegistry, table: str, seat: int) -> int:
    """Take the name from a seat's player, in the profile and at all tables; at how many."""
    live = await registry.get(table)
    check_seat(live.table, seat)
    who = live.table.seats[seat].who
    if who is None:
        raise Problem(Cause.BAD_REQUEST, "nobodys_name", seat=seat)
    store = registry.store
    count = 0
    for id_ in dict.fromkeys([table, *await store.players.tables(who)]):
        try:
            await registry.act(id_, lambda t: commands.unname(t, who))
        except Problem as problem:
            if problem.cause != Cause.NO_TABLE:
                raise
            continue
        await store.players.rewrite(scrubbed(await store.read(id_), who, keep=True))
        count += 1
    await store.hosting.unname(who)
    return count
