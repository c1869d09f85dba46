"""What players give away to others: where the game would stand if they had played their best."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any, NamedTuple

from rollwrite.coach.judge import Judge


class Made(NamedTuple):
    """A decision: its place in the log, whose it was, and what was done."""

    place: int
    seat: int
    action: int


class Stretch(NamedTuple):
    """The decisions between two rolls."""

    record: Any  # of the rules, before them
    made: tuple[Made, ...]


class Cost(NamedTuple):
    """A loss as it is told, and as the judge saw it."""

    told: float
    seen: float


def gifts(judge: Judge, stretch: Stretch, costs: Mapping[int, Cost]) -> list[float]:
    """What every seat was given by others' mistakes between two rolls.

    ``costs`` are those of decisions by their place in the log. A gift is how much better a seat
    stands after these decisions than if the giver had played the best, in the proportion in which
    the giver's loss is told.
    """
    seats = range(stretch.record.seats)
    total = [0.0] * len(seats)
    as_played: dict[int, float] = {}
    for giver in seats:
        own = [costs[made.place] for made in stretch.made
               if made.seat == giver and made.place in costs]  # fmt: skip
        seen, told = sum(cost.seen for cost in own), sum(cost.told for cost in own)
        if told <= 0 or seen <= 0:
            continue
        for seat in seats:
            if seat != giver:
                if seat not in as_played:
                    as_played[seat] = judge.margin(_end(judge, stretch, {seat}), seat)
                at_best = judge.margin(_end(judge, stretch, {seat, giver}), seat)
                total[seat] += (as_played[seat] - at_best) * told / seen
    return total


def _end(judge: Judge, stretch: Stretch, at_best: set[int]) -> Any:
    """Where a stretch ends if some seats play their best, and the others what they played."""
    record = stretch.record.copy()
    played: dict[int, deque[int]] = {}
    for made in stretch.made:
        played.setdefault(made.seat, deque()).append(made.action)
    judge.finish(record, at_best, played)
    return record
