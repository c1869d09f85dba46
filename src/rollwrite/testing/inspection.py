"""A check in progress: the game, the report it fills, and the moment it looks at."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import NamedTuple

from rollwrite.play.game import Game
from rollwrite.play.state import State
from rollwrite.testing.patience import PATIENCE, Patience
from rollwrite.testing.report import Report
from rollwrite.testing.sources import folder_of
from rollwrite.testing.speech import Ear, HeardGame

PLAYS = ("random", "greedy", "guided")


class Effort(NamedTuple):
    """How far a check looks."""

    plays: tuple[str, ...] = PLAYS  # how games are played that are checked at every step
    everywhere: bool = False  # in all these ways with each number of seats, or with a few
    bare: int = 12  # games of the rules alone, for each number of seats
    compiled: int = 500  # compiled games for each number of seats
    interpreted: int = 500  # the first of these that are interpreted, in all
    draws: int = 4000  # of a chance event, to compare with its outcomes
    rated: int = 2  # positions whose moves the evaluator rates
    search: int = 0  # steps of random play that a game played by search may look ahead


QUICK = Effort()
THOROUGH = Effort(everywhere=True, compiled=2000, rated=3, search=8_000)


class Inspection:
    """What all parts of a check share."""

    def __init__(self, game: Game, effort: Effort, seed: int, patience: float = PATIENCE) -> None:
        folder = folder_of(game.definition.package)
        self.report = Report(repr(game), folder, patience=Patience(patience))
        self.ear = Ear(self.report)
        self.game = HeardGame.of(game, self.ear)
        self.effort = effort
        self.seed = seed
        self.random = Random(f"{game.id}{seed}")
        self.endless = False  # whether games were found not to end
        self.seats = 0
        self.play = ""
        self.state: State | None = None  # the moment that is looked at
        self.events: set[str] = set()  # every notation of a chance event met so far
        self.enumerated: set[str] = set()  # chance with many outcomes, all of which were checked
        self._done: Counter[str] = Counter()  # how often something was to be done
        self.drawn_from: set[tuple[str, int]] = set()  # chance that was compared with its draws

    def at(self) -> str:
        """The moment that is looked at, so that anybody can look at it again."""
        if self.state is None:
            return f"{self.seats} seats" if self.seats else ""
        made = f"{self.seats} seats, {self.play} play, event {len(self.state.log.events)}"
        try:
            return f"{made}: {json.dumps(self.state.position())}"
        except Exception:  # the finding itself is what matters
            return f"{made}: {self.state._record!r}"

    def is_due(self, kind: str, first: int, share: float) -> bool:
        """Whether to do something that takes its time: at first always, then now and then."""
        self._done[kind] += 1
        return self._done[kind] <= first or self.random.random() < share

    def that(self, true: bool, kind: str, where: str, what: str) -> bool:
        """Note a finding unless something is true."""
        if not true:
            self.report.add(kind, where, what, self.at)
        return true

    @contextmanager
    def guard(self, doing: str) -> Iterator[None]:
        """Note exceptions of the game's code as findings at this moment."""
        with self.report.guard(doing, self.at):
            yield
