"""What the GPU adds up, by the same function without a GPU: one thread, plain arrays."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import rollwrite as rw
from rollwrite.kernel.cuda.runner import LENGTHS, LOWEST, SCORES, count_function, no_counts
from rollwrite.kernel.match_runner import Matches, match_compiled
from rollwrite.kernel.policy import GREEDY, RANDOM
from rollwrite.lab.summary import VICTORY, Summary


def add(array: Any, place: Any, amount: int) -> None:
    array[place] += amount


ONE_THREAD = SimpleNamespace(
    grid={1: 0}.__getitem__, gridsize={1: 1}.__getitem__, atomic=SimpleNamespace(add=add)
)


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [1, 2, 3])
def test_counted_games_are_the_summary(seats: int) -> None:
    game = rw.game("qwinto")
    start = game.definition.position.start(game, seats, 0, {})
    lineup = [GREEDY, RANDOM, RANDOM][:seats]
    found = match_compiled(game.rules, start, lineup, 400, 1, 7)
    counts = no_counts(seats)
    count_function(ONE_THREAD)(found, seats, 7, VICTORY, counts)
    assert not counts.odd.any()
    assert Summary.of_counts(*counts[:3], LOWEST) == Summary.of(found, seats, 7)


def test_odd_games_are_noticed() -> None:
    scores = np.array([[1], [1], [LOWEST + SCORES], [LOWEST]], np.int16)
    found = Matches(np.array([-1, LENGTHS, 5, 6], np.int32), scores, np.zeros(4, np.int8))
    counts = no_counts(1)
    count_function(ONE_THREAD)(found, 1, 0, VICTORY, counts)
    assert counts.odd.tolist() == [1, 2]
