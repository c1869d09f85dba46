"""Models: what bots have solved or learnt about a game, as a file of numbers and its manifest.

``NAME.bin`` holds the numbers, packed; ``NAME.toml`` beside it says for which rules they were made,
how, and what was measured. A game's own models lie in its folder; ``rollwrite train`` and
``rollwrite solve`` write others.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
import zlib
from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple

from rollwrite.errors import RollwriteError, say
from rollwrite.kernel.policy import UNIT
from rollwrite.play.game import Game

LEVELS = ("beginner", "casual", "strong", "expert")  # weakest first
STAGES = 16  # parts of a game by its progress
GRAIN = 256  # numbers are kept in such fractions of a point


class BadModel(RollwriteError):
    """A model that does not fit the game, and what to run for one that does."""


class Model(NamedTuple):
    """What was learnt, in fractions of UNIT, and what the manifest says about it."""

    weights: Sequence[int]
    noise: Mapping[str, float]  # by level: the noise on its judgement, in points
    spread: Sequence[float]  # by stage: how far the margin at the end may still go, in points
    manifest: Mapping[str, Any]

    def at(self, level: str) -> array[int]:
        """The model as policies take it."""
        return array("i", [round(self.noise[level] * UNIT), *self.weights])


def stem(game: Game) -> str:
    """The name of a game's model: each variant has its own."""
    return f"model-{game.variant}" if game.variant else "model"


def _found(game: Game, folder: Traversable) -> str:
    """The name under which a folder holds a model: earlier versions wrote ``mind`` for it."""
    earlier = stem(game).replace("model", "mind", 1)
    if not folder.joinpath(f"{stem(game)}.toml").is_file() and (
        folder.joinpath(f"{earlier}.toml").is_file()
    ):
        return earlier
    return stem(game)


def files_of(game: Game, folder: Path) -> tuple[tuple[str, bytes], ...]:
    """The two files of a model in a folder, by name, to be taken elsewhere."""
    name = _found(game, folder)
    return tuple((file, (folder / file).read_bytes()) for file in (f"{name}.toml", f"{name}.bin"))


def load(game: Game, folder: Path | None = None) -> Model | None:
    """The model of a game in a folder, or its own (None if it has none); BadModel if unusable."""
    if game.definition.evaluator is None:
        if folder is None:
            return None
        raise BadModel(say("model.no_evaluator", game=game.id), game.language)
    place = folder if folder is not None else files(game.definition.package) / "bot"
    try:
        name = _found(game, place)
        manifest = tomllib.loads(place.joinpath(f"{name}.toml").read_text("utf-8"))
        packed = place.joinpath(f"{name}.bin").read_bytes()
    except FileNotFoundError as error:
        if folder is None:
            return None
        raise _bad(game, "model.missing", file=Path(error.filename).name) from None
    except (OSError, ValueError) as error:
        raise _bad(game, "model.unreadable", reason=str(error)) from None
    return _checked(game, manifest, packed)


def _checked(game: Game, manifest: dict[str, Any], packed: bytes) -> Model:
    evaluator = game.definition.evaluator
    assert evaluator is not None
    expected = {
        "game": game.id,
        "variant": game.variant or "",
        "edition": game.edition or "",
        "rules": game.definition.version,
        "evaluator": evaluator.VERSION,
        "weights": evaluator.WEIGHTS,
        "sha256": hashlib.sha256(packed).hexdigest(),
    }
    manifest.setdefault("edition", "")  # a model for the cards of the game itself names none
    if "thinking" in manifest:  # what earlier versions called it
        manifest["evaluator"] = manifest.pop("thinking")
    for name, right in expected.items():
        if (given := manifest.get(name)) != right:
            raise _bad(game, "model.wrong", field=name, given=given, right=right)
    noise, spread = manifest.get("noise"), manifest.get("spread")
    if not isinstance(noise, dict) or any(not _number(noise.get(level)) for level in LEVELS):
        raise _bad(game, "model.wrong", field="noise", given=noise, right=list(LEVELS))
    if not isinstance(spread, list) or len(spread) != STAGES or not all(map(_number, spread)):
        raise _bad(game, "model.wrong", field="spread", given=spread, right=STAGES)
    return Model(unpacked(packed), noise, spread, manifest)


def _number(value: Any) -> bool:
    return type(value) in (int, float) and value >= 0


def _bad(game: Game, key: str, **values: Any) -> BadModel:
    evaluator = game.definition.evaluator
    assert evaluator is not None
    command = evaluator.COMMAND
    return BadModel(say(key, game=game.id, command=command, **values), game.language)


def save(
    game: Game,
    folder: Path,
    weights: Sequence[int],
    noise: Mapping[str, float],
    spread: Sequence[float],
    about: Mapping[str, Any],
) -> None:
    """Write a model with its manifest; ``about`` says how it was made and what was measured."""
    import tomli_w  # the lab, which makes models, needs rollwrite[fast] in any case

    evaluator = game.definition.evaluator
    assert evaluator is not None
    content = packed(weights)
    head = {
        "game": game.id,
        "variant": game.variant or "",
        **({"edition": game.edition} if game.edition else {}),
        "rules": game.definition.version,
        "evaluator": evaluator.VERSION,
        "weights": len(weights),
        "sha256": hashlib.sha256(content).hexdigest(),
        **about,
        "spread": [round(points, 2) for points in spread],
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{stem(game)}.bin").write_bytes(content)
    text = tomli_w.dumps({**head, "noise": {level: noise[level] for level in LEVELS}})
    (folder / f"{stem(game)}.toml").write_text(text, "utf-8")


def packed(weights: Sequence[int]) -> bytes:
    """Weights as bytes: whole grains, 16 bits each, compressed."""
    scale = UNIT // GRAIN
    grains = [(weight + scale // 2) // scale for weight in weights]
    if any(not -(1 << 15) <= grain < 1 << 15 for grain in grains):
        raise ValueError(f"a weight is beyond {(1 << 15) // GRAIN} points")
    numbers = array("h", grains)
    if sys.byteorder == "big":
        numbers.byteswap()
    return zlib.compress(numbers.tobytes(), 9)


def unpacked(content: bytes) -> array[int]:
    """The weights that ``packed`` made bytes of."""
    numbers = array("h")
    numbers.frombytes(zlib.decompress(content))
    if sys.byteorder == "big":
        numbers.byteswap()
    scale = UNIT // GRAIN
    return array("i", [number * scale for number in numbers])


@lru_cache(64)
def model_of(game: Game, folder: Path | None) -> Model | None:
    """The model of a game, read once."""
    return load(game, folder)
