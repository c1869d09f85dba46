"""``python -m benchmarks.lab``: environments on one core, and how a simulation grows.

Rates are by the processor time of the one thread that works, because machines are shared.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import rollwrite as rw
from rollwrite.envs.batch import Batch, table
from rollwrite.envs.gym import GameEnv
from rollwrite.envs.zoo import GameAEC

SIZE = 1024

GROWTH = """
import resource, sys, time, rollwrite as rw
game, games = sys.argv[1], int(sys.argv[2])
rw.lab.simulate(game, "random", games=100, workers=1)
begin = time.process_time()
found = rw.lab.simulate(game, "random", games=games, seed=1, workers=1)
taken = time.process_time() - begin
print(taken, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lab", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to time each figure")
    parser.add_argument("--most", type=int, default=10**6, help="games of the longest simulation")
    asked = parser.parse_args()
    print_environments(asked.seconds)
    print("\nSimulation, random bots, one thread\n")
    print("| game | games | processor seconds | µs a game | memory at most, MB |")
    print("|---|---:|---:|---:|---:|")
    for name in rw.games():
        games = 10**4
        while games <= asked.most:
            words = [sys.executable, "-c", GROWTH, name, str(games)]
            output = subprocess.run(words, check=True, capture_output=True, text=True).stdout
            taken, memory = map(float, output.split())
            each = 1e6 * taken / games
            print(f"| {name} | {games:,} | {taken:.2f} | {each:.2f} | {memory:.0f} |", flush=True)
            games *= 10


def print_environments(seconds: float) -> None:
    """Steps per second of one learner at tables with a random bot."""
    print(f"\nEnvironments, two seats, steps per second on one core (vectors of {SIZE})\n")
    print("| game | vector, masks and views | with random actions | gymnasium | pettingzoo AEC |")
    print("|---|---:|---:|---:|---:|")
    for name in rw.games():
        if 2 in rw.game(name).seats:
            figures = [*vector(name, seconds), single(name, seconds), turns(name, seconds)]
            print(
                f"| {name} | " + " | ".join(f"{rate:,.0f}" for rate in figures) + " |", flush=True
            )


def timed(play: Callable[[], int], seconds: float) -> float:
    """Steps per second of processor time: the best of several short runs."""
    play()
    best, end = 0.0, time.thread_time() + seconds
    while time.thread_time() < end:
        begin = time.thread_time()
        steps = play()
        best = max(best, steps / (time.thread_time() - begin))
    return best


def vector(name: str, seconds: float) -> tuple[float, float]:
    """The native vector: its steps alone, and with the choice of random legal actions."""
    batch = Batch(table(name, "random", seats=2), SIZE)
    batch.reset(1)
    alone = 0.0
    for _ in range(100):
        batch.step(batch.sample())

    def both() -> int:
        nonlocal alone
        taken = 0.0
        for _ in range(50):
            actions = batch.sample()
            begin = time.thread_time()
            batch.step(actions)
            taken += time.thread_time() - begin
        alone = max(alone, 50 * SIZE / taken)
        return 50 * SIZE

    rate = timed(both, seconds)
    return alone, rate


def single(name: str, seconds: float) -> float:
    """One Gymnasium environment."""
    env, rng = GameEnv(name), np.random.default_rng(1)

    def play() -> int:
        _, info = env.reset(seed=1)
        steps, over = 0, False
        while not over:
            _, _, over, _, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
            steps += 1
        return steps

    return timed(play, seconds)


def turns(name: str, seconds: float) -> float:
    """One PettingZoo environment, as its peers are driven."""
    env, rng = GameAEC(name), np.random.default_rng(1)

    def play() -> int:
        steps = 0
        env.reset(seed=1)
        for _ in env.agent_iter():
            view, _, over, _, _ = env.last()
            if over:
                env.step(None)
            else:
                env.step(rng.choice(view["action_mask"].nonzero()[0]))
                steps += 1
        return steps

    return timed(play, seconds)


if __name__ == "__main__":
    main()
