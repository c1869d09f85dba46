"""One step of a game, and the loop around it: everything that plays games is made of these.

A step lets chance happen if nobody has to decide, then lets the first pending seat decide. Who
decides, what is recorded and what is kept of a finished game are hooks: rules that the caller
hands over. Simulation, matches, evaluation, training and environments differ in their hooks alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rollwrite.kernel.rng import draw, seeded
from rollwrite.kernel.rule import rule

# Stands for a game's rules; interpreter, compiler and GPU each bind their own (see specialize.py).
rules: Any = None
STEPPED = False  # whether the decision after an event of chance is left to the next step

ENDLESS = 100_000  # decisions after which a game is taken not to end
FAULT, NO_END = -1, -2  # what stands for the number of decisions of a game that was broken off


class Scratch(NamedTuple):
    """What a thread works with; the arrays are its own."""

    table: Any  # room for the state of the game
    moves: Any  # the legal actions of the seat that decides
    event: Any  # an event of chance
    rng: Any  # the generator of the game
    work: Any  # the workspaces of the policies (see workspace.py)


class Batch(NamedTuple):
    """Which games a thread plays: every ``stride``-th of ``games``, beginning with ``offset``.

    Game number ``first + i`` runs on that stream of the seed and leaves what it came to in row i,
    so that a run may be shared out in any way.
    """

    seed: int
    first: int
    games: int
    offset: int
    stride: int


@rule
def in_step(phase: int) -> bool:
    """Whether a game in a phase may go on; on a GPU neighbours wait (see cuda/warp.py)."""
    return True


@rule
def first_pending(s: Any) -> int:
    """The seat that decides next."""
    seat = 0
    while s.pending >> seat & 1 == 0:
        seat += 1
    return seat


@rule
def step(s: Any, scratch: Scratch, decide: Any, job: Any, which: int) -> int:
    """Let chance and one seat go on; return how many decisions were made, or FAULT.

    ``decide(s, seat, count, scratch, job, which)`` picks one of the legal actions in
    ``scratch.moves`` by its index; ``job`` and which game it is are handed on to it.
    """
    chance = s.pending == 0
    if chance and s.phase != rules.OVER:
        rules.sample(s, scratch.event, scratch.rng)
        rules.resolve(s, scratch.event)
    if s.pending != 0 and not (chance and STEPPED):
        seat = first_pending(s)
        count = rules.legal(s, seat, scratch.moves)
        index = decide(s, seat, count, scratch, job, which)
        if index < 0 or index >= count:
            return FAULT
        rules.apply(s, seat, scratch.moves[index])
        return 1
    return 0


@rule
def play_games(
    job: Any, scratch: Scratch, batch: Batch, begin: Any, decide: Any, observe: Any, finish: Any
) -> None:
    """Play the games of a batch.

    ``begin(job, table, game, number)`` sets up the start of a game and returns what tells it from
    the others, for ``decide`` and ``finish``. ``observe(s, job, game, scratch)`` sees each state
    before a step, ``finish(s, job, game, which, made)`` keeps what a game came to. The next game
    begins in the step after the last one ended: on a GPU no thread waits for its neighbours'
    longer games.
    """
    game = batch.offset
    which = 0
    made = -1  # decisions in this game; -1 asks for a new one
    while game < batch.games:
        if made < 0:
            made = 0
            number = batch.first + game
            which = begin(job, scratch.table, game, number)
            seeded(scratch.rng, batch.seed, number)
        s = scratch.table[0]
        if in_step(s.phase):
            observe(s, job, game, scratch)
            done = step(s, scratch, decide, job, which)
            made += done
            if done < 0:
                made = FAULT
            elif made >= ENDLESS:
                made = NO_END
            if made < 0 or s.phase == rules.OVER:
                finish(s, job, game, which, made)
                game += batch.stride
                made = -1


@rule
def begin_alike(job: Any, table: Any, game: int, number: int) -> int:
    """Begin every game with the same state."""
    table[0] = job.start[0]
    return 0


@rule
def observe_nothing(s: Any, job: Any, game: int, scratch: Scratch) -> None:
    """Record nothing on the way."""


@rule
def decide_at_random(s: Any, seat: int, count: int, scratch: Scratch, job: Any, which: int) -> int:
    """Pick a move, all equally likely."""
    return draw(scratch.rng, count)


@rule
def leave_to_chance(s: Any, event: Any, rng: Any) -> None:
    """Roll and deal until somebody must decide or the game is over."""
    while s.pending == 0 and s.phase != rules.OVER:
        rules.sample(s, event, rng)
        rules.resolve(s, event)
