"""Interpreted, compiled and bounds-checked runs: the same games, or where they part; and counts."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.records import Slots
from rollwrite.kernel.rule import rule
from rollwrite.kernel.run import (
    Copies,
    Games,
    run_bounds_checked,
    run_compiled,
    run_interpreted,
    signed,
    stored,
)
from rollwrite.kernel.specialize import interpreted
from rollwrite.kernel.step import Batch, Scratch, begin_alike, decide_at_random, play_games
from rollwrite.kernel.subset import Finding
from rollwrite.kernel.workspace import compiled_scratch, interpreted_scratch
from rollwrite.play.game import Game
from rollwrite.play.state import State
from rollwrite.testing.coverage import phase_names
from rollwrite.testing.records import differences

TRACED = 20_000  # steps of a game that are kept to find where two runs part


def check_runs_agree(game: Game, seats: int, games: int, seed: int) -> None:
    """Raise AssertionError unless all runs of a game give the same."""
    finding = difference_of_runs(game, seats, games, games, seed)
    assert finding is None, f"{finding.where}: {finding.what}"


def difference_of_runs(game: Game, seats: int, games: int, some: int, seed: int) -> Finding | None:
    """Where interpreted, compiled (one or more threads) and bounds-checked runs part first.

    Plain Python takes its time, so it plays only the first of the games.
    """
    rules = game.rules
    start = game.definition.position.start(game, seats, 0, game.options)
    where = f"{seats} seats, seed {seed}"
    compiled = run_compiled(rules, start, games, seed)
    threads = run_compiled(rules, start, games, seed, workers=3)
    if (number := _first(compiled, threads, games)) is not None:
        return Finding(where, f"game {number} is another one on three threads than on one")
    checked = run_bounds_checked(rules, start, games, seed)
    if (number := _first(compiled, checked, games)) is not None:
        return Finding(where, f"game {number} is another one when indices are checked")
    plain = run_interpreted(rules, start, some, seed)
    if (number := _first(plain, compiled, some)) is not None:
        what = f"compiled and interpreted runs differ: {_parting(game, start, seed, number)}"
        return Finding(where, what)
    return None


def compile_problem(error: Exception) -> str:
    """What a compiler complains about, on one line, with the line of the rules if it names one."""
    text = " ".join(str(error).split())
    lines = re.findall(r'File "([^"]+)", line (\d+)', text)
    place = f" (last at {lines[-1][0].rpartition('/')[2]}:{lines[-1][1]})" if lines else ""
    return f"the rules do not compile: {type(error).__name__}: {text[:300]}{place}"


def _first(one: Games, two: Games, games: int) -> int | None:
    """The number of the first game that came to something else."""
    for number in range(games):
        if int(one.decisions[number]) != int(two.decisions[number]):
            return number
        if list(map(int, one.scores[number])) != list(map(int, two.scores[number])):
            return number
    return None


class Trace(NamedTuple):
    """Where a game begins, room for the state before each step, and how many there were."""

    start: Any
    states: Any
    made: Any


@rule
def keep_state(s: Any, job: Trace, game: int, scratch: Scratch) -> None:
    """Keep the state before a step, while there is room."""
    if job.made[0] < len(job.states):
        job.states[job.made[0]] = s
        job.made[0] += 1


@rule
def keep_last(s: Any, job: Trace, game: int, which: int, made: int) -> None:
    """Keep the state at the end."""
    keep_state(s, job, game, job.start)


@rule
def trace(job: Trace, scratch: Scratch, batch: Batch) -> None:
    """Play one game at random and keep every state of it."""
    play_games(job, scratch, batch, begin_alike, decide_at_random, keep_state, keep_last)


def _parting(game: Game, start: Any, seed: int, number: int) -> str:
    """The first step of a game after which plain Python and compiled code have other records."""
    import numpy as np

    rules = game.rules
    empty = rules.State()
    plain = Trace(Copies(start), Slots([empty] * TRACED), [0])
    batch = Batch(seed, number, 1, 0, 1)
    interpreted(trace, rules)(plain, interpreted_scratch(rules), batch)
    loop = Compiled(trace, {"rules": rules}, rules.TITLE)
    fast = Trace(stored(start), np.zeros(TRACED, rules.State.dtype()), np.zeros(1, np.int64))
    loop(fast, compiled_scratch(rules, bare=True), batch._replace(seed=signed(seed)))
    decisions, before = 0, start
    for step in range(min(plain.made[0], int(fast.made[0]))):
        one, two = plain.states[step], rules.State.load(fast.states[step])
        if (found := next(differences(one, two), None)) is not None:
            seat = next((n for n in range(before.seats) if before.pending >> n & 1), None)
            who = "a chance event" if seat is None else f"decision {decisions} (seat {seat})"
            phase = phase_names(game.definition.package, rules).get(before.phase, before.phase)
            return (
                f"in game {number}, after {who} in phase {phase}, {found} (interpreted, compiled)"
            )
        decisions += step > 0 and before.pending != 0
        before = one
    return f"in game {number} the scores, though every record was the same"


def count_positions(state: State, depth: int) -> list[int]:
    """How many different positions there are after 1 to ``depth`` decisions, whatever is rolled."""
    counts = []
    layer = {state}
    for _ in range(depth):
        deciding = _rolled(layer)
        layer = {s.play(move) for s in deciding for seat in s.pending for move in s.moves(seat)}
        counts.append(len(layer))
    return counts


def _rolled(states: set[State]) -> set[State]:
    """The states, each at a chance event replaced by all that can come of it."""
    found, open_ = set(), list(states)
    while open_:
        state = open_.pop()
        if state.chance is None:
            found.add(state)
        else:
            open_ += [state.roll(event) for event, _ in state.chance_outcomes()]
    return found
