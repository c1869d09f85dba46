"""What ``pip install rollwrite`` gives: light, playable, and one sentence for whatever is missing.

The wheel is built and installed as a user has it, with its real dependencies, into environments
that have nothing else.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import tomllib
import zipfile
from importlib.metadata import distributions
from pathlib import Path
from random import Random

import pytest

import rollwrite as rw
from installed import ROOT, Installed, built_wheel
from listed import listed
from rollwrite.errors import EXTRAS, has_extra, install_command, say
from rollwrite.texts import LANGUAGES
from server.running import Browser, Server

pytestmark = pytest.mark.slow

MOST = 15_000_000  # bytes of a bare installation
BLOCK = 4096  # a file takes whole blocks


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("bare"), wheel)


PLAYS = """
import sys, importlib.util, itertools
sys.path[:0] = [sys.argv[1]]
for absent in ("numpy", "numba", "llvmlite", "click", "platformdirs"):
    assert importlib.util.find_spec(absent) is None, absent
import rollwrite as rw
from rollwrite.bots import bot, names
from rollwrite.kernel.run import run_interpreted
bots = itertools.cycle(map(bot, names()))  # at every table everybody plays a move in turn
for name in rw.games():
    game = rw.game(name, language="de")
    state = game.start(2, seed=1)
    while not state.over:
        seat = state.pending[0] if state.pending else None
        state = state.roll() if seat is None else state.play(next(bots).choose(state, seat))
    assert game.replay(str(state.log)) == state
    assert state._repr_svg_() and str(state) and state.tally(0)
    run_interpreted(game.rules, game.definition.position.start(game, game.seats[-1], 0, {}), 2, 1)
print(*rw.games())
"""


def test_the_wheel_plays_at_every_level_by_the_standard_library_alone(
    wheel: Path, tmp_path: Path
) -> None:
    """As in a browser, where nothing can be installed beside it."""
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path)
    plays = [sys.executable, "-I", "-S", "-c", PLAYS, str(tmp_path)]
    found = subprocess.run(plays, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert found.returncode == 0, found.stderr
    assert tuple(found.stdout.split()) == rw.games()


def test_a_bare_installation_is_light(bare: Installed) -> None:
    there = {found.name for found in distributions(path=[str(bare.packages)])}
    assert there == {"click", "platformdirs", "rollwrite"}
    compiled = bare.run("-m", "compileall", "-q", "-f", bare.packages)  # as pip does
    assert compiled.returncode == 0, compiled.stdout
    files = [path for path in bare.packages.rglob("*") if path.is_file()]
    assert any(path.suffix == ".pyc" for path in files)
    size = sum(-(-path.stat().st_size // BLOCK) * BLOCK for path in files)
    assert size < MOST, f"{size / 1e6:.1f} MB"


def test_a_whole_game_against_a_bot_in_a_bare_installation(bare: Installed) -> None:
    """By the command that is installed there; then looked at again."""
    save, whim, shown = bare.home / "game.log", Random("bare"), ""
    play = ["play", "qwinto", "--level=expert", "--seed=4", f"--save={save}", "--language=en"]
    process = subprocess.Popen(
        [bare.python, "-u", bare.python.with_name("rollwrite"), *play],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=bare.home,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    while character := process.stdout.read(1):
        shown += character
        if shown.endswith("\n> "):
            process.stdin.write(f"{whim.choice(listed(shown))}\n")
            process.stdin.flush()
    assert process.wait(timeout=60) == 0
    assert "Winner: seat" in shown
    end = rw.game("qwinto").replay(save.read_text(encoding="utf-8"))
    assert end.over
    assert f"Seat 1: {end.scores()[1]} points" in bare.rollwrite("replay", str(save)).stdout
    reviewed = bare.rollwrite("review", str(save))
    assert reviewed.returncode == 0, reviewed.stderr
    assert f"Seat 1: {end.scores()[1]} points" in reviewed.stdout
    assert reviewed.stderr.strip().endswith(install_command("fast"))


@pytest.mark.parametrize(
    ("command", "language", "extra"),
    [
        ("serve", "en", "server"),
        ("serve", "fr", "server"),
        ("print qwinto -o qwinto.pdf", "fr", "pdf"),
        ("simulate qwinto --device gpu", "de", "gpu"),
        ("simulate qwinto --cluster tcp://localhost:1", "fr", "cluster"),
        ("tournament qwinto greedy random --device gpu", "en", "gpu"),
        ("train qwinto model", "de", "fast"),
        ("solve twenty_one --output model", "fr", "fast"),
    ],
)
def test_a_command_names_the_extra_it_needs(
    command: str, language: str, extra: str, bare: Installed
) -> None:
    found = bare.rollwrite(*command.split(), language=language)
    told = rw.MissingExtra(extra, language)
    assert str(told).endswith(f'pip install "rollwrite[{extra}]"')
    assert (found.returncode, found.stderr) == (2, f"rollwrite: {told}\n")
    assert not (bare.home / "model").exists()


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        ("import rollwrite.envs", "envs"),
        ("from rollwrite.envs.zoo import qwinto_v1", "envs"),
        ("rw.bots.prepare(rw.game('qwinto'))", "fast"),
        ("rw.lab.simulate('qwinto', 'greedy', device='gpu')", "gpu"),
        ("from rollwrite.testing import *; check_game(rw.game('qwinto'), playthroughs=0)", "fast"),
    ],
)
def test_the_library_names_the_extra_it_needs(code: str, extra: str, bare: Installed) -> None:
    found = bare.run("-c", f"import rollwrite as rw; rw.bots, rw.coach, rw.lab\n{code}")
    assert found.returncode == 1
    told = f"rollwrite.errors.MissingExtra: {rw.MissingExtra(extra)}"
    assert found.stderr.splitlines()[-1] == told


def test_bots_that_cannot_be_compiled_are_told_in_one_sentence(bare: Installed) -> None:
    found = bare.run("-m", "rollwrite.bots")
    assert (found.returncode, found.stderr) == (1, f"rollwrite: {rw.MissingExtra('fast')}\n")


def test_interpreted_games_of_the_lab_are_the_compiled_ones(bare: Installed) -> None:
    bots, told = ["greedy", "random"], say("extra.interpreted", command=install_command("fast"))
    compiled = rw.lab.tournament("twenty_one", bots, games=30, seed=5)
    assert next(iter(compiled.matches.values())).job.compiled
    found = bare.rollwrite("tournament", "twenty_one", *bots, "--games=30", "--seed=5", "--json")
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout) == json.loads(json.dumps(compiled.json()))
    assert found.stderr == f"{told.text('en')}\n"


def test_extras_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(project["optional-dependencies"]) == {*EXTRAS, "all"}
    large = {"gpu", "puffer", "sb3", "torchrl"}  # not among what tests need
    assert {extra for extra in EXTRAS if not has_extra(extra)} <= large
    for extra in EXTRAS:
        assert len({rw.MissingExtra(extra, language).text(language) for language in LANGUAGES}) == 3


def test_the_server_alone_plays_interpreted_and_says_so(wheel: Path, tmp_path: Path) -> None:
    """The extra ``server`` brings no compiler: bots, hints and reviews do without."""
    place = Installed(tmp_path / "environment", wheel, "server")
    there = "from rollwrite.errors import EXTRAS, has_extra; print(*filter(has_extra, EXTRAS))"
    assert place.run("-c", there).stdout.split() == ["server"]
    database = place.rollwrite("serve", "--port=0", "--database=postgresql://me@localhost/none")
    assert database.returncode == 2
    assert database.stderr.splitlines()[-1] == f"rollwrite: {rw.MissingExtra('postgresql')}"
    running = Server(tmp_path / "tables.sqlite", {"prepare_bots": "yes"}, python=place.python)
    try:
        anna = Browser(running)
        table = anna.begin("twenty_one", "bots", "me", "bot")
        while not (view := anna.view(table))["deciding"]:
            time.sleep(0.05)
        hint = anna.ok(f"/api/tables/{table}/hint", seat=view["deciding"][0], seq=view["seq"])
        assert hint["move"] in [move["text"] for move in view["moves"][str(hint["seat"])]]
        assert anna.play_out(table)["status"] == "over"
        while not anna.http.get(f"/api/tables/{table}/review").json()["ready"]:
            time.sleep(0.2)
        assert "<table>" in anna.http.get(f"/review/{table}").text
    finally:
        errors = running.stop()
    assert errors.splitlines() == [say("extra.interpreted", command=install_command("fast")).text()]
