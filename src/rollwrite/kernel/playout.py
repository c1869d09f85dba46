"""Playing games to their end by the rules alone: one loop for every game, however it runs."""

from __future__ import annotations

from typing import Any

from rollwrite.kernel.rng import draw, seeded
from rollwrite.kernel.rule import rule

# Stands for a game's rules; interpreter, compiler and GPU each bind their own (see specialize.py).
rules: Any = None
STEPPED = False  # whether what follows an event of chance is left to the next step


@rule
def decide(s: Any, moves: Any, rng: Any) -> None:
    """Let the first pending seat make a uniformly random move."""
    seat = 0
    while s.pending >> seat & 1 == 0:
        seat += 1
    count = rules.legal(s, seat, moves)
    rules.apply(s, seat, moves[draw(rng, count)])


@rule
def in_step(phase: int) -> bool:
    """Whether a game in a phase may go on; on a GPU neighbours wait for each other (warp.py)."""
    return True


@rule
def play_many(
    start: Any,
    table: Any,
    moves: Any,
    event: Any,
    rng: Any,
    seed: int,
    first: int,
    index: int,
    stride: int,
    decisions: Any,
    scores: Any,
) -> None:
    """Play every ``stride``-th game from ``index`` on, all from the same start.

    Game i runs on stream ``first + i`` of the seed and leaves its number of decisions and its
    scores in row i, so that a run may be shared out in any way. ``table`` is room for one state,
    ``moves``, ``event`` and ``rng`` are scratch. The next game begins in the step in which the
    last one ended: on a GPU no thread waits for its neighbours' longer games.
    """
    games = len(decisions)
    game = index
    made = -1  # decisions in this game; -1 asks for a new one
    while game < games:
        if made < 0:
            made = 0
            table[0] = start[0]
            seeded(rng, seed, first + game)
        s = table[0]
        if in_step(s.phase):
            chance = s.pending == 0
            if chance and s.phase != rules.OVER:
                rules.sample(s, event, rng)
                rules.resolve(s, event)
            if s.pending != 0 and not (chance and STEPPED):
                decide(s, moves, rng)
                made += 1
            if s.phase == rules.OVER:
                decisions[game] = made
                for seat in range(s.seats):
                    scores[game][seat] = rules.score(s, seat)
                game += stride
                made = -1
