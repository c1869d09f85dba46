"""The daily challenge in the database: who has begun which, all results, and the expert's."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError

from rollwrite.server.storage.schema import DAILIES, EXPERTS, PLAYED, SETTINGS

if TYPE_CHECKING:
    from rollwrite.server.storage.store import Store

_DAY = "daily_day"  # the setting that holds the latest day there has been


class Expert(NamedTuple):
    """What the expert has made of the dice of a day."""

    score: int
    log: str


class Dailies:
    """The daily challenges of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def latest(self, day: str) -> str:
        """The latest day that any server on this database has seen, this one included."""
        known = await self._store.setting(_DAY, lambda: day)
        if day > known:
            own = (SETTINGS.c.name == _DAY) & (SETTINGS.c.value < day)
            await self._store.do(update(SETTINGS).where(own).values(value=day))
        return max(day, known)

    async def reset(self, day: str) -> None:
        """The clock was wrong: days begin anew from this one."""
        await self._store.do(update(SETTINGS).where(SETTINGS.c.name == _DAY).values(value=day))

    async def begun(self, who: str, day: str) -> dict[str, str]:
        """The tables at which a player has begun the challenges of a day, by game."""
        query = select(DAILIES.c.game, DAILIES.c.table_id).where(
            DAILIES.c.who == who, DAILIES.c.day == day
        )
        return {row.game: row.table_id for row in await self._store.rows(query)}

    async def begin(self, who: str, day: str, game: str, table: str) -> str:
        """Note the table of a challenge; the one of another browser, if that was faster."""
        row = {"who": who, "day": day, "game": game, "table_id": table}
        with suppress(IntegrityError):
            await self._store.do(insert(DAILIES).values(**row))
            return table
        return (await self.begun(who, day))[game]

    async def points(self, who: str, day: str) -> dict[str, int]:
        """What a player has made of the challenges of a day, by game."""
        query = (
            select(PLAYED.c.game, PLAYED.c.score)
            .join(DAILIES, DAILIES.c.table_id == PLAYED.c.table_id)
            .where(DAILIES.c.who == who, DAILIES.c.day == day, PLAYED.c.day == day)
        )
        return {row.game: row.score for row in await self._store.rows(query)}

    async def days(self, who: str) -> dict[str, int]:
        """Every day on which a player has finished a challenge, and how many."""
        query = (
            select(PLAYED.c.day, func.count())
            .where(PLAYED.c.who == who, PLAYED.c.day.is_not(None))
            .group_by(PLAYED.c.day)
        )
        return {row[0]: row[1] for row in await self._store.rows(query)}

    async def scores(self, game: str, day: str) -> dict[int, int]:
        """How often each score came up in a challenge."""
        query = (
            select(PLAYED.c.score, func.count())
            .where(PLAYED.c.game == game, PLAYED.c.day == day)
            .group_by(PLAYED.c.score)
        )
        return {row[0]: row[1] for row in await self._store.rows(query)}

    async def expert(self, game: str, day: str) -> Expert | None:
        """What the expert has made of it, once it has played."""
        query = select(EXPERTS.c.score, EXPERTS.c.log).where(
            EXPERTS.c.game == game, EXPERTS.c.day == day
        )
        found = await self._store.rows(query)
        return Expert(*found[0]) if found else None

    async def keep_expert(self, game: str, day: str, score: int, log: str) -> None:
        """Keep what the expert has made of it; another server may have been faster."""
        row = {"day": day, "game": game, "score": score, "log": log}
        with suppress(IntegrityError):
            await self._store.do(insert(EXPERTS).values(**row))
