"""What the server refuses, as a closed list; each kind has its HTTP status."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from rollwrite.errors import RollwriteError
from rollwrite.texts import speaker

say = speaker("rollwrite.server")


class Cause(StrEnum):
    """Why a request was refused, besides the reasons a move has (``errors.Kind``)."""

    NO_TABLE = "no_table"  # no table has this id
    NO_PAGE = "no_page"  # nothing is at this address
    NOT_YOUR_SEAT = "not_your_seat"  # the seat belongs to another browser
    NOT_HOST = "not_host"  # only the browser that created the table may do this
    STALE = "stale"  # the game has moved on; the answer holds the fresh view
    FULL = "full"  # no open seat, or no room on this server
    WRONG_TIME = "wrong_time"  # possible at another time: before the start, after the end
    BAD_LINK = "bad_link"  # a link to a seat that was used, has expired or never was
    BAD_REQUEST = "bad_request"  # not the JSON this address takes
    TOO_LARGE = "too_large"  # more bytes than any message needs
    TOO_MANY = "too_many"  # more requests than anybody needs
    FOREIGN = "foreign"  # sent by a page of another site
    WRONG_HOST = "wrong_host"  # asked for by a name that is not this server's
    HUNG = "hung"  # took longer than any rule needs; ended, and nothing has changed
    UNAVAILABLE = "unavailable"  # the database does not answer; nothing has changed


STATUS = {
    Cause.NO_TABLE: 404,
    Cause.NO_PAGE: 404,
    Cause.NOT_YOUR_SEAT: 403,
    Cause.NOT_HOST: 403,
    Cause.STALE: 409,
    Cause.FULL: 409,
    Cause.WRONG_TIME: 409,
    Cause.BAD_LINK: 410,
    Cause.BAD_REQUEST: 400,
    Cause.TOO_LARGE: 413,
    Cause.TOO_MANY: 429,
    Cause.FOREIGN: 403,
    Cause.WRONG_HOST: 421,
    Cause.HUNG: 400,
    Cause.UNAVAILABLE: 503,
}


class Problem(RollwriteError):
    """A request that was refused; the table is as it was."""

    def __init__(self, cause: Cause, key: str | None = None, **values: Any) -> None:
        super().__init__(say(f"refused.{key or cause.value}", **values))
        self.cause = cause

    @property
    def status(self) -> int:
        """The HTTP status that goes with it."""
        return STATUS[self.cause]


class Conflict(Exception):
    """Somebody else has appended these numbers first; nothing of this append is stored."""


class StoreError(RollwriteError):
    """A database that cannot be used, and why."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(say(f"store.{key}", **values))
