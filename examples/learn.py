"""Train a small network against bots with scikit-learn, and draw its learning curve.

    python examples/learn.py                 # Qwinto, two seats, a minute
    python examples/learn.py --game twenty_one --opponents greedy --seconds 30

The learner is as plain as can be: it plays, with a little noise, the legal action whose future
points its network expects to be most, and fits the network to the points that really followed
(Monte Carlo control). Environments come from Gymnasium, the network is scikit-learn's.
"""

from __future__ import annotations

import argparse
import itertools
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from sklearn.neural_network import MLPRegressor
from threadpoolctl import threadpool_limits

from rollwrite.draw.chart import Axis, Series, chart
from rollwrite.envs.registration import env_name

GAMES = 512  # played at once
STEPS = 96  # decisions in each game before the network is fitted
NOISE = 0.05  # how often a random action is tried


def main() -> None:
    """Train, print the curve as it grows, and draw it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="qwinto")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--seconds", type=float, default=55.0)
    parser.add_argument("--rounds", type=int, help="instead of seconds: how often to play and fit")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, default=Path("learning.svg"))
    asked = parser.parse_args()
    env = gymnasium.make_vec(
        env_name(asked.game), num_envs=GAMES, opponents=asked.opponents,
        vectorization_mode="vector_entry_point",
    )  # fmt: skip
    with threadpool_limits(1):  # matrices this small gain nothing from more threads
        curve = learn(env, asked.seconds, asked.rounds, asked.seed)
    asked.plot.write_text(drawing(curve, asked.game, asked.opponents), encoding="utf-8")
    print(f"The learning curve is in {asked.plot}")


def learn(env: Any, seconds: float, rounds: int | None, seed: int) -> list[tuple[float, float]]:
    """Points of the curve: games played so far, and the mean score of the last ones."""
    rng = np.random.default_rng(seed)
    network = MLPRegressor(hidden_layer_sizes=(128,), batch_size=256, random_state=seed)
    actions = int(env.single_action_space.n)
    network.partial_fit(features(env.reset(seed=seed)[0]), np.zeros((GAMES, actions)))
    view, info = env.reset(seed=seed)
    curve: list[tuple[float, float]] = []
    played, end = 0, time.monotonic() + seconds
    for done in itertools.count():
        if done == rounds or (rounds is None and time.monotonic() > end):
            break
        seen, chosen, rewards, ended, scores = [], [], [], [], []
        for _ in range(STEPS):
            mask = info["action_mask"]
            worth = np.where(mask == 1, network.predict(features(view)), -np.inf)
            action = worth.argmax(1)
            tried = rng.random(GAMES) < NOISE
            action[tried] = env.unwrapped.sample()[tried]
            seen.append(view)
            chosen.append(action)
            view, reward, over, _, info = env.step(action)
            rewards.append(reward)
            ended.append(over)
            scores += info["score"][over].tolist()
        fit(network, np.array(seen), np.array(chosen), np.array(rewards), np.array(ended))
        played += len(scores)
        if scores:
            curve.append((played, float(np.mean(scores))))
            print(f"{played:>8} games  mean score {curve[-1][1]:7.2f}", flush=True)
    return curve


def features(view: Any) -> Any:
    """Numbers of moderate size, and which places are empty."""
    return np.concatenate([view / 8.0, view == 0], axis=1, dtype=np.float32)


def fit(network: Any, seen: Any, chosen: Any, rewards: Any, ended: Any) -> None:
    """Fit what was expected of each action to the points that followed it."""
    steps, games = chosen.shape
    known = np.zeros((steps, games), bool)  # decisions whose game came to its end
    future = np.zeros((steps, games), np.float32)
    total, closed = np.zeros(games, np.float32), np.zeros(games, bool)
    for step in range(steps - 1, -1, -1):
        closed |= ended[step]
        total = np.where(ended[step], 0, total) + rewards[step]
        future[step], known[step] = total, closed
    known[1:] &= ~ended[:-1]  # the step after an end only begins the next game
    rows = features(seen[known])
    targets = network.predict(rows)
    targets[np.arange(len(rows)), chosen[known]] = future[known]
    network.partial_fit(rows, targets)


def drawing(curve: list[tuple[float, float]], game: str, opponents: str) -> str:
    """The learning curve as SVG."""
    means = [mean for _, mean in curve]
    x = Axis("games played", 0, curve[-1][0])
    y = Axis("mean score", min(0.0, *means), max(means) * 1.05)
    return chart(f"Learning {game} against {opponents}", x, y, [Series("learner", curve)])


if __name__ == "__main__":
    main()
