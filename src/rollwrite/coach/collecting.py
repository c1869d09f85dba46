"""Games of mixed levels with what the model says along the way: what calibration is made from."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

from rollwrite.bots import bot
from rollwrite.bots.bot import prepare, prepared
from rollwrite.bots.model import LEVELS
from rollwrite.coach.course import SMALL
from rollwrite.coach.gifts import Cost, Made, Stretch, gifts
from rollwrite.coach.judge import Judge, View, Worth
from rollwrite.games.optional import OptionalEvaluator
from rollwrite.kernel.match import LOST
from rollwrite.kernel.policy import NOISE, seen_best
from rollwrite.kernel.rng import seeded
from rollwrite.play.game import Game
from rollwrite.play.log import Log
from rollwrite.play.state import State

APART = 1 << 20  # lucks that prove what was found with others begin here
TO_THE_END = 100_000  # decisions
PARTS = 8  # into which the work of a process is cut, so that none is left alone with the last ones


class Moment(NamedTuple):
    """What the model said at some moment about a seat, and what had happened until then."""

    game: int
    seat: int
    stage: int
    margin: float
    errors: float  # of its own so far, by the model
    given: float  # to it so far


class Outcome(NamedTuple):
    """What a game came to for a seat."""

    game: int
    seat: int
    start: float
    luck: float
    errors: float
    given: float
    final: float
    share: float  # of the victory


class Trial(NamedTuple):
    """A choice that was played out: what the model said, and twice what games said."""

    game: int
    loss: float  # by the model
    found: tuple[float, ...]  # by games as reviews play them,
    proof: tuple[float, ...]  # and by games to the end, with another luck


class Collection(NamedTuple):
    """What games of mixed levels had to tell."""

    moments: list[Moment]
    outcomes: list[Outcome]
    trials: list[Trial]


class Extent(NamedTuple):
    """How much is looked at."""

    games: int = 2000
    seed: int = 1
    outcomes: int = 4  # of each roll, to measure luck
    trials: int = 250  # choices that are played out, one of a game, where it has any,
    proofs: int = 32  # and games to the end after each


def collect(game: Game, seats: int, extent: Extent, jobs: int = 1) -> Collection:
    """Play games between levels that are drawn for each seat anew, in so many processes.

    What is found does not depend on how many these are.
    """
    prepare(game)  # compiled once, before processes are forked
    Judge(game, compiled=True, calibrated=False)
    if jobs == 1:
        return play_tables(game, seats, extent, range(extent.games))
    shares = [range(first, extent.games, jobs * PARTS) for first in range(jobs * PARTS)]
    with ProcessPoolExecutor(jobs, get_context("fork")) as pool:
        parts = list(pool.map(partial(play_tables, game, seats, extent), shares))
    return Collection(
        sorted((one for part in parts for one in part.moments), key=_number),
        sorted((one for part in parts for one in part.outcomes), key=_number),
        sorted((one for part in parts for one in part.trials), key=_number),
    )


def _number(one: Moment | Outcome | Trial) -> int:
    return one.game


def play_tables(game: Game, seats: int, extent: Extent, numbers: Sequence[int]) -> Collection:
    """Play and watch some games."""
    judge = Judge(game, compiled=True, calibrated=False)
    found = Collection([], [], [])
    for number in numbers:
        _Table(judge, seats, number, extent, found).play()
    return found


class _Table:
    """A game that is played and watched."""

    def __init__(
        self, judge: Judge, seats: int, number: int, extent: Extent, found: Collection
    ) -> None:
        game, self._random = judge.game, Random(f"{extent.seed} {seats} {number}")
        options = dict(game.options)
        for option in game.definition.options:
            fits = not option.variants or game.variant in option.variants
            if fits and option.values is not None and option.name not in options:
                options[option.name] = self._random.choice(option.values)
        self._judge, self._rules = judge, game.rules
        self._number, self._extent, self._found = number, extent, found
        first = number % seats
        self._record = game.definition.position.start(game, seats, first, options)
        self._policies = [bot(self._random.choice(LEVELS)).policy(game) for _ in range(seats)]
        self._rng = [0, 0]
        seeded(self._rng, extent.seed, number)
        self._luck, self._errors, self._given = ([0.0] * seats for _ in range(3))
        self._trial: tuple[float, State, Worth, Worth] | None = None
        self._tries = Random(f"trial {number}").random() * extent.games < extent.trials
        self._seen = 0.0

    def play(self) -> None:
        """Play to the end."""
        start = self._judge.margins(self._record)
        while self._record.phase != self._rules.OVER:
            self._note()
            if self._record.pending:
                self._decide()
            else:
                self._roll()
        final = self._judge.margins(self._record)
        seats = range(self._record.seats)
        standing = [self._rules.standing(self._record, seat) for seat in seats]
        won = [one == max(standing) != LOST for one in standing]
        for seat in seats:
            self._found.outcomes.append(Outcome(
                self._number, seat, start[seat], self._luck[seat], self._errors[seat],
                self._given[seat], final[seat], won[seat] / max(1, sum(won)),
            ))  # fmt: skip
        if self._trial is not None:
            self._found.trials.append(self._tried(*self._trial))

    def _note(self) -> None:
        stage = self._judge.stage(self._record)
        goal = self._judge.goal(self._record)
        for seat, margin in enumerate(self._judge.margins(self._record)):
            self._found.moments.append(Moment(
                self._number, seat, stage, margin - (goal - 0.5 if goal else 0),
                self._errors[seat], self._given[seat],
            ))  # fmt: skip

    def _roll(self) -> None:
        mean = [0.0] * self._record.seats
        for _ in range(self._extent.outcomes):
            other = self._record.copy()
            self._chance(other)
            for seat, margin in enumerate(self._judge.settled_margins(other)):
                mean[seat] += margin / self._extent.outcomes
        self._chance(self._record)
        for seat, margin in enumerate(self._judge.settled_margins(self._record)):
            self._luck[seat] += margin - mean[seat]

    def _chance(self, record: Any) -> None:
        event = [0] * self._rules.EVENT
        self._rules.sample(record, event, self._rng)
        self._rules.resolve(record, event)

    def _decide(self) -> None:
        """Make all decisions up to the next roll."""
        before = self._record.copy()
        made: list[Made] = []
        costs: dict[int, Cost] = {}
        room = [0] * self._rules.MOVES
        while self._record.pending and self._record.phase != self._rules.OVER:
            seat = (self._record.pending & -self._record.pending).bit_length() - 1
            legal = room[: self._rules.legal(self._record, seat, room)]
            action = legal[0]
            if len(legal) > 1:
                worths = self._judge.rate_actions(self._record, seat)
                action = self._choice(seat, legal)
                best = max(worths, key=worths.__getitem__)
                loss = worths[best] - worths[action]
                if loss > 0:
                    costs[len(made)] = Cost(loss, loss)
                    self._errors[seat] += loss
                    self._consider(loss, seat, best, action)
            made.append(Made(len(made), seat, action))
            self._rules.apply(self._record, seat, action)
        if len(self._given) == 2:  # there what one gives away the other gets
            self._given = self._errors[::-1]
        else:
            found = gifts(self._judge, Stretch(before, tuple(made)), costs)
            self._given = [old + new for old, new in zip(self._given, found, strict=True)]

    def _choice(self, seat: int, legal: list[int]) -> int:
        policy = self._policies[seat]
        loop = prepared(self._judge.game, policy)
        assert loop is not None
        worths = list(loop.rate(self._record, seat).values())
        return legal[seen_best(worths, len(worths), policy.model[NOISE], self._rng)]

    def _consider(self, loss: float, seat: int, best: int, chosen: int) -> None:
        """Keep one of the choices of a game that may be mistakes: the costlier, the likelier."""
        if loss >= SMALL / 2 and self._tries:
            self._seen += loss
            if self._random.random() * self._seen < loss:
                game, record = self._judge.game, self._record.copy()
                state = State(game, record, Log(game.id, record.seats, 0, 0, game.variant))
                moves = {move.action: move for move in state.moves(seat)}
                worths = [Worth(moves[action], 0.0, 0.0) for action in (best, chosen)]
                self._trial = loss, state, worths[0], worths[1]

    def _tried(self, loss: float, state: State, best: Worth, chosen: Worth) -> Trial:
        games, decisions = OptionalEvaluator.of(self._judge.policy.evaluator).PLAY_OUT

        def after(worth: Worth, games: int, decisions: int, first: int) -> list[View]:
            move = worth.move
            return self._judge.play_out(state, move.seat, move, games, decisions, first)

        def gains(*asked: int) -> tuple[float, ...]:
            pairs = zip(after(best, *asked), after(chosen, *asked), strict=True)
            return tuple(good.margin - bad.margin for good, bad in pairs)

        proof = gains(self._extent.proofs, TO_THE_END, APART)
        return Trial(self._number, loss, gains(games, decisions, 0), proof)
