"""What the paper sheets of games have in common: crosses in boxes."""

from __future__ import annotations

from collections.abc import Sequence

NOTHING, CROSS = "-", "x"
CROSSES = (CROSS,)


def crossed(words: Sequence[str]) -> int:
    """How many boxes are crossed."""
    return sum(word == CROSS for word in words)


def has_gap(words: Sequence[str]) -> bool:
    """Whether a box is crossed behind one that is not."""
    return CROSS in words[crossed(words) :]
