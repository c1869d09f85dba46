"""Deep Q-learning, double, with legal actions alone, on the native vector.

python examples/dqn.py --game one_card --seconds 120
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import torch

from learning import POINTS, Clock, Net, Seen, acted, asked, best, look, measured, opened
from rollwrite.envs.batch import Batch

ENVS, KEPT, SAMPLE, WIDEST = 128, 1500, 1024, 96  # KEPT: steps of all games that are remembered
LEARN_AFTER, UPDATES, FOLLOW, LEAST_NOISE = 50, 2, 0.01, 0.03


def main() -> None:
    """Train as long as asked, then measure."""
    given = asked(__doc__.splitlines()[0])
    place = opened(given)
    net = Net(place)
    steady = copy.deepcopy(net)
    optimizer = torch.optim.Adam(net.parameters(), 5e-4)
    batch, scores, memory = Batch(place, ENVS, masks=False), list[int](), list[Any]()
    batch.reset(given.seed)
    clock = Clock(given.seconds)  # compiling does not count
    while clock.share < 1:
        memory.append(played(net, batch, max(LEAST_NOISE, 1 - 4 * clock.share), scores))
        if len(memory) > KEPT:
            memory[int(torch.randint(KEPT, ()))] = memory.pop()
        if len(memory) > LEARN_AFTER:
            for _ in range(UPDATES):
                learn(net, steady, optimizer, memory)
        clock.steps += ENVS
        clock.tell(scores)
    found = measured(place, best(net), given.games)
    print(f"dqn {given.game} against {given.opponents}: {clock.steps:,} steps,", found)


@torch.no_grad()
def played(net: Net, batch: Batch, noise: float, scores: list[int]) -> tuple[Any, ...]:
    """One step of all games: what was seen and done, what that brought, and what was seen then."""
    seen = look(batch)
    anything = (torch.rand(ENVS) * torch.from_numpy(batch.counts)).long()
    chosen = net(seen)[0].argmax(1).where(torch.rand(ENVS) >= noise, anything)
    batch.step(actions := acted(seen, chosen))
    rewards = torch.from_numpy(batch.rewards * POINTS)
    ended = torch.from_numpy(batch.ended.astype(np.float32))
    after = look(batch, WIDEST)
    scores += batch.scores[batch.ended != 0].tolist()
    batch.begin_ended()
    return seen.views, torch.from_numpy(actions), rewards, ended, *after


def learn(net: Net, steady: Net, optimizer: Any, memory: list[Any]) -> None:
    """Move what was expected of some actions towards what they brought."""
    drawn = [memory[int(place)] for place in torch.randint(len(memory), (SAMPLE // ENVS,))]
    views, actions, rewards, ended, *after = map(torch.cat, zip(*drawn, strict=True))
    with torch.no_grad():
        then = Seen(*after)
        choice = net(then)[0].argmax(1, keepdim=True)
        worth = rewards + (1 - ended) * steady(then)[0].gather(1, choice).squeeze(1)
    legal = actions.unsqueeze(1)
    expected = net(Seen(views, legal, torch.ones_like(legal, dtype=torch.bool)))[0].squeeze(1)
    loss = torch.nn.functional.smooth_l1_loss(expected, worth)
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
    optimizer.step()
    with torch.no_grad():
        for mine, own in zip(steady.parameters(), net.parameters(), strict=True):
            mine.lerp_(own, FOLLOW)


if __name__ == "__main__":
    main()
