"""Memory that a server gives back: what nobody sees any more is not kept."""

from __future__ import annotations

import gc
from typing import Any

import pytest

import rollwrite as rw
from rollwrite.server.tables import commands
from rollwrite.server.tables.entries import EntryKind, entry
from rollwrite.server.tables.render_cache import Picture, RenderCache
from rollwrite.server.tables.table import Table
from rollwrite.server.tables.view import Viewer
from rollwrite.server.tables.view_delta import ViewDelta

LANGUAGES = ("en", "fr", "de")
MOST_PICTURES = 4 * 3 * len(LANGUAGES)  # of a tray and two sheets: those kept, and the last sent


def kept(cache: RenderCache) -> int:
    """How many objects a cache holds, however deep."""
    seen: dict[int, Any] = {id(cache): cache}
    waiting: list[Any] = [cache]
    while waiting:
        for one in gc.get_referents(waiting.pop()):
            own = isinstance(one, dict | list | tuple | str) or type(one).__module__.startswith(
                "rollwrite.server"
            )
            if own and id(one) not in seen:
                seen[id(one)] = one
                waiting.append(one)
    return len(seen)


class Onlooker:
    """Somebody who is sent whatever changes, in every language."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cache = RenderCache()
        self._changes = {language: ViewDelta() for language in LANGUAGES}

    def look(self) -> None:
        for language, changes in self._changes.items():
            view, pictures = Viewer(self.table, self.cache, "anna", language, ()).view()
            assert changes.message(view, pictures)
            name = self.table.seats[0].name
            assert view.seats[0].name == name
            assert any(name in picture.svg for picture in pictures)


GAMES = pytest.mark.parametrize("game", ["donnant", "qwinto"])


@GAMES
def test_names_that_nobody_has_any_more_are_forgotten(game: str) -> None:
    table = begun(game)
    anna = Onlooker(table)

    def rename(number: int) -> None:
        new = entry(table.id, table.seq + 1, EntryKind.RENAMED, 0, name=f"Anna {number}")
        table.apply(new)
        anna.look()

    for number in range(5):
        rename(number)
    before = kept(anna.cache)
    for number in range(5, 60):
        rename(number)
    assert kept(anna.cache) <= 1.02 * before


@GAMES
def test_pictures_do_not_keep_those_before_them(game: str) -> None:
    """Each is sent as what has changed since the one before."""
    table = begun(game)
    anna = Onlooker(table)
    pictures = set()
    for _ in range(30):
        if table.playing.over:
            break
        seat = table.playing.pending[0]
        move = table.playing.moves(seat)[-1].text
        for step in commands.decide(table, seat, move):
            table.apply(step.entry, step.state)
        anna.look()
        gc.collect()
        pictures.add(sum(type(one) is Picture for one in gc.get_objects()))
    assert max(pictures) <= MOST_PICTURES


def begun(game: str) -> Table:
    """A table in play."""
    seats = [{"kind": "me"}, {"kind": "bot"}]
    created = commands.create(rw.game(game), "bots", seats, "anna", "Anna", ["casual"])
    table = Table(created.table)
    table.apply(created)
    for step in commands.start(table, None):
        table.apply(step.entry, step.state)
    assert table.state is not None
    return table
