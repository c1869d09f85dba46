"""Minds that mean nothing, and moments to ask them about, for tests of Donnant's thinking."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

import rollwrite as rw
from rollwrite.games.donnant import prior, prospects, rules, thinking
from rollwrite.games.donnant import record as r
from rollwrite.kernel.ask import Asker
from rollwrite.kernel.policy import THINK, UNIT
from rollwrite.kernel.twins import Twins
from rollwrite.play.state import State

TWINS = Twins({"rules": rules})
BASE, SOLO = rw.game("donnant", variant="base"), rw.game("donnant", variant="solo")


def a_mind() -> array[int]:
    """What a mind begins with, and something of its own on every weight."""
    begin = np.array(prior.weights(rules), np.int32)
    rough = np.random.default_rng(7).integers(-UNIT // 8, UNIT // 8, len(begin), np.int32)
    mind = array("i", [0])
    mind.frombytes((begin + rough).tobytes())
    mind[prospects.DEPTH] = 0
    return mind


POLICY = THINK._replace(mind=a_mind(), thinking=thinking)


def a_deep_mind() -> array[int]:
    """The same, with an eye on the turn after this one."""
    mind = array("i", POLICY.mind)
    mind[prospects.DEPTH] = 2 * UNIT
    return mind


DEEP = POLICY._replace(mind=a_deep_mind())
PLAIN, PLAIN_DEEP = (Asker(rules, policy, compiled=False) for policy in (POLICY, DEEP))


@cache
def fast(*, deep: bool = False) -> Asker:
    return Asker(rules, DEEP if deep else POLICY, compiled=True)


def walk(game: Any, seats: int, seed: int, **options: Any) -> Iterator[State]:
    """The moments of a game at random; somebody who has the choice rather acts than not."""
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
