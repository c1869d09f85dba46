"""Asking a policy about one moment: what each move is worth, or what may be expected of it."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from rollwrite.kernel.ahead.registry import any_ahead, module_of
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.match import winning_seats
from rollwrite.kernel.memory import Block, Frame, layout, numbers, packer
from rollwrite.kernel.policy import (
    NOISE,
    PLAYOUTS,
    SEARCH,
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
from rollwrite.kernel.workspace import framed_scratch, interpreted_scratch

# Bound by interpreter and compiler (see specialize.py).
rules: Any = None
evaluator: Any = None

# What a game that was played on came to, beside its value: how far it has come, or its end.
NOTES, ENDED, VICTORY = 128, 16, 60


class Question(Record):
    """What is asked about a moment."""

    seat: int = i16  # whose moves or expectation
    count: int = i16  # gets the number of its moves
    action: int = i32  # what if the seat did this; -1: nothing, as it is
    decisions: int = i32  # how many decisions after that,
    first: int = i32  # and the number of the first luck that is met


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
    for each place of ``found``: each time with another luck, everybody playing well. There the
    value is followed by a note (see ``Played``). One loop does both because it is long to compile.
    """
    question = asked.question[0]
    w = scratch.work[0]
    for number in range(len(asked.found)):
        asked.states[1] = asked.states[0]
        s = asked.states[1]
        if question.action >= 0:
            seeded(scratch.rng, SEARCH_SEED, question.first + number)
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
        if question.action >= 0:
            asked.found[number] = asked.found[number] * NOTES + note_of(s, question.seat)
        question.count = count


@rule
def note_of(s: Any, seat: int) -> Any:
    """How far a game has come, or its end: a seat's share of the victory."""
    if s.phase != rules.OVER:
        return evaluator.progress(s)
    won = winning_seats(s)
    if won >> seat & 1 == 0:
        return ENDED
    share = 0
    for other in range(s.seats):
        share += won >> other & 1
    return ENDED + VICTORY // share


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


class Played(NamedTuple):
    """What a game that was played on came to for a seat."""

    value: int  # in fractions of UNIT
    progress: int | None  # how far it has come; None at the end
    share: float  # of the victory, at the end


class MoveEvaluator:
    """Puts moments of one game to a policy: compiled, or as plain Python, with one answer."""

    def __init__(self, rules: Any, policy: Policy, *, compiled: bool) -> None:
        self._rules, self._policy = rules, policy
        self._loop = compiled_evaluator(rules, policy.evaluator) if compiled else None
        self._rooms = threading.local()  # each thread works in its own

    def rate(self, record: Any, seat: int) -> dict[int, int]:
        """What each action of a pending seat is worth, in fractions of UNIT."""
        if self._loop is not None:
            return self._framed(record, seat).rated()
        scratch, count, _ = self._ask(record, seat)
        return dict(zip(scratch.moves[:count], scratch.work[0].worth, strict=False))

    def value(self, record: Any, seat: int) -> int:
        """What a moment before the end is worth to a seat, with the best move if it decides."""
        if self._loop is not None:
            return self._framed(record, seat).found()[0]
        return self._ask(record, seat)[2]

    def play_out(
        self, record: Any, seat: int, action: int, games: int, decisions: int, first: int = 0
    ) -> list[Played]:
        """What some games that go on from after an action come to; only compiled.

        Each number of a game, from ``first`` on, is another luck.
        """
        assert self._loop is not None
        asked = FramedQuestion(self._loop, self._rules, self._policy, games)
        asked.ask(record, seat, action, decisions, first)
        return [_played(*divmod(number, NOTES)) for number in asked.found()]

    def _framed(self, record: Any, seat: int) -> FramedQuestion:
        if not hasattr(self._rooms, "own"):
            assert self._loop is not None
            self._rooms.own = FramedQuestion(self._loop, self._rules, self._policy, 1)
        own: FramedQuestion = self._rooms.own
        own.ask(record, seat, -1, 0)
        return own

    def _ask(self, record: Any, seat: int) -> tuple[Scratch, int, int]:
        asked = Asked([Question()], Slots([record, record]), self._policy.model, [0])
        scratch = interpreted_scratch(self._rules, self._policy.evaluator)
        question = asked.question[0]
        question.seat, question.action = seat, -1
        _plain(self._rules, self._policy.evaluator)(asked, scratch)
        return scratch, question.count, asked.found[0]


def _played(value: int, note: int) -> Played:
    over = note >= ENDED
    return Played(value, None if over else note, (note - ENDED) / VICTORY if over else 0.0)


class Places(NamedTuple):
    """Where in a frame a question, the moment and the answers lie."""

    question: int
    states: int
    found: int
    moves: int
    worth: int


class FramedQuestion:
    """A question to compiled code, with room for its answers: for one moment after the other."""

    def __init__(self, loop: Compiled, rules: Any, policy: Policy, games: int) -> None:
        asked, scratch = question_blocks(rules, policy, games)
        frame = Frame(asked, scratch)
        self._question = Question()
        self._pack, self._pack_question = packer(rules.State), packer(Question)
        self._move, self._games = scratch.moves.kind, games
        self._places = places_in(frame)
        self._call = loop.call(frame)

    def ask(self, record: Any, seat: int, action: int, decisions: int, first: int = 0) -> None:
        """Put a moment of a game."""
        question = self._question
        question.first = first
        question.seat, question.action, question.decisions = seat, action, decisions
        self._call.put(self._places.question, self._pack_question(question))
        self._call.put(self._places.states, self._pack(record))
        self._call()

    def rated(self) -> dict[int, int]:
        """The worth of each action."""
        get, places = self._call.get, self._places
        (count,) = numbers("i2", get(places.question + COUNT_AT, 2))
        moves = numbers(self._move, get(places.moves, count * layout(self._move).size))
        return dict(zip(moves, numbers("i4", get(places.worth, count * 4)), strict=True))

    def found(self) -> Sequence[int]:
        """The value of each game."""
        return numbers("i8", self._call.get(self._places.found, self._games * 8))


COUNT_AT = layout(Question).fields["count"].at


def question_blocks(rules: Any, policy: Policy, games: int) -> tuple[Asked, Scratch]:
    """The arguments of a compiled question, which is asked about so many games."""
    model = policy.model if isinstance(policy.model, array) else array("i", policy.model)
    states, found = Block(rules.State, (2,)), Block("i8", (games,))
    asked = Asked(Block(Question, (1,)), states, model, found)
    return asked, framed_scratch(rules, policy.evaluator)


def places_in(frame: Frame) -> Places:
    """Where the parts of a compiled question lie in its frame."""
    asked, scratch = frame.arguments
    return Places(
        frame.at(asked.question),
        frame.at(asked.states),
        frame.at(asked.found),
        frame.at(scratch.moves),
        frame.at(scratch.work, "worth"),
    )


def built_ahead(rules: Any, policy: Policy) -> bool:
    """Whether questions about a game are answered by a loop that was compiled ahead of time."""
    return any_ahead() and module_of(_ahead_key(rules, policy.evaluator)) is not None


@cache
def _ahead_key(rules: Any, evaluator: Any) -> str | None:
    blocks = question_blocks(rules, SEARCH._replace(evaluator=evaluator), 1)
    return compiled_evaluator(rules, evaluator).ahead_key(*blocks)


@cache
def compiled_evaluator(rules: Any, evaluator: Any) -> Compiled:
    """The loop that answers questions about a game."""
    function = evaluate_by_model if evaluator else evaluate_by_search
    return Compiled(function, {"rules": rules, "evaluator": evaluator}, rules.TITLE)


@cache
def _plain(rules: Any, evaluator: Any) -> Any:
    function = evaluate_by_model if evaluator else evaluate_by_search
    return Specializer({"rules": rules, "evaluator": evaluator}).of(function)
