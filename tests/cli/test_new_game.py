"""``rollwrite new-game``: what it writes is a game that passes every check and can be played."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import plugins

ROOT = Path(__file__).parent.parent.parent
MAIN = "from rollwrite.cli.main import main; main()"
CHECK = """
import tomllib
import rollwrite as rw
from rollwrite.testing import check_game, count_positions
check_game(rw.game("my_game"))
start = tomllib.load(open("tests/games/golden/my_game.toml", "rb"))["starts"][0]
state = rw.game("my_game").replay(start["log"].lstrip())
assert count_positions(state, len(start["positions"])) == start["positions"]
"""


def run(
    *words: str, cwd: Path, path: tuple[Path, ...] = (), typed: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with more folders on its path and with plug-ins."""
    paths = [*map(str, path), *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ, "LC_ALL": "en", "PYTHONPATH": os.pathsep.join(paths),
            "ROLLWRITE_PLUGINS": "on", "XDG_DATA_HOME": str(cwd),
        },
    )  # fmt: skip


def new_game(*words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return run("-c", MAIN, "new-game", *words, cwd=cwd)


def is_played(cwd: Path, path: tuple[Path, ...], name: str) -> None:
    """A person who always passes, against a bot of a level, in a terminal."""
    words = ("play", "my_game", "--seed", "1", "--level", "casual", "--language", "fr")
    played = run("-c", MAIN, *words, cwd=cwd, path=path, typed="pass\n" * 3)
    assert played.returncode == 0, played.stderr
    assert name in played.stdout
    assert "Place 0\u202f: −15 points" in played.stdout


def is_tidy(cwd: Path, *paths: str) -> None:
    """What is written passes the linter as it is."""
    for words in (("check",), ("format", "--check")):
        config = f"--config={ROOT / 'pyproject.toml'}"
        found = run("-m", "ruff", *words, config, "--no-cache", *paths, cwd=cwd)
        assert found.returncode == 0, found.stdout


@pytest.mark.compiled
@pytest.mark.slow
def test_a_plug_in_passes_its_own_tests_and_can_be_played(tmp_path: Path) -> None:
    name = "Ein sehr schönes Spiel, dreißig und mehr"
    made = new_game("my_game", "--plugin", "--name", name, cwd=tmp_path)
    assert made.returncode == 0, made.stderr
    assert "rollwrite play my_game" in made.stdout
    folder = tmp_path / "rollwrite-my-game"
    assert (folder / ".github/workflows/test.yml").read_text().count("${{ matrix.python }}") == 1
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == "rollwrite-my-game"
    entries = project["entry-points"]["rollwrite.games"]
    assert entries == {"my_game": "rollwrite_my_game:GAME"}
    plugins.install(tmp_path / "site", "rollwrite-my-game", "my_game = rollwrite_my_game:GAME")
    path = (tmp_path / "site", folder / "src")
    tested = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", cwd=folder, path=path)
    assert tested.returncode == 0, tested.stdout
    is_played(tmp_path, path, name)
    is_tidy(folder, ".")


@pytest.mark.compiled
@pytest.mark.slow
def test_a_game_in_the_tree_passes_every_check_and_can_be_played(tmp_path: Path) -> None:
    tree = checkout(tmp_path / "tree")
    made = new_game("my_game", cwd=tree)
    assert made.returncode == 0, made.stderr
    written = [tree / line for line in made.stdout.splitlines()[:-1]]
    assert all(path.is_file() for path in written)
    project = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entries = project["entry-points"]["rollwrite.games"]
    assert entries["my_game"] == "rollwrite.games.my_game:GAME"
    assert list(entries) == sorted(entries) and len(entries) > 1
    lines = [f"{name} = {target}" for name, target in entries.items()]
    plugins.install(tmp_path / "site", "rollwrite", *lines)
    path = (tree / "src", tmp_path / "site")
    checked = run("-c", CHECK, cwd=tree, path=path)
    assert checked.returncode == 0, checked.stderr
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/games/test_my_game.py")
    tested = run(*words, cwd=tree, path=path)
    assert tested.returncode == 0, tested.stdout
    is_played(tree, path, "My Game")
    is_tidy(tree, "src/rollwrite/games/my_game", "tests/games")
    again = new_game("my_game", cwd=tree)
    assert again.returncode == 2
    assert "already exists and was not changed" in again.stderr


def checkout(folder: Path) -> Path:
    """A copy of what a checkout has that matters here."""
    skipped = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", folder / "src", ignore=skipped)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("qwinto",), "There is already a game 'qwinto', in rollwrite"),
        (("qwinto", "--plugin"), "There is already a game 'qwinto', in rollwrite"),
        (("My-Game",), "'My-Game' cannot be the id of a game. Use lower-case letters"),
        (("x" * 31, "--plugin"), "at most 30 in all: my_game."),
        (("my_game",), "is not a checkout of rollwrite"),
        (("my_game", "--plugin", "--name", 'My "Game"'), "cannot be the name of a game"),
        (("my_game", "--plugin", "--name", " "), "cannot be the name of a game"),
        (("my_game", "--plugin", "--folder", "there"), "there already exists and was not changed"),
        (("my_game", "--plugin", "--folder", "file/there"), "Cannot write file/there"),
    ],
    ids=lambda words: " ".join(words)[:40] if isinstance(words, tuple) else "",
)
def test_what_cannot_be_is_refused_and_nothing_written(
    words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "file").touch()
    refused = new_game(*words, cwd=tmp_path)
    assert refused.returncode == 2
    assert told in refused.stderr
    assert "Traceback" not in refused.stderr
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "there"]
