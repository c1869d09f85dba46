"""A duplicate tournament: who plays, who meets whom, and the standings.

Every table of a round is played with the round's seed, so that all of them get the same dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rollwrite.errors import BadOption, did_you_mean, say
from rollwrite.lab.duplicate.pairings import Round, round_robin, swiss
from rollwrite.lab.duplicate.scoring import NOTHING_TO_COMPARE, Compared, compared_tables
from rollwrite.lab.duplicate.standings import Line, csv_of, ranked
from rollwrite.play.checks import check_flag
from rollwrite.play.game import SEEDS

SYSTEMS = ("swiss", "round_robin")
SCORINGS = ("matchpoints", "points")
MOST_SEATS, MOST_PLAYERS, LONGEST_NAME = 6, 10_000, 80
MOST_POINTS = 32_767


@dataclass
class Played:
    """A round: who sat where, the seed of its dice, and what the tables came to."""

    seating: Round
    seed: int
    scores: list[tuple[int, ...] | None]  # by table and seat
    left: set[str] = field(default_factory=set)  # in the middle: a bot went on for them

    @property
    def missing(self) -> list[int]:
        """The tables whose result is missing, counted from 1."""
        return [number for number, row in enumerate(self.scores, 1) if row is None]

    def results(self) -> dict[str, Compared]:
        """What the round was worth to those who finished it, among the tables that have ended."""
        done = [number for number, row in enumerate(self.scores) if row is not None]
        rows = compared_tables([row for row in self.scores if row is not None])
        found = dict.fromkeys(self.seating.out, NOTHING_TO_COMPARE)
        for number, row in zip(done, rows, strict=True):
            found |= {
                name: own
                for name, own in zip(self.seating.tables[number], row, strict=True)
                if name is not None and name not in self.left
            }
        return found

    def missed(self) -> Compared:
        """What it is worth to those who came later or left: as much as the last place in it."""
        return Compared(0.0, min((one.points for one in self.results().values()), default=0.0))


class DuplicateTournament:
    """Players, rounds and standings; the same again from the same seed and results.

    >>> cup = DuplicateTournament(["Ada", "Blaise", "Carl"], seats=1)
    >>> cup.next_round().tables
    (('Ada',), ('Blaise',), ('Carl',))
    >>> for table, points in enumerate([31, 44, 31], 1):
    ...     cup.record(table, [points])
    >>> for line in cup.standings():
    ...     print(line.place, line.name, line.matchpoints)
    1 Blaise 1.0
    2 Ada 0.25
    2 Carl 0.25
    """

    def __init__(
        self,
        players: Iterable[str] = (),
        *,
        seats: int = 2,
        system: str = "swiss",
        scoring: str = "matchpoints",
        bots: bool = True,
        seed: int = 0,
    ) -> None:
        _check("seats", seats, 1, MOST_SEATS)
        _check("seed", seed, 0, SEEDS - 1)
        check_flag("bots", bots)
        for name, value, choices in (("system", system, SYSTEMS), ("scoring", scoring, SCORINGS)):
            if value not in choices:
                hint = did_you_mean(value, choices)
                raise BadOption(say("duplicate.choice", name=name, value=value, hint=hint))
        if system == "round_robin" and seats != 2:
            raise BadOption(say("duplicate.round_robin", value=seats))
        self.seats, self.system, self.scoring = seats, system, scoring
        self.bots, self.seed = bots, seed
        self.players: dict[str, None] = {}  # in the order in which they came
        self.withdrawn: set[str] = set()
        self.rounds: list[Played] = []
        self._schedule: tuple[Round, ...] = ()
        if isinstance(players, str) or not isinstance(players, Iterable):
            raise BadOption(say("option.names", name="players", value=players))
        for name in players:
            self.enter(name)

    @property
    def active(self) -> list[str]:
        """Who has not withdrawn, in the order in which they came."""
        return [name for name in self.players if name not in self.withdrawn]

    def enter(self, name: str) -> None:
        """Let somebody in, late too: rounds that were missed count as last places.

        Whoever withdrew may come back. All rounds of a round robin are known from the start, so
        that nobody enters late there.
        """
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
            raise BadOption(say("duplicate.name", value=name, most=LONGEST_NAME))
        if name in self.players and name not in self.withdrawn:
            raise BadOption(say("duplicate.twice", name=name))
        if self.rounds and self.system == "round_robin":
            raise BadOption(say("duplicate.late", name=name))
        if len(self.players) >= MOST_PLAYERS:
            raise BadOption(say("duplicate.many", most=MOST_PLAYERS))
        self.withdrawn.discard(name)
        self.players.setdefault(name)

    def withdraw(self, name: str) -> None:
        """Let somebody leave; where a round is under way, a bot goes on in their seat.

        What the bot makes of it is compared with the other results of that seat, and counts for
        nobody; the others at the table keep their own. Rounds that are over stay as they are.
        """
        self._check_player(name)
        self.withdrawn.add(name)
        if self.rounds:
            under_way = self.rounds[-1]
            for number, table in enumerate(under_way.seating.tables):
                if name in table and under_way.scores[number] is None:
                    under_way.left.add(name)

    def next_round(self) -> Round:
        """Seat everybody for the next round."""
        if self.rounds and (missing := self.rounds[-1].missing):
            raise BadOption(say("duplicate.missing", round=len(self.rounds), tables=missing))
        number = len(self.rounds)
        random = Random(f"duplicate {self.seed} {number}")
        seed = random.randrange(SEEDS)
        if self.system == "round_robin":
            seating = self._next_of_schedule()
        else:
            past = [played.seating for played in self.rounds]
            lines = [line for line in self.standings() if not line.withdrawn]
            random.shuffle(lines)  # chance decides among equals
            order = [line.name for line in sorted(lines, key=lambda line: line.place)]
            seating = swiss(order, past, self.seats, seed, bots=self.bots)
        self.rounds.append(Played(seating, seed, [None] * len(seating.tables)))
        return seating

    def _next_of_schedule(self) -> Round:
        if not self._schedule:
            self._schedule = round_robin(self.active, self.seed, bots=self.bots)
        if len(self.rounds) == len(self._schedule):
            raise BadOption(say("duplicate.over", rounds=len(self._schedule)))
        planned = self._schedule[len(self.rounds)]
        if not self.withdrawn:
            return planned
        tables: list[tuple[str | None, ...]] = []
        out = [name for name in planned.out if name not in self.withdrawn]
        for table in planned.tables:
            people = [name for name in table if name is not None and name not in self.withdrawn]
            if len(people) == 2 or (people and self.bots):
                tables.append(tuple(name if name in people else None for name in table))
            else:
                out += people
        return Round(tuple(tables), tuple(out))

    def record(self, table: int, scores: Sequence[int]) -> None:
        """Note the points by seat of a table of this round, counted from 1; again to correct."""
        if not self.rounds:
            raise BadOption(say("duplicate.not_begun"))
        played = self.rounds[-1]
        _check("table", table, 1, len(played.scores))
        if not isinstance(scores, Sequence) or len(scores) != self.seats:
            raise BadOption(say("duplicate.scores", value=scores, seats=self.seats))
        for points in scores:
            _check("scores", points, -MOST_POINTS, MOST_POINTS)
        played.scores[table - 1] = tuple(scores)

    def standings(self) -> list[Line]:
        """Everybody, the first one foremost, after what has been recorded until now."""
        lines = {name: Line(name, withdrawn=name in self.withdrawn) for name in self.players}
        for played in self.rounds:
            results, missed = played.results(), played.missed()
            waiting = {
                name
                for number in played.missing
                for name in played.seating.tables[number - 1]
                if name is not None and name not in played.left
            }
            for name, line in lines.items():
                line.add(None if name in waiting else results.get(name, missed), name in results)
        return ranked(lines.values(), self.scoring)

    def csv(self) -> str:
        """The standings as a table for spreadsheets."""
        return csv_of(self.standings(), len(self.rounds))

    def _check_player(self, name: object) -> None:
        if not isinstance(name, str) or name not in self.players:
            hint = did_you_mean(name, self.active)
            raise BadOption(say("duplicate.nobody", name=name, hint=hint))


def _check(name: str, value: Any, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise BadOption(say("option.count", name=name, value=value, low=low, high=high))
