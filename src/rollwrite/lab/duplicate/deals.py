"""Deals between bots: every table of a deal gets the same dice, whatever is decided there.

Event of chance number k of a deal is drawn as event number k of a game with the deal's seed (see
play/state.py), so that bots meet the dice of a table with this seed. Whoever rerolls where others
do not is one event ahead of them from then on. Bots draw from streams of their own, so that no
doubt of theirs moves the dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.match import bindings, chosen
from rollwrite.kernel.match_runner import distinct, evaluator_of, kinds_of, models_of
from rollwrite.kernel.policy import Policy
from rollwrite.kernel.rng import seeded
from rollwrite.kernel.rule import rule
from rollwrite.kernel.run import Copies, signed, stored
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.step import Batch, Scratch, play_games
from rollwrite.kernel.workspace import compiled_scratch, interpreted_scratch

rules: Any = None  # bound by interpreter and compiler (see specialize.py)

BOTS_DRAW = 1 << 40  # what is added to a seed where bots draw, not dice


class Deals(NamedTuple):
    """Who sits at each table of a deal, and what the games come to.

    ``kinds`` and ``models`` have the policy and the model of each slot, table by table; in deal
    number n each slot has moved on by n seats. By game, the tables of a deal together: the events
    of chance, the decisions (or FAULT, NO_END), the scores by slot.
    """

    start: Any
    seed: int
    first: int
    tables: int
    kinds: Any
    models: Any
    events: Any
    decisions: Any
    scores: Any


@rule
def begin_deal(job: Deals, table: Any, game: int, number: int) -> int:
    """Begin every game with the same state."""
    table[0] = job.start[0]
    return game


@rule
def roll_alike(s: Any, job: Deals, game: int, scratch: Scratch) -> None:
    """Before an event of chance, go to its stream in this deal."""
    if s.pending == 0 and s.phase != rules.OVER:
        deal = (job.first + game) // job.tables
        seeded(scratch.rng, job.seed + deal, job.events[game])
        job.events[game] += 1


@rule
def decide_at_table(s: Any, seat: int, count: int, scratch: Scratch, job: Deals, game: int) -> Any:
    """Ask the policy that sits there, with a stream of its own for each decision."""
    number = job.first + game
    slot = (seat + s.seats - number // job.tables % s.seats) % s.seats
    place = number % job.tables * s.seats + slot
    seeded(scratch.rng, job.seed + BOTS_DRAW + number, job.decisions[game])
    job.decisions[game] += 1
    return chosen(job.kinds[place], s, seat, count, job.models[place], scratch)


@rule
def play_deals(job: Deals, scratch: Scratch, batch: Batch) -> None:
    """Play the games of a batch."""
    play_games(job, scratch, batch, begin_deal, decide_at_table, roll_alike, keep_scores)


@rule
def keep_scores(s: Any, job: Deals, game: int, which: int, made: int) -> None:
    """Keep the decisions and scores of a finished game."""
    job.decisions[game] = made
    if made >= 0:
        rotation = (job.first + game) // job.tables
        for slot in range(s.seats):
            job.scores[game][slot] = rules.score(s, (slot + rotation) % s.seats)


class Played(NamedTuple):
    """What deals came to, by game, the tables of a deal together.

    Events of chance, decisions (or FAULT, NO_END), and the scores by slot.
    """

    events: Any
    decisions: Any
    scores: Any


Tables = Sequence[Sequence[Policy]]  # the policy of each slot, table by table


def deals_interpreted(
    rules: Any, start: Any, tables: Tables, deals: int, seed: int, first: int = 0
) -> Played:
    """So many deals as plain Python."""
    lineup, games = [policy for table in tables for policy in table], deals * len(tables)
    kinds, evaluator = distinct(lineup), evaluator_of(lineup)
    found = Played([0] * games, [0] * games, [[0] * start.seats for _ in range(games)])
    seated = [kinds.index(policy.choose) for policy in lineup]
    models = [policy.model for policy in lineup]
    number = first * len(tables)
    job = Deals(Copies(start), seed, number, len(tables), seated, models, *found)
    scratch = interpreted_scratch(rules, evaluator)
    loop = Specializer(bindings(rules, kinds, evaluator)).of(play_deals)
    loop(job, scratch, Batch(0, number, games, 0, 1))
    return found


def deals_compiled(
    rules: Any, start: Any, tables: Tables, deals: int, seed: int, first: int = 0
) -> Played:
    """The same compiled, as arrays of NumPy."""
    import numpy as np

    lineup, games = [policy for table in tables for policy in table], deals * len(tables)
    evaluator = evaluator_of(lineup)
    found = Played(
        np.zeros(games, np.int32),
        np.zeros(games, np.int32),
        np.zeros((games, start.seats), np.int16),
    )
    number = first * len(tables)
    seated = kinds_of(lineup), models_of(lineup)
    job = Deals(stored(start), signed(seed), number, len(tables), *seated, *found)
    batch = Batch(0, number, games, 0, 1)
    _loop(rules, distinct(lineup), evaluator)(job, compiled_scratch(rules, evaluator), batch)
    return found


@cache
def _loop(rules: Any, kinds: tuple[Any, ...], evaluator: Any) -> Compiled:
    return Compiled(play_deals, bindings(rules, kinds, evaluator), rules.TITLE)
