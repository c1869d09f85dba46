"""Numbers that a model is given beside what it learns or what is solved."""

from __future__ import annotations

from typing import NamedTuple


class FixedWeight(NamedTuple):
    """A number that a model is given beside what it learns, and what it is in each use."""

    place: int
    learning: int
    playing: int
    judging: int
