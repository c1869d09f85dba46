"""A profile as its owner sees it; adding a browser to it, and deleting it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rollwrite.server import player_schemas as schemas
from rollwrite.server.players.forgetting import scrubbed
from rollwrite.server.problems import Problem
from rollwrite.server.tables import commands
from rollwrite.server.tables.ids import public_id

if TYPE_CHECKING:
    from rollwrite.server.live.table_registry import TableRegistry
    from rollwrite.server.storage.store import Store


class Own(NamedTuple):
    """What is kept of a player besides games."""

    who: str
    name: str
    since: float
    games: int
    keys: list[Any]
    links: int
    passkeys: int


async def own(store: Store, who: str) -> Own:
    """A player's own profile; whoever has not played yet has an empty one."""
    players = store.players
    found = await players.profile(who)
    name, since = (found.name, found.at) if found is not None else ("", 0.0)
    keys = list(await players.keys(who))
    links = len(await players.links(who))
    games, passkeys = await players.counts(who)
    return Own(who, name, since, games, keys, links, passkeys)


def shown(profile: Own, here: str) -> schemas.Profile:
    """The profile as a message; ``here`` is the key of the browser that asks."""
    browsers = [
        schemas.KnownBrowser(
            public_id(row.key), row.device, row.how, row.at, row.used, row.key == here
        )
        for row in profile.keys
    ]
    player = schemas.Player(public_id(profile.who), profile.name)
    return schemas.Profile(
        player, profile.since, profile.games, browsers, profile.links, profile.passkeys
    )


async def add(
    registry: TableRegistry, who: str, key: str, before: str, how: str, device: str
) -> None:
    """Add a browser to a profile, with the seats and results that it had alone.

    A browser that shares another profile leaves that one as it is.
    """
    players = registry.store.players
    alone = before == key and len(await players.keys(before)) <= 1
    tables = await players.tables(key) if alone else []
    await players.add_key(who, key, how, device, bring=alone)
    for table in tables:
        await registry.act(table, lambda t: commands.hand_over(t, key, who))


async def delete(registry: TableRegistry, who: str) -> None:
    """Delete a profile and take the player out of every table."""
    store = registry.store
    for table in await store.players.tables(who):
        try:
            await registry.act(table, lambda t: commands.forget(t, who))
        except Problem as problem:
            if problem.cause != "no_table":
                raise
            continue
        await store.players.rewrite(scrubbed(await store.read(table), who))
    await store.players.delete(who)
