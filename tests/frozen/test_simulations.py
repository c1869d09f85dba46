"""Random games of every game and number of seats come to the same, interpreted."""

from __future__ import annotations

import pytest

from frozen.recording import simulations
from frozen.store import FACTS, load

pytestmark = pytest.mark.slow


def test_random_games() -> None:
    assert simulations.random_games() == load(FACTS, "simulations")
