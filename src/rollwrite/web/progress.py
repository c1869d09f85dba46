"""Levels and campaigns of solo games: the browser keeps the progress, the game's rules move it on.

A game that has a campaign brings it as ``campaign.py`` in its folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rollwrite.play.registry import game as find
from rollwrite.play.state import State
from rollwrite.texts import Message

_NUMBERS = ("level", "points", "summits")
_MOST = 32_767


@cache
def campaign_of(game: str) -> Any:
    """The module with a game's campaign, or None."""
    name = f"{find(game).definition.package}.campaign"
    return import_module(name) if find_spec(name) else None


def progress(game: str, language: str, kept: object, finished: State | None = None) -> Any:
    """What a browser shall keep from now on, the level to play next, and it all in words.

    ``kept`` is what the browser kept so far; nonsense counts as nothing. ``finished`` is a solo
    game that has just ended. None if the game has no campaign.
    """
    climb = campaign_of(game)
    if climb is None:
        return None
    now = _read(climb, kept)
    lines = []
    if finished is not None and finished.over and finished.seats == 1:
        now = _moved_on(climb, now, finished)
        lines.append(_result(climb, now, find(game).definition.package, language))
    lines.append(_standing(climb, now, find(game).definition.package, language))
    return {
        "progress": {name: value for name, value in asdict(now).items() if name != "history"},
        "next": climb.next_level(now),
        "won": list(now.won),
        "open": climb.is_open(now),
        "text": " ".join(filter(None, lines)),
    }


def _read(climb: Any, kept: object) -> Any:
    """Progress from a browser: anybody may have written it, so every field is checked."""
    fresh = climb.Progress()
    if not isinstance(kept, Mapping):
        return fresh
    won = kept.get("won", ())
    numbers = [kept.get(name, getattr(fresh, name)) for name in _NUMBERS]
    levels = range(1, climb.LEVELS + 1)
    sound = (
        isinstance(won, list | tuple)
        and all(type(level) is int and level in levels for level in won)
        and all(type(number) is int and 0 <= number <= _MOST for number in numbers)
        and numbers[0] in levels
    )
    return climb.Progress(tuple(sorted(set(won))), *numbers) if sound else fresh


def _moved_on(climb: Any, now: Any, finished: State) -> Any:
    """The progress after a game; a level that does not count now changes nothing."""
    level = finished.position().get("level")
    if level is None:
        return now
    open_, expected = climb.is_open(now), climb.next_level(now)
    if level != expected and (open_ or level > expected):
        return now
    goal = finished.game.rules.GOALS[level - 1]
    return climb.played(now, level, finished.scores()[0], goal)


def _result(climb: Any, now: Any, package: str, language: str) -> str:
    if not now.history:
        return ""
    last = now.history[-1]
    outcome = Message(package, f"campaign.{last.outcome}")
    values = asdict(last) | {"outcome": outcome}
    key = "campaign.climbed" if last.campaign else "campaign.played"
    text = Message(package, key, values).text(language)
    return text[:1].upper() + text[1:] + "."


def _standing(climb: Any, now: Any, package: str, language: str) -> str:
    if climb.is_open(now):
        values = {name: getattr(now, name) for name in _NUMBERS}
        return Message(package, "campaign.open", values).text(language)
    won = list(now.won) or "–"
    values = {"won": won, "level": climb.next_level(now)}
    return Message(package, "campaign.closed", values).text(language)
