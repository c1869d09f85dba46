"""A position analysed: every legal move is played out to the end, with experts in all seats."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

from rollwrite.bots import bot
from rollwrite.errors import BadOption, has_extra, say
from rollwrite.games.contract import Json
from rollwrite.games.optional import OptionalEvaluator
from rollwrite.kernel.match_runner import Matches, can_match, match_framed, match_interpreted
from rollwrite.kernel.policy import Policy
from rollwrite.lab.engine import cores
from rollwrite.lab.job import check_games
from rollwrite.lab.parts import Progress, interrupts
from rollwrite.lab.summary import VICTORY, Interval, mean, share
from rollwrite.play.checks import (
    check_flag,
    check_function,
    check_pending,
    check_state,
    deciding_seat,
)
from rollwrite.play.game import SEEDS
from rollwrite.play.state import Move, State
from rollwrite.play.visibility import known_to

GAMES, FEW = 200, 4  # for each move unless told otherwise: compiled, and interpreted
ROUND = 8  # games of each move before anybody looks at the clock
MOST_SECONDS, MOST_WORKERS = 86_400, 4096


class RolledOut(NamedTuple):
    """A legal move: what the model says, and what the games that follow it come to."""

    move: Move
    value: float  # by the expert's model, in points
    margin: Interval  # over the best other seat at the end; alone, the points
    chance: Interval  # of a victory; a shared one counts half for each of two
    behind: Interval  # how far the margin is behind that of the best move, with the same dice


@dataclass(frozen=True)
class Rollouts:
    """An analysis of a position; ``print`` shows it as a table."""

    state: State
    seat: int
    seed: int
    asked: int  # games for each move,
    games: int  # and how many of them were played
    moves: tuple[RolledOut, ...]  # best first

    def json(self) -> Json:
        """The analysis as JSON data; the same for the same seed and number of games."""
        return {
            "game": self.state.game.id,
            "seat": self.seat,
            "seed": self.seed,
            "games": self.games,
            "position": known_to(self.state, self.seat).position(self.seat),
            "moves": [
                {
                    "move": one.move.text,
                    "value": one.value,
                    "margin": one.margin._asdict(),
                    "chance": one.chance._asdict(),
                    "behind": one.behind._asdict(),
                }
                for one in self.moves
            ],
        }

    def text(self, language: str = "en", played: str | None = None) -> str:
        """The analysis as a table; ``played`` is a move to mark."""
        from rollwrite.lab.report import rollouts_as_text

        return rollouts_as_text(self, language, played)

    def __str__(self) -> str:
        return self.text(self.state.game.language)

    @property
    def contested(self) -> bool:
        """Whether there is something to win besides points."""
        evaluator = self.state.game.definition.evaluator
        return self.state.seats > 1 or OptionalEvaluator.of(evaluator).goal is not None


def rollouts(
    state: State,
    seat: int | None = None,
    *,
    games: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    workers: int | None = None,
    compiled: bool | None = None,
    progress: Progress | None = None,
) -> Rollouts:
    """Play every legal move of a pending seat out to the end, with experts in all seats.

    All moves meet the same dice, so that few games tell them apart. What others hide from the seat
    or have answered in an open window is not used. After ``seconds``, or on Ctrl-C, the games that
    were played count. Without the extra ``fast`` the games are interpreted, and few unless told.

    >>> import rollwrite as rw
    >>> state = rw.game("twenty_one").start(seats=2, seed=3).roll("R6 Y5 G4 B3 W2 K1")
    >>> found = rw.lab.rollouts(state, games=50, seed=1)
    >>> str(found.moves[0].move), found.games
    ('keep', 50)
    """
    check_state(state)
    with state.game.localized_errors():
        check_flag("compiled", compiled)
        check_function("progress", progress)
        if compiled is None:
            compiled = has_extra("fast") or _ahead(state)
        asked = check_games((GAMES if compiled else FEW) if games is None else games)
        _check(seconds, seed, workers)
        seat = deciding_seat(state, seat)
        check_pending(state, seat)
        known = known_to(state, seat)
        expert = bot("expert").policy(state.game)
        if expert.evaluator is None:
            game = state.game.edition or state.game.id
            raise BadOption(say("bots.no_rollouts", game=game))
        values = dict(bot("expert").evaluate(known, seat))
        moves = known.moves(seat)
        starts = [known._applied(known._record, seat, move.action) for move in moves]
        workers = (workers or cores()) if compiled else 1
        table = _Table(state.game.rules, expert, state.seats, seed, compiled=compiled)
        found = _played(table, starts, seat, asked, seconds, workers, progress)
    best = max(found, key=lambda outcome: sum(outcome.margins))
    told = [
        RolledOut(
            move,
            values[move],
            mean(Counter(outcome.margins)),
            share(outcome.victories / VICTORY, len(outcome.margins)),
            mean(Counter(a - b for a, b in zip(best.margins, outcome.margins, strict=True))),
        )
        for move, outcome in zip(moves, found, strict=True)
    ]
    told.sort(key=lambda one: -one.margin.value)
    return Rollouts(state, seat, seed, asked, len(best.margins), tuple(told))


def _ahead(state: State) -> bool:
    """Whether games between experts were compiled ahead of time."""
    expert = bot("expert").policy(state.game)
    return can_match(state.game.rules, state._record, [expert] * state.seats)


def _check(seconds: object, seed: object, workers: object) -> None:
    allowed = isinstance(seconds, int | float) and 0 < seconds <= MOST_SECONDS
    if seconds is not None and (isinstance(seconds, bool) or not allowed):
        raise BadOption(say("lab.seconds", value=seconds, high=MOST_SECONDS))
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise BadOption(say("option.seed", value=seed, high=SEEDS - 1))
    if workers is not None and (type(workers) is not int or not 1 <= workers <= MOST_WORKERS):
        told = {"name": "workers", "value": workers, "low": 1, "high": MOST_WORKERS}
        raise BadOption(say("option.count", **told))


class _Outcome(NamedTuple):
    """What the games after a move came to for the seat."""

    margins: list[int]
    victories: int


class _Table:
    """Where games go on from any record, with the same player in every seat."""

    def __init__(
        self, rules: Any, player: Policy, seats: int, seed: int, *, compiled: bool
    ) -> None:
        self._rules, self._lineup, self._seed = rules, [player] * seats, seed
        self._match = match_framed if compiled else match_interpreted

    def play(self, start: Any, seat: int, games: int, first: int) -> _Outcome:
        """Games number ``first`` and so on from a record, as they end for a seat."""
        found: Matches = self._match(self._rules, start, self._lineup, games, self._seed, first)
        seats, margins, victories = len(self._lineup), [], 0
        rows = found.scores
        if self._match is match_framed:
            rows = [found.scores[at : at + seats] for at in range(0, games * seats, seats)]
        for number in range(games):
            slot = (seat - first - number) % seats  # slots move on by a seat from game to game
            scores = list(rows[number])
            others = scores[:slot] + scores[slot + 1 :]
            margins.append(scores[slot] - max(others, default=0))
            won = int(found.winners[number])
            victories += VICTORY // max(won.bit_count(), 1) * (won >> slot & 1)
        return _Outcome(margins, victories)


def _played(
    table: _Table,
    starts: Sequence[Any],
    seat: int,
    asked: int,
    seconds: float | None,
    workers: int,
    progress: Progress | None,
) -> list[_Outcome]:
    """The games of every move, round by round; at least one round is played."""
    total = [_Outcome([], 0) for _ in starts]
    begin = time.monotonic()
    done = 0
    with interrupts() as interrupted, ThreadPoolExecutor(workers) as pool:
        while done < asked:
            count = min(ROUND if workers > 1 or seconds is None else 1, asked - done)
            first = done

            def play(start: Any, count: int = count, first: int = first) -> _Outcome:
                return table.play(start, seat, count, first)

            fresh = list(pool.map(play, starts))
            total = [
                _Outcome(old.margins + new.margins, old.victories + new.victories)
                for old, new in zip(total, fresh, strict=True)
            ]
            done += count
            if progress:
                progress(done * len(starts), asked * len(starts))
            if interrupted() or (seconds is not None and time.monotonic() - begin > seconds):
                break
    return total
