"""How a game is solved: what ``rollwrite solve`` asks of a game that allows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

from rollwrite.games.kit.fixed_weights import FixedWeight

if TYPE_CHECKING:
    from rollwrite.games.contract import GameContext

Progress = Callable[[int, int], None]  # told how much is done, and of how much


class Solved(NamedTuple):
    """What the best play comes to."""

    start: tuple[float, ...]  # what the start is worth to whoever begins, by seats from 1 on
    weights: Sequence[int] | None = None  # of a model; None where they are too many for one
    spread: Sequence[float] = ()  # by stage: how far the final margin strays from the expected one


class Solve(Protocol):
    """Solves a game for an objective; BadOption for one that is wrong.

    NumPy is imported inside: a bare installation has the game, and not NumPy.
    """

    def __call__(
        self, game: GameContext, objective: str, *,
        seed: int, workers: int, progress: Progress | None,
    ) -> Solved: ...  # fmt: skip


@dataclass(frozen=True)
class Solver:
    """How a game is solved, for which objectives, and what comes of it."""

    objectives: tuple[str, ...]  # as they are typed, the first by default; ``cost=4`` for examples
    solve: Solve
    # The noise of each level of the model that holds the result; None where no model can.
    noise: Mapping[str, float] | None = None
    fixed_weights: tuple[FixedWeight, ...] = ()
