"""Standings: who is ahead, by rules that are said, and as a table for spreadsheets.

Matchpoints come first, then points above the mean, then rounds in which nobody in the same seat
did better; with scoring by points the first two change places. Whoever is still equal shares the
place, in alphabetical order.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field

from rollwrite.lab.duplicate.scoring import Compared

DIGITS = 6  # to which sums of fractions are compared
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what spreadsheets take for the beginning of one


@dataclass
class Line:
    """One player in the standings."""

    name: str
    withdrawn: bool = False
    place: int = 0
    played: int = 0  # rounds
    matchpoints: float = 0.0
    points: float = 0.0  # above the mean
    tops: int = 0
    rounds: list[Compared | None] = field(default_factory=list)  # None while it is played

    def add(self, result: Compared | None, played: bool) -> None:
        """Add a round."""
        self.rounds.append(result)
        if result is not None:
            self.played += played
            self.matchpoints += result.matchpoints
            self.points += result.points
            self.tops += result.top

    def key(self, scoring: str) -> tuple[float, float, int]:
        """What decides about the place; more is better."""
        both = round(self.matchpoints, DIGITS), round(self.points, DIGITS)
        first, second = both if scoring == "matchpoints" else both[::-1]
        return first, second, self.tops


def ranked(lines: Iterable[Line], scoring: str) -> list[Line]:
    """The lines in order, with their places."""
    found = sorted(lines, key=lambda line: line.name)
    found.sort(key=lambda line: line.key(scoring), reverse=True)
    for number, line in enumerate(found):
        before = found[number - 1] if number else None
        equal = before is not None and before.key(scoring) == line.key(scoring)
        line.place = before.place if before is not None and equal else number + 1
    return found


def csv_of(lines: Iterable[Line], rounds: int) -> str:
    """The standings as CSV: a row for each player, matchpoints of each round in per cent."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    each = [f"round_{number}" for number in range(1, rounds + 1)]
    rows.writerow(["place", "name", "rounds", "matchpoints", "points", "tops", "withdrawn", *each])
    for line in lines:
        # A leading apostrophe keeps spreadsheets from taking a name for a formula.
        name = f"'{line.name}" if line.name.startswith(FORMULA) else line.name
        own = ["" if one is None else f"{100 * one.matchpoints:.1f}" for one in line.rounds]
        rows.writerow([
            line.place, name, line.played, f"{line.matchpoints:.3f}", f"{line.points:.2f}",
            line.tops, int(line.withdrawn), *own,
        ])  # fmt: skip
    return text.getvalue()
