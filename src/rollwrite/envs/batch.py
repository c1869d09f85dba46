"""A batch of games for one learner against bots: the native vector environment, on CPU or GPU.

It knows no library: arrays in, arrays out. ``gym.py`` makes Gymnasium environments of it.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

from rollwrite.envs import loops
from rollwrite.envs.opponents import Opponent, Players, chosen_action
from rollwrite.envs.table import Table, check_seed, check_size, table
from rollwrite.errors import BadOption, say
from rollwrite.kernel import match
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.match_runner import (
    distinct,
    evaluator_of,
    models_of,
)
from rollwrite.kernel.run import signed, stored
from rollwrite.kernel.workspace import compiled_scratch, move_type

ALIGNMENT = 128  # bytes
__all__ = ["Batch", "Table", "table"]


class Batch:
    """So many games at once; each environment plays game after game of its own.

    ``reset`` and ``step`` fill ``views`` (what the learner sees), ``legal`` (the legal actions,
    rising) and ``counts`` (how many they are), ``masks`` (a 1 for each legal action; None if
    ``masks`` is False), ``rewards``, ``ended`` (the game is over: the next step begins another one,
    whatever the action) and ``illegal`` (the action was none: nothing happened, the reward is -1).
    Environment i plays games i, i + size, i + 2 size … of the seed.
    """

    def __init__(self, table: Table, size: int, workers: int = 1, *, masks: bool = True) -> None:
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
        self._players = Players(table.opponents, table.game)
        lineup = self._players.policies
        self._envs = loops.Environments(
            self.tables,
            self._raw,
            np.zeros((size, 2), np.int64),
            np.zeros(size, np.int8),
            np.zeros(size, np.int8),
            np.zeros((size, table.seats), np.int16),
            np.zeros(size, np.int64),
            np.ones(size, np.int8),
            np.zeros(size, np.int32),
        )
        self._lineup = self._players.kinds(), models_of(lineup), self._players.weights()
        self._loop = _loop(
            rules, distinct(lineup), evaluator_of(lineup),
            self._players.outside, bool(self._players.pools), masks, table.scaled,
        )  # fmt: skip
        shares = max(1, min(workers, size))
        self._scratch = [compiled_scratch(rules, evaluator_of(lineup)) for _ in range(shares)]
        self._pool = ThreadPoolExecutor(shares) if shares > 1 else None
        self.views = aligned((size, self.layout.size), self.layout.dtype)
        self.masks = aligned((size, self.actions if masks else 1), "i1")
        self.legal = aligned((size, rules.MOVES), move_type(rules))
        self.counts = aligned((size,), "i4")
        self.rewards = aligned((size,), "f4")
        self.ended = aligned((size,), "i1")
        self.illegal = aligned((size,), "i1")
        self.dense = masks
        self._actions = np.zeros(size, np.int64)
        self._whims = np.zeros((size, 2), np.int64)
        self._picked = np.zeros(size, np.int64)
        self._pick = _picker().bound(self.legal, self.counts, self._whims, self._picked, 0, 1)
        self._bind(0)

    @property
    def seats(self) -> Any:
        """The learner's seat in every environment."""
        return self._envs.who

    @property
    def scores(self) -> Any:
        """The learner's score when it last decided, or at the end."""
        return self._envs.last

    def reset(self, seed: int) -> None:
        """Begin anew, with the first games of a seed."""
        import numpy as np

        check_seed(seed)
        self._bind(signed(seed))
        self._envs.finished[:] = 1
        self._envs.numbers[:] = np.arange(self.size) - self.size
        self.step(self._actions)

    def _bind(self, seed: int) -> None:
        """Make the loop of each thread ready to be called, for each of its purposes."""
        shares = len(self._scratch)
        edges = [self.size * share // shares for share in range(shares + 1)]
        seat = -1 if self.table.seat is None else self.table.seat
        setting = loops.Setting(
            self._start, *self._lineup, self.layout.runs, self.layout.scales,
            seat, seed, self.size, self.table.reward,
        )  # fmt: skip
        result = loops.StepResult(
            self._actions, self.views, self.masks, self.legal, self.counts,
            self.rewards, self.ended, self.illegal,
        )  # fmt: skip
        self._plays = [
            [
                self._loop.bound(
                    self._envs, setting, scratch, result, loops.Share(first, after, 1, only)
                )
                for scratch, (first, after) in zip(self._scratch, pairwise(edges), strict=True)
            ]
            for only in (loops.ALL, loops.ENDED, loops.WAITING)
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
        self._play(loops.ALL)

    def begin_ended(self) -> None:
        """Begin the next game where one is over, without waiting for the next step."""
        self._play(loops.ENDED)

    def _play(self, only: int) -> None:
        if self._players.pools and self._players.joined():
            self._lineup[0][:] = self._players.kinds()
            self._lineup[2][:] = self._players.weights()
        self._run(only)
        if self._players.outside:
            while self._answered():
                self._run(loops.WAITING)

    def _run(self, only: int) -> None:
        plays = self._plays[only]
        if self._pool is None:
            plays[0]()
        else:
            list(self._pool.map(lambda play: play(), plays))

    def _answered(self) -> bool:
        """Let opponents outside answer where it is their turn; whether there were any."""
        import numpy as np

        envs = self._envs
        waiting = np.flatnonzero(envs.asked != envs.who)
        if not len(waiting):
            return False
        slots = (envs.asked[waiting] - envs.who[waiting] - 1) % self.table.seats
        players = envs.cast[waiting, slots] if self._players.pools else slots
        for number in np.unique(players):
            self._ask(self._players.known[number], waiting[players == number])
        return True

    def _ask(self, asked: Opponent, rows: Any) -> None:
        """Take the answers of one opponent, which are not trusted."""
        import numpy as np

        if asked.rows is not None:
            given = np.asarray(asked.rows(self.views[rows], self.masks_of(rows)))
            if given.shape != (len(rows),) or given.dtype.kind not in "iu":
                told = {"name": asked.name, "size": len(rows), "given": list(given.shape)}
                raise BadOption(say("envs.opponent_actions", **told))
            answers: list[Any] = given.tolist()
        else:
            seats = self._envs.asked[rows].tolist()
            states = [self.table.state(self.tables[row]) for row in rows]
            answers = [chosen_action(asked, *one) for one in zip(states, seats, strict=True)]
        for row, answer in zip(rows, answers, strict=True):
            legal = self.legal[row, : self.counts[row]]
            if answer is None or answer not in legal:
                told = {"name": asked.name, "action": answer, "legal": legal.tolist()}
                raise BadOption(say("envs.opponent_illegal", **told))
        self._actions[rows] = answers

    def masks_of(self, rows: Any) -> Any:
        """Which actions are legal in some environments, as rows of 0 and 1."""
        import numpy as np

        if self.dense:
            return self.masks[rows]
        found = np.zeros((len(rows), self.actions), np.int8)
        for mask, row in zip(found, rows, strict=True):
            mask[self.legal[row, : self.counts[row]]] = 1
        return found

    def packed_masks(self) -> Any:
        """Which actions are legal, eight to a byte (the first action is the lowest bit)."""
        import numpy as np

        return np.packbits(self.masks_of(np.arange(self.size)), axis=1, bitorder="little")

    def check_actions(self, actions: Any) -> None:
        """Refuse actions that are not legal: the first such environment, and what was legal."""
        import numpy as np

        if self.dense:
            inside = np.clip(actions, 0, self.actions - 1)
            good = (self.masks[np.arange(self.size), inside] != 0) & (inside == actions)
        else:
            places = np.arange(self.legal.shape[1]) < self.counts[:, None]
            good = ((self.legal == np.asarray(actions)[:, None]) & places).any(axis=1)
        wrong = np.flatnonzero(~good & (self.ended == 0))
        if len(wrong):
            row = int(wrong[0])
            legal = self.legal[row, : self.counts[row]].tolist()
            told = {"agent": f"env {row}", "action": int(actions[row]), "legal": legal}
            raise BadOption(say("envs.illegal", **told))

    def fork(self, source: Batch, rows: Any, seed: int) -> None:
        """Go on from moments of another batch of the same table, with dice of one's own.

        Environment i is as environment ``rows[i]`` of the source: to look ahead, as a search does.
        """
        import numpy as np

        if len(rows) != self.size:
            raise BadOption(say("envs.actions", size=self.size, given=[len(rows)]))
        check_seed(seed)
        for name, mine in self._envs._asdict().items():
            if name != "raw":  # the bytes of the tables
                mine[:] = getattr(source._envs, name)[rows]
        self._envs.rngs[:, 0] = np.random.default_rng(seed).integers(1, 1 << 32, self.size)
        for name in ("views", "legal", "counts", "rewards", "ended", "illegal"):
            getattr(self, name)[:] = getattr(source, name)[rows]
        if self.dense:
            self.masks[:] = source.masks_of(rows)

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


def aligned(shape: tuple[int, ...], kind: str) -> Any:
    """An array of zeros that begins where JAX takes it without a copy (DLPack)."""
    import numpy as np

    size = math.prod(shape) * np.dtype(kind).itemsize
    room = np.zeros(size + ALIGNMENT, np.int8)
    first = -room.ctypes.data % ALIGNMENT
    return room[first : first + size].view(kind).reshape(shape)


@cache
def _loop(
    rules: Any,
    kinds: tuple[Any, ...],
    evaluator: Any,
    outside: bool = False,
    cast: bool = False,
    masks: bool = True,
    scaled: bool = False,
) -> Compiled:
    return Compiled(
        loops.step_many,
        loop_bindings(rules, kinds, evaluator, outside, cast, masks, scaled),
        rules.TITLE,
    )


def loop_bindings(
    rules: Any,
    kinds: tuple[Any, ...],
    evaluator: Any,
    outside: bool,
    cast: bool,
    masks: bool,
    scaled: bool,
) -> dict[str, Any]:
    """What the names in the loop stand for."""
    return {
        **match.bindings(rules, kinds, evaluator),
        "OWN_OPPONENTS": outside,
        "CAST_ANEW": cast,
        "DENSE_MASKS": masks,
        "observe": loops.observe_scaled if scaled else loops.observe,
    }


@cache
def _picker() -> Compiled:
    return Compiled(loops.pick_any, {}, "random choice")
