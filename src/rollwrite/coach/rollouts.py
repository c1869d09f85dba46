"""What a choice gave away: what the judge says, and what games that go on from two moves say.

A value that was learnt is sometimes wrong, and what few games come to is a matter of luck, though
both moves meet the same. Each is worth what it was found to be worth (see calibration.py): the loss
told is their weighted mean.
"""

from __future__ import annotations

from math import sqrt
from statistics import fmean, variance
from typing import NamedTuple

from rollwrite.coach.calibration import Calibration
from rollwrite.coach.judge import Judge, View, Worth
from rollwrite.games.optional import OptionalEvaluator
from rollwrite.play.state import State

LEAST = 0.05  # points by which two games with the same luck differ at least, on average
GROWTH = 0.25  # the part of a loss by which it may be off besides


class Loss(NamedTuple):
    """What a choice gave away: in points, and as a chance to win."""

    margin: float
    chance: float
    games: int = 0  # that were played out from each of the two moves


def foretold(judge: Judge, state: State, best: Worth, chosen: Worth) -> Loss:
    """What the judge says, in proportion to what such losses were found to come to."""
    return _told(judge, state, best, judge.calibration(state).scale * (best.margin - chosen.margin))


def confirmed(judge: Judge, state: State, best: Worth, chosen: Worth) -> Loss:
    """What the judge and games that go on from both moves say."""
    games, decisions = OptionalEvaluator.of(judge.policy.evaluator).PLAY_OUT
    seat = chosen.move.seat
    good, bad = (
        judge.play_out(state, seat, worth.move, games, decisions) for worth in (best, chosen)
    )
    loss = weighed(best.margin - chosen.margin, gains(good, bad), judge.calibration(state))
    return _told(judge, state, best, loss)._replace(games=games)


def gains(good: list[View], bad: list[View]) -> list[float]:
    """By how much games after one move come to more than those after another."""
    return [one.margin - two.margin for one, two in zip(good, bad, strict=True)]


def weighed(gap: float, found: list[float], known: Calibration) -> float:
    """The loss that is most likely, after a model's and after games; never less than nothing."""
    expected = known.scale * gap
    noise = sqrt(variance(found) / len(found)) + LEAST
    by_games, by_model = 1 / noise**2, 1 / (known.doubt + GROWTH * expected) ** 2
    mean = (by_games * fmean(found) + by_model * expected) / (by_games + by_model)
    return max(0.0, mean)


def _told(judge: Judge, state: State, best: Worth, loss: float) -> Loss:
    loss = max(0.0, loss)
    after = judge.chance(state._record, best.margin - loss)
    return Loss(loss, best.chance - after)
