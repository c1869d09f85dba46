"""Policies: ways to choose a move, written once as rules, like the games themselves.

A policy is a pair of rules with the signatures below. ``moves`` holds the ``count`` legal actions
of a pending seat; ``model`` is what the policy has learnt (integers, never changed), ``work`` room
for whole numbers of its own, ``spare`` room for some states, ``replies`` for the moves of other
seats and ``worth`` for one integer a move. A policy must leave the state as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from rollwrite.kernel.rng import draw, seeded
from rollwrite.kernel.rule import rule

# Stand for a game's rules and for how it is thought about (evaluator.py of a game); interpreter,
# compiler and GPU each bind their own (see specialize.py).
rules: Any = None
evaluator: Any = None

SPARES = 4  # states that a policy has room for
UNIT = 1 << 16  # a point, where worth is told in fractions of points
NOISE = 0  # where a model holds the noise of its judgement, as a standard deviation
HEAD = 1  # where what it has learnt begins
SPREAD = 148  # the standard deviation of bell()
PLAYOUTS, HORIZON, SEARCH_SEED = 16, 200, 1  # a search without a table
PATIENCE = 64  # answers of other seats a greedy look ahead waits for at most


class Choose(Protocol):
    """The rule that picks a move: an index below ``count``."""

    def __call__(
        self, s: Any, seat: int, moves: Any, count: int,
        model: Any, work: Any, spare: Any, replies: Any, worth: Any, rng: Any,
    ) -> int: ...  # fmt: skip


class Rate(Protocol):
    """The rule that says what each move is worth to the policy, as integers in ``worth``."""

    def __call__(
        self, s: Any, seat: int, moves: Any, count: int,
        model: Any, work: Any, spare: Any, replies: Any, worth: Any,
    ) -> None: ...  # fmt: skip


class Policy(NamedTuple):
    """What a bot that can be compiled consists of.

    ``unit`` is how much of ``worth`` makes a point, ``evaluator`` the game's own evaluator.
    """

    choose: Choose
    rate: Rate
    unit: int = 1
    model: Sequence[int] = (0,)
    evaluator: Any = None

    @property
    def room(self) -> int:
        """How many whole numbers of room it needs."""
        return max(2, self.evaluator.WORK) if self.evaluator else 2


@rule
def choose_any(
    s: Any, seat: int, moves: Any, count: int,
    model: Any, work: Any, spare: Any, replies: Any, worth: Any, rng: Any,
) -> int:  # fmt: skip
    """Any move, all equally likely."""
    return draw(rng, count)


@rule
def rate_alike(
    s: Any, seat: int, moves: Any, count: int,
    model: Any, work: Any, spare: Any, replies: Any, worth: Any,
) -> None:  # fmt: skip
    """Every move is worth the same."""
    for place in range(count):
        worth[place] = 0


@rule
def rate_gains(
    s: Any, seat: int, moves: Any, count: int,
    model: Any, work: Any, spare: Any, replies: Any, worth: Any,
) -> None:  # fmt: skip
    """What each move adds at once to the seat's own score."""
    before = rules.score(s, seat)
    for place in range(count):
        spare[0] = s
        after = spare[0]
        rules.apply(after, seat, moves[place])
        close_window(after, s.phase, s.pending & ~(1 << seat), replies)
        worth[place] = rules.score(after, seat) - before


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
def choose_gain(
    s: Any, seat: int, moves: Any, count: int,
    model: Any, work: Any, spare: Any, replies: Any, worth: Any, rng: Any,
) -> int:  # fmt: skip
    """The move that adds most at once; among equals any, all equally likely."""
    rate_gains(s, seat, moves, count, model, work, spare, replies, worth)
    best = 0
    equal = 1
    for place in range(1, count):
        if worth[place] > worth[best]:
            best = place
            equal = 1
        elif worth[place] == worth[best]:
            equal += 1
            if draw(rng, equal) == 0:
                best = place
    return best


@rule
def rate_by_model(
    s: Any, seat: int, moves: Any, count: int,
    model: Any, work: Any, spare: Any, replies: Any, worth: Any,
) -> None:  # fmt: skip
    """What each move is worth to whoever thinks about this game as its ``evaluator`` does."""
    evaluator.rate(s, seat, moves, count, model, work, spare, worth)


@rule
def choose_by_model(
    s: Any, seat: int, moves: Any, count: int,
    model: Any, work: Any, spare: Any, replies: Any, worth: Any, rng: Any,
) -> int:  # fmt: skip
    """The move worth most, as far as the noise of a model lets it judge."""
    if count == 1:
        return 0
    evaluator.rate(s, seat, moves, count, model, work, spare, worth)
    return seen_best(worth, count, model[NOISE], rng)


@rule
def seen_best(worth: Any, count: int, noise: int, rng: Any) -> int:
    """The place of the highest worth, each seen through some noise; the first of equals."""
    best = 0
    most = 0
    for place in range(count):
        seen = worth[place] * SPREAD
        if noise > 0:
            seen += noise * bell(rng)
        if place == 0 or seen > most:
            most = seen
            best = place
    return best


@rule
def bell(rng: Any) -> int:
    """A whole number around 0 that falls nearly like a normal distribution."""
    return draw(rng, 256) + draw(rng, 256) + draw(rng, 256) + draw(rng, 256) - 510


@rule
def rate_playouts(
    s: Any, seat: int, moves: Any, count: int,
    model: Any, work: Any, spare: Any, replies: Any, worth: Any,
) -> None:  # fmt: skip
    """The mean margin after each move if everybody goes on at random: a search without a table.

    All moves meet the same luck. ``work`` serves as generator and ``replies`` as chance event too.
    """
    after = spare[0]
    for place in range(count):
        total = 0
        for number in range(PLAYOUTS):
            spare[0] = s
            after = spare[0]
            seeded(work, SEARCH_SEED, number)
            rules.apply(after, seat, moves[place])
            play_on(after, replies, work)
            total += margin(after, seat)
        worth[place] = total * (UNIT // PLAYOUTS)


@rule
def play_on(s: Any, moves: Any, rng: Any) -> None:
    """Go on at random, to the end if it is not too far."""
    left = HORIZON
    while s.phase != rules.OVER and left > 0:
        if s.pending == 0:
            rules.sample(s, moves, rng)
            rules.resolve(s, moves)
        else:
            seat = 0
            while s.pending >> seat & 1 == 0:
                seat += 1
            count = rules.legal(s, seat, moves)
            rules.apply(s, seat, moves[draw(rng, count)])
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
def choose_playouts(
    s: Any, seat: int, moves: Any, count: int,
    model: Any, work: Any, spare: Any, replies: Any, worth: Any, rng: Any,
) -> int:  # fmt: skip
    """The move after which random play does best, as far as the noise of a model lets it judge."""
    if count == 1:
        return 0
    rate_playouts(s, seat, moves, count, model, work, spare, replies, worth)
    return seen_best(worth, count, model[NOISE], rng)


class Slot:
    """Room for interpreted states: what is put in is copied, as into an array's slot."""

    def __init__(self) -> None:
        self._records: list[Any] = [None] * SPARES

    def __getitem__(self, index: int) -> Any:
        return self._records[index]

    def __setitem__(self, index: int, record: Any) -> None:
        self._records[index] = record.copy()


RANDOM = Policy(choose_any, rate_alike)
GREEDY = Policy(choose_gain, rate_gains)
SEARCH = Policy(choose_playouts, rate_playouts, UNIT)
BY_MODEL = Policy(choose_by_model, rate_by_model, UNIT)
