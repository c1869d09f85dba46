"""Calibration: what figures of a judge are worth, as it was measured in games of mixed levels.

``calibration.toml`` of a game says by seats how a margin becomes a chance to win in each part
of a game, and how far the losses that the model tells are those that games come to.
``python -m benchmarks.calibration`` makes it. Without one, the spread of the model serves.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Any, NamedTuple

from rollwrite.bots.model import STAGES, model_of, stem
from rollwrite.play.game import Game

UNSURE = 12.0  # points a margin may still go where nothing was learnt about that
SURE = 0.5  # the least it may still go before the end
LIKE_NORMAL = 1.702  # with this, logistic chances are those of a normal distribution, about
MOST = 40.0  # a score beyond which a chance is as good as certain
DOUBT = 0.5  # points by which a loss may be off where that was not measured
CURVES = ("lift", "offset", "slope", "bend")  # what a calibration has for each stage


class Calibration(NamedTuple):
    """How figures of a model are to be read at a table of some size."""

    lift: Sequence[float]  # by stage: how much more the margin comes to than the model says
    offset: Sequence[float]  # by stage: what makes the odds of winning (see ``chance``)
    slope: Sequence[float]
    bend: Sequence[float]
    scale: float  # what losses by the model come to in results, on average,
    doubt: float  # and how far a single one is off, in points

    def chance(self, margin: float, stage: int) -> float:
        """The chance to win of a seat with a margin."""
        near = margin / (1 + abs(margin))
        score = self.offset[stage] + self.slope[stage] * margin + self.bend[stage] * near
        return logistic(score)


def logistic(score: float) -> float:
    """The chance whose odds are e to the power of a score."""
    return 1 / (1 + exp(-max(-MOST, min(MOST, score))))


def name_of(game: Game) -> str:
    """The file of a game's calibration: each variant has its own."""
    return f"{stem(game).replace('model', 'calibration', 1)}.toml"


@lru_cache(64)
def calibration_of(game: Game, seats: int) -> Calibration:
    """How the figures of a game are read, from its own calibration or from its model's spread."""
    model = model_of(game, None) if game.edition is None else None
    known = _measured(game, model.manifest["sha256"]) if model is not None else {}
    own = known.get(str(seats))
    if own is not None:
        lift, offset, slope, bend = (own[name] for name in CURVES)
        return Calibration(lift, offset, slope, bend, own["scale"], own["doubt"])
    return plain_of(game, seats)


@lru_cache(64)
def plain_of(game: Game, seats: int) -> Calibration:
    """How figures are read before anything was measured with them."""
    model = model_of(game, None) if game.edition is None else None
    spread = model.spread if model is not None else [UNSURE] * STAGES
    slope = [LIKE_NORMAL / max(points, SURE) for points in spread]
    zeros = [0.0] * STAGES
    return Calibration(zeros, zeros, slope, zeros, 1.0, DOUBT)


def _measured(game: Game, model: str) -> Mapping[str, Any]:
    """What was measured by seats; nothing where it was measured with another model."""
    place = files(game.definition.package) / name_of(game)
    if not place.is_file():
        return {}
    told = tomllib.loads(place.read_text("utf-8"))
    by_seats: Mapping[str, Any] = told["seats"] if told["model"] == model else {}
    return by_seats
