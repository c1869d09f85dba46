"""Elo ratings from the points that bots took from each other, with their uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, sqrt

from rollwrite.lab.summary import Interval, Z

SCALE = 400 / log(10)
CENTRE = 1500.0  # the mean of all bots
STEPS, CLOSE = 200, 1e-10


def ratings(points: Sequence[Sequence[float]]) -> list[Interval]:
    """The ratings under which these results are likeliest (Bradley and Terry's model).

    ``points[a][b]`` is what a took from b: 1 for a victory, a half for one shared. Every pair is
    given one more drawn game, so that a bot that always loses still has a rating. The intervals
    are those of each rating against the mean of all.
    """
    bots = range(len(points))
    games = [[points[a][b] + points[b][a] for b in bots] for a in bots]
    games = [[played + (played > 0) for played in row] for row in games]
    took = [[points[a][b] + 0.5 * (games[a][b] > 0) for b in bots] for a in bots]
    strength = [0.0 for _ in bots]
    for _ in range(STEPS):
        expected = [[1 / (1 + exp(strength[b] - strength[a])) for b in bots] for a in bots]
        slope = [sum(took[a][b] - games[a][b] * expected[a][b] for b in bots) for a in bots]
        curve = [[games[a][b] * expected[a][b] * expected[b][a] for b in bots] for a in bots]
        covariance = _covariance(curve)
        step = [sum(covariance[a][b] * slope[b] for b in bots) for a in bots]
        strength = [own + min(2.0, max(-2.0, by)) for own, by in zip(strength, step, strict=True)]
        if max(map(abs, step)) < CLOSE:
            break
    mean = sum(strength) / len(strength)
    middles = [CENTRE + SCALE * (own - mean) for own in strength]
    halves = [Z * SCALE * sqrt(max(0.0, covariance[a][a])) for a in bots]
    return [
        Interval(middle, middle - half, middle + half)
        for middle, half in zip(middles, halves, strict=True)
    ]


def _covariance(curve: Sequence[Sequence[float]]) -> list[list[float]]:
    """The pseudo-inverse of the information that pairs give about the strengths of bots.

    They tell differences alone, among bots that met, be it through others. With the mean of such a
    group added as if it were known the matrix has an inverse, from which it is taken off again.
    """
    bots = range(len(curve))
    group = list(bots)
    for a in bots:
        for b in bots:
            if curve[a][b] > 0:
                group = [group[a] if own == group[b] else own for own in group]
    mean = [[(group[a] == group[b]) / group.count(group[a]) for b in bots] for a in bots]
    rows = [
        [mean[a][b] - curve[a][b] + (sum(curve[a]) if a == b else 0.0) for b in bots]
        + [float(a == b) for b in bots]
        for a in bots
    ]
    for a in bots:  # Gauss and Jordan; no pivot is small, because the matrix is positive definite
        rows[a] = [value / rows[a][a] for value in rows[a]]
        for b in bots:
            if b != a:
                factor = rows[b][a]
                rows[b] = [own - factor * by for own, by in zip(rows[b], rows[a], strict=True)]
    return [[rows[a][len(bots) + b] - mean[a][b] for b in bots] for a in bots]
