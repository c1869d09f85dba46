"""How the model of a game is trained: what ``rollwrite train`` starts from, game by game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rollwrite.games.kit.fixed_weights import FixedWeight
from rollwrite.kernel.learn import WHOLE

__all__ = ["FixedWeight", "Training", "TrainingConfig"]


class TrainingConfig(NamedTuple):
    """How a model is trained."""

    games: int
    seed: int = 1
    seats: tuple[int, ...] = (2,)
    batch: int = 512  # games between two corrections
    epochs: int = 1  # how often a batch is learnt from
    noise: float = 1.0  # points of noise on every judgement while learning
    learning_rate: float = 1.0  # how far a correction goes at first, and
    slow: float = 0.1  # at the end
    td_lambda: float = 0.5  # how much the end of a game counts against what was expected on the way
    checkpoints: int = 8

    @property
    def weight_of_end(self) -> int:
        """``td_lambda``, as loops take it."""
        return round(self.td_lambda * WHOLE)


@dataclass(frozen=True)
class Training:
    """The defaults of ``rollwrite train`` for a game, and what its trainer may ask for.

    Models are arrays of NumPy here, which not every installation has, so their type is Any.
    """

    config: TrainingConfig
    fixed_weights: tuple[FixedWeight, ...] = ()
    # The weights to begin learning with, for rules with the constants of an edition; else zeros.
    prior: Callable[[Any], Sequence[int]] | None = None
    # Other models that a model meets when it is trained further; else only itself.
    opponent_pool: Callable[[Any], Sequence[Any]] | None = None
    # How what was learnt from itself is trained further among them, if at all: seats that are not
    # trained with are left out, and its games are those of the standard training.
    further: TrainingConfig | None = None
    # The options with which a variant is practised, where no others are given; else none.
    practice: Callable[[str | None], Sequence[Mapping[str, Any]]] | None = None
