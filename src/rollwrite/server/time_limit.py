"""Ends what would go on for ever: a rule that hangs must not take everybody's server with it."""

from __future__ import annotations

import signal
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from rollwrite.server.problems import Cause, Problem

Result = TypeVar("Result")

_armed = False
_installed = False


class _Late(BaseException):
    """Not an Exception: whoever hangs must not catch it."""


def install() -> None:
    """Let the system's alarm clock end what hangs; to be called in the main thread.

    Where there is no such clock (Windows), nothing is ended.
    """
    global _installed  # noqa: PLW0603  # a process has one alarm clock
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _ring)
        _installed = True


def _ring(_signal: int, _frame: FrameType | None) -> None:
    if _armed:
        raise _Late


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """What some work gives; Problem if it takes longer. For the main thread."""
    global _armed  # noqa: PLW0603  # there is one alarm clock
    if not _installed:
        return work()
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        _armed = True
        result = work()
        _armed = False
    except _Late:
        raise Problem(Cause.HUNG) from None
    finally:
        _armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
    return result
