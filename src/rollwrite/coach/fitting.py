"""Fitting a calibration to games of mixed levels, and telling how well it fits others."""

from __future__ import annotations

from statistics import fmean, variance
from typing import Any, NamedTuple

import numpy as np

from rollwrite.bots.model import STAGES
from rollwrite.coach.calibration import Calibration, Losses
from rollwrite.coach.collecting import Collection
from rollwrite.coach.rollouts import weighed

FEW = 400  # moments that weigh as much as what the neighbouring stages say
ROUNDS = 25  # of Newton's method
BINS = 10
LEAST_SLOPE = 0.02  # by which a point more raises the logarithm of the odds, at least
DOUBT = 0.1  # points by which even a small loss may be off


class Fit(NamedTuple):
    """How figures of a model go with what games came to; the halves are means and 95 % of them."""

    games: int
    luck: tuple[float, float]  # the mean of a seat that is farthest from zero
    bins: tuple[tuple[float, float, float], ...]  # predicted, observed, part of all moments
    told: float  # the mean loss as it is told,
    played: tuple[float, float]  # and as games to the end have it


def fit(found: Collection, seats: int) -> Calibration:
    """How the figures of a model are to be read."""
    losses = _losses(found)
    rows = _Rows(found, seats, losses.scale)
    lift = np.zeros(STAGES)
    if seats != 2:  # of two, one is as far behind as the other is ahead
        lift = np.array([rows.lift(stage) for stage in range(STAGES)])
    curves = [rows.curve(stage, lift) for stage in range(STAGES)]
    offset, slope, bend = zip(*curves, strict=True)
    return Calibration(tuple(map(float, lift)), offset, slope, bend, losses)


def check(found: Collection, seats: int) -> Fit:
    """How well half of the games foretell the other half."""
    halves = [_part(found, lambda game, odd=odd: game % 2 == odd) for odd in (0, 1)]
    bins: list[Any] = []
    told: list[float] = []
    for known, other in (halves, halves[::-1]):
        calibration = fit(known, seats)
        rows = _Rows(other, seats, calibration.losses.scale)
        bins.append(rows.predicted(calibration))
        told += [weighed(one.loss, list(one.found), calibration.losses) for one in other.trials]
    proofs = [fmean(one.proof) for half in halves[::-1] for one in half.trials]
    return Fit(
        len({one.game for one in found.outcomes}),
        _luck(found, seats),
        _bins(np.concatenate(bins)),
        fmean(told) if told else 0.0,
        _mean(proofs),
    )


def _part(found: Collection, takes: Any) -> Collection:
    trials = [one for number, one in enumerate(found.trials) if takes(number)]
    moments = [one for one in found.moments if takes(one.game)]
    return Collection(moments, [one for one in found.outcomes if takes(one.game)], trials)


def _losses(found: Collection) -> Losses:
    """The scale by which losses are told, and how far single ones are off.

    The scale is that with which they best explain what is left of results when luck is taken off.
    """
    ends = np.array(found.outcomes, float)
    rest = ends[:, 6] - ends[:, 2] - ends[:, 3]
    net = ends[:, 5] - ends[:, 4]
    known = np.stack([net, np.ones(len(net))], 1)
    scale = float(np.linalg.lstsq(known, rest, rcond=None)[0][0])
    off = [
        (fmean(one.proof) - scale * one.loss) ** 2 - variance(one.proof) / len(one.proof)
        for one in found.trials
    ]
    # What is off grows with the loss: so much of it, and at least a quarter.
    squares = sum(one.loss**2 for one in found.trials) or 1.0
    growth = max(0.0, sum(off) / squares) ** 0.5
    return Losses(round(scale, 3), DOUBT, round(min(max(growth, 0.25), 1.0), 3))


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
        ridge = np.array([1e-3, 1e-1, 1.0])
        found = _regression(x, y, weight, ridge, 0.0)
        if found[1] < LEAST_SLOPE:  # the more points ahead, the better the chance, at any rate
            held = LEAST_SLOPE * x[:, 1]
            found[1] = LEAST_SLOPE
            found[[0, 2]] = _regression(x[:, [0, 2]], y, weight, ridge[[0, 2]], held)
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
