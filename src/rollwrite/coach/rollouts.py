"""Playing out: whether games that go on from two moves agree that one of them is better.

A value that was learnt is sometimes wrong; what many games come to is not. Both moves meet the
same luck, so that few games tell.
"""

from __future__ import annotations

from math import sqrt

from rollwrite.coach.judge import Judge, Worth
from rollwrite.play.state import State

CLEAR = 1.0  # points that count as a mistake where nothing can be played out


def confirmed(judge: Judge, state: State, best: Worth, chosen: Worth) -> bool:
    """Whether games that go on from both moves agree that the first one is better."""
    if not judge.compiled or not judge.learnt:
        return best.margin - chosen.margin >= CLEAR
    seat = chosen.move.seat
    good, bad = (judge.play_out(state, seat, worth.move) for worth in (best, chosen))
    gains = [one - two for one, two in zip(good, bad, strict=True)]
    mean = sum(gains) / len(gains)
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / len(gains))
    return mean > spread / sqrt(len(gains))
