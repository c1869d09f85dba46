"""Asking a policy about one moment: what each move is worth, or what may be expected of it."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any, NamedTuple

from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.policy import (
    NOISE,
    PLAYOUTS,
    SEARCH_SEED,
    UNIT,
    Policy,
    margin,
    play_on,
    rate_playouts,
    seen_best,
)
from rollwrite.kernel.records import Record, Slots, i16, i32
from rollwrite.kernel.rng import seeded
from rollwrite.kernel.rule import rule
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.step import Scratch, step
from rollwrite.kernel.workspace import compiled_scratch, interpreted_scratch

# Bound by interpreter and compiler (see specialize.py).
rules: Any = None
evaluator: Any = None


class Question(Record):
    """What is asked about a moment."""

    seat: int = i16  # whose moves or expectation
    count: int = i16  # gets the number of its moves
    action: int = i32  # what if the seat did this; -1: nothing, as it is
    decisions: int = i32  # how many decisions after that


class Asked(NamedTuple):
    """A question, the moment it is about with room for a copy, the model, and the answers."""

    question: Any
    states: Any
    model: Any
    found: Any


@rule
def evaluate_by_model(asked: Asked, scratch: Scratch) -> None:
    """Rate the moves of a pending seat, or write what another one may expect into ``worth[0]``.

    The value goes into ``found``. With an action, this is asked so many decisions after it, once
    for each place of ``found``: each time with another luck, everybody playing well. One loop does
    both because it is long to compile.
    """
    question = asked.question[0]
    w = scratch.work[0]
    for number in range(len(asked.found)):
        asked.states[1] = asked.states[0]
        s = asked.states[1]
        if question.action >= 0:
            seeded(scratch.rng, SEARCH_SEED, number)
            rules.apply(s, question.seat, question.action)
            left = question.decisions + 0
            while left > 0 and s.phase != rules.OVER:
                left -= step(s, scratch, decide_by_model, asked.model, 0)
        count = 0
        if s.phase == rules.OVER:
            asked.found[number] = margin(s, question.seat) * UNIT
        elif s.pending >> question.seat & 1:
            count = rules.legal(s, question.seat, scratch.moves)
            evaluator.rate(s, question.seat, scratch.moves, count, asked.model, w)
            asked.found[number] = highest(w.worth, count)
        else:
            asked.found[number] = evaluator.expect(s, question.seat, asked.model, w)
        question.count = count


@rule
def decide_by_model(s: Any, seat: int, count: int, scratch: Scratch, model: Any, which: int) -> int:
    """Pick the move worth most."""
    w = scratch.work[0]
    evaluator.rate(s, seat, scratch.moves, count, model, w)
    return seen_best(w.worth, count, model[NOISE], scratch.rng)


@rule
def highest(worth: Any, count: int) -> Any:
    """The most that a move is worth."""
    best = worth[0]
    for index in range(1, count):
        best = max(best, worth[index])
    return best


@rule
def evaluate_by_search(asked: Asked, scratch: Scratch) -> None:
    """The same, but for actions, for whoever has no model and plays on at random instead."""
    question = asked.question[0]
    s = asked.states[0]
    w = scratch.work[0]
    count = 0
    if s.pending >> question.seat & 1:
        count = rules.legal(s, question.seat, scratch.moves)
        rate_playouts(s, question.seat, scratch.moves, count, asked.model, w)
        asked.found[0] = highest(w.worth, count)
    else:
        total = 0
        for number in range(PLAYOUTS):
            w.after[0] = s
            seeded(w.rng, SEARCH_SEED, number)
            play_on(w)
            total += margin(w.after[0], question.seat)
        asked.found[0] = total * (UNIT // PLAYOUTS)
    question.count = count


class MoveEvaluator:
    """Puts moments of one game to a policy: compiled, or as plain Python, with one answer."""

    def __init__(self, rules: Any, policy: Policy, *, compiled: bool) -> None:
        self._rules, self._policy = rules, policy
        self._loop = _compiled(rules, policy.evaluator) if compiled else None
        self._rooms = threading.local()  # each thread works in its own

    def rate(self, record: Any, seat: int) -> dict[int, int]:
        """What each action of a pending seat is worth, in fractions of UNIT."""
        scratch, count, _ = self._ask(record, seat)
        worth = scratch.work[0].worth
        return {int(scratch.moves[index]): int(worth[index]) for index in range(count)}

    def value(self, record: Any, seat: int) -> int:
        """What a moment before the end is worth to a seat, with the best move if it decides."""
        return self._ask(record, seat)[2]

    def play_out(
        self, record: Any, seat: int, action: int, games: int, decisions: int
    ) -> list[int]:
        """What some games that go on from after an action come to, in UNIT; only compiled."""
        assert self._loop is not None
        asked, scratch = self._made(record, games)
        _put(asked, seat, action, decisions)
        self._loop(asked, scratch)
        return [int(margin) for margin in asked.found]

    def _ask(self, record: Any, seat: int) -> tuple[Scratch, int, int]:
        if self._loop is None:
            asked = Asked([Question()], Slots([record, record]), self._policy.model, [0])
            scratch = interpreted_scratch(self._rules, self._policy.evaluator)
            question = asked.question[0]
            question.seat, question.action = seat, -1
            _plain(self._rules, self._policy.evaluator)(asked, scratch)
            return scratch, question.count, asked.found[0]
        if not hasattr(self._rooms, "own"):
            asked, scratch = self._made(record, 1)
            self._rooms.own = asked, scratch, self._loop.bound(asked, scratch)
        asked, scratch, call = self._rooms.own
        record.store(asked.states[0])
        _put(asked, seat, -1, 0)
        call()
        return scratch, int(asked.question[0]["count"]), int(asked.found[0])

    def _made(self, record: Any, games: int) -> tuple[Asked, Scratch]:
        """Room for a compiled question."""
        import numpy as np

        states = np.zeros(2, record.dtype())
        record.store(states[0])
        model = np.asarray(self._policy.model, np.int32)  # without a copy, if it is an array
        asked = Asked(np.zeros(1, Question.dtype()), states, model, np.zeros(games, np.int64))
        return asked, compiled_scratch(self._rules, self._policy.evaluator)


def _put(asked: Asked, seat: int, action: int, decisions: int) -> None:
    """Write a question where compiled code reads it."""
    asked.question[0] = (seat, 0, action, decisions)


@cache
def _compiled(rules: Any, evaluator: Any) -> Compiled:
    function = evaluate_by_model if evaluator else evaluate_by_search
    return Compiled(function, {"rules": rules, "evaluator": evaluator}, rules.TITLE)


@cache
def _plain(rules: Any, evaluator: Any) -> Any:
    function = evaluate_by_model if evaluator else evaluate_by_search
    return Specializer({"rules": rules, "evaluator": evaluator}).of(function)
