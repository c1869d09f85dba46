"""The players' own dice: what they show is entered, and corrected until the next roll."""

from __future__ import annotations

import rollwrite as rw
from rollwrite.play.picking import only_for
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.commands.steps import Step, Steps, check_fresh, check_playing
from rollwrite.server.tables.entries import EntryKind, entry
from rollwrite.server.tables.table import OVER, Table


def enter(table: Table, who: str, seq: int, text: str) -> Steps:
    """What was rolled or dealt; anybody with a seat may say so, who has seen what it is for."""
    seat = _check(table, who, seq)
    return _entered(table, who, seat, EntryKind.ROLLED, table.playing, text)


def correct(table: Table, who: str, seq: int, text: str) -> Steps:
    """Another roll in place of the last one; whatever was decided since is undecided again."""
    seat = _check(table, who, seq)
    if table.before_roll is None:
        raise Problem(Cause.WRONG_TIME, "nothing_rolled")
    if table.status == OVER:
        raise Problem(Cause.WRONG_TIME, "corrected_late")
    return _entered(table, who, seat, EntryKind.CORRECTED, table.before_roll, text)


def may_enter(table: Table, who: str | None, before: rw.State) -> bool:
    """Whether a browser may enter what comes next: a hidden card only its owner, if that can be."""
    mine = table.mine(who)
    owner = only_for(before)
    return bool(mine) and (owner is None or owner in mine or table.seats[owner].played_by_bot)


def _check(table: Table, who: str, seq: int) -> int:
    """The first seat of a browser that may enter rolls at a table."""
    mine = table.mine(who)
    if not mine:
        raise Problem(Cause.NOT_YOUR_SEAT, "no_seat")
    if not table.own_dice:
        raise Problem(Cause.BAD_REQUEST, "not_own_dice")
    check_playing(table)
    check_fresh(table, mine[0], seq)
    return mine[0]


def _entered(
    table: Table, who: str, seat: int, what: EntryKind, before: rw.State, text: str
) -> Steps:
    if before.chance is not None and not may_enter(table, who, before):
        raise Problem(Cause.NOT_YOUR_SEAT, "hidden_card", seat=only_for(before))
    after = before.roll(text)
    rolled = entry(table.id, table.seq + 1, what, None, roll=after.log.events[-1].text, by=seat)
    return [Step(rolled, after)]
