"""Asking a policy about one moment: what each move is worth, or what may be expected of it."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.match import first_pending
from rollwrite.kernel.match_runner import match_scratch
from rollwrite.kernel.policy import (
    NOISE,
    PLAYOUTS,
    SEARCH_SEED,
    UNIT,
    Policy,
    Slot,
    margin,
    play_on,
    rate_playouts,
    seen_best,
)
from rollwrite.kernel.rng import seeded
from rollwrite.kernel.rule import rule
from rollwrite.kernel.specialize import Specializer

# Bound by interpreter and compiler (see specialize.py).
rules: Any = None
evaluator: Any = None

SEAT, COUNT, ACTION, DECISIONS = range(4)  # what is asked: by whom, how many moves, what if


@rule
def evaluate_by_model(
    table: Any, work: Any, spare: Any, moves: Any, replies: Any, worth: Any, event: Any, rng: Any,
    model: Any, asked: Any, found: Any,
) -> None:  # fmt: skip
    """Rate the moves of a pending seat, or write what another one may expect into ``worth[0]``.

    ``asked`` holds the seat and gets the number of its moves; the value goes into ``found``. With
    an action, this is asked so many decisions after it, once for each place of ``found``: each time
    with another luck, everybody playing well. One loop does both because it is long to compile.
    """
    for number in range(len(found)):
        table[1] = table[0]
        s = table[1]
        left = 0
        if asked[ACTION] >= 0:
            seeded(rng, SEARCH_SEED, number)
            rules.apply(s, asked[SEAT], asked[ACTION])
            left = asked[DECISIONS]
        count = 0
        while s.phase != rules.OVER:
            if left > 0 and s.pending == 0:
                rules.sample(s, event, rng)
                rules.resolve(s, event)
                continue
            seat = asked[SEAT]
            if left > 0:
                seat = first_pending(s)
            if s.pending >> seat & 1 == 0:
                count = 0
                worth[0] = evaluator.expect(s, seat, model, work, spare)
                break
            count = rules.legal(s, seat, moves)
            evaluator.rate(s, seat, moves, count, model, work, spare, worth)
            if left == 0:
                break
            rules.apply(s, seat, moves[seen_best(worth, count, model[NOISE], rng)])
            left -= 1
        asked[COUNT] = count
        found[number] = worth[0]
        if s.phase == rules.OVER:
            found[number] = margin(s, asked[SEAT]) * UNIT
        else:
            for place in range(1, count):
                found[number] = max(found[number], worth[place])


@rule
def evaluate_by_search(
    table: Any, work: Any, spare: Any, moves: Any, replies: Any, worth: Any, event: Any, rng: Any,
    model: Any, asked: Any, found: Any,
) -> None:  # fmt: skip
    """The same, but for actions, for whoever has no table and plays on at random instead."""
    s = table[0]
    count = 0
    if s.pending >> asked[SEAT] & 1:
        count = rules.legal(s, asked[SEAT], moves)
        rate_playouts(s, asked[SEAT], moves, count, model, work, spare, replies, worth)
    else:
        total = 0
        for number in range(PLAYOUTS):
            spare[0] = s
            seeded(work, SEARCH_SEED, number)
            play_on(spare[0], replies, work)
            total += margin(spare[0], asked[SEAT])
        worth[0] = total * (UNIT // PLAYOUTS)
    asked[COUNT] = count
    found[0] = worth[0]
    for place in range(1, count):
        found[0] = max(found[0], worth[place])


class MoveEvaluator:
    """Puts moments of one game to a policy: compiled, or as plain Python, with one answer."""

    def __init__(self, rules: Any, policy: Policy, *, compiled: bool) -> None:
        self._rules, self._policy = rules, policy
        self._loop = _compiled(rules, policy.evaluator) if compiled else None
        self._rooms = threading.local()  # each thread works in its own

    def rate(self, record: Any, seat: int) -> dict[int, int]:
        """What each action of a pending seat is worth, in fractions of UNIT."""
        moves, worth, count, _ = self._ask(record, seat)
        return {int(moves[place]): int(worth[place]) for place in range(count)}

    def value(self, record: Any, seat: int) -> int:
        """What a moment before the end is worth to a seat, with the best move if it decides."""
        return int(self._ask(record, seat)[3])

    def play_out(
        self, record: Any, seat: int, action: int, games: int, decisions: int
    ) -> list[int]:
        """What some games that go on from after an action come to, in UNIT; only compiled."""
        import numpy as np

        assert self._loop is not None
        table, room, asked, _ = self._made(record)
        found = np.zeros(games, np.int64)
        asked[:] = seat, 0, action, decisions
        self._loop(table, *room, asked, found)
        return [int(margin) for margin in found]

    def _ask(self, record: Any, seat: int) -> tuple[Any, Any, int, int]:
        if self._loop is None:
            moves, replies, worth = ([0] * self._rules.MOVES for _ in range(3))
            asked, found, work = [seat, 0, -1, 0], [0], [0] * self._policy.room
            table = Slot()
            table[0] = record
            _plain(self._rules, self._policy.evaluator)(
                table, work, Slot(), moves, replies, worth, [], [],
                self._policy.model, asked, found,
            )  # fmt: skip
            return moves, worth, asked[COUNT], found[0]
        if not hasattr(self._rooms, "own"):
            table, room, asked, found = self._made(record)
            call = self._loop.bound(table, *room, asked, found)
            self._rooms.own = table, call, room[2], room[4], asked, found
        table, call, moves, worth, asked, found = self._rooms.own
        record.store(table[0])
        asked[:] = seat, 0, -1, 0
        call()
        return moves, worth, int(asked[COUNT]), int(found[0])

    def _made(self, record: Any) -> tuple[Any, ...]:
        """Room for a compiled question."""
        import numpy as np

        table = np.zeros(2, record.dtype())
        record.store(table[0])
        _, *scratch = match_scratch(self._rules, table[:1], [self._policy])
        model = np.asarray(self._policy.model, np.int32)  # without a copy, if it is an array
        return table, (*scratch, model), np.zeros(4, np.int64), np.zeros(1, np.int64)


@cache
def _compiled(rules: Any, evaluator: Any) -> Compiled:
    function = evaluate_by_model if evaluator else evaluate_by_search
    return Compiled(function, {"rules": rules, "evaluator": evaluator}, rules.TITLE)


@cache
def _plain(rules: Any, evaluator: Any) -> Any:
    function = evaluate_by_model if evaluator else evaluate_by_search
    return Specializer({"rules": rules, "evaluator": evaluator}).of(function)
