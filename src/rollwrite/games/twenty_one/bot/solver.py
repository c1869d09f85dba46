"""Twenty One solved: the race backwards from its end, against others who have solved it too.

Given a chain of chances by which the others get on, what every state of a sheet is worth follows
exactly, from the fullest sheets back to the empty one (evaluator.settle). The chain comes from
watching games between such players; a few rounds of solving and watching, and neither changes any
more. Without a race the chain is trivial: nobody else ever ends the game, and a turn may cost
some points.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from rollwrite.games.contract import GameContext
from rollwrite.games.kit.solving import Progress, Solved
from rollwrite.games.twenty_one import position
from rollwrite.games.twenty_one.bot import evaluator
from rollwrite.games.twenty_one.bot.race import (
    ALL_FIELDS,
    CHAINS,
    COARSE,
    COUNT,
    DUELS,
    FIELDS,
    GAIN,
    LIFT,
    LINK,
    MOST_STEP,
    PREMIUM,
    REROLLS,
    ROWS,
    SEATS,
    SHIFT,
    SPREADS,
    STATES,
    STEPS,
    SURE,
    VALUES,
    VICTORY,
    WEIGHTS,
    WHOLE,
    fields_done,
    filled,
    race_of,
    standing_at,
)
from rollwrite.games.twenty_one.bot.turn_search import settle
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.policy import HEAD, UNIT
from rollwrite.kernel.rule import rule
from rollwrite.kernel.run import signed, stored
from rollwrite.kernel.step import Batch, Scratch, play_games
from rollwrite.kernel.workspace import compiled_scratch

rules: Any = None  # bound to the game's rules

TURNS = ROWS * FIELDS  # a game has at most so many turns: everybody fills a field in each
STAGES = 16
# Rounds of solving and watching: with how many games each, by seats.
FEW, MANY = (2_000, 4_000, 8_000, 16_000), (2_000, 4_000, 8_000, 16_000, 32_000, 32_000)
ROUNDS = {2: MANY, 3: FEW, 4: FEW, 5: FEW, 6: FEW}
KEPT = 0.5  # how much what was seen in earlier rounds still counts
# What is taken to happen before anything was seen: chances of steps in fields, and points a turn.
RARE = 0.01  # how often states that were never seen count,
LEAST_SPREAD = 2.0  # and how many points a margin may still go at least
GUESS, GUESS_GAIN = (0.0, 0.45, 0.35, 0.2, 0.0, 0.0, 0.0), 5.0


@rule
def settle_row(row: int, low: int, high: int, model: Any, work: Any) -> None:
    """Solve a row for these numbers of seats, the fullest states first; later rows are solved."""
    for empty in range(1, FIELDS + 1):
        for mask in range(WHOLE):
            if COUNT[mask] == FIELDS - empty:
                for hits in range(COUNT[mask] + 1):
                    own = standing_at(row, mask, hits)
                    for seats in range(low, high + 1):
                        for turns in range(seats):
                            for step in range(STEPS[seats]):
                                place = VALUES[seats] + (turns * STEPS[seats] + step) * STATES
                                race = race_of(seats, turns, step)
                                found = settle(race, row, mask, hits, model, work[0].own)
                                model[place + own] = found - LIFT[seats]


class Watched(NamedTuple):
    """Games between equal models, and how they go.

    ``seen`` gets each seat's fields, points and state at the start of each turn and at the end,
    ``hoped`` what it expects then, ``turns`` the number of turns, ``rerolls`` the 1s of first rolls
    and whether they were rolled again.
    """

    start: Any
    model: Any
    turns: Any
    seen: Any
    hoped: Any
    rerolls: Any


@rule
def watch_many(job: Watched, scratch: Scratch, batch: Batch) -> None:
    """Play the games of a batch and write down how they go."""
    play_games(job, scratch, batch, begin_watched, decide_best, watch_turn, watch_end)


@rule
def begin_watched(job: Watched, table: Any, game: int, number: int) -> int:
    """Begin a game with another seat each time."""
    table[0] = job.start[0]
    table[0].active = number % table[0].seats
    job.turns[game] = 0
    return number


@rule
def watch_turn(s: Any, job: Watched, game: int, scratch: Scratch) -> None:
    """Write down where everybody stands when a turn begins."""
    if evaluator.resting(s):
        turn = job.turns[game]
        for seat in range(s.seats):
            hoped = evaluator.expect(s, seat, job.model, scratch.work[0])
            job.hoped[game][turn][seat] = hoped
            watch_seat(s, seat, job.seen[game][turn][seat])
        job.turns[game] = turn + 1


@rule
def watch_seat(s: Any, seat: int, seen: Any) -> None:
    """Write down the fields, the points and the state of a seat."""
    sheet = s.sheets[seat]
    seen[0] = fields_done(sheet)
    seen[1] = rules.score(s, seat)
    if sheet.row < ROWS:
        seen[2] = standing_at(sheet.row, filled(sheet), rules.hits(sheet, sheet.row))


@rule
def decide_best(s: Any, seat: int, count: int, scratch: Scratch, job: Watched, number: int) -> int:
    """Pick the move worth most, and count the rerolls."""
    worth = scratch.work[0].worth
    evaluator.rate(s, seat, scratch.moves, count, job.model, scratch.work[0])
    best = 0
    for index in range(1, count):
        if worth[index] > worth[best]:
            best = index
    if s.phase == rules.KEEP:
        ones = 0
        for die in range(rules.DICE):
            if s.dice[die] == 1:
                ones += 1
        job.rerolls[ones][1 if scratch.moves[best] == rules.REROLL else 0] += 1
    return best


@rule
def watch_end(s: Any, job: Watched, game: int, number: int, made: int) -> None:
    """Write down where everybody stands at the end."""
    for seat in range(s.seats):
        watch_seat(s, seat, job.seen[game][job.turns[game]][seat])


@cache
def _settling(game_rules: Any) -> Compiled:
    return Compiled(settle_row, {"rules": game_rules}, game_rules.TITLE)


@cache
def _watching(game_rules: Any) -> Compiled:
    return Compiled(watch_many, {"rules": game_rules, "evaluator": evaluator}, game_rules.TITLE)


class Seen(NamedTuple):
    """What was counted in games of so many seats, from the view of each seat."""

    steps: Any  # [turns before one's own][step of the fastest other][how many more]
    gains: Any  # [..][..]: points that the best other made, in all
    rerolls: Any  # [1s of the first roll][kept, rerolled]
    visits: Any  # [fields][state]: how often a sheet stood like that
    strays: Any  # [stage]: games, sum of squares of (final margin - expected)
    apart: Any  # [most fields][least fields]: the same


class RaceSolver:
    """Solves the race, or the game without one, for any number of seats."""

    def __init__(self, game: GameContext, seed: int = 0, progress: Progress | None = None) -> None:
        self._game = game
        self._seed = seed
        self._model = np.zeros(HEAD + WEIGHTS, np.int32)
        self._work = compiled_scratch(game.rules, evaluator).work
        self._progress = progress
        self._done = 0
        self._total = 1

    def points_alone(self, cost: float = 0.0) -> tuple[float, float]:
        """The most points one can hope for when always active, and when active in turn with one.

        Nobody else ends the game, and what another one rolls is taken as it falls.
        """
        self._total = ROWS
        for seats in (1, 2):
            self._stand_still(seats, cost if seats > 1 else 0.0)
        self._settle(1, 2)
        return self._value(1), self._value(2)

    def solve(self, cost: float | None) -> Solved:
        """The race, or with a cost of so many points a turn and no race the best for oneself."""
        if cost is None:
            return self._race()
        self._total = ROWS
        for seats in range(1, SEATS + 1):
            self._stand_still(seats, cost if seats > 1 else 0.0)
        self._settle(1, SEATS)
        return self._solved(self._watch(2, 2_000))

    def _race(self) -> Solved:
        self._total = ROWS * (1 + sum(len(rounds) + 1 for rounds in ROUNDS.values()))
        self._total += sum(map(sum, ROUNDS.values())) // 1000
        self._stand_still(1, 0.0)
        self._settle(1, 1)
        duels: Seen | None = None
        for seats, rounds in ROUNDS.items():
            self._guess(seats)
            counted: Seen | None = None
            for games in rounds:
                self._settle(seats, seats)
                fresh = self._watch(seats, games)
                counted = _added(counted, fresh)
                self._believe(seats, counted)
            self._settle(seats, seats)
            if counted and seats == 2:
                self._compare(counted)
                duels = self._watch(2, rounds[-1])
                self._compare(counted._replace(apart=duels.apart))
                self._model[PREMIUM] = VICTORY
        assert duels is not None
        return self._solved(duels)

    def _solved(self, duels: Seen) -> Solved:
        spread = np.sqrt(duels.strays[:, 1] / np.maximum(duels.strays[:, 0], 1))
        start = tuple(self._value(seats) for seats in range(1, SEATS + 1))
        return Solved(start, self._model[HEAD:].tolist(), spread.tolist())

    def _value(self, seats: int) -> float:
        """What the start is worth to the seat that begins, in points."""
        return float(self._model[VALUES[seats]] + LIFT[seats]) / UNIT

    def _settle(self, low: int, high: int) -> None:
        for row in reversed(range(ROWS)):
            _settling(self._game.rules)(row, low, high, self._model, self._work)
            self._advance(1)

    def _advance(self, parts: int) -> None:
        self._done += parts
        if self._progress:
            self._progress(min(self._done, self._total), self._total)

    def _stand_still(self, seats: int, cost: float) -> None:
        """Nobody else gets on, and nobody rerolls for the seat; each turn costs some points."""
        steps = np.zeros((seats, STEPS[seats], MOST_STEP + 1))
        steps[..., 0] = 1
        self._write(seats, steps, np.full((seats, STEPS[seats]), cost), np.zeros(FIELDS + 1))

    def _guess(self, seats: int) -> None:
        steps = np.zeros((seats, STEPS[seats], MOST_STEP + 1))
        for more, chance in enumerate(GUESS):
            steps[..., more // COARSE[seats]] += chance
        gains = np.full((seats, STEPS[seats]), GUESS_GAIN)
        self._write(seats, steps, gains, np.full(FIELDS + 1, 0.5))

    def _believe(self, seats: int, seen: Seen) -> None:
        """Take what was seen for what will happen; what was hardly seen goes by the rest."""
        everywhere = seen.steps.sum(axis=(0, 1)) / seen.steps.sum()
        gained = seen.gains.sum() / seen.steps.sum()
        at_step = seen.steps.sum(axis=0) + everywhere
        gain_at = (seen.gains.sum(axis=0) + gained) / at_step.sum(axis=1)
        steps = seen.steps + at_step / at_step.sum(axis=1, keepdims=True)
        gains = (seen.gains + gain_at) / steps.sum(axis=2)
        rerolls = (seen.rerolls[:, 1] + 0.5) / (seen.rerolls.sum(axis=1) + 1)
        rerolls[FIELDS] = 0  # six 1s cannot be rolled again
        self._write(seats, steps / steps.sum(axis=2, keepdims=True), gains, rerolls)

    def _compare(self, seen: Seen) -> None:
        """Learn how the values of two sheets are compared, and how far a margin may still go.

        The shift makes what each of two expects the opposite of what the other one does.
        """
        size = 2 * ALL_FIELDS * STATES
        values = self._model[VALUES[2] : VALUES[2] + size].reshape(2, ALL_FIELDS, STATES)
        visits = seen.visits + RARE * _reachable()
        visits /= visits.sum(axis=1, keepdims=True)
        means = np.einsum("tos,fs->tof", values.astype(np.float64), visits)
        shift = (means[::-1] - means.transpose(0, 2, 1)) / 2
        self._model[DUELS:SPREADS] = np.rint(shift).astype(np.int32).ravel()
        self._model[SPREADS : SPREADS + ALL_FIELDS**2] = np.rint(
            _spreads(seen.apart) * UNIT
        ).ravel()

    def _write(self, seats: int, steps: Any, gains: Any, rerolls: Any) -> None:
        chances = np.rint(steps * SURE).astype(np.int32)
        likeliest = chances.argmax(axis=2)[..., None]
        missing = SURE - chances.sum(axis=2, keepdims=True)
        np.put_along_axis(
            chances, likeliest, np.take_along_axis(chances, likeliest, axis=2) + missing, axis=2
        )
        links = np.zeros((seats, STEPS[seats], LINK), np.int32)
        links[..., : MOST_STEP + 1] = chances << SHIFT
        links[..., GAIN] = np.rint(gains * UNIT)
        self._model[CHAINS[seats] : CHAINS[seats] + links.size] = links.ravel()
        often = np.rint(rerolls * SURE).astype(np.int32) << SHIFT
        self._model[REROLLS[seats] : REROLLS[seats] + FIELDS + 1] = often

    def _watch(self, seats: int, games: int) -> Seen:
        game = self._game
        start = position.start(game, seats, 0, {})
        starts = stored(start)
        turns = np.zeros(games, np.int64)
        seen = np.zeros((games, TURNS + 1, seats, 3), np.int16)
        hoped = np.zeros((games, TURNS + 1, seats), np.int32)
        rerolls = np.zeros((FIELDS + 1, 2), np.int64)
        job = Watched(starts, self._model, turns, seen, hoped, rerolls)
        batch = Batch(signed(self._seed), 0, games, 0, 1)
        _watching(game.rules)(job, compiled_scratch(game.rules, evaluator), batch)
        self._advance(games // 1000)
        return _counted(seats, turns, seen, hoped / UNIT, rerolls)


def _counted(seats: int, turns: Any, seen: Any, hoped: Any, rerolls: Any) -> Seen:
    """Count what was seen: how the fastest other gets on, what the best other makes of it."""
    steps = np.zeros((seats, STEPS[seats], MOST_STEP + 1))
    gains = np.zeros((seats, STEPS[seats]))
    visits = np.zeros((ALL_FIELDS, STATES))
    strays = np.zeros((STAGES, 2))
    apart = np.zeros((ALL_FIELDS, ALL_FIELDS, 2))
    games = np.arange(len(turns))
    fields, points = seen[..., 0], seen[..., 1].astype(np.float64)
    for seat in range(seats):
        others = [other for other in range(seats) if other != seat]
        fastest = fields[..., others].max(axis=2) // COARSE[seats]
        best = points[..., others].max(axis=2)
        final = points[games, turns, seat] - best[games, turns]
        for turn in range(int(turns.max())):
            on = turns > turn
            before = (seat - games[on] - turn) % seats  # game g is begun by seat g % seats
            here, more = fastest[on, turn], fastest[on, turn + 1] - fastest[on, turn]
            np.add.at(steps, (before, here, more), 1)
            np.add.at(gains, (before, here), best[on, turn + 1] - best[on, turn])
            np.add.at(visits, (fields[on, turn, seat], seen[on, turn, seat, 2]), 1)
            most, least = fields[on, turn].max(axis=1), fields[on, turn].min(axis=1)
            missed = np.stack([np.ones(len(most)), (final[on] - hoped[on, turn, seat]) ** 2], 1)
            np.add.at(strays, most // 2, missed)
            np.add.at(apart, (most, least), missed)
    return Seen(steps, gains, rerolls.astype(np.float64), visits, strays, apart)


def _reachable() -> Any:
    """By fields and state, 1 where a sheet can stand like that."""
    found = np.zeros((ALL_FIELDS, STATES))
    for row in range(ROWS):
        for mask in range(WHOLE):
            for hits in range(COUNT[mask] + 1):
                found[row * FIELDS + COUNT[mask], standing_at(row, mask, hits)] = 1
    return found


def _spreads(apart: Any) -> Any:
    """How far a margin may still go by the fields of both: smoothly, by what was seen."""
    one, other = np.indices((ALL_FIELDS, ALL_FIELDS))
    left, gap = ALL_FIELDS - np.maximum(one, other), abs(one - other)
    terms = np.stack([np.ones_like(left), left, left**2, gap, left * gap], 2).reshape(-1, 5)
    seen, squares = apart[..., 0].ravel(), apart[..., 1].ravel()
    weights = np.sqrt(seen)
    mean = squares / np.maximum(seen, 1)
    found = np.linalg.lstsq(terms * weights[:, None], mean * weights, rcond=None)[0]
    return np.sqrt(np.maximum(terms @ found, LEAST_SPREAD**2)).reshape(ALL_FIELDS, ALL_FIELDS)


def _added(before: Seen | None, fresh: Seen) -> Seen:
    """What was seen in all, earlier rounds counting less; strays are those of the last one."""
    if before is None:
        return fresh
    steps, gains, rerolls, visits = (
        KEPT * old + new for old, new in zip(before[:4], fresh[:4], strict=True)
    )
    return fresh._replace(steps=steps, gains=gains, rerolls=rerolls, visits=visits)
