"""Finding games: every package may bring some, by the entry point group ``rollwrite.games``.

Nothing is imported before it is asked for. A game of another package that cannot be used is left
out: ``games()`` warns about it once, ``left_out()`` tells why.
"""

from __future__ import annotations

import os
import re
import warnings
from functools import cache
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rollwrite.errors import GameLeftOut, UnknownGame, did_you_mean, say
from rollwrite.games.contract import PROVENANCES, Definition, OptionValue
from rollwrite.play.checks import check_game
from rollwrite.play.game import Game
from rollwrite.texts import LANGUAGES, Message, texts_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "rollwrite.games"
OWN = "rollwrite"  # the distribution whose games come first
PLUGINS = "ROLLWRITE_PLUGINS"  # ``off`` leaves out the games of all other packages
NEEDED = ("name", "about")  # texts without which a game cannot be listed
LONGEST = 200  # letters of another package's error that are told


class LeftOut(NamedTuple):
    """A game of another package that cannot be used, and why, in one sentence."""

    name: str
    package: str  # as it is installed; all of them, where several bring the game
    message: Message
    cause: BaseException | None = None  # what importing it raised, if anything


class _Unusable(Exception):
    """Why what an entry point leads to is not a game that can be used."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def is_game_id(name: str) -> bool:
    """Whether a game may be called so: it is part of modules, addresses, logs and file names."""
    return bool(re.fullmatch(r"[a-z][a-z0-9_]*", name)) and not iskeyword(name)


@cache
def _entry_points() -> dict[str, list[EntryPoint]]:
    """The entry points of each name; several packages may use the same one."""
    from importlib.metadata import entry_points

    alone = os.environ.get(PLUGINS, "").lower() == "off"
    found: dict[str, list[EntryPoint]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        if not alone or _package(entry) == OWN:
            found.setdefault(entry.name, []).append(entry)
    return found


def _package(entry: EntryPoint) -> str:
    """The distribution that brings an entry point."""
    return entry.dist.name if entry.dist is not None else entry.module.partition(".")[0]


def _own(entries: list[EntryPoint]) -> EntryPoint | None:
    return next((entry for entry in entries if _package(entry) == OWN), None)


@cache
def _definition(name: str) -> Definition | LeftOut:
    """The definition behind a name; a mistake in a game of our own is raised as it is."""
    entries = _entry_points()[name]
    if (own := _own(entries)) is not None:
        definition: Definition = own.load()
        return definition
    packages = sorted(map(_package, entries))
    if len(entries) > 1:
        message = say("plugin.twice", game=name, packages=packages)
        return LeftOut(name, ", ".join(packages), message)
    try:
        return _checked(entries[0])
    except _Unusable as problem:
        values = {"game": name, "package": packages[0], "reason": problem.message}
        message = say("plugin.left_out", **values)
        return LeftOut(name, packages[0], message, problem.__cause__)


def _checked(entry: EntryPoint) -> Definition:
    """The definition of another package; _Unusable says what is wrong with it."""
    if not is_game_id(entry.name):
        raise _Unusable(say("plugin.id", id=entry.name))
    try:
        found = entry.load()
    except (Exception, SystemExit) as error:  # whatever foreign code may do
        values = {"target": entry.value, "error": _told(error)}
        raise _Unusable(say("plugin.import", **values)) from error
    if not isinstance(found, Definition):
        kind = type(found).__name__
        raise _Unusable(say("plugin.kind", target=entry.value, kind=kind))
    if found.id != entry.name:
        raise _Unusable(say("plugin.name", id=found.id))
    if found.provenance not in PROVENANCES:
        given = found.provenance
        raise _Unusable(say("plugin.provenance", given=given, choices=PROVENANCES))
    _check_texts(found.package)
    return found


def _check_texts(package: str) -> None:
    for language in LANGUAGES:
        try:
            texts = texts_of(package, language)
        except Exception as error:  # no such package, no such file, no TOML
            values = {"language": language, "package": package, "error": _told(error)}
            raise _Unusable(say("plugin.texts", **values)) from error
        for key in NEEDED:
            if not isinstance(texts.get(key), str):
                raise _Unusable(say("plugin.text", text=key, language=language, package=package))


def _told(error: BaseException) -> str:
    """An error on one line, not too long."""
    told = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(" :.")
    return told if len(told) <= LONGEST else f"{told[:LONGEST]}…"


def brought_by(name: str) -> tuple[str, ...]:
    """The packages that bring a game of this name, whether it can be used or not."""
    return tuple(sorted(map(_package, _entry_points().get(name, []))))


@cache
def left_out() -> tuple[LeftOut, ...]:
    """The games of other packages that cannot be used; imports those packages to find out."""
    found = []
    for name, entries in _entry_points().items():
        if _own(entries) is None:
            if isinstance(made := _definition(name), LeftOut):
                found.append(made)
            continue
        found += [
            LeftOut(name, package, say("plugin.ours", game=name, package=package))
            for package in sorted(set(map(_package, entries)) - {OWN})
        ]
    return tuple(found)


@cache
def games() -> tuple[str, ...]:
    """The names of all games that can be played; those of rollwrite itself are not imported."""
    for one in left_out():
        warnings.warn(GameLeftOut(one.message), stacklevel=2)
    unusable = {one.name for one in left_out() if _own(_entry_points()[one.name]) is None}
    return tuple(name for name in _entry_points() if name not in unusable)


def game(
    name: str,
    variant: str | None = None,
    edition: str | Path | None = None,
    language: str = "en",
    **options: OptionValue,
) -> Game:
    """A game by its name: ``game("qwinto")``."""
    if not isinstance(name, str) or name not in _entry_points():
        hint = did_you_mean(name, games())
        raise UnknownGame(say("unknown_game", name=name, hint=hint), language)
    found = _definition(name)
    if isinstance(found, LeftOut):
        raise UnknownGame(found.message, language) from found.cause
    return Game(found, variant, edition, language, options)


def as_game(given: Game | str) -> Game:
    """The game that is meant by a name, or by itself."""
    if isinstance(given, str):
        return game(given)
    check_game(given)
    return given
