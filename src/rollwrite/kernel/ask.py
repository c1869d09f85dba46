"""Asking a policy about one moment: what each move is worth, or what may be expected of it."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.dice import seeded
from rollwrite.kernel.match import first_pending
from rollwrite.kernel.policy import (
    PLAYOUTS,
    SEARCH_SEED,
    UNIT,
    Policy,
    Slot,
    choose_thinking,
    margin,
    play_on,
    rate_playouts,
)
from rollwrite.kernel.rule import rule
from rollwrite.kernel.run import stored
from rollwrite.kernel.run_match import match_scratch
from rollwrite.kernel.twins import Twins

# Bound by interpreter and compiler (see twins.py).
rules: Any = None
thinking: Any = None


@rule
def ask_thinking(
    table: Any, work: Any, spare: Any, moves: Any, replies: Any, worth: Any, mind: Any, asked: Any
) -> None:
    """Rate the moves of a pending seat, or write what another one may expect into ``worth[0]``.

    ``asked`` holds the seat and gets the number of moves.
    """
    s = table[0]
    asked[1] = 0
    if s.pending >> asked[0] & 1:
        asked[1] = rules.legal(s, asked[0], moves)
        thinking.rate(s, asked[0], moves, asked[1], mind, work, spare, worth)
    else:
        worth[0] = thinking.expect(s, asked[0], mind, work, spare)


@rule
def ask_search(
    table: Any, work: Any, spare: Any, moves: Any, replies: Any, worth: Any, mind: Any, asked: Any
) -> None:
    """The same for whoever has no table and plays on at random instead."""
    s = table[0]
    asked[1] = 0
    if s.pending >> asked[0] & 1:
        asked[1] = rules.legal(s, asked[0], moves)
        rate_playouts(s, asked[0], moves, asked[1], mind, work, spare, replies, worth)
    else:
        total = 0
        for number in range(PLAYOUTS):
            spare[0] = s
            seeded(work, SEARCH_SEED, number)
            play_on(spare[0], replies, work)
            total += margin(spare[0], asked[0])
        worth[0] = total * (UNIT // PLAYOUTS)


@rule
def play_out(
    table: Any, work: Any, spare: Any, moves: Any, replies: Any, worth: Any, event: Any, rng: Any,
    mind: Any, asked: Any, found: Any,
) -> None:  # fmt: skip
    """Play on from after a move, again and again: what it comes to for the seat, in UNIT.

    ``asked`` holds the seat, the action, and the decisions after which the value is read.
    """
    for number in range(len(found)):
        table[1] = table[0]
        s = table[1]
        seeded(rng, SEARCH_SEED, number)
        rules.apply(s, asked[0], asked[1])
        left = asked[2]
        while s.phase != rules.OVER and left > 0:
            if s.pending == 0:
                rules.sample(s, event, rng)
                rules.resolve(s, event)
            else:
                seat = first_pending(s)
                count = rules.legal(s, seat, moves)
                place = choose_thinking(
                    s, seat, moves, count, mind, work, spare, replies, worth, rng
                )
                rules.apply(s, seat, moves[place])
                left -= 1
        if s.phase == rules.OVER:
            found[number] = margin(s, asked[0]) * UNIT
        elif s.pending >> asked[0] & 1:
            count = rules.legal(s, asked[0], moves)
            thinking.rate(s, asked[0], moves, count, mind, work, spare, worth)
            found[number] = worth[0]
            for place in range(1, count):
                found[number] = max(found[number], worth[place])
        else:
            found[number] = thinking.expect(s, asked[0], mind, work, spare)


class Asker:
    """Puts moments of one game to a policy: compiled, or as plain Python, with one answer."""

    def __init__(self, rules: Any, policy: Policy, *, compiled: bool) -> None:
        self._rules, self._policy = rules, policy
        self._loop = _compiled(rules, policy.thinking) if compiled else None
        self._plain = _plain(rules, policy.thinking)
        self._rooms = threading.local()  # each thread works in its own

    def rate(self, record: Any, seat: int) -> dict[int, int]:
        """What each action of a pending seat is worth, in fractions of UNIT."""
        moves, worth, count = self._ask(record, seat)
        return {int(moves[place]): int(worth[place]) for place in range(count)}

    def value(self, record: Any, seat: int) -> int:
        """What a moment before the end is worth to a seat, with the best move if it decides."""
        _, worth, count = self._ask(record, seat)
        return max(int(worth[place]) for place in range(count)) if count else int(worth[0])

    def play_out(
        self, record: Any, seat: int, action: int, games: int, decisions: int
    ) -> list[int]:
        """What some games that go on from after an action come to, in UNIT; only compiled."""
        import numpy as np

        table = np.zeros(2, record.dtype())
        record.store(table[0])
        asked, found = np.array([seat, action, decisions]), np.zeros(games, np.int64)
        _, *scratch = match_scratch(self._rules, table[:1], [self._policy])
        mind = np.asarray(self._policy.mind, np.int32)  # without a copy, if it is an array
        loop = _player(self._rules, self._policy.thinking)
        loop(table, *scratch, mind, asked, found)
        return [int(margin) for margin in found]

    def _ask(self, record: Any, seat: int) -> tuple[Any, Any, int]:
        if self._loop is None:
            room = self._rules.MOVES
            moves, replies, worth = ([0] * room for _ in range(3))
            asked = [seat, 0]
            work = [0] * self._policy.room
            self._plain([record], work, Slot(), moves, replies, worth, self._policy.mind, asked)
            return moves, worth, asked[1]
        if not hasattr(self._rooms, "own"):
            self._rooms.own = self._made(record)
        table, call, moves, worth, asked = self._rooms.own
        record.store(table[0])
        asked[0] = seat
        call()
        return moves, worth, int(asked[1])

    def _made(self, record: Any) -> tuple[Any, ...]:
        import numpy as np

        assert self._loop is not None
        table, asked = stored(record), np.zeros(2, np.int64)
        scratch = match_scratch(self._rules, table, [self._policy])
        _, work, spare, moves, replies, worth, _, _ = scratch
        mind = np.asarray(self._policy.mind, np.int32)  # without a copy, if it is an array
        call = self._loop.bound(table, work, spare, moves, replies, worth, mind, asked)
        return table, call, moves, worth, asked


@cache
def _compiled(rules: Any, thinking: Any) -> Compiled:
    function = ask_thinking if thinking else ask_search
    return Compiled(function, {"rules": rules, "thinking": thinking}, rules.TITLE)


@cache
def _player(rules: Any, thinking: Any) -> Compiled:
    return Compiled(play_out, {"rules": rules, "thinking": thinking}, rules.TITLE)


@cache
def _plain(rules: Any, thinking: Any) -> Any:
    function = ask_thinking if thinking else ask_search
    return Twins({"rules": rules, "thinking": thinking}).of(function)
