"""``python -m benchmarks.lab_gpu``: matches and batches on the GPU, checked to the bit and timed.

For every game and variant, or those that are named: ``simulate --device gpu`` with the bots greedy
and random against the same run on the CPU, then many games timed; a batch for training against the
same batch on the CPU, then its steps timed, with masks and observations, the actions chosen on the
device.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import rollwrite as rw
from benchmarks.gpu import boxes
from rollwrite.envs.batch import Batch, table
from rollwrite.envs.device import DeviceBatch
from rollwrite.kernel.cuda.runner import NoGPU, cuda_module

CHECKED, STEPS = 20_000, 200


def main() -> None:
    """Print the tables; a line that fails says why and the others go on."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lab_gpu", description=__doc__)
    parser.add_argument("names", nargs="*", help="such as qwinto or donnant:base (all)")
    parser.add_argument("--games", type=int, default=1 << 23, help="games timed for each line")
    parser.add_argument(
        "--size", type=int, default=1 << 17, help="environments of a batch; 0: none"
    )
    parser.add_argument("--bots", default="random;greedy,random", help="line-ups of the matches")
    asked = parser.parse_args()
    name = cuda_module().get_current_device().name
    device = name.decode() if isinstance(name, bytes) else name
    print(f"rollwrite {rw.__version__} on {device}\n")
    print("| game | bots | games/s | decisions/s | same as on the CPU |\n|---|---|---:|---:|---|")
    for game in boxes(asked.names):
        for bots in asked.bots.split(";"):
            print(tried(match_line, game, bots, asked.games), flush=True)
    print("\n| game | environments | steps/s | same as on the CPU |\n|---|---:|---:|---|")
    for game in boxes(asked.names) if asked.size else ():
        print(tried(batch_line, game, asked.size), flush=True)


def tried(line: Any, game: rw.Game, *arguments: Any) -> str:
    """A line of a table, or why there is none."""
    try:
        found: str = line(game, *arguments)
    except Exception as error:
        # One game that does not compile must not hide the others.
        return f"| {label(game)} | failed: {type(error).__name__}: {str(error)[:300]} | | | |"
    return found


def label(game: rw.Game) -> str:
    """A game with its variant."""
    return f"{game.id} {game.variant or ''}".strip()


def match_line(game: rw.Game, bots: str, games: int) -> str:
    """Matches: checked, then timed."""
    seats = 2 if 2 in game.seats else 1
    lineup = bots.split(",")[:seats]
    both = [
        rw.lab.simulate(game, lineup, seats=seats, games=CHECKED, seed=1, device=device).json()
        for device in ("cpu", "gpu")
    ]
    found = rw.lab.simulate(game, lineup, seats=seats, games=games, seed=2, device="gpu")
    rate = found.games / found.seconds
    decisions = rate * found.length.value
    return f"| {label(game)} | {bots} | {rate:.3e} | {decisions:.3e} | {both[0] == both[1]} |"


def batch_line(game: rw.Game, size: int) -> str:
    """Batches: the same steps on both, then many steps timed."""
    place = table(game, "random", seats=2 if 2 in game.seats else 1)
    few, there = Batch(place, 512), DeviceBatch(place, 512)
    few.reset(3)
    there.reset(3)
    same = True
    for _ in range(150):
        actions = few.sample(4)
        few.step(actions)
        there.step(actions)
        for name in ("views", "masks", "rewards", "ended", "scores"):
            same &= bool((getattr(few, name) == getattr(there, name).copy_to_host()).all())
    batch = DeviceBatch(place, size)
    batch.reset(1)
    batch.step(batch.sample())
    module = cuda_module()
    module.synchronize()
    begin = time.perf_counter()
    for _ in range(STEPS):
        batch.step(batch.sample())
    module.synchronize()
    rate = STEPS * size / (time.perf_counter() - begin)
    return f"| {label(game)} | {size} | {rate:.3e} | {same} |"


if __name__ == "__main__":
    try:
        main()
    except (NoGPU, rw.MissingExtra) as reason:
        raise SystemExit(f"no GPU figures: {reason}") from None
