"""The log as a browser shows it: a line a turn; turns that are over are not narrated again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import rollwrite as rw
from rollwrite.play.narration import told
from rollwrite.server.schemas import LogEvent, LogLine
from rollwrite.server.tables.table import Table
from rollwrite.texts import Message
from rollwrite.web.translate import is_you, translator


class TurnLog:
    """The lines of one table's log, as each seat knows them, for as long as no name changes."""

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
        key = (hidden, table.playing.over, language)
        before, kept = self._kept.get(key, ((), []))
        while kept and events[: kept[-1][0]] != before[: kept[-1][0]]:
            kept = kept[:-1]
        kept = kept[:-1]  # the last turn may have gone on
        start = kept[-1][0] if kept else 0
        for first, last in _turns(events, start):
            turn = [
                _known(table, n, events[n], hidden)  # as this viewer knows it
                for n in range(first, last)
            ]
            kept = [*kept, (last, _line(table.game, len(kept) + 1, turn, names, language))]
        self._kept[key] = events, kept
        return [line for _, line in kept]


def _turns(events: Sequence[rw.Event], start: int) -> list[tuple[int, int]]:
    """Where the turns begin and end, from one that begins at ``start``."""
    opened = [n for n in range(start, len(events)) if n == start or events[n].opens_turn]
    return list(zip(opened, [*opened[1:], len(events)], strict=False))


def narrated_last(
    table: Table, log: rw.Log, names: Sequence[str], viewer: int | None, language: str
) -> tuple[rw.Event, str]:
    """The last event of a log as a seat knows it, and in words."""
    index, event = len(log.events) - 1, log.events[-1]
    known, message = _known(table, index, event, viewer)
    return known, narrated(table.game, known, names, language, message)


def _known(
    table: Table, index: int, event: rw.Event, viewer: int | None
) -> tuple[rw.Event, Message | None]:
    """An event as a seat knows it, and what it was, unless the seat does not know that."""
    known = table.known_event(index, event, viewer)
    return known, table.told_of(index, event) if known == event else None


def narrated(
    game: rw.Game,
    event: rw.Event,
    names: Sequence[str],
    language: str,
    message: Message | None = None,
) -> str:
    """What happened, and who did it."""
    definition = game.definition
    if event.seat is None:
        return told(definition, event, language, message=message)
    name = names[event.seat]
    if not is_you(name):
        return f"{name} {told(definition, event, language, message=message)}"
    you = translator(language)("setup.you")
    return f"{you} {told(definition, event, language, to_you=True, message=message)}"


def _line(
    game: rw.Game,
    number: int,
    turn: list[tuple[rw.Event, Message | None]],
    names: Sequence[str],
    language: str,
) -> LogLine:
    sentences = [narrated(game, event, names, language, message) for event, message in turn]
    events = [LogEvent(event.seat, event.text) for event, _ in turn]
    return LogLine(number, " · ".join(sentences), events)
