"""The only place where frozen tests know names inside the code: move them here when they move."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import rollwrite as rw
from rollwrite.bots import Bot, bot
from rollwrite.bots import model as models
from rollwrite.games.donnant import campaign
from rollwrite.kernel import run
from rollwrite.kernel.policy import UNIT
from rollwrite.lab import train as training
from rollwrite.server.http.identity import signed

BASELINES: dict[str, tuple[str, Bot]] = {  # by name: the game they know, and the bot
    "own_sheet": ("qwinto", bot("baseline:own_sheet")),
    "spacing": ("qwinto", bot("baseline:spacing")),
    "everything": ("twenty_one", bot("baseline:everything")),
    "hits_first": ("twenty_one", bot("baseline:hits_first")),
    "filling": ("one_card", bot("baseline:filling")),
}


COOKIE_KEY = bytes(range(32))


def give_cookie_key(file: Path) -> None:
    """Let the servers of a database sign cookies with a key that we know."""
    with closing(sqlite3.connect(file)) as connection, connection:
        row = ("cookie_key", COOKIE_KEY.hex())
        connection.execute("insert into settings (name, value) values (?, ?)", row)


def cookie_of(secret: str) -> str:
    """The cookie of a browser with a secret that was frozen."""
    return signed(COOKIE_KEY, secret)


def record(state: rw.State) -> Any:
    """The record of a state as plain values, in the order of its fields."""
    return state._record.values()


def prompt(state: rw.State, seat: int) -> str:
    """The sentence that says what a pending seat may do."""
    return state.prompt(seat)


def model_file(game: rw.Game) -> bytes:
    """The content of the file of weights that is shipped for a game in a variant."""
    return files(game.definition.package).joinpath("bot", f"{models.stem(game)}.bin").read_bytes()


def model(game: rw.Game) -> dict[str, Any]:
    """What is shipped about a game: its weights, the noise of each level, the spread by stage."""
    found = models.load(game)
    assert found is not None
    noise, spread = dict(found.noise), list(found.spread)
    return {"weights": hashed(found.weights), "noise": noise, "spread": spread}


def values(name: str, state: rw.State, seat: int) -> list[int]:
    """What each move of a seat is worth to a bot, in whole fractions of a point."""
    return [round(worth * UNIT) for _, worth in bot(name).evaluate(state, seat)]


def start(game: rw.Game, seats: int) -> Any:
    """The record a game begins with."""
    return game.definition.position.start(game, seats, 0, game.options)


def simulated(game: rw.Game, seats: int, games: int, seed: int) -> tuple[list[int], Any]:
    """Decisions and scores of random games, interpreted."""
    found = run.run_interpreted(game.rules, start(game, seats), games, seed)
    return found.decisions, found.scores


def simulated_compiled(game: rw.Game, seats: int, games: int, seed: int) -> tuple[list[int], Any]:
    """Decisions and scores of the same games, compiled."""
    found = run.run_compiled(game.rules, start(game, seats), games, seed)
    return found.decisions.tolist(), found.scores.tolist()


def campaign_progress(file: Path) -> dict[str, Any]:
    """What a campaign file says; a file that counts as damaged fails."""
    found = campaign.load(file)
    assert found.aside is None
    return asdict(found.progress)


def train(
    game: rw.Game,
    folder: Path,
    *,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> list[Path]:
    """Train a model by a few games, compiled; the folders of what was learnt, in their order."""
    config = training.training_config(game, games=32, seats="2", batch=8, checkpoints=2, seed=3)
    return training.train(game, config, folder, 1, progress, resume=resume)


def weights_in(game: rw.Game, folder: Path) -> str:
    """A hash of the weights of a model in a folder."""
    found = models.load(game, folder)
    assert found is not None
    return hashed(found.weights)


def hashed(weights: Sequence[int]) -> str:
    """A hash of weights, however they are kept."""
    return hashlib.sha256(" ".join(map(str, weights)).encode()).hexdigest()
