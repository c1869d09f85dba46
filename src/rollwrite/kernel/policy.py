"""Policies: ways to choose a move, written once as rules, like the games themselves.

A policy is a pair of rules with the signatures below. ``moves`` holds the ``count`` legal actions
of a pending seat; ``model`` is what the policy has learnt (integers, never changed), ``w`` the
workspace of its thread (see workspace.py). A policy must leave the state as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from rollwrite.kernel.rng import draw, seeded
from rollwrite.kernel.rule import rule
from rollwrite.kernel.step import Scratch, first_pending

# Stand for a game's rules and for its evaluator (bot/evaluator.py of a game); interpreter, compiler
# and GPU each bind their own (see specialize.py).
rules: Any = None
evaluator: Any = None

UNIT = 1 << 16  # a point, where worth is told in fractions of points
NOISE = 0  # where a model holds the noise of its judgement, as a standard deviation
HEAD = 1  # where what it has learnt begins
SPREAD = 148  # the standard deviation of bell()
PLAYOUTS, HORIZON, SEARCH_SEED = 16, 200, 1  # a search without a model
PATIENCE = 64  # answers of other seats a greedy look ahead waits for at most


class Choose(Protocol):
    """The rule that picks a move: an index below ``count``."""

    def __call__(self, s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> int: ...


class Rate(Protocol):
    """The rule that says what each move is worth to the policy, as integers in ``w.worth``."""

    def __call__(self, s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None: ...


class Policy(NamedTuple):
    """What a bot that can be compiled consists of.

    ``unit`` is how much of ``worth`` makes a point, ``evaluator`` the game's own evaluator.
    """

    choose: Choose
    rate: Rate
    unit: int = 1
    model: Sequence[int] = (0,)
    evaluator: Any = None


@rule
def choose_any(s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> int:
    """Any move, all equally likely."""
    return draw(scratch.rng, count)


@rule
def rate_alike(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Every move is worth the same."""
    for index in range(count):
        w.worth[index] = 0


@rule
def rate_gains(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """What each move adds at once to the seat's own score."""
    before = rules.score(s, seat)
    for index in range(count):
        w.after[0] = s
        after = w.after[0]
        rules.apply(after, seat, moves[index])
        close_window(after, s.phase, s.pending & ~(1 << seat), w.replies)
        w.worth[index] = rules.score(after, seat) - before


@rule
def close_window(s: Any, phase: int, waiting: int, replies: Any) -> None:
    """Let the seats of an open window answer anything: only then is what was decided written."""
    left = PATIENCE
    waiting &= s.pending
    while waiting != 0 and s.phase == phase and left > 0:
        seat = 0
        while waiting >> seat & 1 == 0:
            seat += 1
        rules.legal(s, seat, replies)
        rules.apply(s, seat, replies[0])
        waiting &= s.pending
        left -= 1


@rule
def choose_gain(s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> int:
    """The move that adds most at once; among equals any, all equally likely."""
    w = scratch.work[0]
    rate_gains(s, seat, scratch.moves, count, model, w)
    best = 0
    equal = 1
    for index in range(1, count):
        if w.worth[index] > w.worth[best]:
            best = index
            equal = 1
        elif w.worth[index] == w.worth[best]:
            equal += 1
            if draw(scratch.rng, equal) == 0:
                best = index
    return best


@rule
def rate_by_model(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """What each move is worth by the game's evaluator."""
    evaluator.rate(s, seat, moves, count, model, w)


@rule
def choose_by_model(s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> int:
    """The move worth most, as far as the noise of a model lets it judge."""
    if count == 1:
        return 0
    w = scratch.work[0]
    evaluator.rate(s, seat, scratch.moves, count, model, w)
    return seen_best(w.worth, count, model[NOISE], scratch.rng)


@rule
def seen_best(worth: Any, count: int, noise: int, rng: Any) -> int:
    """The index of the highest worth, each seen through some noise; the first of equals."""
    best = 0
    most = 0
    for index in range(count):
        seen = worth[index] * SPREAD
        if noise > 0:
            seen += noise * bell(rng)
        if index == 0 or seen > most:
            most = seen
            best = index
    return best


@rule
def bell(rng: Any) -> int:
    """A whole number around 0 that falls nearly like a normal distribution."""
    return draw(rng, 256) + draw(rng, 256) + draw(rng, 256) + draw(rng, 256) - 510


@rule
def rate_playouts(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """The mean margin after each move if everybody goes on at random: a search without a model.

    All moves meet the same luck.
    """
    for index in range(count):
        total = 0
        for number in range(PLAYOUTS):
            w.after[0] = s
            seeded(w.rng, SEARCH_SEED, number)
            rules.apply(w.after[0], seat, moves[index])
            play_on(w)
            total += margin(w.after[0], seat)
        w.worth[index] = total * (UNIT // PLAYOUTS)


@rule
def play_on(w: Any) -> None:
    """Go on with ``w.after`` at random, to the end if it is not too far.

    It is not made of ``step``: where a match calls this, it is in one, and Numba would take that
    for a recursion.
    """
    s = w.after[0]
    left = HORIZON
    while s.phase != rules.OVER and left > 0:
        if s.pending == 0:
            rules.sample(s, w.event, w.rng)
            rules.resolve(s, w.event)
        else:
            seat = first_pending(s)
            count = rules.legal(s, seat, w.replies)
            rules.apply(s, seat, w.replies[draw(w.rng, count)])
            left -= 1


@rule
def margin(s: Any, seat: int) -> Any:
    """How far a seat is ahead of the best other one; alone, its points."""
    best = 0
    found = False
    for other in range(s.seats):
        if other != seat:
            points = rules.score(s, other)
            if not found or points > best:
                best = points
                found = True
    return rules.score(s, seat) - best


@rule
def choose_playouts(s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> int:
    """The move after which random play does best, as far as the noise of a model lets it judge."""
    if count == 1:
        return 0
    w = scratch.work[0]
    rate_playouts(s, seat, scratch.moves, count, model, w)
    return seen_best(w.worth, count, model[NOISE], scratch.rng)


RANDOM = Policy(choose_any, rate_alike)
GREEDY = Policy(choose_gain, rate_gains)
SEARCH = Policy(choose_playouts, rate_playouts, UNIT)
BY_MODEL = Policy(choose_by_model, rate_by_model, UNIT)
