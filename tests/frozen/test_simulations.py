"""Random games of every game and number of seats come to the same, interpreted."""

from __future__ import annotations

from frozen.recording import simulations
from frozen.store import FACTS, load


def test_random_games() -> None:
    assert simulations.random_games() == load(FACTS, "simulations")
