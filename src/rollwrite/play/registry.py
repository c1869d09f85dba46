"""Finding games: every package may bring some, by the entry point group ``rollwrite.games``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from rollwrite.errors import UnknownGame, did_you_mean, say
from rollwrite.games.contract import Definition, OptionValue
from rollwrite.play.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "rollwrite.games"


@cache
def _entry_points() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda e: e.name)}


@cache
def _definition(name: str) -> Definition:
    found = _entry_points()[name].load()
    assert isinstance(found, Definition), f"the entry point {name} is no rollwrite game"
    return found


def games() -> tuple[str, ...]:
    """The names of all games that are installed."""
    return tuple(_entry_points())


def game(
    name: str,
    variant: str | None = None,
    edition: str | Path | None = None,
    language: str = "en",
    **options: OptionValue,
) -> Game:
    """A game by its name: ``game("qwinto")``."""
    if name not in games():
        hint = did_you_mean(name, games())
        raise UnknownGame(say("unknown_game", name=name, hint=hint), language)
    return Game(_definition(name), variant, edition, language, options)
