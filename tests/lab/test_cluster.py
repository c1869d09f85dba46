"""A real cluster on this machine: a scheduler and worker processes, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

import rollwrite as rw
from patience import PATIENCE, wait_until
from rollwrite.lab.engine import NoCluster

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[int]]]:
    """The address of a scheduler and the ids of its three worker processes."""
    folder = tmp_path_factory.mktemp("cluster")
    scheduler_file = folder / "scheduler.json"
    scheduler = [
        sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port",
        "0", "--no-dashboard", "--scheduler-file", str(scheduler_file),
    ]  # fmt: skip
    worker = [
        sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file",
        str(scheduler_file), "--nthreads", "1", "--no-nanny", "--no-dashboard",
        "--local-directory", str(folder), "--death-timeout", str(PATIENCE),
    ]  # fmt: skip
    log = (folder / "log").open("wb")
    started = [subprocess.Popen(scheduler, stdout=log, stderr=log)]
    try:
        wait_until(scheduler_file.exists, "the scheduler", every=0.1)
        started += [subprocess.Popen(worker, stdout=log, stderr=log) for _ in range(3)]
        address = json.loads(scheduler_file.read_text())["address"]
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


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from rollwrite.lab import engine

    monkeypatch.setattr(engine, "ANSWER", 1.0)
    begin = time.monotonic()
    with pytest.raises(NoCluster, match=r"No cluster answers at tcp://127.0.0.1:9: .*Timed out"):
        rw.lab.simulate("qwinto", "random", cluster="tcp://127.0.0.1:9")
    assert time.monotonic() - begin < PATIENCE
    with pytest.raises(NoCluster, match="No cluster answers at nonsense"):
        rw.lab.simulate("qwinto", "random", cluster="nonsense://x")
