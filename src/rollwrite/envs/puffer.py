"""PufferLib without emulation: the loop writes into the buffers that PufferLib gives it.

    import pufferlib.vector
    from rollwrite.envs.puffer import GamePuffer

    env = GamePuffer("qwinto", 1024, opponents="greedy", observations="scaled")

PufferLib knows no action masks: ``legal`` ones follow the observation (``masks=True``), and are in
``env.batch.masks``. An action that is not legal changes nothing and is rewarded with -1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from rollwrite.envs.batch import Batch
from rollwrite.envs.gym import spaces_of
from rollwrite.envs.table import check_size, table
from rollwrite.errors import MissingExtra
from rollwrite.play.game import Game

try:
    import pufferlib
    from gymnasium.spaces import Box
except ModuleNotFoundError:
    raise MissingExtra("puffer") from None


class GamePuffer(pufferlib.PufferEnv):
    """Many games at once, each an agent; a game that is over begins anew in the same step."""

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        opponents: Any = ("random",),
        masks: bool = True,
        buf: Any = None,
        seed: int = 0,
        workers: int = 1,
        log_interval: int = 128,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.table = table(game, opponents, **options)
        check_size("num_envs", num_envs)
        seen, actions = spaces_of(self.table)
        self._width = seen.shape[0]
        width = self._width + (int(actions.n) if masks else 0)
        low, high = float(seen.low.min()), float(seen.high.max())
        self.single_observation_space = Box(min(low, 0), max(high, 1), (width,), seen.dtype.type)
        self.single_action_space = actions
        self.num_agents = num_envs
        self.render_mode = render_mode
        super().__init__(buf)
        self.batch = Batch(self.table, num_envs, workers)
        self._masks = masks
        self._every = log_interval
        self._steps = 0
        self._scores: list[int] = []
        self._seed = seed

    def reset(self, seed: int | None = None) -> tuple[Any, list[Any]]:
        """Begin all games anew."""
        self.batch.reset(self._seed if seed is None else int(seed))
        self._scores.clear()
        self._write()
        return self.observations, []

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, list[Any]]:
        """One decision in every game."""
        batch = self.batch
        self.actions[:] = actions
        batch.step(self.actions)
        self.rewards[:] = batch.rewards
        self.terminals[:] = batch.ended
        self.truncations[:] = False
        if batch.ended.any():
            self._scores += batch.scores[batch.ended != 0].tolist()
            batch.begin_ended()
        self._write()
        self._steps += 1
        return self.observations, self.rewards, self.terminals, self.truncations, self._told()

    def _write(self) -> None:
        self.observations[:, : self._width] = self.batch.views
        if self._masks:
            self.observations[:, self._width :] = self.batch.masks

    def _told(self) -> list[Any]:
        """Now and then the mean score of the games that have ended."""
        if self._steps % self._every or not self._scores:
            return []
        told = {"score": float(np.mean(self._scores)), "games": len(self._scores)}
        self._scores.clear()
        return [told]

    def render(self) -> str:
        """The first game as text."""
        return str(self.table.state(self.batch.tables[0]))

    def close(self) -> None:
        """Let the threads go."""
        self.batch.close()
