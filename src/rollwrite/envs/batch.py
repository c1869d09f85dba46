"""A batch of games for one learner against bots: the native vector environment, on CPU or GPU.

It knows no library: arrays in, arrays out. ``gym.py`` makes Gymnasium environments of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from rollwrite.bots import bot
from rollwrite.envs import loops
from rollwrite.envs.layout import Layout, layout
from rollwrite.errors import BadOption, did_you_mean, say
from rollwrite.kernel import match
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.match_runner import (
    distinct,
    evaluator_of,
    kinds_of,
    models_of,
)
from rollwrite.kernel.policy import RANDOM, Policy
from rollwrite.kernel.run import signed, stored
from rollwrite.kernel.workspace import compiled_scratch
from rollwrite.play.checks import checked_names
from rollwrite.play.game import SEEDS, Game
from rollwrite.play.registry import as_game

MOST = 1 << 30
REWARDS = ("score", "win")


class Table(NamedTuple):
    """What is played: a game, the opponents in turn order after the learner, and its seat."""

    game: Game
    opponents: tuple[Policy, ...]
    seat: int | None  # None: another one in every game
    reward: int

    @property
    def seats(self) -> int:
        """How many play, the learner included."""
        return len(self.opponents) + 1

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self.game.rules

    def start(self) -> Any:
        """The start of a game as a record."""
        return self.game.definition.position.start(self.game, self.seats, 0, self.game.options)

    def layout(self) -> Layout:
        """What the learner sees."""
        return layout(self.rules, self.seats)


def table(
    game: Game | str,
    opponents: Sequence[str] | str = ("random",),
    seats: int | None = None,
    seat: int | None = None,
    reward: str = "score",
) -> Table:
    """The table that is meant, checked; fewer opponents than seats take turns around it."""
    game = as_game(game)
    with game.localized_errors():
        names = checked_names("opponents", opponents)
        low, high = game.seats.start, game.seats.stop - 1
        if seats is None:
            seats = min(max(len(names) + 1, low), high)
        if type(seats) is not int or seats not in game.seats:
            raise BadOption(say("option.count", name="seats", value=seats, low=low, high=high))
        check_learner(seat, seats)
        if reward not in REWARDS:
            hint = did_you_mean(reward, REWARDS)
            raise BadOption(say("envs.reward", value=reward, hint=hint))
        if seats > 1 and not names:
            raise BadOption(say("envs.no_opponents"))
        policies = [bot(name).policy(game) for name in names]
        around = tuple(policies[place % len(policies)] for place in range(seats - 1))
        return Table(game, around, seat, REWARDS.index(reward))


def check_learner(seat: object, seats: int) -> None:
    """Refuse a seat that the learner cannot have; None is another one in every game."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
        raise BadOption(say("option.count", name="seat", value=seat, low=0, high=seats - 1))


def check_size(name: str, value: object) -> None:
    """Refuse what is no number of games at once, or of threads."""
    if type(value) is not int or not 1 <= value <= MOST:
        raise BadOption(say("option.count", name=name, value=value, low=1, high=MOST))


def check_seed(seed: object) -> None:
    """Refuse what is no seed."""
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise BadOption(say("option.seed", value=seed, high=SEEDS - 1))


class Batch:
    """So many games at once; each environment plays game after game of its own.

    ``reset`` and ``step`` fill ``views`` (what the learner sees), ``masks`` (a 1 for each legal
    action), ``rewards``, ``ended`` (the game is over: the next step begins another one, whatever
    the action) and ``illegal`` (the action was none: nothing happened, the reward is -1).
    Environment i plays games i, i + size, i + 2 size … of the seed.
    """

    def __init__(self, table: Table, size: int, workers: int = 1) -> None:
        import numpy as np

        check_size("size", size)
        check_size("workers", workers)
        self.table = table
        self.size = size
        self.layout = table.layout()
        rules, start = table.rules, table.start()
        self.actions = rules.ACTIONS
        self._start = stored(start)
        self.tables = np.zeros(size, start.dtype())
        self._raw = self.tables.view(np.int8).reshape(size, -1)
        self._rngs = np.zeros((size, 2), np.int64)
        self._who = np.zeros(size, np.int8)
        self._numbers = np.zeros(size, np.int64)
        self._finished = np.ones(size, np.int8)
        self._last = np.zeros(size, np.int32)
        lineup = table.opponents or (RANDOM,)
        self._lineup = kinds_of(lineup), models_of(lineup)
        self._loop = _loop(rules, distinct(lineup), evaluator_of(lineup))
        shares = max(1, min(workers, size))
        self._scratch = [compiled_scratch(rules, evaluator_of(lineup)) for _ in range(shares)]
        self._pool = ThreadPoolExecutor(shares) if shares > 1 else None
        self.views = np.zeros((size, self.layout.size), self.layout.dtype)
        self.masks = np.zeros((size, self.actions), np.int8)
        self.rewards = np.zeros(size, np.float32)
        self.ended = np.zeros(size, np.int8)
        self.illegal = np.zeros(size, np.int8)
        self._actions = np.zeros(size, np.int64)
        self._whims = np.zeros((size, 2), np.int64)
        self._picked = np.zeros(size, np.int64)
        self._pick = _picker().bound(self.masks, self._whims, self._picked, 0, 1)
        self._plays = self._bound(0)

    @property
    def seats(self) -> Any:
        """The learner's seat in every environment."""
        return self._who

    @property
    def scores(self) -> Any:
        """The learner's score when it last decided, or at the end."""
        return self._last

    def reset(self, seed: int) -> None:
        """Begin anew, with the first games of a seed."""
        import numpy as np

        check_seed(seed)
        self._plays = self._bound(signed(seed))
        self._finished[:] = 1
        self._numbers[:] = np.arange(self.size) - self.size
        self.step(self._actions)

    def _bound(self, seed: int) -> list[Callable[[], None]]:
        """The loop of each thread, ready to be called."""
        shares = len(self._scratch)
        edges = [self.size * share // shares for share in range(shares + 1)]
        envs = loops.Environments(
            self.tables, self._raw, self._rngs,
            self._who, self._numbers, self._finished, self._last,
        )  # fmt: skip
        seat = -1 if self.table.seat is None else self.table.seat
        setting = loops.Setting(
            self._start, *self._lineup, self.layout.runs, seat, seed, self.size, self.table.reward
        )
        result = loops.StepResult(
            self._actions, self.views, self.masks, self.rewards, self.ended, self.illegal
        )
        return [
            self._loop.bound(envs, setting, scratch, result, loops.Share(first, after, 1))
            for scratch, (first, after) in zip(self._scratch, pairwise(edges), strict=True)
        ]

    def step(self, actions: Any) -> None:
        """One decision in every environment, and all that follows until the next one."""
        import numpy as np

        try:
            actions = np.asarray(actions)
        except ValueError:  # rows of different lengths
            raise BadOption(say("envs.whole_actions", actions=actions)) from None
        given = actions.shape
        if given != (self.size,):
            raise BadOption(say("envs.actions", size=self.size, given=list(given)))
        if actions.dtype.kind not in "iu":
            raise BadOption(say("envs.whole_actions", actions=actions))
        self._actions[:] = actions
        if self._pool is None:
            self._plays[0]()
        else:
            list(self._pool.map(lambda play: play(), self._plays))

    def sample(self, seed: int | None = None) -> Any:
        """A random legal action for every environment; a seed begins a new sequence of them."""
        import numpy as np

        if seed is not None:
            check_seed(seed)
        if seed is not None or not self._whims.any():
            self._whims[:, 0] = np.random.default_rng(seed).integers(1, 1 << 32, self.size)
            self._whims[:, 1] = 1
        self._pick()
        return self._picked.copy()

    def close(self) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


@cache
def _loop(rules: Any, kinds: tuple[Any, ...], evaluator: Any) -> Compiled:
    return Compiled(loops.step_many, match.bindings(rules, kinds, evaluator), rules.TITLE)


@cache
def _picker() -> Compiled:
    return Compiled(loops.pick_any, {}, "random choice")
