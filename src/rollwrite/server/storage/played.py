"""Finished games in the database: a player's history, and what statistics are made of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Row, and_, func, or_, select, update

from rollwrite import coach
from rollwrite.server.storage import alongside
from rollwrite.server.storage.schema import EVENTS, PLAYED, PLAYERS, SETTINGS

if TYPE_CHECKING:
    from rollwrite.server.storage.store import Store

PAGE = 20
RECENT = 500  # games in which those are looked for with whom one plays
MOST_PEOPLE = 20
MOST_TOGETHER = 4_000  # games of the other that are looked at, the newest
MOST_GAMES = 300  # of one kind, the newest, that statistics are made of


_LOOKED, _ALL = "old_games", "all"  # a setting, and its value when nothing is left to look for


class Wish(NamedTuple):
    """Which games of a player are asked for; ``before`` is where the last page ended."""

    game: str | None = None
    other: str | None = None  # a player with whom
    since: float | None = None
    until: float | None = None
    before: tuple[float, str] | None = None


class Played:
    """The finished games of a store."""

    most_games = MOST_GAMES

    def __init__(self, store: Store) -> None:
        self._store = store

    async def page(self, who: str, **asked: Any) -> tuple[list[Row[Any]], str | None]:
        """Some of a player's games (``Wish``), the newest first; and where the next page begins."""
        wish = Wish(**asked)
        if wish.other is not None:
            people = await self._store.players.named([wish.other])
            wish = wish._replace(other=people[wish.other].who if people else "")
        rows = await self._history(who, wish)
        last = rows[PAGE - 1] if len(rows) > PAGE else None
        return rows[:PAGE], None if last is None else f"{last.at!r}-{last.table_id}"

    async def _history(self, who: str, wish: Wish) -> list[Row[Any]]:
        """A page of games, and one more if there are more."""
        here = PLAYED.c
        query = select(PLAYED).where(*await self._of(who, wish.other))
        if wish.game is not None:
            query = query.where(here.game == wish.game)
        if wish.since is not None:
            query = query.where(here.at >= wish.since)
        if wish.until is not None:
            query = query.where(here.at < wish.until)
        if wish.before is not None:
            at, table = wish.before
            query = query.where(or_(here.at < at, and_(here.at == at, here.table_id < table)))
            query = query.where(here.at <= at)  # what an index understands
        order = query.order_by(here.at.desc(), here.table_id.desc())
        return list(await self._store.rows(order.limit(PAGE + 1)))

    async def _of(self, who: str, other: str | None) -> Sequence[Any]:
        """Whose games: those of both are looked for among those of whoever has played less."""
        here, there = PLAYED.c, PLAYED.alias().c
        if other is None:
            return (here.who == who,)
        if await self._count(who) <= await self._count(other):
            same = select(there.seat).where(there.table_id == here.table_id, there.who == other)
            return here.who == who, same.exists()
        theirs = select(there.table_id).where(there.who == other)
        newest = theirs.order_by(there.at.desc()).limit(MOST_TOGETHER)
        # What is computed has no index: so the tables are looked up, and not all games of `who`.
        return here.table_id.in_(newest), here.who.concat("") == who

    async def _count(self, who: str) -> int:
        query = select(func.count()).where(PLAYED.c.who == who)
        return int((await self._store.rows(query))[0][0])

    async def seats(self, tables: Sequence[str]) -> dict[str, list[Row[Any]]]:
        """Every seat of some games, by table."""
        query = select(PLAYED).where(PLAYED.c.table_id.in_(tables)).order_by(PLAYED.c.seat)
        found: dict[str, list[Row[Any]]] = {}
        for row in await self._store.rows(query):
            found.setdefault(row.table_id, []).append(row)
        return found

    async def games(self, who: str) -> dict[str, int]:
        """How many games of each kind a player has finished."""
        query = (
            select(PLAYED.c.game, func.count())
            .where(PLAYED.c.who == who)
            .group_by(PLAYED.c.game)
            .order_by(PLAYED.c.game)
        )
        return {row[0]: row[1] for row in await self._store.rows(query)}

    async def people(self, who: str) -> list[tuple[str, str, int]]:
        """With whom a player has played lately: public id, name, and how often."""
        recent = (
            select(PLAYED.c.table_id)
            .where(PLAYED.c.who == who)
            .order_by(PLAYED.c.at.desc())
            .limit(RECENT)
            .subquery()
        )
        query = (
            select(PLAYERS.c.public, PLAYERS.c.name, func.count().label("games"))
            .select_from(recent)
            .join(PLAYED, PLAYED.c.table_id == recent.c.table_id)
            .join(PLAYERS, PLAYERS.c.who == PLAYED.c.who)
            .where(PLAYED.c.who != who)
            .group_by(PLAYERS.c.public, PLAYERS.c.name)
            .order_by(func.count().desc(), PLAYERS.c.name)
            .limit(MOST_PEOPLE)
        )
        return [(row[0], row[1], row[2]) for row in await self._store.rows(query)]

    async def of_game(self, who: str, game: str) -> list[Row[Any]]:
        """A player's newest games of one kind, in the order they were played."""
        query = (
            select(PLAYED)
            .where(PLAYED.c.who == who, PLAYED.c.game == game)
            .order_by(PLAYED.c.at.desc())
            .limit(MOST_GAMES)
        )
        return list(await self._store.rows(query))[::-1]

    async def judge(self, table: str, judged: Sequence[coach.Judged]) -> None:
        """Keep what a review says about every seat of a game."""
        await self._store.do(
            *[
                update(PLAYED)
                .where(PLAYED.c.table_id == table, PLAYED.c.seat == seat)
                .values(
                    luck=own.luck,
                    loss=own.loss,
                    decisions=own.decisions,
                    worst=None if own.worst is None else json.dumps(own.worst),
                )
                for seat, own in enumerate(judged)
            ]
        )

    async def add(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Keep what a game came to, unless that is known."""
        found = [alongside.Row(PLAYED, row) for row in rows]
        if found:
            await self._store.do(*alongside.changes(found, self._store.dialect))

    async def looked_until(self) -> str | None:
        """The table up to which old games were looked for; None when all were."""
        fresh = _ALL if await self._store.empty() else ""
        found = await self._store.setting(_LOOKED, lambda: fresh)
        return None if found == _ALL else found

    async def looked_through(self, table: str | None) -> None:
        """Keep up to which table old games were looked for; None: all of them."""
        value = _ALL if table is None else table
        await self._store.do(update(SETTINGS).where(SETTINGS.c.name == _LOOKED).values(value=value))

    async def tables_after(self, table: str, count: int) -> list[str]:
        """The tables that come next by their ids."""
        query = select(EVENTS.c.table_id).where(EVENTS.c.table_id > table, EVENTS.c.seq == 1)
        rows = await self._store.rows(query.order_by(EVENTS.c.table_id).limit(count))
        return [row.table_id for row in rows]
