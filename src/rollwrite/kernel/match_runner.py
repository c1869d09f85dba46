"""Runners of matches: interpreted, or compiled; the same games to the bit."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rollwrite.errors import BadOption, say
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.match import MOST_KINDS, Match, bindings, match_many
from rollwrite.kernel.memory import Block, Frame, packer, view
from rollwrite.kernel.policy import BY_MODEL, GREEDY, RANDOM, Policy
from rollwrite.kernel.run import Copies, signed
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.step import Batch
from rollwrite.kernel.workspace import framed_scratch, interpreted_scratch


class Matches(NamedTuple):
    """What many games came to, by game: decisions, scores by slot, winners as bits by slot."""

    decisions: Any
    scores: Any
    winners: Any


def match_interpreted(
    rules: Any, start: Any, lineup: Sequence[Policy], games: int, seed: int, first: int = 0
) -> Matches:
    """Games between policies as plain Python; ``lineup`` has the policy of each slot."""
    return _interpreted(rules, start, lineup, games, seed, first)[0]


def broken_off(rules: Any, start: Any, lineup: Sequence[Policy], seed: int, game: int) -> Any:
    """The record of a game at the moment at which its match is broken off, or at its end."""
    return _interpreted(rules, start, lineup, 1, seed, game)[1]


def _interpreted(
    rules: Any, start: Any, lineup: Sequence[Policy], games: int, seed: int, first: int
) -> tuple[Matches, Any]:
    kinds, evaluator = distinct(lineup), evaluator_of(lineup)
    found = Matches([0] * games, [[0] * start.seats for _ in range(games)], [0] * games)
    seated = [kinds.index(policy.choose) for policy in lineup]
    job = Match(Copies(start), seated, [policy.model for policy in lineup], *found)
    scratch = interpreted_scratch(rules, evaluator)
    _plain_loop(rules, kinds, evaluator)(job, scratch, Batch(seed, first, games, 0, 1))
    return found, scratch.table[0]


def match_compiled(
    rules: Any, start: Any, lineup: Sequence[Policy], games: int, seed: int, first: int = 0
) -> Matches:
    """The same games compiled, as arrays of NumPy."""
    import numpy as np

    found = match_framed(rules, start, lineup, games, seed, first)
    decisions, scores, winners = map(np.asarray, found)
    return Matches(decisions, scores.reshape(games, start.seats), winners)


def match_framed(
    rules: Any, start: Any, lineup: Sequence[Policy], games: int, seed: int, first: int = 0
) -> Matches:
    """The same games compiled, here or ahead of time, on the thread that asks.

    Other threads may run meanwhile. Neither needs NumPy: what the games come to are views of
    memory, in which the scores of all slots of a game follow each other.
    """
    job, batch = _framed_job(start, lineup, games), Batch(signed(seed), first, games, 0, 1)
    frame = Frame(job, framed_scratch(rules, evaluator_of(lineup)), batch)
    call = _loop(rules, distinct(lineup), evaluator_of(lineup)).call(frame)
    kinds = distinct(lineup)
    seated = array("b", [kinds.index(policy.choose) for policy in lineup])
    call.put(frame.at(job.start), packer(job.start.kind)(start))
    call.put(frame.at(job.kinds), seated.tobytes())
    call.put(frame.at(job.models), _stacked(lineup).tobytes())
    call()
    found = [
        view(block.kind, call.get(frame.at(block), block.size))
        for block in (job.decisions, job.scores, job.winners)
    ]
    return Matches(*found)


def match_loop(
    rules: Any, start: Any, lineup: Sequence[Policy]
) -> tuple[Compiled, tuple[Any, ...]]:
    """The loop of a line-up's games, and arguments of the kinds that it takes."""
    evaluator = evaluator_of(lineup)
    scratch = framed_scratch(rules, evaluator)
    arguments = (_framed_job(start, lineup, 1), scratch, Batch(0, 0, 1, 0, 1))
    return _loop(rules, distinct(lineup), evaluator), arguments


def can_match(rules: Any, start: Any, lineup: Sequence[Policy]) -> bool:
    """Whether a line-up's games are compiled, here or ahead of time."""
    loop, arguments = match_loop(rules, start, lineup)
    return loop.available(*arguments)


def _framed_job(start: Any, lineup: Sequence[Policy], games: int) -> Match:
    widest = max(len(policy.model) for policy in lineup)
    return Match(
        Block(type(start), (1,)),
        Block("i1", (len(lineup),)),
        Block("i4", (len(lineup), widest)),
        Block("i4", (games,)),
        Block("i2", (games, start.seats)),
        Block("i1", (games,)),
    )


def _stacked(lineup: Sequence[Policy]) -> array[int]:
    """The models of a line-up as rows of one width."""
    widest = max(len(policy.model) for policy in lineup)
    rows = array("i")
    for policy in lineup:
        rows.extend(array("i", policy.model))
        rows.extend(array("i", bytes(4 * (widest - len(policy.model)))))
    return rows


def distinct(lineup: Sequence[Policy]) -> tuple[Any, ...]:
    """Each choosing rule of a line-up once.

    Compiling takes long: the expert's loop and the greedy one include the simpler bots, so that one
    loop serves all line-ups of them. Random play alone has a loop of its own: there even asking
    who plays would take time.
    """
    chooses = tuple(dict.fromkeys(policy.choose for policy in lineup))
    usual = (BY_MODEL.choose, GREEDY.choose, RANDOM.choose)
    for place, choose in enumerate(usual[:-1]):
        both = tuple(dict.fromkeys([*usual[place:], *chooses]))
        if choose in chooses and len(both) <= MOST_KINDS:
            return both
    return chooses


def evaluator_of(lineup: Sequence[Policy]) -> Any:
    """The evaluator that policies of the line-up need, if any: a loop takes only one."""
    ways = list(dict.fromkeys(policy.evaluator for policy in lineup if policy.evaluator))
    if len(ways) > 1:
        raise BadOption(say("lab.evaluator", ways=", ".join(way.__name__ for way in ways)))
    return ways[0] if ways else None


def kinds_of(lineup: Sequence[Policy]) -> Any:
    """Which of the distinct rules sits at each slot."""
    import numpy as np

    kinds = distinct(lineup)
    return np.array([kinds.index(policy.choose) for policy in lineup], np.int8)


def models_of(lineup: Sequence[Policy]) -> Any:
    """What the policy at each slot has learnt, a row each."""
    import numpy as np

    rows = np.zeros((len(lineup), max(len(policy.model) for policy in lineup)), np.int32)
    for row, policy in zip(rows, lineup, strict=True):
        row[: len(policy.model)] = policy.model
    return rows


@lru_cache(8)
def _plain_loop(rules: Any, kinds: tuple[Any, ...], evaluator: Any) -> Any:
    return Specializer(bindings(rules, kinds, evaluator)).of(match_many)


@cache
def _loop(rules: Any, kinds: tuple[Any, ...], evaluator: Any) -> Compiled:
    return Compiled(match_many, bindings(rules, kinds, evaluator), rules.TITLE)
