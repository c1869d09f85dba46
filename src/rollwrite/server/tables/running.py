"""A browser's tables in a few words each, those first at which it is to move."""

from __future__ import annotations

from collections.abc import Iterable

import rollwrite as rw
from rollwrite.server.schemas import RunningTable, RunningTables
from rollwrite.server.tables.table import LOBBY, OPEN, OVER, PLAYING, Table, shown_name

_ORDER = (PLAYING, LOBBY, OVER)


def running_tables(tables: Iterable[Table], who: str | None, language: str) -> RunningTables:
    """The tables as one browser would tell of them; equal ones keep their order."""
    found = [_running(table, who, language) for table in tables]
    found.sort(key=lambda one: (not one.your_turn, _ORDER.index(one.status)))
    return RunningTables(found)


def _running(table: Table, who: str | None, language: str) -> RunningTable:
    mine = table.mine(who)
    state = table.state
    pending = state.pending if state is not None else ()
    others = {
        number: shown_name(seat, number, language)
        for number, seat in enumerate(table.seats)
        if number not in mine[:1] and seat.kind != OPEN  # around one device, all seats are mine
    }
    return RunningTable(
        table=table.id,
        game=rw.game(table.game.id, language=language).name,
        mode=table.mode,
        status=table.status,
        your_turn=any(seat in pending for seat in mine),
        turn=_turn(state),
        others=list(others.values()),
        waiting=[name for number, name in others.items() if number in pending],
        points=state.scores()[mine[0]] if state is not None and state.over and mine else None,
    )


def _turn(state: rw.State | None) -> int:
    """The number of the last line of the log, which has a line a turn; a game begins with 1."""
    if state is None:
        return 0
    events = enumerate(state.log.events)
    return max(1, sum(number == 0 or event.opens_turn for number, event in events))
