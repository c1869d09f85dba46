"""The game of the tutorial, installed as a plug-in, passes its own tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import plugins

PADLOCK = Path(__file__).parents[2] / "examples" / "padlock"


@pytest.mark.compiled
def test_the_game_of_the_tutorial(tmp_path: Path) -> None:
    plugins.install(tmp_path, "rollwrite-padlock", "padlock = rollwrite_padlock:GAME")
    paths = [tmp_path, PADLOCK / "src", *filter(None, [os.environ.get("PYTHONPATH")])]
    path = {"PYTHONPATH": os.pathsep.join(map(str, paths)), "ROLLWRITE_PLUGINS": "on"}
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={PADLOCK}"]
    done = subprocess.run(
        [sys.executable, *words, str(PADLOCK / "tests")],
        env=os.environ | path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
