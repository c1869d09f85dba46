"""Games that are sent to other machines: with the printed data of their edition."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from rollwrite.errors import BadEdition, say
from rollwrite.games.contract import OptionValue
from rollwrite.games.kit.edition import load
from rollwrite.play.game import Game
from rollwrite.play.registry import game as found_game

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
    digest = hashlib.sha256(printed.encode()).hexdigest()[:16]
    folder = tempfile.TemporaryDirectory(prefix="rollwrite-")
    _FOLDERS.append(folder)
    path = Path(folder.name) / f"edition-{digest}.toml"
    path.write_text(printed, encoding="utf-8")
    return path
