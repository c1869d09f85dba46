"""Nothing that is read may hang: work that must come to an end, in CPU time of this process."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 5.0  # a thousand times what the slowest needs


class Hangs(BaseException):
    """Not an Exception: what hangs must not catch it."""


@contextmanager
def deadline(what: object, seconds: float = SECONDS) -> Iterator[None]:
    """End and fail what takes longer, and name it."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise Hangs(f"more than {seconds} s: {what!r}")

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
