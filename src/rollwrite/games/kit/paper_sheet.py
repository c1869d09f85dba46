"""What the paper sheets of games have in common: crosses in boxes, and checks of positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rollwrite.errors import BadPosition
from rollwrite.texts import Message

NOTHING, CROSS = "-", "x"
CROSSES = (CROSS,)


def refused_by(check: Callable[[], object]) -> tuple[Message, ...]:
    """What a check of positions refuses, as a sentence without its place in a position."""
    try:
        check()
    except BadPosition as error:
        return (error.message.values["what"],)
    return ()


def crossed(words: Sequence[str]) -> int:
    """How many boxes are crossed."""
    return sum(word == CROSS for word in words)


def has_gap(words: Sequence[str]) -> bool:
    """Whether a box is crossed behind one that is not."""
    return CROSS in words[crossed(words) :]
