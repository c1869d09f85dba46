"""Days in a row on which somebody has played the daily challenge, and freezes for missed ones."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, timedelta
from typing import NamedTuple

EARNED = 7  # days in a row that earn a freeze
MOST = 2  # freezes that are kept


class Streak(NamedTuple):
    """Days in a row up to today, or to yesterday as long as today can be played."""

    days: int
    freezes: int  # that are left
    frozen: frozenset[str]  # days that were missed, at the cost of a freeze each
    longest: int


def streak(played: Collection[str], today: str) -> Streak:
    """The streak of somebody who has played on some days.

    Every seventh day in a row earns a freeze, two at most. A missed day costs one and does not
    count; without one the streak ends.

    >>> streak(["2026-01-01", "2026-01-02"], "2026-01-03")
    Streak(days=2, freezes=0, frozen=frozenset(), longest=2)
    """
    known = {day for day in played if day <= today}
    days = freezes = longest = 0
    frozen: set[str] = set()
    if known:
        day, end = date.fromisoformat(min(known)), date.fromisoformat(today)
        while day <= end:
            if day.isoformat() in known:
                days += 1
                longest = max(longest, days)
                freezes = min(MOST, freezes + (days % EARNED == 0))
            elif day < end and days:
                if freezes:
                    freezes -= 1
                    frozen.add(day.isoformat())
                else:
                    days = 0
            day += timedelta(days=1)
    return Streak(days, freezes, frozenset(frozen), longest)
