"""PettingZoo environments: every seat a learner, by PettingZoo's conventions.

``from rollwrite.envs.zoo import qwinto_v1`` gives what a module of PettingZoo has: ``env``,
``raw_env`` (AEC) and ``parallel_env``. Any installed game is found this way. Observations are
dictionaries with ``observation`` and ``action_mask``; the mask is in ``info`` as well.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from rollwrite.envs.gym import SEEDS, spaces_of
from rollwrite.envs.seats import Seats
from rollwrite.envs.table import check_seed, table
from rollwrite.errors import BadOption, MissingExtra, did_you_mean, say
from rollwrite.play.game import Game
from rollwrite.play.registry import as_game, games
from rollwrite.play.registry import game as game_by_name

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError:
    raise MissingExtra("envs") from None


class _Agents:
    """What both kinds of environment share: a table, agents for its seats, and their spaces."""

    _extra = 0  # actions beyond those of the game

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        reward: str = "score",
        render_mode: str | None = None,
    ) -> None:
        game = as_game(game)
        count = seats if seats is not None else min(2, game.seats[-1])
        self.table = table(game, ("random",), count, None, reward)
        self.render_mode = render_mode
        name = f"{game.id}_v{game.definition.version}"
        self.metadata = {"render_modes": ["ansi"], "name": name, "is_parallelizable": False}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self._seats = Seats(self.table)
        self._np_random: Any = None
        seen, actions = spaces_of(self.table)
        every = int(actions.n) + self._extra
        mask = spaces.Box(0, 1, (every,), np.int8)
        views = {a: spaces.Dict(observation=seen, action_mask=mask) for a in self.possible_agents}
        self.observation_spaces = views
        self.action_spaces = {agent: spaces.Discrete(every) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> str | None:
        """The sheets as text."""
        return None if self.render_mode is None else str(self._seats.state())

    def close(self) -> None:
        """Nothing is held that would have to be let go."""

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            check_seed(seed)
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        self._seats.reset(int(self._np_random.integers(SEEDS)))
        self.agents = self.possible_agents[:]

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    def _rewarded(self, before: Any) -> dict[str, float]:
        """What each agent gets for what has just happened."""
        if self.table.reward == 0:
            gains = (self._seats.scores - before).tolist()
        else:
            gains = self._seats.victories() if self._seats.over else [0.0] * self.table.seats
        return {agent: float(gain) for agent, gain in zip(self.possible_agents, gains, strict=True)}

    def _check(self, agent: str, action: Any, mask: Any) -> None:
        whole = isinstance(action, (int, np.integer))
        if not whole or not 0 <= action < len(mask) or not mask[action]:
            legal = np.flatnonzero(mask).tolist()
            raise BadOption(say("envs.illegal", agent=agent, action=action, legal=legal))


class GameAEC(_Agents, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One agent at a time: the first of the seats that are to move."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._tell()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat(agent)
        mask = self._seats.masks[seat].copy()
        return {"observation": self._seats.views[seat].copy(), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Let the selected agent answer."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat(agent)
        self._check(agent, action, self._seats.masks[seat])
        before = self._seats.scores.copy()
        self._seats.act(seat, action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewarded(before)
        if self._seats.over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._tell()
        self._accumulate_rewards()

    def _tell(self) -> None:
        masks = self._seats.masks
        self.infos = {
            agent: {"action_mask": masks[self._seat(agent)].copy()} for agent in self.agents
        }
        pending = self._seats.pending
        self.agent_selection = self.possible_agents[pending[0]] if pending else self.agents[0]


class GameParallel(_Agents, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """All agents at once: those that are not to move answer with the last action, to wait."""

    _extra = 1

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game."""
        self._begin(seed)
        return self._views(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Let everybody answer who is to move; answers of one window do not see each other."""
        agents = self.agents
        for agent in agents:
            if agent not in actions:
                raise BadOption(say("envs.no_action", agent=agent))
            self._check(agent, actions[agent], self._mask(self._seat(agent)))
        before = self._seats.scores.copy()
        for seat in self._seats.pending:
            self._seats.act(seat, actions[self.possible_agents[seat]])
        rewards = self._rewarded(before)
        over = self._seats.over
        views, infos = self._views(), self._infos()
        if over:
            self.agents = []
        ended = dict.fromkeys(agents, over)
        return views, rewards, ended, dict.fromkeys(agents, False), infos

    def _mask(self, seat: int) -> Any:
        own = self._seats.masks[seat]
        return np.append(own, np.int8(0 if own.any() else 1))

    def _views(self) -> dict[str, Any]:
        return {
            agent: {
                "observation": self._seats.views[self._seat(agent)].copy(),
                "action_mask": self._mask(self._seat(agent)),
            }
            for agent in self.agents
        }

    def _infos(self) -> dict[str, Any]:
        return {agent: {"action_mask": self._mask(self._seat(agent))} for agent in self.agents}


def _module(name: str) -> ModuleType:
    """What a module of PettingZoo has, for one game."""
    made = ModuleType(f"{__name__}.{name}_v{game_by_name(name).definition.version}")

    def raw_env(**options: Any) -> GameAEC:
        return GameAEC(name, **options)

    def env(**options: Any) -> Any:
        safe = wrappers.AssertOutOfBoundsWrapper(raw_env(**options))
        return wrappers.OrderEnforcingWrapper(safe)

    def parallel_env(**options: Any) -> GameParallel:
        return GameParallel(name, **options)

    vars(made).update(raw_env=raw_env, env=env, parallel_env=parallel_env)
    return made


def __getattr__(name: str) -> ModuleType:
    """``qwinto_v1`` and so on: the games that are installed, in the version they are in."""
    known = {f"{game}_v{game_by_name(game).definition.version}": game for game in games()}
    if name in known:
        return _module(known[name])
    hint = "" if name.startswith("_") else did_you_mean(name, known).text()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}.{hint}")


def __dir__() -> list[str]:
    """The environments there are, and the classes behind them."""
    own = [f"{game}_v{game_by_name(game).definition.version}" for game in games()]
    return [*globals(), *own]
