"""Stable-Baselines3 on the native vector, with action masks for sb3-contrib's MaskablePPO.

from sb3_contrib import MaskablePPO
from rollwrite.envs.sb3 import GameVecEnv

env = GameVecEnv("qwinto", 256, opponents="greedy", observations="scaled")
MaskablePPO("MlpPolicy", env).learn(1_000_000)
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from rollwrite.envs.batch import Batch
from rollwrite.envs.gym import SEEDS, spaces_of
from rollwrite.envs.rendering import VECTOR_MODES, check_mode, rendered
from rollwrite.envs.table import ON_ILLEGAL, check_choice, check_seed, check_size, table
from rollwrite.errors import MissingExtra
from rollwrite.play.game import Game

try:
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError:
    raise MissingExtra("sb3") from None


class GameVecEnv(VecEnv):
    """Many games at once; one that is over begins anew in the same step, as SB3 has it.

    An action that is not legal is an error that says which were; with ``on_illegal="penalty"``,
    for learners without masks, it changes nothing and is rewarded with -1. Further options are
    those of ``batch.table``.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        opponents: Any = ("random",),
        workers: int = 1,
        on_illegal: str = "raise",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.table = table(game, opponents, **options)
        check_size("num_envs", num_envs)
        check_choice("on_illegal", on_illegal, ON_ILLEGAL)
        check_mode(render_mode, VECTOR_MODES)
        self.batch = Batch(self.table, num_envs, workers)
        self.render_mode = render_mode
        self._on_illegal = on_illegal
        self._taken: Any = None
        self._gained = np.zeros(num_envs)
        self._length = np.zeros(num_envs, np.int64)
        self._begun = time.monotonic()
        self._seed: int | None = None
        super().__init__(num_envs, *spaces_of(self.table))

    def reset(self) -> Any:
        """Begin all games anew, with the seed that was given to ``seed``."""
        seed = self._seed
        if seed is None:
            seed = int(np.random.default_rng().integers(SEEDS))
        self._seed = None
        self.batch.reset(seed)
        self._gained[:] = 0
        self._length[:] = 0
        return self.batch.views.copy()

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """The seed of the next reset."""
        if seed is not None:
            check_seed(seed)
        self._seed = seed
        return [seed] * self.num_envs

    def step_async(self, actions: Any) -> None:
        self._taken = np.asarray(actions)

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """One decision in every game."""
        batch = self.batch
        if self._on_illegal == "raise":
            batch.check_actions(self._taken)
        batch.step(self._taken)
        rewards, ended = batch.rewards.copy(), batch.ended.astype(bool)
        self._gained += rewards
        self._length += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(batch.illegal):
            infos[place]["illegal"] = True
        over = np.flatnonzero(ended)
        if len(over):
            last, taken = batch.views[over].copy(), round(time.monotonic() - self._begun, 6)
            for place, view in zip(over, last, strict=True):
                infos[place].update(
                    terminal_observation=view,
                    score=int(batch.scores[place]),
                    episode={
                        "r": float(self._gained[place]),
                        "l": int(self._length[place]),
                        "t": taken,
                    },
                )
            batch.begin_ended()
            self._gained[over] = 0
            self._length[over] = 0
        return batch.views.copy(), rewards, ended, infos

    def action_masks(self) -> Any:
        """Which actions are legal, a row for each game."""
        return self.batch.masks.astype(bool)

    def close(self) -> None:
        """Let the threads go."""
        self.batch.close()

    def get_images(self) -> Sequence[Any]:
        """The sheets of every game as pixels."""
        return [rendered(self.table.state(slot), "rgb_array") for slot in self.batch.tables]

    def render(self, mode: str | None = None) -> Any:
        """The sheets: of all games as one picture, or the texts."""
        mode = mode or self.render_mode
        if mode == "ansi":
            return [rendered(self.table.state(slot), mode) for slot in self.batch.tables]
        return super().render(mode)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute; all environments have the same."""
        return [getattr(self, attr_name)] * len(self._places(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set an attribute of all environments."""
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        """What a method gives; ``action_masks`` a row for each environment."""
        found = getattr(self, method_name)(*args, **kwargs)
        places = self._places(indices)
        if method_name == "action_masks":
            return [found[place] for place in places]
        return [found] * len(places)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """No environment is wrapped."""
        return [False] * len(self._places(indices))

    def _places(self, indices: Any) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)
