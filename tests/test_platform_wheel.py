"""The wheel for one platform: compiled bots and simulation where no compiler is, and nothing made.

It is installed into an environment that has nothing else, not even NumPy.
"""

from __future__ import annotations

import json
import os
import re
from importlib.metadata import distributions
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from debian import need
from installed import Installed, built_wheel
from rollwrite.bots import LEVELS, bot
from rollwrite.bots.ahead import as_library, evaluators
from rollwrite.bots.precompile import all_games
from rollwrite.errors import install_command, say
from rollwrite.kernel.ahead.emit import PACKAGE
from rollwrite.kernel.ahead.library import LINKER

pytestmark = [pytest.mark.slow, pytest.mark.compiled]

CARRIED = ("one_card", "twenty_one")
INTERPRETED = say("extra.interpreted", command=install_command("fast"))


@pytest.fixture(scope="session")  # tests of other modules come in between: they go by games
def place(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    need(LINKER, PACKAGE)
    folder = tmp_path_factory.mktemp("platform")
    library, manifest = as_library(evaluators(all_games(*CARRIED)))
    (folder / "loops.so").write_bytes(library)
    (folder / "loops.json").write_text(manifest)
    return Installed(folder / "environment", built_wheel(folder, folder))


def run(place: Installed, *words: str) -> Any:
    """What a command prints as JSON; it compiles nothing."""
    cache = place.home / "cache"
    os.environ["ROLLWRITE_CACHE"] = str(cache)
    try:
        found = place.rollwrite(*words, "--json")
    finally:
        del os.environ["ROLLWRITE_CACHE"]
    assert found.returncode == 0, found.stderr
    assert not cache.exists()
    return json.loads(found.stdout), found.stderr


@pytest.mark.parametrize("game", CARRIED)
@pytest.mark.parametrize("bots", ["random", "greedy,random", "expert,beginner,random"])
def test_games_are_simulated_by_compiled_loops(game: str, bots: str, place: Installed) -> None:
    assert {found.name for found in distributions(path=[str(place.packages)])} == {
        "click", "platformdirs", "rollwrite"
    }  # fmt: skip
    right = rw.lab.simulate(game, bots, games=400, seed=5)
    found, told = run(place, "simulate", game, f"--bots={bots}", "--games=400", "--seed=5")
    assert found == json.loads(json.dumps(right.json()))
    assert told == ""  # nothing about rules that run interpreted


PLAYS = """
import sys
import rollwrite as rw
from rollwrite.bots import LEVELS, bot
from rollwrite.bots.bot import prepared
from rollwrite.kernel.ahead.native import NativeCall
for name in sys.argv[1:]:
    game = rw.game(name)
    state = game.start(2, seed=1)
    while not state.over:
        seat = state.pending[0] if state.pending else None
        level = LEVELS[len(state.log.events) % 4]
        state = state.roll() if seat is None else state.play(bot(level).choose(state, seat))
    loop = prepared(game, bot("expert").policy(game))
    assert type(loop._rooms.own._call) is NativeCall
    print(state.log, end="")
    rw.coach.review(state)
assert not {"numpy", "numba", "llvmlite"} & set(sys.modules)
"""


def test_bots_and_reviews_are_compiled(place: Installed) -> None:
    logs = []
    for name in CARRIED:
        state = rw.game(name).start(2, seed=1)
        while not state.over:
            seat = state.pending[0] if state.pending else None
            level = LEVELS[len(state.log.events) % 4]
            state = state.roll() if seat is None else state.play(bot(level).choose(state, seat))
        logs.append(str(state.log))
    found = place.run("-c", PLAYS, *CARRIED)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout == "".join(logs)
    for name, log in zip(CARRIED, logs, strict=True):
        (place.home / f"{name}.log").write_text(log)
    assert place.rollwrite("review", "twenty_one.log").stderr == ""
    asked = place.rollwrite("rollouts", "one_card.log", "--at=6", "--games=8")
    assert (asked.returncode, asked.stderr) == (0, "")


def test_other_games_and_editions_say_what_compiles_them(place: Installed, tmp_path: Path) -> None:
    other = ["simulate", "clever_kids", "--bots=random", "--games=1"]
    assert run(place, *other)[1] == f"{INTERPRETED.text('en')}\n"
    cards = files("rollwrite.games.one_card").joinpath("sheet.toml").read_text("utf-8")
    edition = tmp_path / "own.toml"
    edition.write_text('name = "own"\n' + re.sub(r"(?m)^1 = .*$", '1 = "R4* O4 Y4* B4 G4"', cards))
    own = ["simulate", "one_card", "--bots=random", "--games=1", f"--edition={edition}"]
    assert run(place, *own)[1] == f"{INTERPRETED.text('en')}\n"
    trained = place.rollwrite("train", "qwinto", "model")
    assert trained.stderr == f"rollwrite: {rw.MissingExtra('fast')}\n"
