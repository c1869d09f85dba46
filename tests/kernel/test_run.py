"""Runners: the same games however they are run and shared out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import rollwrite as rw
from rollwrite.kernel.cuda import runner
from rollwrite.kernel.cuda.runner import NoGPU, cuda_module, run_gpu
from rollwrite.kernel.run import run_compiled, run_interpreted
from rollwrite.kernel.workspace import move_type

GAME = rw.game("qwinto")
START = GAME.definition.position.start(GAME, 2, 0, {})


@pytest.mark.compiled
def test_a_run_is_the_same_however_it_is_cut_and_shared_out() -> None:
    whole = run_compiled(GAME.rules, START, 5000, seed=3)
    for workers in (2, 3, 7):
        again = run_compiled(GAME.rules, START, 5000, seed=3, workers=workers)
        assert (again.scores == whole.scores).all()
    piece = run_compiled(GAME.rules, START, 1000, seed=3, first=4000)
    assert (piece.scores == whole.scores[4000:]).all()
    plain = run_interpreted(GAME.rules, START, 100, seed=3, first=4900)
    assert plain.scores == whole.scores[4900:].tolist()


@pytest.mark.compiled
def test_another_seed_gives_other_games() -> None:
    one, two = (run_compiled(GAME.rules, START, 1000, seed=seed) for seed in (1, 2))
    assert (one.scores != two.scores).any()


@pytest.mark.compiled
def test_games_may_start_in_the_middle() -> None:
    state = GAME.start(2, seed=1).play("roll YP").roll().play("keep").play("pass", 0)
    record = GAME.definition.position.read(GAME, state.position())
    plain = run_interpreted(GAME.rules, record, 50, seed=1)
    assert run_compiled(GAME.rules, record, 50, seed=1).scores.tolist() == plain.scores


def gpu_is_there() -> bool:
    try:
        cuda_module()
    except (NoGPU, rw.MissingExtra):
        return False
    return True


@pytest.mark.skipif(not gpu_is_there(), reason="there is no GPU here; benchmarks/gpu.py checks it")
@pytest.mark.parametrize("name", rw.games())
def test_a_gpu_plays_the_same_games(name: str) -> None:
    game = rw.game(name)
    seats = game.seats[-1]
    start = game.definition.position.start(game, seats, 0, game.options)
    found = run_gpu(game.rules, start, 2000, seed=1)
    plain = run_compiled(game.rules, start, 2000, seed=1)
    assert (found.scores == plain.scores).all()
    assert (found.decisions == plain.decisions).all()


@pytest.mark.skipif(gpu_is_there(), reason="there is a GPU here")
def test_without_a_gpu_the_reason_is_told() -> None:
    with pytest.raises((NoGPU, rw.MissingExtra), match=r"numba-cuda|CUDA"):
        run_gpu(GAME.rules, START, 10, seed=1)


@pytest.mark.parametrize("most", [100, 127, 128, 255, 256, 32767, 32768, 65535, 65536])
def test_actions_are_kept_in_the_narrowest_integers_that_hold_them(most: int) -> None:
    kind = np.dtype(move_type(SimpleNamespace(ACTIONS=most)))
    assert np.iinfo(kind).max >= most
    assert kind.itemsize == (1 if most < 256 else 2 if most < 65536 else 4)


def test_large_tables_lie_in_device_memory_and_lie_there_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sent: list[list[int]] = []

    def to_device(table: Any) -> Any:
        sent.append(table.tolist())
        return table

    device = SimpleNamespace(to_device=to_device)
    monkeypatch.setattr(runner, "cuda_module", lambda: device)
    large, small = tuple(range(-50, 51)), (1, 2, 3)
    runner.table_on_device.cache_clear()
    assert runner.on_device(7) == 7
    assert runner.on_device(small).tolist() == [1, 2, 3]
    assert not sent
    assert runner.on_device(large) is runner.on_device(large)
    assert sent == [list(large)]
    runner.table_on_device.cache_clear()
