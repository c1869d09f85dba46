"""``pytest --quick``: the tests that need no compiler, no browser, no server and no database.

What it leaves out it says. Where a test that should have been left out compiles something all the
same, it fails: there is no compiler, and nothing that was compiled before.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

LEFT_OUT = {  # markers, and what tests with them need
    "compiled": "a compiler",
    "browser": "a browser",
    "postgresql": "PostgreSQL",
    "server": "a running server",
    "slow": "more than a few seconds",
}
QUICK = "ROLLWRITE_TESTS_QUICK"  # set while such a check runs
NO_COMPILER = """
raise ImportError("a quick check compiles nothing: mark the test with @pytest.mark.compiled")
"""


def pytest_addoption(parser: pytest.Parser) -> None:
    needs = ", ".join(LEFT_OUT.values())
    parser.addoption("--quick", action="store_true", help=f"leave out what needs {needs}")


class Quick:
    """Leaves tests out, and tells how many."""

    def __init__(self) -> None:
        self._left_out: Counter[str] = Counter()
        self._folder = tempfile.TemporaryDirectory(prefix="rollwrite-quick-")
        os.environ[QUICK] = "yes"
        os.environ["ROLLWRITE_CACHE"] = str(Path(self._folder.name) / "cache")
        instead = Path(self._folder.name) / "instead"
        instead.mkdir()
        (instead / "numba.py").write_text(NO_COMPILER)
        paths = [str(instead), *filter(None, [os.environ.get("PYTHONPATH")])]
        os.environ["PYTHONPATH"] = os.pathsep.join(paths)  # of processes that tests start
        sys.path.insert(0, str(instead))

    @pytest.hookimpl(trylast=True)  # when all markers are there
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        needs = {item: [m for m in LEFT_OUT if item.get_closest_marker(m)] for item in items}
        left_out = [item for item in items if needs[item]]
        self._left_out.update(needs[item][0] for item in left_out)
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not needs[item]]

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["left_out"] = dict(self._left_out)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Each worker collects all tests, so what one has left out is all there is."""
        self._left_out = Counter(getattr(node, "workeroutput", {}).get("left_out", {}))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for mark, count in self._left_out.items():
            terminalreporter.write_line(f"left out: {count} tests that need {LEFT_OUT[mark]}")
        terminalreporter.write_line("make test runs them all")

    def pytest_unconfigure(self) -> None:
        self._folder.cleanup()


def pytest_configure(config: pytest.Config) -> None:
    for mark, need in LEFT_OUT.items():
        config.addinivalue_line("markers", f"{mark}: the test needs {need}")
    if config.getoption("quick"):
        # A module that is nothing without a compiler has no examples either.
        config.option.doctest_ignore_import_errors = True
        config.pluginmanager.register(Quick())
