"""Runners of matches: interpreted, or compiled; the same games to the bit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rollwrite.errors import BadOption, say
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.match import MOST_KINDS, Match, bindings, match_many
from rollwrite.kernel.policy import BY_MODEL, GREEDY, RANDOM, Policy
from rollwrite.kernel.run import Copies, signed, stored
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.step import Batch
from rollwrite.kernel.workspace import compiled_scratch, interpreted_scratch


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
    """The same games compiled, on the thread that asks; other threads may run meanwhile."""
    evaluator = evaluator_of(lineup)
    found = match_room(start, games)
    job = Match(stored(start), kinds_of(lineup), models_of(lineup), *found)
    batch = Batch(signed(seed), first, games, 0, 1)
    _loop(rules, distinct(lineup), evaluator)(job, compiled_scratch(rules, evaluator), batch)
    return found


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


def match_room(start: Any, games: int) -> Matches:
    """Empty arrays for what so many games come to."""
    import numpy as np

    scores = np.zeros((games, start.seats), np.int16)
    return Matches(np.zeros(games, np.int32), scores, np.zeros(games, np.int8))


@lru_cache(8)
def _plain_loop(rules: Any, kinds: tuple[Any, ...], evaluator: Any) -> Any:
    return Specializer(bindings(rules, kinds, evaluator)).of(match_many)


@cache
def _loop(rules: Any, kinds: tuple[Any, ...], evaluator: Any) -> Compiled:
    return Compiled(match_many, bindings(rules, kinds, evaluator), rules.TITLE)
