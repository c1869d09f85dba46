"""The log as a browser shows it: a line a turn; turns that are over are not narrated again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import rollwrite as rw
from rollwrite.play.narration import told
from rollwrite.server.schemas import LogEvent, LogLine
from rollwrite.server.tables.table import Table
from rollwrite.web.translate import is_you, translator


class TurnLog:
    """The lines of one table's log, as each seat knows them."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[tuple[rw.Event, ...], list[tuple[int, LogLine]]]] = {}

    def lines(
        self,
        table: Table,
        state: rw.State,
        names: Sequence[str],
        viewer: int | None,
        language: str,
    ) -> list[LogLine]:
        """A line a turn, with names in place of seat numbers."""
        events = state.log.events
        hidden = viewer if table.secrets else None  # else all know the same
        key = (tuple(names), hidden, table.playing.over, language)
        before, kept = self._kept.get(key, ((), []))
        while kept and events[: kept[-1][0]] != before[: kept[-1][0]]:
            kept = kept[:-1]
        kept = kept[:-1]  # the last turn may have gone on
        start = kept[-1][0] if kept else 0
        for first, last in _turns(events, start):
            turn = [table.known_event(n, events[n], hidden) for n in range(first, last)]
            kept = [*kept, (last, _line(table.game, len(kept) + 1, turn, names, language))]
        self._kept[key] = events, kept
        return [line for _, line in kept]


def _turns(events: Sequence[rw.Event], start: int) -> list[tuple[int, int]]:
    """Where the turns begin and end, from one that begins at ``start``."""
    opened = [n for n in range(start, len(events)) if n == start or events[n].opens_turn]
    return list(zip(opened, [*opened[1:], len(events)], strict=False))


def narrated(game: rw.Game, event: rw.Event, names: Sequence[str], language: str) -> str:
    """What happened, and who did it."""
    definition = game.definition
    if event.seat is None:
        return told(definition, event, language)
    name = names[event.seat]
    if not is_you(name):
        return f"{name} {told(definition, event, language)}"
    you = translator(language)("setup.you")
    return f"{you} {told(definition, event, language, to_you=True)}"


def _line(
    game: rw.Game, number: int, turn: list[rw.Event], names: Sequence[str], language: str
) -> LogLine:
    sentences = [narrated(game, event, names, language) for event in turn]
    events = [LogEvent(event.seat, event.text) for event in turn]
    return LogLine(number, " · ".join(sentences), events)
