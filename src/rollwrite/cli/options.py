"""Options shared by several commands, and how they are read."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import rollwrite as rw
from rollwrite.bots.bot import BASELINE
from rollwrite.errors import BadLog, BadOption, say
from rollwrite.texts import LANGUAGES


def machine_language() -> str:
    """The language of the user's locale, or English if there is no translation."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


FILE = click.Path(path_type=Path)  # the command itself reports a missing file

language = click.option(
    "--language",
    "-l",
    default=machine_language,
    show_default="your locale",
    help="en, fr or de.",
    shell_complete=lambda _, __, begun: [one for one in LANGUAGES if one.startswith(begun)],
)
variant = click.option("--variant", help="Variant of the game.")
edition = click.option("--edition", type=FILE, help="TOML file with other cards or sheets.")
game_options = click.option(
    "--option", "-o", multiple=True, help="Game option, as name=value; may be repeated."
)


def game_id(*, required: bool = True) -> Callable[[Any], Any]:
    """The argument GAME, which a shell completes."""
    return click.argument(
        "game_id",
        metavar="GAME",
        required=required,
        shell_complete=lambda _, __, begun: [one for one in rw.games() if one.startswith(begun)],
    )


def find_game(
    game_id: str,
    language: str,
    variant: str | None = None,
    edition: Path | None = None,
    option: Iterable[str] = (),
) -> rw.Game:
    """The game meant, with ``--option level=3`` and so on read as its options are typed."""
    known = {one.name: one for one in rw.game(game_id, language=language).definition.options}
    chosen: dict[str, Any] = {}
    for word in option:
        name, equals, value = word.partition("=")
        if not equals:
            raise BadOption(say("cli.option", given=word), language)
        chosen[name] = known[name].parse(value) if name in known else value
    return rw.game(game_id, variant=variant, edition=edition, language=language, **chosen)


def data_folder() -> Path:
    """Where games and typed lines are kept."""
    from platformdirs import user_data_path

    return user_data_path("rollwrite")


def own_modules(names: str) -> None:
    """Let ``module:name`` find modules in the current folder."""
    own = [name for name in names.split(",") if ":" in name and not name.startswith(BASELINE)]
    if own and "" not in sys.path:
        sys.path.insert(0, "")


def read_text(path: Path, language: str) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise BadLog(say("cli.unreadable", path=path, reason=reason), language) from None


def read_log(path: Path, language: str, edition: Path | None = None) -> rw.State:
    """The game saved in a log file, up to its last whole event."""
    log = rw.Log.parse(read_text(path, language))
    game = rw.game(log.game, variant=log.variant, edition=edition, language=language)
    return game.replay(log)


def state_before(end: rw.State, event: int) -> rw.State:
    """The state before an event of a game, counted from 1."""
    kept = end.log.events[: event - 1]
    return end.game.replay(replace(end.log, events=kept, scores=None, cut_at=None))
