"""How scores grow: some games of a job again, interpreted, looked at whenever a turn begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from rollwrite.bots.players import Asked, asking
from rollwrite.kernel.match_runner import evaluator_of
from rollwrite.kernel.rng import seeded
from rollwrite.kernel.rule import is_rule
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.step import FAULT, step
from rollwrite.kernel.workspace import interpreted_scratch
from rollwrite.lab.job import Job
from rollwrite.lab.summary import Interval, mean

REACHED = 0.5  # turns that fewer of the games reach are left out: those are unlike the others


class TurnScore(NamedTuple):
    """The mean score of a slot when a turn begins (the first is turn 1)."""

    turn: int
    mean: Interval


def by_turn(job: Job, games: int) -> list[list[TurnScore]]:
    """For every slot its mean score by turn, over the first games of a job."""
    found: list[list[Counter[int]]] = [[] for _ in range(job.seats)]
    for number in range(games):
        for turn, scores in enumerate(_turns(job, number)):
            for slot, score in enumerate(scores):
                if len(found[slot]) <= turn:
                    found[slot].append(Counter())
                found[slot][turn][score] += 1
    return [
        [
            TurnScore(turn, mean(counts))
            for turn, counts in enumerate(turns, 1)
            if counts.total() >= REACHED * games
        ]
        for turns in found
    ]


def _turns(job: Job, number: int) -> Iterator[list[int]]:
    """The scores by slot whenever a turn of a game begins, and at its end."""
    game, rules, seats = job.game, job.game.rules, job.seats
    lineup = [
        player.bot.policy(game) if player.bot else asking(Asked(player, game, seats))
        for player in job.players
    ]
    specializer = Specializer({"rules": rules, "evaluator": evaluator_of(lineup)})
    chooses: list[Any] = [
        specializer.of(policy.choose) if is_rule(policy.choose) else policy.choose
        for policy in lineup
    ]
    go_on: Any = Specializer({"rules": rules, "STEPPED": True}).of(step)
    s = game.definition.position.start(game, seats, 0, game.options)
    scratch = interpreted_scratch(rules, evaluator_of(lineup))
    seeded(scratch.rng, job.seed, number)

    def scores() -> list[int]:
        return [rules.score(s, (slot + number) % seats) for slot in range(seats)]

    def decide(s: Any, seat: int, count: int, *_: Any) -> int:
        slot = (seat - number) % seats
        index: int = chooses[slot](s, seat, count, lineup[slot].model, scratch)
        return index

    while s.phase != rules.OVER:
        if game.definition.notation.begins_turn(game, s):
            yield scores()
        if go_on(s, scratch, decide, None, 0) == FAULT:
            return
    yield scores()
