"""What is sent to other machines: games with their printed data, bots with their models."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from rollwrite.bots import Bot
from rollwrite.bots.model import files_of
from rollwrite.errors import BadEdition, say
from rollwrite.games.contract import OptionValue
from rollwrite.games.kit.edition import load
from rollwrite.play.game import Game
from rollwrite.play.registry import game as found_game

Files = tuple[tuple[str, bytes], ...]  # by name

_FOLDERS: list[tempfile.TemporaryDirectory[str]] = []  # removed when this process ends


class Sent(NamedTuple):
    """A game with an edition, as it travels."""

    name: str
    variant: str | None
    language: str
    options: Mapping[str, OptionValue]
    edition: str  # its name with the hash of its content,
    printed: str  # and the text of its file


def as_sent(game: Game) -> Game | Sent:
    """A game as it is sent; where it has no edition of its own, its name is enough."""
    if game.edition is None or game.edition_file is None:
        return game
    printed = _read(game.edition_file, game.edition)
    return Sent(game.id, game.variant, game.language, game.options, game.edition, printed)


@lru_cache(32)
def _read(path: Path, edition: str) -> str:
    if load(path).name != edition:
        raise BadEdition(say("lab.edition_changed", path=path, edition=edition))
    return path.read_text(encoding="utf-8")


def received(sent: Game | Sent) -> Game:
    """The game that was sent."""
    if isinstance(sent, Game):
        return sent
    return found_game(
        sent.name, variant=sent.variant, edition=_file(sent.printed), language=sent.language,
        **sent.options,
    )  # fmt: skip


@lru_cache(32)
def _file(printed: str) -> Path:
    """A file of this process with an edition in it."""
    return _folder((("edition.toml", printed.encode()),)) / "edition.toml"


def sent_models(game: Game, bots: Sequence[Bot | None]) -> tuple[Files, ...]:
    """The models of bots that have them in a folder, which other machines have not."""
    return tuple(
        _model(game, bot.folder) if bot is not None and bot.folder is not None else ()
        for bot in bots
    )


@lru_cache(32)
def _model(game: Game, folder: Path) -> Files:
    return files_of(game, folder)


def with_model(bot: Bot | None, model: Files) -> Bot | None:
    """A bot with the model that was sent for it."""
    return bot._replace(folder=_folder(model)) if bot is not None and model else bot


@lru_cache(32)
def _folder(content: Files) -> Path:
    """A folder of this process with some files in it."""
    folder = tempfile.TemporaryDirectory(prefix="rollwrite-")
    _FOLDERS.append(folder)
    for name, data in content:
        Path(folder.name, name).write_bytes(data)
    return Path(folder.name)
