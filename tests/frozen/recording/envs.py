"""Frozen episodes: what environments show, allow and reward, step by step, for seeded players."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import gymnasium
import numpy as np

import rollwrite.envs
from frozen.cases import box
from rollwrite.envs import zoo

assert rollwrite.envs  # registers the games
IDS = {
    "clever_kids": "rollwrite/CleverKids-v1",
    "donnant": "rollwrite/Donnant-v1",
    "one_card": "rollwrite/OneCard-v1",
    "qwinto": "rollwrite/Qwinto-v1",
    "twenty_one": "rollwrite/TwentyOne-v1",
}
VARIANTS = (
    ("clever_kids", None),
    ("donnant", "base"),
    ("one_card", "base"),
    ("one_card", "advanced"),
    ("qwinto", None),
    ("twenty_one", None),
)
VECTOR, VECTOR_STEPS = 5, 120


class Seen:
    """A hash of all that an environment has shown, and how much that was."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.steps = 0

    def add(self, view: Any, mask: Any, reward: Any) -> None:
        numbers = [np.asarray(view).tolist(), np.asarray(mask).tolist()]
        self._hash.update(repr([numbers, np.asarray(reward, float).tolist()]).encode())
        self.steps += 1

    def facts(self) -> list[Any]:
        return [self.steps, self._hash.hexdigest()]


def chosen(mask: Any, step: int) -> int:
    """A legal action that depends on nothing but the step."""
    legal = np.flatnonzero(mask)
    return int(legal[step * 7919 % len(legal)])


def single(game: str, variant: str | None, **options: Any) -> list[Any]:
    """One learner against a random bot, to the end of a game."""
    env = gymnasium.make(IDS[game], game=box(game, variant), **options)
    seen = Seen()
    view, info = env.reset(seed=5)
    seen.add(view, info["action_mask"], info["score"])
    over = False
    while not over:
        action = chosen(info["action_mask"], seen.steps)
        view, reward, over, _, info = env.step(action)
        seen.add(view, info["action_mask"], reward)
    return [info["seat"], info["score"], *seen.facts()]


def vector(game: str, variant: str | None) -> list[Any]:
    """Several games at once, one after the other."""
    env = gymnasium.make_vec(
        IDS[game], num_envs=VECTOR, vectorization_mode="vector_entry_point",
        game=box(game, variant), reward="win",
    )  # fmt: skip
    seen = Seen()
    view, info = env.reset(seed=6)
    seen.add(view, info["action_mask"], info["score"])
    for _ in range(VECTOR_STEPS):
        masks = info["action_mask"]
        actions = [chosen(mask, seen.steps) if mask.any() else 0 for mask in masks]
        view, reward, ended, _, info = env.step(np.array(actions))
        seen.add(view, info["action_mask"], [reward, ended])
    return seen.facts()


def agents(game: str) -> list[Any]:
    """Every seat a learner, one at a time."""
    env = getattr(zoo, f"{game}_v1").env(seats=3)
    env.reset(seed=7)
    seen = Seen()
    for agent in env.agent_iter():
        view, reward, over, _, _ = env.last()
        seat = env.possible_agents.index(agent)
        seen.add(view["observation"], view["action_mask"], [seat, reward])
        env.step(None if over else chosen(view["action_mask"], seen.steps))
    return seen.facts()


def together(game: str) -> list[Any]:
    """Every seat a learner, all at once."""
    env = getattr(zoo, f"{game}_v1").parallel_env(seats=2)
    views, _ = env.reset(seed=8)
    seen = Seen()
    while env.agents:
        actions = {}
        for agent, view in views.items():
            seen.add(view["observation"], view["action_mask"], 0)
            actions[agent] = chosen(view["action_mask"], seen.steps)
        views, rewards, *_ = env.step(actions)
        seen.add([], [], list(rewards.values()))
    return seen.facts()


def _episodes() -> Iterator[tuple[str, Callable[[], list[Any]]]]:
    for game, variant in VARIANTS:
        name = " ".join(filter(None, (game, variant)))
        yield f"{name} single", partial(single, game, variant)
        yield f"{name} vector", partial(vector, game, variant)
    yield "donnant solo single", partial(single, "donnant", "solo", seats=1)
    yield "qwinto greedy", partial(single, "qwinto", None, opponents="greedy", seats=3, seat=1)
    for game in IDS:
        yield f"{game} agents", partial(agents, game)
        yield f"{game} together", partial(together, game)


EPISODES = dict(_episodes())
