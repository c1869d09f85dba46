"""The watchdog: what makes no progress is ended and named, what is only slow is not."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from patience import wait_until

pytestmark = pytest.mark.slow
TESTS = """
import pathlib, subprocess, sys, time

DONE = pathlib.Path(__file__).with_name("done")

def test_that_waits():
    waiting = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    DONE.with_name("pid").write_text(str(waiting.pid))
    waiting.wait()

def test_that_never_ends():
    sum(range(10**12))  # one call of C code, which keeps the interpreter's lock

def test_that_is_slow():
    for _ in range(5):
        time.sleep(0.4)
        sum(range(3 * 10**6))

def test_that_is_slow_to_come():
    while not DONE.exists():
        time.sleep(0.3)

def test_that_is_slow_elsewhere():
    words = "import time\\nfor _ in range(5): time.sleep(0.4); sum(range(3 * 10**6))"
    subprocess.run([sys.executable, "-c", words], check=True)

def test_that_is_slow_for_another():
    end = time.process_time() + 1
    while time.process_time() < end:
        pass
    DONE.touch()
"""
BOUNDS = ("-owatchdog_still=1", "-owatchdog_busy=2")


def watched(folder: Path, tests: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Some of the tests above, with a watchdog whose bounds are small."""
    (folder / "test_watched.py").write_text(TESTS)
    environment = {"PYTHONPATH": str(Path(__file__).parent), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-pwatchdog", *BOUNDS, "--rootdir=.", "-k", tests, *words],
        cwd=folder, capture_output=True, text=True, check=False, env=os.environ | environment,
    )  # fmt: skip


def test_what_waits_for_ever_is_ended_and_named_with_what_it_has_started(tmp_path: Path) -> None:
    """In a worker, as `make test` runs it."""
    done = watched(tmp_path, "waits", "-pxdist", "-n1", "--max-worker-restart=0")
    assert done.returncode == 1
    assert "test_watched.py::test_that_waits is ended: it waits" in done.stderr
    assert "in test_that_waits\n" in done.stderr, "its threads are shown"
    assert "crashed while running 'test_watched.py::test_that_waits'" in done.stdout
    pid = int((tmp_path / "pid").read_text())
    wait_until(lambda: not runs(pid), "the end of what it has started")


def runs(pid: int) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    return False


def test_what_never_ends_is_ended_and_named(tmp_path: Path) -> None:
    done = watched(tmp_path, "never_ends")
    assert done.returncode not in (0, 1), "the process was ended, not the test"
    assert "test_watched.py::test_that_never_ends is ended: it has used" in done.stderr
    assert "in test_that_never_ends\n" in done.stderr, "its threads are shown"


def test_what_makes_progress_is_left_alone(tmp_path: Path) -> None:
    """Though it takes longer than a test may stand still, or waits for what another worker does."""
    done = watched(tmp_path, "slow", "-pxdist", "-n2")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 passed" in done.stdout
