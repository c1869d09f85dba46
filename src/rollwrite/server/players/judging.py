"""Reviewing finished games for statistics: those that somebody asks about, one at a time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from rollwrite.server.live.host_rules import REVIEWS
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Problem
from rollwrite.server.tables.table import OVER
from rollwrite.server.thinking.workers import Failed, Workers

if TYPE_CHECKING:
    from rollwrite.server.live.table_registry import TableRegistry

LOG = logging.getLogger(__name__)
JUDGE_SECONDS = 900  # for one: the first one on a machine compiles the rules
MOST_WAITING = 500
PER_PLAYER = 30


class Judging:
    """What luck and losses were, game by game, kept in the database."""

    def __init__(self, registry: TableRegistry) -> None:
        self._registry = registry
        self._workers = Workers(1, nice=15, idle_seconds=60)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failed: set[str] = set()  # not tried again by this server

    async def close(self) -> None:
        """Give up what waits."""
        await self._workers.close()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def ask(self, who: str, tables: Iterable[str]) -> int:
        """Have games reviewed that were not yet; how many of them will be."""
        coming = 0
        if REVIEWS in self._registry.host_rules.off:
            return coming
        for table in tables:
            if table in self._failed:
                continue
            if table not in self._tasks:
                if len(self._tasks) >= MOST_WAITING or coming >= PER_PLAYER:
                    break
                task = asyncio.create_task(self._judge(who, table))
                self._tasks[table] = task
                task.add_done_callback(partial(self._ended, table))
            coming += 1
        return coming

    def _ended(self, table: str, _: asyncio.Task[None]) -> None:
        del self._tasks[table]

    async def _judge(self, who: str, id_: str) -> None:
        try:
            table = (await self._registry.get(id_)).table
            if table.status != OVER:
                return
            given = str(table.playing.log), tuple(table.by_bots)
            found = await self._workers.do(who, JUDGE_SECONDS, "judge", *given)
            if found is None:  # without the compiler, reviews are too rough for statistics
                self._failed.add(id_)
            else:
                await self._registry.store.played.judge(id_, found)
        except Failed as failure:
            METRICS.errors.inc()
            LOG.error("table %s could not be reviewed: %s", id_, failure)
            self._failed.add(id_)
        except Problem:  # the database is away: asked again with the next look
            pass
