"""Before the start: sitting down, adding randomness, starting."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.commands.creation import clean_name, unique_name
from rollwrite.server.tables.commands.decisions import rolls
from rollwrite.server.tables.commands.steps import Step, Steps, check_host, check_lobby, one_step
from rollwrite.server.tables.entries import EntryKind, entry
from rollwrite.server.tables.table import FRIENDS, OPEN, Table

LONGEST_SEED = 128
MOST_SEEDS = 32


def join(table: Table, who: str, name: str, seat: int | None) -> Steps:
    check_lobby(table)
    free = [n for n, other in enumerate(table.seats) if other.kind == OPEN]
    if not free:
        raise Problem(Cause.FULL)
    if seat is None:
        seat = free[0]
    if seat not in free:
        raise Problem(Cause.FULL, "seat_taken", seat=seat)
    own = unique_name(clean_name(name), (other.name for other in table.seats))
    return one_step(table, EntryKind.JOINED, seat, who=who, name=own)


def seed(table: Table, who: str, given: str) -> Steps:
    """A browser's own randomness; what starts by itself starts now."""
    if not re.fullmatch(rf"(?:[0-9a-fA-F]{{2}}){{1,{LONGEST_SEED // 2}}}", given):
        raise Problem(Cause.BAD_REQUEST, "seed", seed=given[:40], digits=LONGEST_SEED)
    check_lobby(table)
    if not table.mine(who):
        raise Problem(Cause.NOT_YOUR_SEAT, "no_seat")
    fixed = table.day is not None or table.own_dice
    if who in table.seeds or len(table.seeds) >= MOST_SEEDS or fixed:
        steps: Steps = []
    else:
        steps = one_step(table, EntryKind.SEEDED, None, who=who, seed=given.lower())
    if table.mode == FRIENDS:
        return steps
    seeds = dict(table.seeds)
    if steps:
        seeds[who] = given.lower()
    return steps + _begin(table, list(range(len(table.seats))), len(steps), seeds)


def start(table: Table, who: str | None) -> Steps:
    """The host starts; a table that starts by itself does so without one (``who`` is None)."""
    check_lobby(table)
    if who is not None:
        check_host(table, who)
    taken = [n for n, seat in enumerate(table.seats) if seat.kind != OPEN]
    low, high = table.game.seats.start, table.game.seats.stop - 1
    if not low <= len(taken) <= high:
        raise Problem(Cause.WRONG_TIME, "too_few", count=len(taken), low=low, high=high)
    return _begin(table, taken, 0, table.seeds)


def _begin(table: Table, taken: list[int], offset: int, seeds: Mapping[str, str]) -> Steps:
    fairness = table.fairness
    if table.day is None:
        fairness = fairness._replace(seeds=tuple(seeds.values()))
    first = fairness.first(len(taken)) if table.draws_first else 0
    state = table.game.start(len(taken), None, first)
    started = entry(
        table.id, table.seq + 1 + offset, EntryKind.STARTED, None, seats=taken, first=first
    )
    return [Step(started), *rolls(table, state, started.seq, fairness)]
