"""The ceiling: the same algorithm in C, built with ``gcc -O3``, where there is a compiler."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE.parent / ".build"


def rate(game: str, seconds: float) -> float | None:
    """Decisions per second of the C program for a game; None where there is none."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    source = HERE / f"{game}.c"
    if compiler is None or not source.is_file():
        return None
    BUILD.mkdir(exist_ok=True)
    program = BUILD / game
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
    games = 100_000
    while True:
        decisions, _, taken = totals(program, seats=2, games=games, seed=1)
        if taken >= seconds / 2:
            return decisions / taken
        games *= 4


def totals(program: Path, *, seats: int, games: int, seed: int) -> tuple[int, int, float]:
    """Decisions, points and seconds of a run."""
    words = [str(program), str(seats), str(games), str(seed)]
    output = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    decisions, points, taken = output.split()
    return int(decisions), int(points), float(taken)
