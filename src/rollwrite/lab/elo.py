"""Elo ratings from the points that bots took from each other, with their uncertainty."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

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
    import numpy as np

    took = np.array(points, float)
    count = len(took)
    took += 0.5 * (took + took.T > 0)
    games = took + took.T
    strength = np.zeros(count)
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        slope = (took - games * expected).sum(1)
        curve = games * expected * (1 - expected)
        information = np.diag(curve.sum(1)) - curve
        # Only differences count: the mean stays where it is.
        step = np.linalg.pinv(information) @ slope
        strength += np.clip(step, -2, 2)
        if np.abs(step).max() < CLOSE:
            break
    spread = np.diag(np.linalg.pinv(information))
    halves = [Z * SCALE * sqrt(max(0.0, float(variance))) for variance in spread]
    middles = [CENTRE + SCALE * float(value) for value in strength - strength.mean()]
    return [
        Interval(middle, middle - half, middle + half)
        for middle, half in zip(middles, halves, strict=True)
    ]
