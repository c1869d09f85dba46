"""What the tests share."""

from __future__ import annotations

import gc
import os
import sys

import pytest
from hypothesis import settings

pytest_plugins = ["quick", "watchdog"]

# Python modules are compiled once, not by each of the hundreds of processes that tests start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The project's own games alone, also in the processes that tests start, whatever else is installed.
os.environ["ROLLWRITE_PLUGINS"] = "off"

# Rules are slow when interpreted and the machines that run tests are shared: no deadlines.
settings.register_profile("rollwrite", deadline=None, max_examples=40)
settings.load_profile("rollwrite")

# Examples in the docs that compile something.
COMPILED = {
    *("docs/coach.md", "docs/envs.md", "docs/lab.md", "docs/luck.md"),
    *("src/rollwrite/lab/rollouts.py", "src/rollwrite/lab/simulate.py"),
}


# What takes long, in the queues of different workers: browsers and servers mostly wait, and a
# process that has compiled some rules of a game is quicker with the others. The games are in the
# order of how long their rules take to compile.
WAITING = ("tests/web/", "tests/server/")
LONGEST, *OTHERS = ("donnant", "clever_kids", "one_card", "qwinto", "twenty_one", "")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(item.config.rootpath).as_posix() in COMPILED:
            item.add_marker("compiled")


def pytest_collection_finish() -> None:
    """What modules and tests are made of stays: the garbage collector need not look through it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores: tests that wait for a browser leave room.

    A quick check waits for nothing, and each worker has to collect all tests first.
    """
    return (not config.getoption("quick")) + (os.cpu_count() or 1)


class Order:
    """Gives each worker what takes long to begin with, and quick tests to be taken by others.

    xdist hands out the tests in equal parts, one after the other; whoever is done takes over tests
    from the end of another's part.
    """

    @pytest.hookimpl(trylast=True)  # when all markers are there
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
        queues: list[list[pytest.Item]] = [[] for _ in range(workers)]
        quick: list[pytest.Item] = []
        for item in sorted(items, key=_rank):  # those of one rank stay in their order
            rank, _ = _rank(item)
            (queues[rank % workers] if rank < QUICK else quick).append(item)
        left = len(items)
        items.clear()
        for number, queue in enumerate(queues):
            room = max(0, left // (workers - number) - len(queue))
            items += queue + quick[:room]
            left -= len(queue) + len(quick[:room])
            del quick[:room]


QUICK = 3  # the rank of what does not take long


def _rank(item: pytest.Item) -> tuple[int, int]:
    """A queue, and a place in it."""
    waits = next((rank for rank, at in enumerate(WAITING) if item.nodeid.startswith(at)), None)
    if waits is not None:
        return 0, waits
    if item.get_closest_marker("compiled"):
        if LONGEST in item.nodeid:
            return 1, 0
        return 2, next(rank for rank, game in enumerate(OTHERS) if game in item.nodeid)
    return QUICK, 0 if item.get_closest_marker("slow") else 1


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Order())
