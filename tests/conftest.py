"""What the tests share."""

from __future__ import annotations

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
COMPILED = {"docs/envs.md", "docs/lab.md", "docs/luck.md", "src/rollwrite/lab/simulate.py"}


# Browsers and servers mostly wait, so they come first and the other workers compile meanwhile.
# Then one game after the other: a process that has compiled some of its rules is quicker with more.
FIRST = ("tests/web/", "tests/server/")
GAMES = ("donnant", "clever_kids", "one_card", "qwinto", "twenty_one", "")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(item.config.rootpath).as_posix() in COMPILED:
            item.add_marker("compiled")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests that wait for a browser leave room."""
    return 1 + (os.cpu_count() or 1)


class Order:
    """What takes long comes first, and what compiles the same comes together."""

    @pytest.hookimpl(trylast=True)  # when all markers are there
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=_rank)  # those of one rank stay in their order


def _rank(item: pytest.Item) -> tuple[int, int]:
    waits = next((rank for rank, at in enumerate(FIRST) if item.nodeid.startswith(at)), None)
    if waits is not None:
        return waits, 0
    if not item.get_closest_marker("compiled"):
        return len(FIRST) + 1, 0
    return len(FIRST), next(rank for rank, game in enumerate(GAMES) if game in item.nodeid)


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Order())
