"""Duplicate scoring: everybody is compared with those who sat in the same seat.

Matchpoints, as in bridge: two for each result that one beats and one for each that one equals, as
a part of what could be had. Points above the mean of the seat say how far one was ahead. Seats
without anybody to compare with give the average: half of the matchpoints, no points.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

AVERAGE = 0.5


class Compared(NamedTuple):
    """What a result is worth beside the others of its seat."""

    matchpoints: float  # from 0 to 1
    points: float  # above the mean
    top: bool = False  # whether nobody did better, and somebody did worse


NOTHING_TO_COMPARE = Compared(AVERAGE, 0.0)


def compared(results: Sequence[int]) -> list[Compared]:
    """Each of the results of one seat, beside the others."""
    if len(results) < 2:
        return [NOTHING_TO_COMPARE] * len(results)
    ordered, mean = sorted(results), sum(results) / len(results)
    found = []
    for result in results:
        below, to = bisect_left(ordered, result), bisect_right(ordered, result)
        matchpoints = (2 * below + to - below - 1) / (2 * (len(results) - 1))
        found.append(Compared(matchpoints, result - mean, to == len(results) and below > 0))
    return found


def compared_tables(tables: Sequence[Sequence[int]]) -> list[list[Compared]]:
    """The results of a round, table by table, each beside those of its seat."""
    seats = [compared(results) for results in zip(*tables, strict=True)]
    return [list(row) for row in zip(*seats, strict=True)]
