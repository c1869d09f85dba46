"""Windows of decisions: who is asked, and answers that wait until everybody has given one."""

from __future__ import annotations

from typing import Any

from rollwrite.kernel.rule import rule


@rule
def ask_active(s: Any, phase: int) -> None:
    """The active seat alone decides."""
    s.phase = phase
    s.pending = 1 << s.active


@rule
def ask_all(s: Any, phase: int) -> None:
    """Every seat decides, all at the same time."""
    s.phase = phase
    s.pending = (1 << s.seats) - 1


@rule
def answer(s: Any, seat: int, action: int) -> bool:
    """Keep a seat's answer until all are in; whether this was the last one."""
    s.answers[seat] = action
    s.pending &= ~(1 << seat)
    return bool(s.pending == 0)
