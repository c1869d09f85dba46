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

# Rules are slow when interpreted and the machines that run tests are shared: no deadlines.
settings.register_profile("rollwrite", deadline=None, max_examples=40)
settings.load_profile("rollwrite")

# Examples in the docs that compile something.
COMPILED = {"docs/envs.md", "docs/lab.md", "docs/luck.md", "src/rollwrite/lab/simulate.py"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(item.config.rootpath).as_posix() in COMPILED:
            item.add_marker("compiled")
