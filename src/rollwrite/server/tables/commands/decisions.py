"""Deciding: moves and the rolls that follow, hints, take-backs."""

from __future__ import annotations

from collections.abc import Sequence

import rollwrite as rw
from rollwrite.errors import IllegalMove, Kind
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables import fair
from rollwrite.server.tables.commands.steps import (
    Step,
    Steps,
    check_fresh,
    check_mine,
    check_playing,
    one_step,
)
from rollwrite.server.tables.entries import EntryKind, entry
from rollwrite.server.tables.table import DAILY, Table

LONGEST_MOVE = 200


def move(table: Table, who: str, seat: int, seq: int, text: str) -> Steps:
    """A person's decision, which must have seen everything that matters to it."""
    check_mine(table, who, seat)
    check_playing(table)
    check_fresh(table, seat, seq)
    if len(text) > LONGEST_MOVE:
        raise Problem(Cause.BAD_REQUEST, "long_move", limit=LONGEST_MOVE)
    return decide(table, seat, text)


def hint(table: Table, who: str, seat: int, seq: int) -> Steps:
    """The coach is asked about a decision: everybody may know, once for each decision."""
    check_mine(table, who, seat)
    check_playing(table)
    if table.mode == DAILY:
        raise Problem(Cause.WRONG_TIME, "daily_hint")
    check_fresh(table, seat, seq)
    if seat not in table.private(seat).pending:
        table.playing.moves(seat)  # the refusal says why
    if table.seats[seat].hinted_at == table.since[seat]:
        return []
    return one_step(table, EntryKind.HINTED, seat)


def decide(table: Table, seat: int, text: str, earlier: Sequence[Step] = ()) -> Steps:
    """A seat's decision after some earlier ones, and the rolls and deals that follow from it."""
    state = (earlier[-1].state if earlier else None) or table.playing
    state = state.play(text, seat)
    written = state.log.events[-1].text
    seq = table.seq + len(earlier) + 1
    moved = entry(table.id, seq, EntryKind.MOVED, seat, move=written)
    return [Step(moved, state), *rolls(table, state, seq, table.fairness)]


def rolls(table: Table, state: rw.State, seq: int, fairness: fair.Fairness) -> Steps:
    """Every roll and deal that is due before somebody decides again, unless people roll dice."""
    steps: Steps = []
    if table.own_dice:
        return steps
    while state.chance is not None:
        text = fairness.roll(state)
        state = state.roll(text)
        seq += 1
        steps.append(Step(entry(table.id, seq, EntryKind.ROLLED, None, roll=text), state))
    return steps


def take_back(table: Table, who: str, seat: int, seq: int) -> Steps:
    """Withdraw a seat's last decision; bots withdraw what they have decided since."""
    check_mine(table, who, seat)
    check_playing(table)
    check_fresh(table, seat, seq)
    return taken_back(table, seat)


def taken_back(table: Table, seat: int) -> Steps:
    """The entries of a take-back; IllegalMove if the rules of taking back forbid it."""
    state = table.playing
    try:
        after = state.take_back(seat)
    except IllegalMove as refusal:
        if refusal.kind != Kind.NO_TAKE_BACK:
            raise
        return _with_bots(table, seat, refusal)
    return [Step(entry(table.id, table.seq + 1, EntryKind.TAKEN_BACK, seat), after)]


def _with_bots(table: Table, seat: int, refusal: IllegalMove) -> Steps:
    """Back to a decision that nobody but bots, or others around the same device, have seen."""
    state = table.playing
    steps: Steps = []
    if any(_another_person(table, seat, other) for other in state.decided):
        raise refusal
    while True:
        try:
            state = state.take_back()
        except IllegalMove:
            raise refusal from None
        other = state.log.events[-1].seat
        assert other is not None
        number = table.seq + 1 + len(steps)
        steps.append(Step(entry(table.id, number, EntryKind.TAKEN_BACK, other), state))
        if other == seat:
            return steps
        if not table.seats[other].played_by_bot:
            raise refusal


def _another_person(table: Table, seat: int, other: int) -> bool:
    """Whether somebody else decides for a seat, at another device."""
    there = table.seats[other]
    return not there.played_by_bot and there.who != table.seats[seat].who
