"""The expert plays the daily challenge too, in the background, once somebody asks what it made."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import rollwrite as rw
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Problem
from rollwrite.server.tables.daily import secret_of
from rollwrite.server.tables.fair import Fairness
from rollwrite.server.thinking.workers import Failed, Workers

if TYPE_CHECKING:
    from rollwrite.server.storage.dailies import Expert
    from rollwrite.server.storage.store import Store

LOG = logging.getLogger(__name__)
GAME_SECONDS = 600  # for all decisions of a game, where nothing is compiled


class Experts:
    """What the expert makes of the dice of each day, once for each game."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._workers = Workers(1, nice=15, idle_seconds=60)
        self._tasks: dict[tuple[str, str], asyncio.Task[None]] = {}

    async def close(self) -> None:
        """Give up what is being played."""
        await self._workers.close()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def find(self, game: rw.Game, day: str) -> Expert | None:
        """What it has made of a day; None while it plays."""
        found = await self._store.dailies.expert(game.id, day)
        key = game.id, day
        if found is None and key not in self._tasks:
            task = self._tasks[key] = asyncio.create_task(self._play(game, day))
            task.add_done_callback(lambda _: self._tasks.pop(key, None))
        return found

    async def _play(self, game: rw.Game, day: str) -> None:
        try:
            fairness = Fairness(
                f"daily/{day}/{game.id}", await secret_of(self._store, game.id, day), ()
            )
            given = game.id, game.variant, fairness
            score, log = await self._workers.do(day, GAME_SECONDS, "challenge", *given)
            await self._store.dailies.keep_expert(game.id, day, score, log)
        except Failed as failure:
            METRICS.errors.inc()
            LOG.error("the expert could not play the %s of %s: %s", game.id, day, failure)
        except Problem:  # the database is away: asked again with the next look
            pass
