"""Random models and positions for tests of Donnant's evaluator."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

import rollwrite as rw
from rollwrite.games.donnant import rules
from rollwrite.games.donnant.bot import card_value, evaluator, training
from rollwrite.games.donnant.rules import record as r
from rollwrite.kernel.evaluate import MoveEvaluator
from rollwrite.kernel.policy import BY_MODEL, UNIT
from rollwrite.kernel.specialize import Specializer
from rollwrite.play.state import State

SPECIALIZED = Specializer({"rules": rules})
BASE, SOLO = rw.game("donnant", variant="base"), rw.game("donnant", variant="solo")


def a_model() -> array[int]:
    """The prior with noise on every weight."""
    begin = np.array(training.prior(rules), np.int32)
    rough = np.random.default_rng(7).integers(-UNIT // 8, UNIT // 8, len(begin), np.int32)
    model = array("i", [0])
    model.frombytes((begin + rough).tobytes())
    model[card_value.DEPTH] = 0
    return model


POLICY = BY_MODEL._replace(model=a_model(), evaluator=evaluator)


def a_deep_model() -> array[int]:
    """The same, with lookahead."""
    model = array("i", POLICY.model)
    model[card_value.DEPTH] = 2 * UNIT
    return model


DEEP = POLICY._replace(model=a_deep_model())
PLAIN, PLAIN_DEEP = (MoveEvaluator(rules, policy, compiled=False) for policy in (POLICY, DEEP))


@cache
def fast(*, deep: bool = False) -> MoveEvaluator:
    return MoveEvaluator(rules, DEEP if deep else POLICY, compiled=True)


def walk(game: Any, seats: int, seed: int, **options: Any) -> Iterator[State]:
    """The states of a random game in which seats act rather than pass."""
    draw = random.Random(seed)
    state = game.start(seats=seats, seed=seed, **options)
    while not state.over:
        yield state
        if state.pending:
            moves = state.moves(draw.choice(state.pending))
            acts = [move for move in moves if move.action >= r.BUY or move.action == r.STOP]
            state = state.play(draw.choice(acts or moves))
        else:
            state = state.roll()
