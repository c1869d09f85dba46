"""A game that was begun without a server and goes on at one: the file that takes it there.

The file is the log of the game, what its dice follow from, who sits where, and a fingerprint of all
that. Whoever has it knows the secret, so its rolls prove nothing: the server rolls with a secret of
its own from there on, and says of the rolls before that they are not its own (``Table.brought``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import rollwrite as rw
from rollwrite.play.log import TAKE_BACK
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables import commands, fair
from rollwrite.server.tables.commands.decisions import rolls
from rollwrite.server.tables.entries import Entry, EntryKind, entry
from rollwrite.server.tables.table import BOT, BOTS, DEVICE, PLAYING, SOLO, Table

HEADING = "offline game 1"
CHECK = "check: "
MODES = (BOTS, DEVICE, SOLO)


def written(table: Table) -> str:
    """The file of a game that is under way."""
    if table.status != PLAYING:
        raise Problem(Cause.WRONG_TIME, "not_begun" if table.state is None else "brought_over")
    if table.own_dice:
        dice = fair.write_own_dice(table.id)
    else:
        dice = fair.write_block(table.fairness, drawn_first=table.draws_first, revealed=True)
    seats = [f"seat: {seat.kind} {seat.level or '-'} {seat.name}".rstrip() for seat in table.seats]
    lines = [str(table.playing.log), dice, "", HEADING, f"mode: {table.mode}", *seats, ""]
    text = "\n".join(lines)
    return f"{text}{CHECK}{_fingerprint(text)}\n"


def continued(text: str, who: str, levels: Sequence[str]) -> list[Entry]:
    """The entries of a new table at which the game goes on; RollwriteError says why it cannot."""
    body, mark, check = text.replace("\r\n", "\n").rpartition(CHECK)
    if not mark or HEADING not in body or check.strip() != _fingerprint(body):
        raise Problem(Cause.BAD_REQUEST, "brought_damaged")
    log = rw.Log.parse(body)
    state = rw.game(log.game, variant=log.variant).replay(log)
    if state.over:
        raise Problem(Cause.WRONG_TIME, "brought_over")
    own_dice = fair.OWN_DICE in body.splitlines()
    if not own_dice:
        _check_dice(body, log)
    mode, seats = _seats(body, log)
    created = commands.create(
        state.game, mode, seats, who, "", levels, own_dice=own_dice, brought=log.rolls
    )
    return [created, *_played(created, log)]


def _check_dice(body: str, log: rw.Log) -> None:
    fairness, promised, drawn_first = fair.read_block(body)
    verdict = fair.check(log, fairness, promised, drawn_first)
    if not verdict.fair:
        raise Problem(Cause.BAD_REQUEST, "brought_unfair", why=fair.reason(verdict))


def _seats(body: str, log: rw.Log) -> tuple[str, list[dict[str, Any]]]:
    """The mode of the table, and its seats as one asks for them."""
    lines = body.splitlines()
    told = [line.partition(": ") for line in lines[lines.index(HEADING) + 1 :]]
    mode = next((value for name, _, value in told if name == "mode"), "")
    seats: list[dict[str, Any]] = []
    for name, _, value in told:
        if name == "seat":
            kind, level, own = (*value.split(" ", 2), "", "", "")[:3]
            bot = {"kind": "bot", "level": level, "name": own}
            seats.append(bot if kind == BOT else {"kind": "me", "name": own})
    people = sum(seat["kind"] == "me" for seat in seats)
    if mode not in MODES or len(seats) != log.seats or not people:
        raise Problem(Cause.BAD_REQUEST, "brought_seats", count=len(seats), seats=log.seats)
    return mode, seats


def _played(created: Entry, log: rw.Log) -> list[Entry]:
    """What has happened, and the rolls that are due."""
    table, found = Table(created.table), list[Entry]()
    table.apply(created)

    def add(what: EntryKind, seat: int | None, **data: Any) -> None:
        found.append(entry(table.id, table.seq + 1, what, seat, **data))
        table.apply(found[-1])

    add(EntryKind.STARTED, None, seats=list(range(log.seats)), first=log.first or 0)
    for event in log.events:
        if event.seat is None:
            by = {"by": 0} if table.own_dice else {}
            add(EntryKind.ROLLED, None, roll=event.text, **by)
        elif event.text == TAKE_BACK:
            add(EntryKind.TAKEN_BACK, event.seat)
        else:
            add(EntryKind.MOVED, event.seat, move=event.text)
    due = rolls(table, table.playing, table.seq, table.fairness)
    return found + [step.entry for step in due]


def _fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
