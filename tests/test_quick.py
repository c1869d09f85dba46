"""A quick check leaves out what needs a compiler, says so, and compiles nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

TESTS = """
import pytest, subprocess, sys

COMPILES = "import numba"

def test_plain(): pass

@pytest.mark.compiled
def test_that_is_left_out(): exec(COMPILES)

def test_that_forgot_its_mark(): exec(COMPILES)

def test_that_compiles_elsewhere():
    subprocess.run([sys.executable, "-c", COMPILES], check=True)
"""


def test_a_quick_check_compiles_nothing_and_says_what_it_left_out(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(TESTS)
    environment = {"PYTHONPATH": str(Path(__file__).parent), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-pquick", "-pxdist", "-n1", "--quick", "--rootdir=."],
        cwd=tmp_path, capture_output=True, text=True, check=False, env=os.environ | environment,
    )  # fmt: skip
    assert "left out: 1 tests that need a compiler" in done.stdout
    assert "2 failed, 1 passed" in done.stdout
    assert done.stdout.count("mark the test with @pytest.mark.compiled") >= 2
