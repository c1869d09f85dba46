"""Gymnasium environments: one learner against bots, alone or as a native vector.

``gymnasium.make("rollwrite/Qwinto-v1", opponents="greedy")`` and ``gymnasium.make_vec("rollwrite/
Qwinto-v1", num_envs=1024, vectorization_mode="vector_entry_point")``. Legal actions are in
``info["action_mask"]`` and in ``action_masks()``, where learners look for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rollwrite.envs.batch import Batch
from rollwrite.envs.rendering import RENDER_MODES, VECTOR_MODES, check_mode, rendered
from rollwrite.envs.table import (
    ON_ILLEGAL,
    Table,
    check_choice,
    check_learner,
    check_seed,
    check_size,
    table,
)
from rollwrite.errors import BadOption, MissingExtra, say
from rollwrite.play.game import Game

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError:
    raise MissingExtra("envs") from None

SEEDS = 1 << 63


def spaces_of(game: Table) -> tuple[spaces.Box, spaces.Discrete]:
    """What the learner sees, and what it may answer."""
    seen = game.layout()
    kind: Any = np.dtype(seen.dtype)
    low, high = (-1, 1) if game.scaled else (np.iinfo(kind).min, np.iinfo(kind).max)
    box = spaces.Box(low, high, (seen.size,), kind)
    return box, spaces.Discrete(game.rules.ACTIONS)


def _chosen_seat(options: object, table: Table) -> int | None:
    """The learner's seat for one game: that of the options, else that of the table."""
    if options is not None and not isinstance(options, Mapping):
        raise BadOption(say("option.mapping", name="options", value=options), table.game.language)
    seat: int | None = (options or {}).get("seat", table.seat)
    check_learner(seat, table.seats)
    return seat


class GameEnv(gymnasium.Env[Any, Any]):
    """One learner at a table with bots.

    The reward is the gain of the learner's score since its last decision (``reward="score"``; the
    sum is the final score) or its share of the victory at the end (``"win"``). The learner takes
    another seat in every game unless ``seat`` is given. An action that is not legal changes
    nothing, is rewarded with -1 and noted in ``info["illegal"]``, with the reason; with
    ``on_illegal="raise"`` it is an error. Further options are those of ``batch.table``.
    """

    metadata: dict[str, Any] = {"render_modes": [*RENDER_MODES], "render_fps": 1}  # noqa: RUF012  # as in Env

    def __init__(
        self,
        game: Game | str,
        opponents: Any = ("random",),
        seats: int | None = None,
        seat: int | None = None,
        reward: str = "score",
        render_mode: str | None = None,
        *,
        on_illegal: str = "penalty",
        **options: Any,
    ) -> None:
        self.table = table(game, opponents, seats, seat, reward, **options)
        check_choice("on_illegal", on_illegal, ON_ILLEGAL)
        check_mode(render_mode, RENDER_MODES)
        self.observation_space, self.action_space = spaces_of(self.table)
        self.render_mode = render_mode
        self._on_illegal = on_illegal
        self._batch = Batch(self.table, 1)
        self._over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game; ``options={"seat": 1}`` chooses the learner's seat for this one."""
        if seed is not None:
            check_seed(seed)
        seat = _chosen_seat(options, self.table)
        super().reset(seed=seed)
        number = int(self.np_random.integers(SEEDS))
        if seat is None:
            seat = int(self.np_random.integers(self.table.seats))
        if seat != self._batch.table.seat:
            chosen = self.table._replace(seat=seat)
            self._batch = Batch(chosen, 1)
        self._batch.reset(number)
        self._over = False
        if self.render_mode == "human":
            self.render()
        return self._batch.views[0].copy(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answer; returns when the learner must decide again or the game is over."""
        if self._over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset() first")
        if isinstance(action, np.ndarray) and not action.shape:
            action = action[()]
        if not isinstance(action, int | np.integer) or isinstance(action, bool):
            high = self.table.rules.ACTIONS - 1
            raise BadOption(say("envs.whole", action=action, high=high), self.table.game.language)
        batch = self._batch
        legal = batch.legal[0, : batch.counts[0]]
        reason = None
        if action not in legal:
            shown = max(-SEEDS, min(int(action), SEEDS))  # Python refuses to write endless numbers
            told = {"agent": "The learner", "action": shown, "legal": legal.tolist()}
            reason = say("envs.illegal", **told)
            if self._on_illegal == "raise":
                raise BadOption(reason, self.table.game.language)
        batch.step([int(action) if reason is None else -1])
        self._over = bool(batch.ended[0])
        reward = float(batch.rewards[0])
        info = self._info()
        if reason is not None:
            info["reason"] = self.table.game.text(reason)
        if self.render_mode == "human":
            self.render()
        return batch.views[0].copy(), reward, self._over, False, info

    def action_masks(self) -> Any:
        """Which actions are legal, as sb3-contrib's MaskablePPO asks for them."""
        return self._batch.masks[0].astype(bool)

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._batch.masks[0].copy(),
            "seat": int(self._batch.seats[0]),
            "score": int(self._batch.scores[0]),
            "illegal": bool(self._batch.illegal[0]),
        }

    def render(self) -> Any:
        """The sheets: as text, as an array of pixels, or on the terminal."""
        if self.render_mode is None:
            return None
        return rendered(self.table.state(self._batch.tables[0]), self.render_mode)


class GameVectorEnv(VectorEnv[Any, Any, Any]):
    """Many games at once, played by one compiled loop.

    A game that is over begins anew with the next step, whose action is ignored (Gymnasium's
    NEXT_STEP). ``copy=False`` hands out the same arrays in every step, which is faster;
    ``masks=False`` leaves the masks out (``batch.legal`` lists the legal actions), which is faster
    for games with many actions. Further options are those of ``batch.table``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as in the class it extends
        "render_modes": [*VECTOR_MODES],
        "render_fps": 1,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        opponents: Any = ("random",),
        seats: int | None = None,
        seat: int | None = None,
        reward: str = "score",
        render_mode: str | None = None,
        copy: bool = True,
        workers: int = 1,
        masks: bool = True,
        on_illegal: str = "penalty",
        **options: Any,
    ) -> None:
        self.table = table(game, opponents, seats, seat, reward, **options)
        check_choice("on_illegal", on_illegal, ON_ILLEGAL)
        check_mode(render_mode, VECTOR_MODES)
        check_size("num_envs", num_envs)
        check_size("workers", workers)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space, self.single_action_space = spaces_of(self.table)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch = Batch(self.table, num_envs, workers, masks=masks)
        self._copy = copy
        self._on_illegal = on_illegal
        self._there = np.ones(num_envs, bool)

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin all games anew; a list of seeds counts as one seed made of them."""
        if isinstance(seed, list | tuple | np.ndarray):
            for one in seed:
                check_seed(int(one) if isinstance(one, np.integer) else one)
            seed = int(np.random.SeedSequence(list(seed)).generate_state(1)[0])
        if seed is not None:
            check_seed(seed)
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(seed)
        self.batch.reset(int(self.np_random.integers(SEEDS)))
        return self._given(self.batch.views), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One decision in every game."""
        batch = self.batch
        if self._on_illegal == "raise":
            batch.check_actions(np.asarray(actions))
        batch.step(actions)
        ended = batch.ended.astype(bool)
        truncated = np.zeros(self.num_envs, bool)
        rewards = self._given(batch.rewards)
        return self._given(batch.views), rewards, ended, truncated, self._info()

    def action_masks(self) -> Any:
        """Which actions are legal, a row for each game."""
        return self.batch.masks_of(np.arange(self.num_envs)).astype(bool)

    def sample(self) -> Any:
        """A random legal action for every game, by a compiled loop."""
        return self.batch.sample()

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        batch, there = self.batch, self._there
        masks = {"action_mask": self._given(batch.masks), "_action_mask": there}
        return {
            **(masks if batch.dense else {}),
            "score": self._given(batch.scores),
            "_score": there,
            "illegal": batch.illegal.astype(bool),
            "_illegal": there,
        }

    def render(self) -> tuple[Any, ...] | None:
        """The sheets of every game, as text or as an array of pixels."""
        if self.render_mode is None:
            return None
        mode = self.render_mode
        return tuple(rendered(self.table.state(slot), mode) for slot in self.batch.tables)

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        self.batch.close()
