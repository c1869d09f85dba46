"""A small search in the manner of AlphaZero: the network proposes, looking ahead corrects it.

For a few proposed moves (Gumbel's top k) every game is continued some times with other dice, up to
the learner's next decision, where the network says what is to come. The network learns the
corrected choice, and the points that really followed.

python examples/alphazero.py --game qwinto --seconds 120
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from learning import POINTS, Clock, Net, acted, asked, joined, look, measured, opened, wide
from rollwrite.envs.batch import Batch, Table

ENVS, STEPS, PARTS = 128, 32, 8
TRIED, TIMES = 6, 4  # moves that are looked at, and how often each is played on
SHARPNESS = 8.0  # how much what is found counts against what was proposed


class Search:
    """Looks ahead from the moments of a batch."""

    def __init__(self, net: Net, place: Table, envs: int) -> None:
        self.net, self.ahead = net, Batch(place, envs * TRIED * TIMES, masks=False)
        self._rows = np.repeat(np.arange(envs), TRIED * TIMES)
        self._looked = 0

    @torch.no_grad()
    def __call__(self, batch: Batch, noise: float = 0.0) -> tuple[Any, Any, Any]:
        """What is seen, the corrected logits of all legal moves, and which move is best."""
        seen = look(batch)
        logits, value = self.net(seen)
        logits = logits.log_softmax(1)
        luck = -torch.empty_like(logits).exponential_().log() * noise
        tried = (logits + luck).topk(min(TRIED, logits.shape[1]), 1).indices
        tried = torch.nn.functional.pad(tried, (0, TRIED - tried.shape[1]), value=0)
        moves = seen.legal.gather(1, tried).repeat_interleave(TIMES, 1).flatten()
        self._looked += 1
        self.ahead.fork(batch, self._rows, self._looked)
        self.ahead.step(moves.numpy())
        after = self.net(look(self.ahead))[1]
        going = torch.from_numpy(1 - self.ahead.ended.astype(np.float32))
        found = torch.from_numpy(self.ahead.rewards * POINTS) + going * after
        worth = found.view(-1, TRIED, TIMES).mean(2)
        better = logits.scatter_add(1, tried, SHARPNESS * (worth - value.unsqueeze(1)))
        kept = torch.full_like(logits, -1e9).scatter(1, tried, better.gather(1, tried))
        kept = kept.masked_fill(~seen.real, -1e9)
        return seen, kept, (kept + luck).argmax(1)


def main() -> None:
    """Train as long as asked, then measure, with the search."""
    given = asked(__doc__.splitlines()[0])
    place = opened(given)
    net = Net(place)
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)
    search, batch, scores = Search(net, place, ENVS), Batch(place, ENVS, masks=False), list[int]()
    batch.reset(given.seed)
    search(batch)
    clock = Clock(given.seconds)  # compiling does not count
    while clock.share < 1:
        learn(net, optimizer, search, batch, scores)
        clock.steps += ENVS * STEPS
        clock.tell(scores)
    last = Search(net, place, 250)

    def policy(batch: Batch) -> Any:
        seen, _, chosen = last(batch)
        return acted(seen, chosen)

    found = measured(place, policy, given.games)
    print(f"alphazero {given.game} against {given.opponents}: {clock.steps:,} steps,", found)


def learn(net: Net, optimizer: Any, search: Search, batch: Batch, scores: list[int]) -> None:
    """Play some steps with the search, and learn what it chose and what came of it."""
    steps, choices, rewards, ended = [], [], [], []
    for _ in range(STEPS):
        seen, better, chosen = search(batch, noise=1.0)
        batch.step(acted(seen, chosen))
        steps.append(seen)
        choices.append(better.softmax(1))
        rewards.append(torch.from_numpy(batch.rewards * POINTS))
        ended.append(torch.from_numpy(batch.ended.astype(np.float32)))
        scores += batch.scores[batch.ended != 0].tolist()
        batch.begin_ended()
    with torch.no_grad():
        future = net(look(batch))[1]
    futures = list[Any]()
    for step in reversed(range(STEPS)):
        future = rewards[step] + (1 - ended[step]) * future
        futures.insert(0, future)
    seen, targets = joined(steps), torch.cat(futures)
    wanted = torch.cat([wide(one, seen.legal.shape[1]) for one in choices])
    for rows in torch.randperm(len(targets)).chunk(PARTS):
        logits, value = net(seen.rows(rows))
        missed = -(wanted[rows] * logits.log_softmax(1)).sum(1).mean()
        loss = missed + (value - targets[rows]).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()


if __name__ == "__main__":
    main()
