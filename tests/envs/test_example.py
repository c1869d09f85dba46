"""The example learns: its curve rises within seconds."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiled

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn.py"


def test_the_example_learns_and_draws_its_curve(tmp_path: Path) -> None:
    plot = tmp_path / "curve.svg"
    words = [sys.executable, str(EXAMPLE), "--rounds", "4", "--plot", str(plot)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    means = [float(mean) for mean in re.findall(r"mean score\s+(-?[\d.]+)", done.stdout)]
    assert len(means) >= 2, done.stdout
    assert max(means[1:]) > means[0] + 5, done.stdout
    assert "<polyline" in plot.read_text()
