"""The coach at the table: hints in a thread, reviews in a process of their own."""

from __future__ import annotations

import asyncio
import logging
import sys
import zlib
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

import msgspec

import rollwrite as rw
from rollwrite import coach
from rollwrite.play.visibility import imagined_by
from rollwrite.server import schemas
from rollwrite.server.problems import Cause, Problem, say
from rollwrite.server.tables import bot_runner
from rollwrite.server.tables.table import OVER, Table
from rollwrite.texts import LANGUAGES, Figure

LOG = logging.getLogger(__name__)
SHOWN = 3  # moves of a hint
NARROW, WIDE = 0.05, 10.0  # points: nothing to speak of, and too many to tell tenths
THREADS = 2  # that think about hints
KEPT_HINTS, KEPT_REVIEWS = 256, 64
MOST_WAITING = 40  # reviews
PATIENCE = 900  # seconds for one: the first one on a machine compiles the rules

Key: TypeAlias = tuple[str, tuple[str, ...]]  # a table, and the names at it


class Hints:
    """What the coach would do; asked about the same decision again, it says the same at once."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, "hint")
        self._kept: OrderedDict[tuple[str, int, int], coach.Hint] = OrderedDict()

    def close(self) -> None:
        """Begin nothing new."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hint(
        self, table: Table, seat: int, labels: Mapping[str, str], language: str
    ) -> schemas.Hint:
        """A hint for a seat that is to move; ``labels`` are its moves in words."""
        seq, state = table.seq, table.private(seat)
        key = table.id, seat, len(state.log.events) << 32 | table.since[seat]
        found = self._kept.get(key)
        if found is None:
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._threads, _hint, state, seat)
            self._kept[key] = found
            if len(self._kept) > KEPT_HINTS:
                self._kept.popitem(last=False)
        why = coach.hint_reason(imagined_by(state, seat), found).text(language)
        return _hint_message(found, seq, labels, why, state.seats, language)


def _hint(state: rw.State, seat: int) -> coach.Hint:
    compiled = bot_runner.is_prepared(state.game)
    return coach.hint(imagined_by(state, seat), seat, compiled=compiled)


def _hint_message(
    hint: coach.Hint, seq: int, labels: Mapping[str, str], why: str, seats: int, language: str
) -> schemas.Hint:
    best = hint.best.move
    return schemas.Hint(
        seq=seq,
        seat=best.seat,
        move=best.text,
        parts=best.parts,
        text=say("hint.best", label=labels.get(best.text) or best.text, why=why).text(language),
        moves=[
            schemas.MoveValue(
                text=worth.move.text,
                label=labels.get(worth.move.text) or worth.move.text,
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


class Reviews:
    """Reviews of finished games as HTML, made once in a process of low priority, one at a time."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, bytes | None] = OrderedDict()  # None: it failed
        self._making: dict[Key, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    async def close(self) -> None:
        """Give up what is being made."""
        tasks = list(self._making.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def find(self, table: Table) -> dict[str, str] | None:
        """The review of a finished game by language; None while it is being made."""
        if table.status != OVER:
            raise Problem(Cause.WRONG_TIME, "not_over")
        names = {language: _names(table, language) for language in LANGUAGES}
        key = table.id, tuple(names["en"])
        if key in self._kept:
            self._kept.move_to_end(key)
            found = self._kept[key]
            if found is None:
                del self._kept[key]  # whoever asks again has it tried again
                raise Problem(Cause.UNAVAILABLE, "no_review")
            content: dict[str, str] = msgspec.json.decode(zlib.decompress(found))
            return content
        if key not in self._making:
            if len(self._making) >= MOST_WAITING:
                raise Problem(Cause.UNAVAILABLE, "busy")
            order = msgspec.json.encode({"log": str(table.playing.log), "names": names})
            self._making[key] = asyncio.create_task(self._make(key, order))
        return None

    async def _make(self, key: Key, order: bytes) -> None:
        made: bytes | None = None
        try:
            async with self._turn, asyncio.timeout(PATIENCE):
                made = await _reviewed(order)
        except Exception:
            LOG.exception("table %s could not be reviewed", key[0])
        finally:
            del self._making[key]
        self._kept[key] = made
        if len(self._kept) > KEPT_REVIEWS:
            self._kept.popitem(last=False)


async def _reviewed(order: bytes) -> bytes | None:
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "rollwrite.server.tables.reviewer",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        content, errors = await child.communicate(order)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
    if child.returncode:
        LOG.error("a review failed: %s", errors.decode(errors="replace")[-2000:])
        return None
    return zlib.compress(content)


def _names(table: Table, language: str) -> list[str]:
    return [
        seat.name or say("seat", number=number + 1).text(language)
        for number, seat in enumerate(table.seats)
    ]
