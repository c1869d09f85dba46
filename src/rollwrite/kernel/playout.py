"""Random games: the rules alone, one loop for every game, however it runs."""

from __future__ import annotations

from typing import Any, NamedTuple

from rollwrite.kernel.rule import rule
from rollwrite.kernel.step import (
    Batch,
    Scratch,
    begin_alike,
    decide_at_random,
    observe_nothing,
    play_games,
)

# Stands for a game's rules; interpreter, compiler and GPU each bind their own (see specialize.py).
rules: Any = None


class Playouts(NamedTuple):
    """Where random games begin, and what they come to: decisions by game, scores by seat too."""

    start: Any
    decisions: Any
    scores: Any


@rule
def play_many(job: Playouts, scratch: Scratch, batch: Batch) -> None:
    """Play the games of a batch, every move at random."""
    play_games(job, scratch, batch, begin_alike, decide_at_random, observe_nothing, keep_scores)


@rule
def keep_scores(s: Any, job: Playouts, game: int, which: int, made: int) -> None:
    """Keep the decisions and the scores of a finished game."""
    job.decisions[game] = made
    for seat in range(s.seats):
        job.scores[game][seat] = rules.score(s, seat)
