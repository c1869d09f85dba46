"""What the server writes to stderr: at most a line for bad input, and no more than can be read."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import NamedTuple

MOST = 10  # of one kind within a period
PERIOD = 60.0
KINDS = 1_000
QUIET = logging.getLogger(f"{__name__}.quiet")  # for libraries that report what others do wrong
QUIET.disabled = True
TEXT, JSON = "text", "json"
FORMATS = (TEXT, JSON)
_PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_EXPECTED = ("Invalid UTF-8 sequence received from client.",)


class _Count(NamedTuple):
    since: float
    seen: int


class Limited(logging.Filter):
    """Lets so many records of a kind through in a minute, and then says how many it held back.

    A kind is a place in the code and a type of error, not a text: whoever sends nonsense must not
    decide how much is written.
    """

    def __init__(self) -> None:
        super().__init__()
        self._counts: dict[tuple[str, int, str], _Count] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[0] if record.exc_info and record.exc_info[0] else None
        if record.getMessage() in _EXPECTED:
            return False
        kind = (record.pathname, record.lineno, error.__name__ if error else "")
        now = time.monotonic()
        since, seen = self._counts.get(kind, _Count(now, 0))
        if now - since > PERIOD:
            if seen > MOST:
                record.msg = f"{record.getMessage()} (and {seen - MOST} more like it before)"
                record.args = ()
            since, seen = now, 0
        if len(self._counts) >= KINDS:
            self._counts.clear()
        self._counts[kind] = _Count(since, seen + 1)
        return seen < MOST


class JSONFormatter(logging.Formatter):
    """A record as a JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        found = {
            "time": f"{stamp}.{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            found["traceback"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False)


def set_up(kind: str) -> None:
    """Write warnings and errors to stderr, and of our own what an operator wants to know."""
    logging.raiseExceptions = False  # a full disk: the journal is not worth a traceback of its own
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JSONFormatter() if kind == JSON else logging.Formatter(_PLAIN))
    handler.addFilter(Limited())
    handler.addFilter(_without_foreign_tracebacks)
    logging.basicConfig(handlers=[handler])


def _without_foreign_tracebacks(record: logging.LogRecord) -> bool:
    """Connections break: whose pool they were in says so in a line, not in a traceback."""
    if record.name.startswith("sqlalchemy.pool") and record.exc_info:
        record.exc_info, record.levelno, record.levelname = None, logging.WARNING, "WARNING"
    return True
