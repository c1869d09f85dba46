"""A real cluster on this machine, as two machines would make it up; its workers are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import rollwrite as rw
from patience import PATIENCE, wait_until
from rollwrite.lab import engine, train
from rollwrite.lab.engine import NoCluster

pytestmark = pytest.mark.compiled
# What is started by hand: on one machine a worker with two threads, on another two with one each.
GROUPS = {"here": (2,), "there": (1, 1)}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[int]]]:
    """The address of a scheduler and the ids of its worker processes, in two groups."""
    folder = tmp_path_factory.mktemp("cluster")
    scheduler_file = folder / "scheduler.json"
    scheduler = [
        sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port",
        "0", "--no-dashboard", "--scheduler-file", str(scheduler_file),
    ]  # fmt: skip
    log = (folder / "log").open("wb")
    started = [subprocess.Popen(scheduler, stdout=log, stderr=log)]
    try:
        wait_until(scheduler_file.exists, "the scheduler", every=0.1)
        address = json.loads(scheduler_file.read_text())["address"]
        for machine, workers in GROUPS.items():
            (folder / machine).mkdir()
            for threads in workers:
                worker = [
                    sys.executable, "-m", "distributed.cli.dask_worker", address, "--nthreads",
                    str(threads), "--no-nanny", "--no-dashboard", "--local-directory", ".",
                    "--death-timeout", str(PATIENCE),
                ]  # fmt: skip
                started.append(
                    subprocess.Popen(worker, stdout=log, stderr=log, cwd=folder / machine)
                )
        wait_until(lambda: workers_of(address) == 3, "the workers", every=0.1)
        yield address, [process.pid for process in started[1:]]
    finally:
        for process in reversed(started):
            process.kill()
            process.wait()
        log.close()


def workers_of(address: str) -> int:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        return len(client.scheduler_info()["workers"])


def test_a_tournament_runs_on_a_cluster(cluster: tuple[str, list[int]]) -> None:
    address, _ = cluster
    here = rw.lab.tournament("twenty_one", ["greedy", "random"], games=500, seed=1)
    there = rw.lab.tournament(
        "twenty_one", ["greedy", "random"], games=500, seed=1, cluster=address
    )
    assert there.json() == here.json()


def test_a_bot_that_exists_only_here_is_not_sent(cluster: tuple[str, list[int]]) -> None:
    address, _ = cluster
    with pytest.raises(rw.BadOption, match="cannot be sent"):
        rw.lab.simulate("qwinto", [lambda state, seat: state.moves(seat)[0]], cluster=address)


def test_a_study_on_a_cluster_keeps_the_same_rows(
    cluster: tuple[str, list[int]], tmp_path: Path
) -> None:
    address, _ = cluster

    def run(name: str, cluster: str | None) -> rw.lab.Simulation:
        return rw.lab.simulate(
            "twenty_one", "greedy,random", games=300, seed=1, study=8, rows="decisions",
            folder=tmp_path / name, format="parquet", cluster=cluster, workers=1,
        )  # fmt: skip

    assert run("there", address).json() == run("here", None).json()
    for path in (tmp_path / "here").iterdir():
        assert (tmp_path / "there" / path.name).read_bytes() == path.read_bytes()


def test_training_on_a_cluster_makes_the_same_model(
    cluster: tuple[str, list[int]], tmp_path: Path
) -> None:
    address, _ = cluster
    game = rw.game("qwinto")
    config = train.training_config(game, games=96, seats="2,3", batch=32, checkpoints=1)
    (here,) = train.train(game, config, tmp_path / "here", workers=1)
    (there,) = train.train(game, config, tmp_path / "there", cluster=address)
    assert (here / "model.bin").read_bytes() == (there / "model.bin").read_bytes()
    chosen = [
        [share for _, share in train.select(game, [here], 30, 1, workers, where)]
        for workers, where in ((1, None), (3, None), (None, address))
    ]
    assert chosen[0] == chosen[1] == chosen[2]
    with pytest.raises(rw.RollwriteError, match=r"leave out --device gpu|No GPU|numba-cuda"):
        train.train(game, config, tmp_path / "gpu", cluster=address, device="gpu")


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ANSWER", 1.0)
    begin = time.monotonic()
    with pytest.raises(NoCluster, match=r"No cluster answers at tcp://127.0.0.1:9: .*Timed out"):
        rw.lab.simulate("qwinto", "random", cluster="tcp://127.0.0.1:9")
    assert time.monotonic() - begin < PATIENCE
    with pytest.raises(NoCluster, match="No cluster answers at nonsense"):
        rw.lab.simulate("qwinto", "random", cluster="nonsense://x")


def test_a_cluster_finds_the_same_though_a_worker_is_killed(
    cluster: tuple[str, list[int]],
) -> None:
    address, workers = cluster
    games = 250_000
    here = rw.lab.simulate("qwinto", "greedy,random", games=games, seed=3)
    killed: list[int] = []

    def watch(done: int, asked: int) -> None:
        if done > asked // 4 and not killed:
            os.kill(workers[0], signal.SIGKILL)
            killed.append(done)

    there = rw.lab.simulate(
        "qwinto", "greedy,random", games=games, seed=3, cluster=address, progress=watch
    )
    assert killed, "a worker was killed in mid-run"
    assert killed[0] < games
    assert workers_of(address) == 2
    assert there.json() == here.json()
    assert there.summary.slots == here.summary.slots


def test_a_cluster_that_loses_all_its_workers_says_so(
    cluster: tuple[str, list[int]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The last test: no worker is left of this cluster."""
    address, workers = cluster
    monkeypatch.setattr(engine, "PATIENCE", 1.0)

    def watch(done: int, asked: int) -> None:
        if done:
            for worker in workers:
                os.kill(worker, signal.SIGKILL)

    with pytest.raises(NoCluster, match=r"has lost all its workers\. Games done: [\d,]+\."):
        rw.lab.simulate("qwinto", "greedy,random", games=10**9, cluster=address, progress=watch)
    with pytest.raises(NoCluster, match="it has no workers"):
        rw.lab.simulate("qwinto", "greedy,random", games=10, cluster=address)
