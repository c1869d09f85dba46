"""``python -m benchmarks.compile``: what compiling each game costs when nothing is cached.

Every figure is the processor time of a process of its own with an empty cache, imports included,
so that other work on the machine hardly changes it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import rollwrite as rw
from rollwrite.kernel.object_cache import cache_folder

PLAY = (
    "from rollwrite.kernel.run import run_compiled;"
    "start = g.definition.position.start(g, g.seats[0], 0, g.options);"
    "run_compiled(g.rules, start, 1, 1)"
)
KINDS = {
    "expert": "from rollwrite.bots import prepare; prepare(g)",
    "random play": PLAY,
}


def cpu_seconds(command: list[str]) -> float:
    """The processor time that a command and its children take with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.times()
        environment = {**os.environ, "ROLLWRITE_CACHE": folder}
        subprocess.run(command, env=environment, check=True, capture_output=True)
        after = os.times()
    used = after.children_user - before.children_user
    return used + after.children_system - before.children_system


def main() -> None:
    """Print the figures of all games, then how long all experts take side by side."""
    print(f"rollwrite {rw.__version__}, compiled rules are kept in {cache_folder().name}/")
    print(f"| game | {' | '.join(f'{kind}, CPU s' for kind in KINDS)} |")
    print(f"|---|{'---:|' * len(KINDS)}")
    for name in rw.games():
        game = f"import rollwrite as rw; g = rw.game({name!r});"
        row = [cpu_seconds([sys.executable, "-c", game + code]) for code in KINDS.values()]
        print(f"| {name} | {' | '.join(f'{seconds:.1f}' for seconds in row)} |", flush=True)
    begun = time.perf_counter()
    used = cpu_seconds([sys.executable, "-m", "rollwrite.bots"])
    wall = time.perf_counter() - begun
    cores = os.cpu_count()
    print(f"all experts: {wall:.1f} s on {cores} cores, {used:.1f} s of processor time")


if __name__ == "__main__":
    main()
