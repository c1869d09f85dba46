"""What designers ask of a game: how long, how close, how much decisions matter, what is used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from rollwrite.games.contract import Json
from rollwrite.lab.job import Job
from rollwrite.lab.studies.observe import Observed, Observer
from rollwrite.lab.studies.tables import DECISION_COLUMNS, Table
from rollwrite.lab.summary import (
    VICTORY,
    Interval,
    counts_json,
    mean,
    restored_counts,
    share,
)
from rollwrite.play.game import Game

GRAIN = 1000  # stakes are counted in such fractions of a point
MATTERS = 1.0  # points from which on a decision is said to matter
COUNTERS = ("turns", "decisions", "choices", "leads", "margins", "staked", "stakes")


@dataclass
class Use:
    """How a part of sheets fared: on how many sheets it was, done, and what these won."""

    had: int = 0
    done: int = 0
    won_with: int = 0  # victories, in sixtieths, of the sheets that had it,
    won_done: int = 0  # and of those on which it was done

    def add(self, other: Use) -> None:
        """Add the sheets of another part."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)


@dataclass
class Study:
    """What was seen of some games; sums of whole numbers, whoever saw which of them."""

    seats: int
    games: int = 0
    broken: int = 0
    turns: Counter[int] = field(default_factory=Counter)  # by game
    decisions: Counter[int] = field(default_factory=Counter)  # by game: those with a choice
    choices: Counter[int] = field(default_factory=Counter)  # by decision: its moves
    leads: Counter[int] = field(default_factory=Counter)  # by game: changes of the lead
    margins: Counter[int] = field(default_factory=Counter)  # by game: the winner's, in points
    staked: Counter[int] = field(default_factory=Counter)  # by game: the sum of all stakes
    stakes: Counter[int] = field(default_factory=Counter)  # by decision: its stake
    items: dict[tuple[str, str], Use] = field(default_factory=dict)  # by kind and name

    def add(self, other: Study) -> None:
        """Add the games of another part."""
        self.games += other.games
        self.broken += other.broken
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))
        for key, use in other.items.items():
            self.items.setdefault(key, Use()).add(use)

    def add_game(self, seen: Observed | None) -> None:
        """Add a game that was looked at; a broken one is only counted."""
        if seen is None:
            self.broken += 1
            return
        self.games += 1
        self.turns[seen.turns] += 1
        self.leads[seen.leads] += 1
        self.decisions[sum(one.choices > 1 for one in seen.decisions)] += 1
        self.choices.update(one.choices for one in seen.decisions)
        if self.seats > 1:
            first, second = sorted(seen.scores, reverse=True)[:2]
            self.margins[first - second] += 1
        stakes = [round(one.stake * GRAIN) for one in seen.decisions if one.stake is not None]
        if stakes:
            self.staked[sum(stakes)] += 1
            self.stakes.update(stakes)
        part = VICTORY // max(seen.winners.bit_count(), 1)
        for seat, items in enumerate(seen.items):
            won = part * (seen.winners >> seat & 1)
            for key, done in items.items():
                use = Use(1, int(done), won, won * done)
                self.items.setdefault(key, Use()).add(use)

    @property
    def sheets(self) -> int:
        """How many sheets were looked at."""
        return self.games * self.seats

    @property
    def judged(self) -> bool:
        """Whether somebody could say what moves are worth."""
        return bool(self.stakes)

    def forced(self) -> Interval:
        """The share of decisions with a single move."""
        return share(self.choices[1], self.choices.total())

    def mattering(self) -> Interval:
        """The share of all decisions with at least a point at stake."""
        many = sum(n for value, n in self.stakes.items() if value >= MATTERS * GRAIN)
        return share(many, self.choices.total())

    def had(self, use: Use) -> Interval:
        """The share of sheets that had something."""
        return share(use.had, self.sheets)

    def done(self, use: Use) -> Interval:
        """The share of sheets on which it was completed."""
        return share(use.done, self.sheets)

    def json(self) -> Json:
        """All of it, to go on from later and for programs."""
        return {
            "seats": self.seats,
            "games": self.games,
            "broken": self.broken,
            **{name: counts_json(getattr(self, name)) for name in COUNTERS},
            "items": [
                {"kind": kind, "name": name, **vars(use)}
                for kind, used in by_kind(self.items).items()
                for name, use in used
            ],
        }

    @classmethod
    def restored(cls, kept: Json) -> Study:
        """What ``json`` wrote."""
        made = cls(kept["seats"], kept["games"], kept["broken"])
        for name in COUNTERS:
            setattr(made, name, restored_counts(kept[name]))
        for item in kept["items"]:
            rest = {name: value for name, value in item.items() if name not in ("kind", "name")}
            made.items[item["kind"], item["name"]] = Use(**rest)
        return made


KINDS = ("card", "row", "column", "field")


def in_order(key: tuple[str, str]) -> tuple[int, str, int, str]:
    """Cards before rows before fields, 2 before 10."""
    kind, name = key
    digits = "".join(one for one in name if one.isdigit())
    letters = "".join(one for one in name if not one.isdigit())
    rank = KINDS.index(kind) if kind in KINDS else len(KINDS)
    return rank, f"{kind} {letters}", int(digits or 0), name


def points(counts: Counter[int]) -> Interval:
    """The mean of stakes, in points."""
    return Interval(*(value / GRAIN for value in mean(counts)))


@dataclass(frozen=True)
class Watch:
    """Games of a job that are looked at decision by decision."""

    job: Job
    moves: bool = False  # whether rows of the decisions are wanted

    device: ClassVar[str] = "cpu"
    compiled: ClassVar[bool] = False  # a loop of plain Python, though bots may be compiled
    least: ClassVar[int] = 1
    most: ClassVar[int] = 500

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.job.game

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules that its bots need."""
        return self.job.modules

    def play(self, first: int, games: int) -> tuple[Study, Table | None]:
        """Look at the games numbered from ``first`` on."""
        observer = Observer(self.job, moves=self.moves)
        study = Study(self.job.seats)
        table: Table | None = {name: [] for name in DECISION_COLUMNS} if self.moves else None
        for number in range(first, first + games):
            seen = observer.play(number)
            study.add_game(seen)
            if table is not None and seen is not None:
                self._note(table, number, seen)
        return study, table

    def _note(self, table: Table, number: int, seen: Observed) -> None:
        columns = list(table.values())
        for place, one in enumerate(seen.decisions):
            bot = self.job.players[one.slot].name
            row = (
                number, place, one.turn, one.seat, bot, one.choices, one.move, one.score, one.lead,
                one.stake, one.cost,
            )  # fmt: skip
            for column, value in zip(columns, row, strict=True):
                column.append(value)

    def prepare(self) -> None:
        """Compile what must be compiled once, before many processes need it."""
        self.play(0, 1)


def by_kind(items: Mapping[tuple[str, str], Use]) -> dict[str, list[tuple[str, Use]]]:
    """What was counted, a list for each kind, in the order of their names."""
    found: dict[str, list[tuple[str, Use]]] = {}
    for key in sorted(items, key=in_order):
        found.setdefault(key[0], []).append((key[1], items[key]))
    return found
