"""Runners of matches: interpreted, or compiled; the same games to the bit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from rollwrite.errors import BadOption, say
from rollwrite.kernel import match
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.policy import BY_MODEL, GREEDY, RANDOM, SPARES, Policy, Slot
from rollwrite.kernel.run import Copies, move_type, stored
from rollwrite.kernel.specialize import Specializer


class Matches(NamedTuple):
    """What many games came to, by game: decisions, scores by slot, winners as bits by slot."""

    decisions: Any
    scores: Any
    winners: Any


def match_interpreted(
    rules: Any,
    start: Any,
    lineup: Sequence[Policy],
    games: int,
    seed: int,
    first: int = 0,
    lost: int = -(1 << 15),
) -> Matches:
    """Games between policies as plain Python; ``lineup`` has the policy of each slot."""
    return _interpreted(rules, start, lineup, games, seed, first, lost)[0]


def broken_off(rules: Any, start: Any, lineup: Sequence[Policy], seed: int, game: int) -> Any:
    """The record of a game at the moment at which its match is broken off, or at its end."""
    return _interpreted(rules, start, lineup, 1, seed, game, 0)[1]


def _interpreted(
    rules: Any, start: Any, lineup: Sequence[Policy], games: int, seed: int, first: int, lost: int
) -> tuple[Matches, Any]:
    kinds = distinct(lineup)
    found = Matches([0] * games, [[0] * start.seats for _ in range(games)], [0] * games)
    moves, replies, worth = ([0] * rules.MOVES for _ in range(3))
    event, rng, table = [0] * rules.EVENT, [0, 0], [None]
    places = [kinds.index(policy.choose) for policy in lineup]
    models = [policy.model for policy in lineup]
    _plain_loop(rules, kinds, evaluator_of(lineup))(
        Copies(start), table, [0] * workroom(lineup), Slot(), moves, replies, worth, event, rng,
        places, models, lost, seed, first, 0, 1, *found,
    )  # fmt: skip
    return found, table[0]


def match_compiled(
    rules: Any,
    start: Any,
    lineup: Sequence[Policy],
    games: int,
    seed: int,
    first: int = 0,
    lost: int = -(1 << 15),
) -> Matches:
    """The same games compiled, on the thread that asks; other threads may run meanwhile."""
    loop = _loop(rules, distinct(lineup), evaluator_of(lineup))
    starts, found = stored(start), match_room(start, games)
    scratch = match_scratch(rules, starts, lineup)
    who = kinds_of(lineup), models_of(lineup)
    loop(starts, *scratch, *who, lost, signed(seed), first, 0, 1, *found)
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
        if choose in chooses and len(both) <= match.MOST_KINDS:
            return both
    return chooses


def evaluator_of(lineup: Sequence[Policy]) -> Any:
    """The evaluator that policies of the line-up need, if any: a loop takes only one."""
    ways = list(dict.fromkeys(policy.evaluator for policy in lineup if policy.evaluator))
    if len(ways) > 1:
        raise BadOption(say("lab.evaluator", ways=", ".join(way.__name__ for way in ways)))
    return ways[0] if ways else None


def workroom(lineup: Sequence[Policy]) -> int:
    """How many whole numbers of room the policies need."""
    return max(policy.room for policy in lineup)


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


def signed(seed: int) -> int:
    """A seed of 64 bits as compiled loops take it; its bits are what counts."""
    return seed - (1 << 64) if seed >> 63 else seed


def match_room(start: Any, games: int) -> Matches:
    """Empty arrays for what so many games come to."""
    import numpy as np

    scores = np.zeros((games, start.seats), np.int16)
    return Matches(np.zeros(games, np.int32), scores, np.zeros(games, np.int8))


def match_scratch(rules: Any, starts: Any, lineup: Sequence[Policy]) -> tuple[Any, ...]:
    """Room for a game on one thread, in the order in which loops take it."""
    import numpy as np

    narrow = move_type(rules)
    return (
        np.empty_like(starts),
        np.zeros(workroom(lineup), np.int64),
        np.zeros(SPARES, starts.dtype),
        np.zeros(rules.MOVES, narrow),
        np.zeros(rules.MOVES, narrow),
        np.zeros(rules.MOVES, np.int32),
        np.zeros(rules.EVENT, np.int8),
        np.zeros(2, np.int64),
    )


@lru_cache(8)
def _plain_loop(rules: Any, kinds: tuple[Any, ...], evaluator: Any) -> Any:
    return Specializer(match.bindings(rules, kinds, evaluator)).of(match.match_many)


@cache
def _loop(rules: Any, kinds: tuple[Any, ...], evaluator: Any) -> Compiled:
    return Compiled(match.match_many, match.bindings(rules, kinds, evaluator), rules.TITLE)
