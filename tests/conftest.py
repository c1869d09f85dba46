"""What the tests share."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from rollwrite.kernel.compiler import Compiled

pytest_plugins = ["watchdog"]

# Python modules are compiled once, not by each of the hundreds of processes that tests start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Rules are slow when interpreted and the machines that run tests are shared: no deadlines.
settings.register_profile("rollwrite", deadline=None, max_examples=40)
settings.load_profile("rollwrite")

HERE = Path(__file__).parent
# What the tests of a folder or a file need beyond an interpreter; the first match counts. Single
# tests are marked where they stand.
NEEDS = {
    "web/": "browser",
    "server/test_postgresql.py": "postgresql",
    "server/test_commands.py": "",
    "server/test_gc_policy.py": "",
    "server/": "server",
    "frozen/test_compiled.py": "compiled",
    "frozen/test_wire.py": "server",
    "frozen/test_databases.py": "server",
    "frozen/": "long",
    "bots/": "compiled",
    "coach/": "compiled",
    "envs/": "compiled",
    "lab/": "compiled",
    "cli/": "long",
    "test_install.py": "long",
    "test_watchdog.py": "long",
    "kernel/test_compiler.py": "compiled",
    "kernel/test_run.py": "compiled",
    "games/test_all_games.py": "compiled",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    told = "leave out what needs a compiler, a browser, a server or long, and say how much that is"
    parser.addoption("--quick", action="store_true", help=told)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            where = item.path.relative_to(HERE).as_posix()
            need = next((need for place, need in NEEDS.items() if where.startswith(place)), "")
            if where.endswith(("_editions.py", "_evaluator.py", "_lookahead.py")):
                need = "compiled"
            if need:
                item.add_marker(need)
    if config.getoption("quick"):
        left_out = [item for item in items if _need(item)]
        config.stash[LEFT_OUT] = Counter(map(_need, left_out))
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not _need(item)]


MARKERS = sorted({*NEEDS.values()} - {""})
LEFT_OUT = pytest.StashKey[Counter[str]]()


def _need(item: pytest.Item) -> str:
    return next((need for need in MARKERS if item.get_closest_marker(need)), "")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        left_out: Counter[str] = session.config.stash.get(LEFT_OUT, Counter())
        output["left_out"] = dict(left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker collects the same tests; what the last one has left out holds for all."""
    node.config.stash[LEFT_OUT] = Counter(getattr(node, "workeroutput", {}).get("left_out", {}))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    for need, count in sorted(config.stash.get(LEFT_OUT, Counter()).items()):
        terminalreporter.write_line(f"left out: {count} tests marked {need} (make test runs them)")


@pytest.fixture(autouse=True)
def no_compiling(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a quick run a test that compiles fails, and says how to mark it."""
    if request.config.getoption("quick"):

        def refuse(*_: object) -> None:
            pytest.fail("this test needs compiled rules: mark it with pytest.mark.compiled")

        monkeypatch.setattr(Compiled, "_load", refuse)
