"""What many games came to, in whole numbers: sums do not depend on the order of their parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from math import sqrt
from typing import Any, NamedTuple

from rollwrite.games.contract import Json
from rollwrite.kernel.match_runner import Matches

VICTORY = 60  # a victory, so that it can be shared among up to six
KEPT_FAULTS = 20  # faults told in full; the others are counted
Z = 1.959964  # 95 %


class Fault(NamedTuple):
    """A game that a bot broke off: enough to see it happen again."""

    game: int
    seed: int
    bot: str
    seat: int
    reason: str
    position: Json


class Interval(NamedTuple):
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float


@dataclass
class Slot:
    """One bot's games: how often each score came up, and its victories (in sixtieths)."""

    scores: Counter[int] = field(default_factory=Counter)
    victories: int = 0

    def add(self, other: Slot) -> None:
        """Add the games of another part."""
        self.scores.update(other.scores)
        self.victories += other.victories

    def json(self) -> Json:
        """All of it, to go on from later."""
        return {"scores": counts_json(self.scores), "victories": self.victories}

    @classmethod
    def restored(cls, kept: Json) -> Slot:
        """What ``json`` wrote."""
        return cls(restored_counts(kept["scores"]), kept["victories"])

    @property
    def games(self) -> int:
        """How many games these are."""
        return self.scores.total()

    def mean(self) -> Interval:
        """The mean score."""
        return mean(self.scores)

    def deviation(self) -> float:
        """The standard deviation of the score."""
        return sqrt(_variance(self.scores))

    def share(self) -> Interval:
        """The share of victories; one shared by two counts half."""
        return share(self.victories / VICTORY, self.games)


@dataclass
class Summary:
    """Many games of one line-up: every bot's, every seat's, how long they were, what broke off."""

    slots: list[Slot]
    seats: list[Slot]
    lengths: Counter[int] = field(default_factory=Counter)
    broken: int = 0
    faults: list[Fault] = field(default_factory=list)

    def json(self) -> Json:
        """All of it, to go on from later."""
        return {
            "slots": [slot.json() for slot in self.slots],
            "seats": [slot.json() for slot in self.seats],
            "lengths": counts_json(self.lengths),
            "broken": self.broken,
            "faults": [list(fault) for fault in self.faults],
        }

    @classmethod
    def restored(cls, kept: Json) -> Summary:
        """What ``json`` wrote."""
        return cls(
            [Slot.restored(slot) for slot in kept["slots"]],
            [Slot.restored(slot) for slot in kept["seats"]],
            restored_counts(kept["lengths"]),
            kept["broken"],
            [Fault(*fault) for fault in kept["faults"]],
        )

    @classmethod
    def empty(cls, seats: int) -> Summary:
        """The summary of no games."""
        return cls([Slot() for _ in range(seats)], [Slot() for _ in range(seats)])

    def add(self, other: Summary) -> None:
        """Add the games of another part of the same run."""
        for own, more in zip(self.slots + self.seats, other.slots + other.seats, strict=True):
            own.add(more)
        self.lengths.update(other.lengths)
        self.broken += other.broken
        self.faults = sorted(self.faults + other.faults)[:KEPT_FAULTS]

    def add_game(self, found: Matches, number: int) -> None:
        """Add the one game that was played as plain Python; a broken one is only counted."""
        (decisions,), (scores,), (bits,) = found
        if decisions < 0:
            self.broken += 1
            return
        self.lengths[decisions] += 1
        share = VICTORY // max(bits.bit_count(), 1)
        for slot, score in enumerate(scores):
            for part in (self.slots[slot], self.seats[(slot + number) % len(self.seats)]):
                part.scores[score] += 1
                part.victories += share * (bits >> slot & 1)

    @property
    def games(self) -> int:
        """How many games were played to their end."""
        return self.lengths.total()

    @classmethod
    def of(cls, found: Matches, seats: int, first: int) -> Summary:
        """The summary of compiled games from number ``first`` on; broken ones are only counted."""
        made = cls.empty(seats)
        decisions, bits = found.decisions, found.winners
        scores = found.scores if isinstance(found.scores, memoryview) else found.scores.ravel()
        made.lengths = _counted(decisions)
        if any(length < 0 for length in made.lengths):
            return cls._one_by_one(Matches(decisions, scores, bits), seats, first)
        for turn in range(seats):  # slot 0 sits there in these games
            row = (turn - first) % seats
            won = _counted(bits[row::seats])
            for slot in range(seats):
                shares = sum(
                    count * (VICTORY // winners.bit_count())
                    for winners, count in won.items()
                    if winners >> slot & 1
                )
                part = Slot(_counted(scores[row * seats + slot :: seats * seats]), shares)
                made.slots[slot].add(part)
                made.seats[(slot + turn) % seats].add(part)
        return made

    @classmethod
    def _one_by_one(cls, found: Matches, seats: int, first: int) -> Summary:
        made = cls.empty(seats)
        for game in range(len(found.decisions)):
            scores = list(map(int, found.scores[game * seats : (game + 1) * seats]))
            own = Matches([int(found.decisions[game])], [scores], [int(found.winners[game])])
            made.add_game(own, first + game)
        return made

    @classmethod
    def of_counts(cls, lengths: Any, scores: Any, victories: Any, lowest: int) -> Summary:
        """The summary of games that were counted already, by slot and by how far seats turned."""
        seats = len(victories)
        made = cls.empty(seats)
        made.lengths = _listed(lengths, 0)
        for slot in range(seats):
            for turn in range(seats):
                part = Slot(_listed(scores[slot, turn], lowest), int(victories[slot, turn]))
                made.slots[slot].add(part)
                made.seats[(slot + turn) % seats].add(part)
        return made


def counts_json(counts: Counter[int]) -> dict[str, int]:
    """Counted values as JSON data, rising."""
    return {str(value): counts[value] for value in sorted(counts)}


def restored_counts(kept: Mapping[str, int]) -> Counter[int]:
    """What ``counts_json`` wrote."""
    return Counter({int(value): count for value, count in kept.items()})


def mean(counts: Counter[int]) -> Interval:
    """The mean of counted values."""
    games = counts.total()
    if not games:
        return Interval(float("nan"), float("nan"), float("nan"))
    middle = sum(value * count for value, count in counts.items()) / games
    half = Z * sqrt(_variance(counts) / games)
    return Interval(middle, middle - half, middle + half)


def share(victories: float, games: int) -> Interval:
    """A share with Wilson's interval, which is sound at 0 and 1 too."""
    if not games:
        return Interval(float("nan"), float("nan"), float("nan"))
    part = victories / games
    middle = (part + Z * Z / (2 * games)) / (1 + Z * Z / games)
    half = Z * sqrt(part * (1 - part) / games + Z * Z / (4 * games * games)) / (1 + Z * Z / games)
    return Interval(part, max(0.0, middle - half), min(1.0, middle + half))


def _variance(counts: Counter[int]) -> float:
    games = counts.total()
    if games < 2:
        return 0.0
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    return (squares - total * total / games) / (games - 1)


def _counted(values: Any) -> Counter[int]:
    """How often each value occurs; values lie close together, so NumPy counts without sorting."""
    np = _numpy()
    if np is None or not len(values):
        return Counter(values)
    values = np.asarray(values)
    low = int(values.min())
    return _listed(np.bincount(values.astype(np.int64) - low), low)


@cache
def _numpy() -> Any:
    """NumPy, where it is installed."""
    try:
        return import_module("numpy")
    except ImportError:
        return None


def _listed(counts: Any, low: int) -> Counter[int]:
    """An array of counts, the first of which is that of ``low``."""
    there = counts.nonzero()[0]
    return Counter(dict(zip((there + low).tolist(), counts[there].tolist(), strict=True)))
