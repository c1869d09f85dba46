"""The levels of a model: the noise that makes each weaker than the next, and how sure a lead is."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from pathlib import Path
from typing import Any

from rollwrite.bots import model as models
from rollwrite.bots.model import LEVELS, STAGES
from rollwrite.games.optional import OptionalEvaluator
from rollwrite.kernel import learn
from rollwrite.kernel.learn import TrainingGames
from rollwrite.kernel.match_runner import match_compiled
from rollwrite.kernel.policy import BY_MODEL, UNIT, Policy
from rollwrite.kernel.run import signed
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.step import Batch
from rollwrite.lab.contest import share
from rollwrite.lab.engine import Engine, cores
from rollwrite.lab.trainer import beginnings, note, room, starts
from rollwrite.play.game import Game

GAP = 0.70  # what a level should win against the one below
LESS = 0.9  # what a level should make alone of the points of the one above
WATCHED = 2000  # games that tell how far a margin may still go


def policy_of(game: Game, folder: Path, noise: float = 0.0) -> Policy:
    """The policy of a model in a folder."""
    found = models.load(game, folder)
    assert found is not None
    return _with_noise(game, found.weights, noise)


def _with_noise(game: Game, weights: Sequence[int], noise: float) -> Policy:
    model = [round(noise * UNIT), *weights]
    return BY_MODEL._replace(model=model, evaluator=game.definition.evaluator)


def alone(game: Game, own: Policy, games: int, seed: int, pool: ThreadPoolExecutor) -> float:
    """What part of the points needed to win somebody makes who plays alone."""
    begin = beginnings(game, game.seats.start)
    size = -(-games // len(begin))

    def play(start: Any) -> float:
        found = match_compiled(game.rules, start, [own], size, seed)
        goal = OptionalEvaluator.of(game.definition.evaluator).goal
        return float(found.scores.mean()) / (_bound(goal, game)(start) if goal else 100)

    return sum(pool.map(play, begin)) / len(begin)


def _bound(function: Any, game: Game) -> Any:
    return Specializer({"rules": game.rules}).of(function)


def calibrate(
    game: Game, weights: Sequence[int], seed: int, games: int, place: Engine
) -> tuple[dict[str, float], list[float]]:
    """The noise of each level, and by stage how far a margin may still go."""
    with ThreadPoolExecutor(cores()) as pool:
        noise = {"expert": 0.0}
        above = 0.0
        if 2 in game.seats:
            for level in reversed(LEVELS[:-1]):
                above = _noise_below(game, weights, above, games, seed, place)
                noise[level] = round(above, 2)
        else:
            best = alone(game, _with_noise(game, weights, 0.0), games, seed, pool)
            for down, level in enumerate(reversed(LEVELS[:-1]), 1):
                above = _noise_alone(game, weights, above, best * LESS**down, games, seed, pool)
                noise[level] = round(above, 2)
        return noise, _spread(game, weights, seed, pool, cores())


def _noise_below(
    game: Game, weights: Sequence[int], above: float, games: int, seed: int, place: Engine
) -> float:
    """The noise that loses just clearly enough to a level with less of it."""
    better = _with_noise(game, weights, above)

    def wins(noise: float) -> float:
        return share(game, better, _with_noise(game, weights, noise), games, seed, place)

    low, high = above, max(1.0, 2 * above)
    while wins(high) < GAP and high < 200:
        low, high = high, 2 * high
    for _ in range(5):
        middle = (low + high) / 2
        low, high = (middle, high) if wins(middle) < GAP else (low, middle)
    return high


def _noise_alone(
    game: Game, weights: Sequence[int], above: float, aim: float, games: int, seed: int,
    pool: ThreadPoolExecutor,
) -> float:  # fmt: skip
    """The noise with which somebody who plays alone makes no more than an aim."""

    def makes(noise: float) -> float:
        return alone(game, _with_noise(game, weights, noise), games, seed, pool)

    low, high = above, max(1.0, 2 * above)
    while makes(high) > aim and high < 200:
        low, high = high, 2 * high
    for _ in range(4):
        middle = (low + high) / 2
        low, high = (middle, high) if makes(middle) > aim else (low, middle)
    return high


def _spread(
    game: Game, weights: Sequence[int], seed: int, pool: ThreadPoolExecutor, workers: int
) -> list[float]:
    import numpy as np

    model = np.array([0, *weights], np.int32)
    seats = [2] if 2 in game.seats else [game.seats.start]
    notes = room(game, WATCHED, seats[0])
    alone = TrainingGames(starts(game, seats), model, model.reshape(1, -1)[:0], *notes)
    note(alone, game, Batch(signed(seed), 0, WATCHED, 0, workers), pool)
    stages, missed = [], []
    for seen, turns, finals in zip(*notes, strict=True):
        here = seen[:turns].astype(np.int64)
        weights_of = model[here[:, :, learn.PLACES :]] * _used(here)
        hoped = here[:, :, learn.SCORE] * UNIT + weights_of.sum(axis=2)
        stages.append(here[:, 0, learn.STAGE])
        missed.append(_margin(finals) - _margin(hoped.T / UNIT))
    stage_of, off = np.concatenate(stages), np.concatenate(missed)
    spread: list[float] = []
    for stage in range(STAGES):
        here = off[stage_of == stage]
        spread.append(sqrt(float((here**2).mean())) if len(here) >= 20 else 0.0)
    for stage in reversed(range(STAGES)):  # stages hardly ever seen are like their neighbours
        if spread[stage] == 0.0:
            spread[stage] = spread[stage + 1] if stage + 1 < STAGES else 1.0
    return spread


def _used(notes: Any) -> Any:
    """Which places of some notes are used."""
    import numpy as np

    places = np.arange(notes.shape[2] - learn.PLACES)
    return places < notes[:, :, learn.COUNT, None]


def _margin(points: Any) -> Any:
    """How far the first seat is ahead of the best other one; alone, its points."""
    return points[0] - points[1:].max(axis=0) if len(points) > 1 else points[0]
