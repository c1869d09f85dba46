"""The coach at the table: hints and reviews, made in processes of their own."""

from __future__ import annotations

import asyncio
import logging
import re
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from html import escape
from typing import Any, Protocol, TypeAlias

import msgspec

import rollwrite as rw
from rollwrite import coach
from rollwrite.play.visibility import imagined_by
from rollwrite.server import schemas
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem, say
from rollwrite.server.tables import bot_runner
from rollwrite.server.tables.table import OVER, Table, shown_name
from rollwrite.server.thinking.workers import Failed, Workers
from rollwrite.texts import LANGUAGES, Figure

LOG = logging.getLogger(__name__)
SHOWN = 3  # moves of a hint
NARROW, WIDE = 0.05, 10.0  # points: nothing to speak of, and too many to tell tenths
KEPT_HINTS, KEPT_REVIEWS = 256, 64
MOST_HINTS, MOST_REVIEWS = 400, 40  # that wait
HINT_SECONDS = 60  # for one: the first one of a game loads its rules
PATIENCE = 900  # seconds for a review: the first one on a machine compiles the rules
# Names stand in a review as a run of one of these characters, which no text has.
FIRST_MARK, MARK_LENGTH = 0xE000, 10
MARK = re.compile("([\ue000-\ue0ff])\\1*")

Decision: TypeAlias = tuple[str, int, int]  # a table, a seat, and which of its decisions


class Hints:
    """What the coach would do; asked about the same decision again, it says the same at once."""

    def __init__(self, per_owner: int) -> None:
        self._workers = Workers(
            1,
            nice=10,
            idle_seconds=600,
            per_owner=per_owner,
            most=MOST_HINTS,
            refusal="many_hints",
        )
        self._kept: OrderedDict[Decision, coach.Hint] = OrderedDict()
        self._making: dict[Decision, asyncio.Future[coach.Hint]] = {}

    async def close(self) -> None:
        """Give up what is thought about."""
        await self._workers.close()

    def check(self, owner: str) -> None:
        """Refuse whoever asks for more than he can wait for."""
        self._workers.check(owner)

    async def hint(self, owner: str, table: Table, seat: int, language: str) -> schemas.Hint:
        """A hint for a seat that is to move."""
        seq, state = table.seq, table.private(seat)
        key = table.id, seat, len(state.log.events) << 32 | table.since[seat]
        found = self._kept.get(key)
        if found is None:
            if key not in self._making:
                self._making[key] = asyncio.ensure_future(self._make(owner, key, state, seat))
            found = await asyncio.shield(self._making[key])
        known = imagined_by(state, seat).in_language(language)
        why = coach.hint_reason(known, found).text(language)
        return _hint_message(found, seq, coach.phrases(known, seat), why, state.seats, language)

    async def _make(self, owner: str, key: Decision, state: rw.State, seat: int) -> coach.Hint:
        compiled = bot_runner.is_prepared(state.game)
        try:
            found: coach.Hint = await self._workers.do(
                owner, HINT_SECONDS, "hint", state, seat, compiled
            )
        except Failed as failure:
            METRICS.errors.inc()
            LOG.error("no hint for %s: %s", state.game.id, failure)
            raise Problem(Cause.UNAVAILABLE, "busy") from None
        finally:
            del self._making[key]
        self._kept[key] = found
        if len(self._kept) > KEPT_HINTS:
            self._kept.popitem(last=False)
        return found


def _hint_message(
    hint: coach.Hint, seq: int, labels: Mapping[str, str], why: str, seats: int, language: str
) -> schemas.Hint:
    best = hint.best.move
    return schemas.Hint(
        seq=seq,
        seat=best.seat,
        move=best.text,
        parts=best.parts,
        text=say("hint.best", label=labels[best.text], why=why).text(language),
        moves=[
            schemas.MoveValue(
                text=worth.move.text,
                label=labels[worth.move.text],
                margin=round(worth.margin, 2),
                chance=round(worth.chance, 4),
                worth=told_worth(worth.margin, worth.chance, seats, language),
            )
            for worth in hint.worths[:SHOWN]
        ],
    )


def told_worth(margin: float, chance: float, seats: int, language: str) -> str:
    """What a move leads to, in words: "22 points behind on average, 28% to win"."""
    percent = Figure(100 * chance, ".0f")
    if seats == 1:
        key = "hint.points" if chance == 1.0 else "hint.alone"
        return say(key, points=Figure(margin), chance=percent).text(language)
    gap = abs(margin)
    if gap < NARROW:
        return say("hint.level", chance=percent).text(language)
    points = Figure(gap, ".1f" if gap < WIDE else ".0f")
    key = "hint.ahead" if margin > 0 else "hint.behind"
    return say(key, points=points, chance=percent).text(language)


class Shelf(Protocol):
    """Where reviews outlive whoever made them."""

    async def find(self, table: str) -> bytes | None:
        """A review that was put there."""

    async def put(self, table: str, review: bytes) -> None:
        """Keep a review."""


class Reviews:
    """Reviews of finished games as HTML: one for each game, whatever its players are called.

    They are made with a mark in place of every name, and get the names when they are shown.
    """

    shelf: Shelf | None = None  # a server makes a review again, if it has forgotten it

    def __init__(self, per_owner: int) -> None:
        self._kept: OrderedDict[str, bytes | None] = OrderedDict()  # by table; None: it failed
        self._making: dict[str, asyncio.Task[None]] = {}
        self._workers = Workers(
            1,
            nice=10,
            idle_seconds=60,
            per_owner=per_owner,
            most=MOST_REVIEWS,
            refusal="many_reviews",
        )

    async def close(self) -> None:
        """Give up what is being made."""
        await self._workers.close()
        await asyncio.gather(*self._making.values(), return_exceptions=True)

    def find(self, owner: str, table: Table) -> dict[str, str] | None:
        """The review of a finished game by language; None while it is being made."""
        if table.status != OVER:
            raise Problem(Cause.WRONG_TIME, "not_over")
        key = table.id
        if key in self._kept:
            self._kept.move_to_end(key)
            found = self._kept[key]
            if found is None:
                del self._kept[key]  # whoever asks again has it tried again
                raise Problem(Cause.UNAVAILABLE, "no_review")
            content: dict[str, str] = msgspec.json.decode(zlib.decompress(found))
            return {language: _named(table, text, language) for language, text in content.items()}
        if key not in self._making:
            self._workers.check(owner)
            marks = [chr(FIRST_MARK + seat) * MARK_LENGTH for seat in range(len(table.seats))]
            given = str(table.playing.log), dict.fromkeys(LANGUAGES, marks), tuple(table.by_bots)
            self._making[key] = asyncio.create_task(self._make(owner, key, given))
        return None

    async def _make(self, owner: str, key: str, given: tuple[Any, ...]) -> None:
        made: bytes | None = None
        try:
            made = await self.shelf.find(key) if self.shelf else None
            if made is None:
                made = await self._workers.do(owner, PATIENCE, "review", *given)
                if self.shelf:
                    await self.shelf.put(key, made)
        except Failed as failure:
            METRICS.errors.inc()
            LOG.error("table %s could not be reviewed: %s", key, failure)
        finally:
            del self._making[key]
        self._kept[key] = made
        if len(self._kept) > KEPT_REVIEWS:
            self._kept.popitem(last=False)


def _named(table: Table, content: str, language: str) -> str:
    """A review with the names that the players have now."""
    names = _names(table, language)

    def name(mark: re.Match[str]) -> str:
        return escape(names[ord(mark[0][0]) - FIRST_MARK])

    return MARK.sub(name, content)


def _names(table: Table, language: str) -> list[str]:
    return [shown_name(seat, number, language) for number, seat in enumerate(table.seats)]
