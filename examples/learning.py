"""What ppo.py, dqn.py and alphazero.py share: a small network, and how a policy is measured.

Donnant Donnant has 36,814 actions, of which a few are legal at a time. So the network scores the
legal actions alone, from the lists that a batch writes beside its masks.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import nn

from rollwrite.envs.batch import Batch, Table, table

WIDTH = 128
FEW = 1024  # actions that are all scored at once
POINTS = 0.05  # what a point is worth to the networks


class Seen(NamedTuple):
    """What a learner sees in many games: observations, legal actions, and which of those count."""

    views: Any
    legal: Any
    real: Any

    def rows(self, places: Any) -> Seen:
        """Some of the games."""
        return Seen(self.views[places], self.legal[places], self.real[places])


class Net(nn.Module):
    """A number for each legal action (logits, or what it is worth) and one for the moment."""

    def __init__(self, given: Table) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(given.layout().size, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        )
        self.actions = nn.Embedding(given.rules.ACTIONS, WIDTH)
        self.bias = nn.Embedding(given.rules.ACTIONS, 1)
        self.value = nn.Linear(WIDTH, 1)
        nn.init.normal_(self.actions.weight, std=WIDTH**-0.5)
        nn.init.zeros_(self.bias.weight)

    def forward(self, seen: Seen) -> tuple[Any, Any]:
        hidden = self.body(seen.views)
        if self.actions.num_embeddings <= FEW:  # quicker than to look each of them up
            scores = (hidden @ self.actions.weight.T + self.bias.weight.T).gather(1, seen.legal)
        else:
            scores = (self.actions(seen.legal) @ hidden.unsqueeze(-1)).squeeze(-1)
            scores = scores + self.bias(seen.legal).squeeze(-1)
        return scores.masked_fill(~seen.real, -1e9), self.value(hidden).squeeze(-1)


def look(batch: Batch, width: int | None = None) -> Seen:
    """What stands in a batch now, with the lists of legal actions as wide as needed or as asked."""
    most = int(batch.counts.max()) if width is None else min(width, batch.legal.shape[1])
    legal = torch.from_numpy(batch.legal[:, :most].astype(np.int64))
    real = torch.arange(most) < torch.from_numpy(batch.counts).unsqueeze(1)
    return Seen(torch.from_numpy(batch.views.copy()), legal.where(real, 0), real)


def joined(steps: list[Seen]) -> Seen:
    """Moments of many steps one after the other."""
    most = max(step.legal.shape[1] for step in steps)
    views, *lists = zip(*steps, strict=True)
    return Seen(torch.cat(views), *(torch.cat([wide(one, most) for one in part]) for part in lists))


def wide(lists: Any, most: int) -> Any:
    """Lists of legal actions, or what belongs to each, filled up with zeros."""
    return nn.functional.pad(lists, (0, most - lists.shape[1]))


def acted(seen: Seen, places: Any) -> Any:
    """The actions at some places of the lists, as a batch takes them."""
    return seen.legal.gather(1, places.unsqueeze(1)).squeeze(1).numpy()


def best(net: Net) -> Callable[[Batch], Any]:
    """The policy that takes what the network scores highest."""
    return lambda batch: acted(seen := look(batch), net(seen)[0].argmax(1))


@torch.no_grad()
def measured(
    given: Table, policy: Callable[[Batch], Any], games: int, size: int = 250
) -> dict[str, str]:
    """Mean score and share of victories, with 95 % intervals, in so many games of another seed."""
    batch = Batch(given._replace(reward=1), size, masks=False)
    batch.reset(20_000)
    left = np.full(size, games // size)  # of each environment as many, or short games count more
    scores, wins = [], []
    while left.any():
        batch.step(policy(batch))
        for place in np.flatnonzero(batch.ended & (left > 0)):
            scores.append(float(batch.scores[place]))
            wins.append(float(batch.rewards[place]))
            left[place] -= 1
        batch.begin_ended()
    return {"score": interval(scores, 1), "wins": interval(wins, 3), "games": f"{len(scores)}"}


def interval(values: list[float], digits: int) -> str:
    """A mean with its 95 % interval."""
    half = 1.96 * np.std(values) / len(values) ** 0.5
    return f"{np.mean(values):.{digits}f} ± {half:.{digits}f}"


def asked(title: str) -> Any:
    """The arguments of a script."""
    parser = argparse.ArgumentParser(description=title)
    parser.add_argument("--game", default="qwinto")
    parser.add_argument("--opponents", default="greedy")
    parser.add_argument("--seconds", type=float, default=120.0, help="how long to train")
    parser.add_argument("--games", type=int, default=2000, help="how many to measure with")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    found = parser.parse_args()
    torch.manual_seed(found.seed)
    torch.set_num_threads(found.threads)
    return found


def opened(given: Any) -> Table:
    """The table of a script: two seats, or one where a game is played alone."""
    return table(given.game, given.opponents, observations="scaled")


class Clock:
    """How long a script has trained, and what it has come to."""

    def __init__(self, seconds: float) -> None:
        self.begun, self.seconds, self.steps, self._told = time.monotonic(), seconds, 0, 0.0

    @property
    def share(self) -> float:
        """How much of the time is over, from 0 to 1."""
        return min(1.0, (time.monotonic() - self.begun) / self.seconds)

    def tell(self, scores: list[int]) -> None:
        """Now and then the mean score of the last games."""
        if self.share - self._told > 0.1 and scores:
            print(f"{self.steps:>10,} steps  mean score {np.mean(scores):7.2f}", flush=True)
            self._told = self.share
            scores.clear()
