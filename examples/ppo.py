"""Proximal policy optimisation on the native vector.

python examples/ppo.py --game twenty_one --seconds 120
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch.distributions import Categorical

from learning import POINTS, Clock, Net, acted, asked, best, joined, look, measured, opened
from rollwrite.envs.batch import Batch

ENVS, STEPS, EPOCHS, PARTS = 256, 64, 3, 8
DISCOUNT, TRACE, CLIP, ENTROPY = 1.0, 0.95, 0.2, 0.01


def main() -> None:
    """Train as long as asked, then measure."""
    given = asked(__doc__.splitlines()[0])
    place = opened(given)
    net = Net(place)
    optimizer = torch.optim.Adam(net.parameters(), 1e-3)
    batch, scores = Batch(place, ENVS, masks=False), list[int]()
    batch.reset(given.seed)
    clock = Clock(given.seconds)  # compiling does not count
    while clock.share < 1:
        optimizer.param_groups[0]["lr"] = 1e-3 * (1 - clock.share) + 1e-5
        learn(net, optimizer, *played(net, batch, scores))
        clock.steps += ENVS * STEPS
        clock.tell(scores)
    found = measured(place, best(net), given.games)
    print(f"ppo {given.game} against {given.opponents}: {clock.steps:,} steps,", found)


@torch.no_grad()
def played(net: Net, batch: Batch, scores: list[int]) -> tuple[Any, ...]:
    """Steps of all games: what was seen and done, how likely that was, and what it was worth."""
    steps, places, chances, values, rewards, ended = [], [], [], [], [], []
    for _ in range(STEPS):
        seen = look(batch)
        logits, value = net(seen)
        policy = Categorical(logits=logits)
        chosen = policy.sample()
        batch.step(acted(seen, chosen))
        steps.append(seen)
        places.append(chosen)
        chances.append(policy.log_prob(chosen))
        values.append(value)
        rewards.append(torch.from_numpy(batch.rewards * POINTS))
        ended.append(torch.from_numpy(batch.ended.astype(np.float32)))
        scores += batch.scores[batch.ended != 0].tolist()
        batch.begin_ended()
    values.append(net(look(batch))[1])
    gains, gain = list[Any](), torch.zeros(batch.size)
    for step in reversed(range(STEPS)):
        going = 1 - ended[step]
        surprise = rewards[step] + DISCOUNT * going * values[step + 1] - values[step]
        gain = surprise + DISCOUNT * TRACE * going * gain
        gains.insert(0, gain)
    flat = [torch.cat(parts) for parts in (places, chances, values[:-1], gains)]
    return joined(steps), *flat


def learn(
    net: Net, optimizer: Any, seen: Any, places: Any, chances: Any, values: Any, gains: Any
) -> None:
    """Make what went better than expected more likely, within bounds."""
    targets = values + gains
    gains = (gains - gains.mean()) / (gains.std() + 1e-8)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(places)).chunk(PARTS):
            logits, value = net(seen.rows(rows))
            policy = Categorical(logits=logits)
            ratio = (policy.log_prob(places[rows]) - chances[rows]).exp()
            bounded = ratio.clamp(1 - CLIP, 1 + CLIP)
            better = torch.min(ratio * gains[rows], bounded * gains[rows]).mean()
            error = (value - targets[rows]).pow(2).mean()
            loss = 0.5 * error - better - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


if __name__ == "__main__":
    main()
