"""Fitting a calibration to games of mixed levels, and telling how well it fits others."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, variance
from typing import Any, NamedTuple

import numpy as np

from rollwrite.bots.model import STAGES
from rollwrite.coach.calibration import DOUBT, LIKE_NORMAL, UNSURE, Calibration
from rollwrite.coach.collecting import Collection
from rollwrite.coach.rollouts import weighed

FEW = 400  # moments that weigh as much as what the neighbouring stages say
ROUNDS = 25  # of Newton's method
BINS = 10
LEAST_DOUBT = 0.1  # points
LEAST_SLOPE = 0.02  # by which a point more raises the logarithm of the odds, at least


class Fit(NamedTuple):
    """How figures of a model go with what games came to; the halves are means and 95 % of them."""

    games: int
    luck: tuple[float, float]  # the mean of a seat that is farthest from zero
    bins: tuple[tuple[float, float, float], ...]  # predicted, observed, part of all moments
    scale: tuple[float, float]  # what losses by the model come to in results
    told: float  # the mean loss as it is told,
    played: tuple[float, float]  # and as games to the end have it


def fit(found: Collection, seats: int) -> Calibration:
    """How the figures of a model are to be read."""
    scale, _ = _scale(found)
    rows = _Rows(found, seats, scale)
    lift = np.zeros(STAGES)
    if seats != 2:  # of two, one is as far behind as the other is ahead
        lift = np.array([rows.lift(stage) for stage in range(STAGES)])
    curves = [rows.curve(stage, lift) for stage in range(STAGES)]
    offset, slope, bend = zip(*curves, strict=True)
    return Calibration(tuple(map(float, lift)), offset, slope, bend, scale, _doubt(found, scale))


def check(found: Collection, seats: int) -> Fit:
    """How well half of the games foretell the other half."""
    halves = [_part(found, lambda game, odd=odd: game % 2 == odd) for odd in (0, 1)]
    bins: list[Any] = []
    told: list[float] = []
    for known, other in (halves, halves[::-1]):
        calibration = fit(known, seats)
        rows = _Rows(other, seats, calibration.scale)
        bins.append(rows.predicted(calibration))
        told += [weighed(one.loss, list(one.found), calibration) for one in other.trials]
    proofs = [fmean(one.proof) for half in halves[::-1] for one in half.trials]
    return Fit(
        len({one.game for one in found.outcomes}),
        _luck(found, seats),
        _bins(np.concatenate(bins)),
        _scale(found),
        fmean(told) if told else 0.0,
        _mean(proofs),
    )


def _part(found: Collection, takes: Any) -> Collection:
    trials = [one for one in found.trials if takes(one.game)]
    moments = [one for one in found.moments if takes(one.game)]
    return Collection(moments, [one for one in found.outcomes if takes(one.game)], trials)


def _scale(found: Collection) -> tuple[float, float]:
    """What losses by the model come to, and how sure that is.

    It is the scale with which they best explain what is left of results without luck.
    """
    ends = np.array(found.outcomes, float)
    rest = ends[:, 6] - ends[:, 2] - ends[:, 3]
    net = ends[:, 5] - ends[:, 4]
    net, rest = net - net.mean(), rest - rest.mean()
    spread = float(net @ net)
    scale = float(net @ rest) / spread
    left = rest - scale * net
    games = len({one.game for one in found.outcomes})
    # The seats of a game are no independent cases: as if there were but one of each.
    error = float(np.sqrt((left @ left) / spread / games))
    return round(scale, 3), 1.96 * error


def _doubt(found: Collection, scale: float) -> float:
    """How far a single loss is off, without the noise of the games that prove it."""
    if not found.trials:
        return DOUBT
    off = fmean(
        (fmean(one.proof) - scale * one.loss) ** 2 - variance(one.proof) / len(one.proof)
        for one in found.trials
    )
    return round(sqrt(max(off, LEAST_DOUBT**2)), 3)


class _Rows:
    """The moments of some games as columns."""

    def __init__(self, found: Collection, seats: int, scale: float) -> None:
        self.seats = seats
        moments = np.array(found.moments, float)
        ends = {(one.game, one.seat): one for one in found.outcomes}
        goals: dict[tuple[int, int], float] = {}
        for one in found.moments:  # what was taken off for a goal, from the first of each game
            key = one.game, one.seat
            if key not in goals:
                goals[key] = ends[key].start - one.margin
        keys = [(one.game, one.seat) for one in found.moments]
        self.games = moments[:, 0]
        self.stage, self.margin = moments[:, 2].astype(int), moments[:, 3]
        self.share = np.array([ends[key].share for key in keys])
        final = np.array([ends[key].final - goals[key] for key in keys])
        errors = np.array([ends[key].errors for key in keys]) - moments[:, 4]
        given = np.array([ends[key].given for key in keys]) - moments[:, 5]
        self.rest = final + scale * (errors - given) - self.margin

    def weights(self, stage: int) -> Any:
        """How much moments count for a stage: its own, and some of its neighbours'."""
        own = self.stage == stage
        weight = own.astype(float)
        for apart in range(1, STAGES):
            near = (self.stage == stage - apart) | (self.stage == stage + apart)
            if near.any():
                weight[near] = FEW / near.sum() / apart**2
            if apart >= 2 and weight.sum() > FEW:
                break
        return weight

    def lift(self, stage: int) -> float:
        """How much more the margin comes to, on average, than the model says."""
        return float(np.average(self.rest, weights=self.weights(stage)))

    def curve(self, stage: int, lift: Any) -> list[float]:
        """Offset, slope and bend of the chance to win: logistic regression."""
        weight = self.weights(stage)
        keep = weight > 0
        x = self._regressors(self.margin + lift[self.stage])[keep]
        y, weight = self.share[keep], weight[keep]
        if y.min() == y.max():  # alone, without a goal: nothing to lose
            return [0.0, LIKE_NORMAL / UNSURE, 0.0]
        ridge = np.array([1e-3, 1e-1, 1.0])
        found = _regression(x, y, weight, ridge, 0.0)
        if found[1] < LEAST_SLOPE:  # the more points ahead, the better the chance, at any rate
            held = LEAST_SLOPE * x[:, 1]
            found[1] = LEAST_SLOPE
            found[[0, 2]] = _regression(x[:, [0, 2]], y, weight, ridge[[0, 2]], held)
        if found[2] < 0:  # and that no less where it is close
            found = np.array([*_regression(x[:, :2], y, weight, ridge[:2], 0.0), 0.0])
        return [float(one) for one in found]

    def _regressors(self, margin: Any) -> Any:
        even = np.zeros(len(margin)) if self.seats == 2 else np.ones(len(margin))
        return np.stack([even, margin, margin / (1 + abs(margin))], 1)

    def predicted(self, calibration: Calibration) -> Any:
        """Predicted chances, shared out at every moment, and what came of them."""
        lift, *curve = (np.array(one) for one in calibration[:4])
        regressors = self._regressors(self.margin + lift[self.stage])
        score = sum(part[self.stage] * one for part, one in zip(curve, regressors.T, strict=True))
        chance = 1 / (1 + np.exp(-np.clip(score, -30, 30)))
        if self.seats > 1:
            chance = chance.reshape(-1, self.seats)
            chance = (chance / chance.sum(axis=1, keepdims=True)).reshape(-1)
        return np.stack([chance, self.share], 1)


def _regression(x: Any, y: Any, weight: Any, ridge: Any, held: Any) -> Any:
    """Logistic regression with a part of the score that is given, by Newton's method."""
    found = np.zeros(x.shape[1])
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(x @ found + held, -30, 30)))
        slope = x.T @ (weight * (y - chance)) - ridge * found
        curvature = (x * (weight * chance * (1 - chance))[:, None]).T @ x + np.diag(ridge)
        step = np.linalg.solve(curvature, slope)
        found = found + np.clip(step, -2, 2)
        if abs(step).max() < 1e-9:
            break
    return found


def _bins(pairs: Any) -> tuple[tuple[float, float, float], ...]:
    place = np.minimum((pairs[:, 0] * BINS).astype(int), BINS - 1)
    told: list[tuple[float, float, float]] = []
    for number in range(BINS):
        here = pairs[place == number]
        if len(here):
            predicted, observed = map(float, here.mean(axis=0))
            told.append((predicted, observed, len(here) / len(pairs)))
    return tuple(told)


def _luck(found: Collection, seats: int) -> tuple[float, float]:
    by_seat = [
        _mean([one.luck for one in found.outcomes if one.seat == seat]) for seat in range(seats)
    ]
    return max(by_seat, key=lambda one: abs(one[0]) / max(one[1], 1e-9))


def _mean(values: list[float]) -> tuple[float, float]:
    if len(values) < 2:
        return 0.0, 0.0
    return fmean(values), 1.96 * (variance(values) / len(values)) ** 0.5
