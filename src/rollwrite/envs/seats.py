"""One table where every seat is somebody's: what each sees, may do, and has won."""

from __future__ import annotations

from functools import cache
from typing import Any

from rollwrite.envs import loops
from rollwrite.envs.table import Table
from rollwrite.kernel import match
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.policy import RANDOM
from rollwrite.kernel.rng import seeded
from rollwrite.kernel.run import stored
from rollwrite.kernel.workspace import compiled_scratch, move_type
from rollwrite.play.state import State


class Seats:
    """A game in progress; ``views`` and ``masks`` have a row for each seat."""

    def __init__(self, table: Table) -> None:
        import numpy as np

        self.table = table
        self.layout = table.layout()
        self.actions = table.rules.ACTIONS
        self._start = stored(table.start())
        self._tables = self._start.copy()
        self._raw = self._tables.view(np.int8).reshape(1, -1)
        self._rng = np.zeros(2, np.int64)
        self.views = np.zeros((table.seats, self.layout.size), self.layout.dtype)
        self.masks = np.zeros((table.seats, self.actions), np.int8)
        self.legal = np.zeros((table.seats, table.rules.MOVES), move_type(table.rules))
        self.counts = np.zeros(table.seats, np.int32)
        self.scores = np.zeros(table.seats, np.int32)
        self._facts = np.zeros(1, loops.Facts.dtype())
        one = loops.OneTable(
            self._tables, self._raw, self.layout.runs, self.layout.scales, self._facts,
            self.views, self.masks, self.legal, self.counts, self.scores,
        )  # fmt: skip
        scratch = compiled_scratch(table.rules, bare=True)._replace(rng=self._rng)
        self._act = _act(table.rules, table.scaled).bound(one, scratch)

    def reset(self, seed: int) -> None:
        """Begin a game."""
        self._tables[:] = self._start
        words = [0, 0]
        seeded(words, seed, 0)
        self._rng[:] = words
        self.act(-1, 0)

    def act(self, seat: int, action: int) -> None:
        """Make a legal move, and let chance go on until somebody must decide."""
        self._facts["seat"], self._facts["action"] = seat, action
        self._act()

    @property
    def pending(self) -> list[int]:
        """The seats that are to move."""
        return [seat for seat in range(self.table.seats) if self._facts["pending"][0] >> seat & 1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._facts["over"][0])

    def victories(self) -> list[float]:
        """Each seat's share of the victory."""
        seats, won = self.table.seats, int(self._facts["winners"][0])
        return [loops.victory(won, seat, seats) for seat in range(seats)]

    def state(self) -> State:
        """The moment as a State, to look at."""
        return self.table.state(self._tables[0])


@cache
def _act(rules: Any, scaled: bool) -> Compiled:
    seen = {"observe": loops.observe_scaled if scaled else loops.observe}
    return Compiled(loops.act, match.bindings(rules, [RANDOM.choose]) | seen, rules.TITLE)
