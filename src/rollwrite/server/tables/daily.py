"""The daily challenge: for each day and game the same dice for everybody.

A day is the UTC date of the server, which never goes back: a clock that is set back a little keeps
the day there was. Its games may be finished until noon of the next one; then its dice are open, and
it can be played for practice.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from rollwrite.server.problems import Cause, Problem

if TYPE_CHECKING:
    from rollwrite.server.storage.store import Store


_KEY = "daily_key"
GRACE = 12 * 3600.0  # after the end of a day, in which its games still count
BACK = timedelta(days=1)  # by which a clock may be set back without the day following
OLDEST = timedelta(days=366)  # that is played for practice


class Dice(NamedTuple):
    """The day of a challenge, the secret of its dice, and whether it is over: practice only."""

    day: str
    secret: bytes
    practice: bool


def clock_day() -> str:
    """The day everywhere on earth that counts: UTC."""
    return time.strftime("%Y-%m-%d", time.gmtime())


async def today(store: Store) -> str:
    """The day that can be played now."""
    clock = clock_day()
    latest = await store.dailies.latest(clock)
    if _date(latest) - _date(clock) > BACK:  # it was far ahead, and was put right
        await store.dailies.reset(clock)
        return clock
    return latest


def is_open(day: str) -> bool:
    """Whether the dice of a day may be known to all: nobody can finish its games any more."""
    return time.time() > ends(day) + GRACE


def ends(day: str) -> float:
    """When a day ends."""
    return (_date(day) + timedelta(days=1)).timestamp()


def counted_until(day: str) -> float:
    """Until when a game of a day must be finished to count."""
    return ends(day) + GRACE


async def dice_of(store: Store, game: str, asked: str | None) -> Dice:
    """The dice of today, or of a day that is over."""
    now = await today(store)
    day = now if asked is None else checked_day(asked, now)
    if day != now and not is_open(day):
        raise Problem(Cause.WRONG_TIME, "day_not_open", day=day)
    return Dice(day, await secret_of(store, game, day), day != now)


async def secret_of(store: Store, game: str, day: str) -> bytes:
    """What the dice of a day follow from; the key it is made of never leaves the database."""
    key = bytes.fromhex(await store.setting(_KEY, lambda: secrets.token_hex(32)))
    return hmac.digest(key, f"{day}|{game}".encode(), hashlib.sha256)


def checked_day(given: str, now: str) -> str:
    """A day that there has been, and not too long ago."""
    try:
        day = _date(given)
        if day.strftime("%Y-%m-%d") != given:
            raise ValueError(given)
    except ValueError:
        raise Problem(Cause.BAD_REQUEST, "bad_day", name="day", given=given[:40]) from None
    if not _date(now) - OLDEST <= day <= _date(now):
        raise Problem(Cause.BAD_REQUEST, "no_such_day", day=given, today=now)
    return given


def _date(day: str) -> datetime:
    return datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC)
