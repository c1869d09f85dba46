"""Games of other packages on the command line: one with nothing optional, and broken ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import plugins
import rollwrite as rw
from rollwrite.play.registry import PLUGINS

MAIN = "from rollwrite.cli.main import main; main()"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A folder with the metadata of the game in ``plugin_game``."""
    folder, _ = plugins.install_pig(tmp_path / "site")
    return folder


def python(site: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    paths = (str(site), str(plugins.PIG), os.environ.get("PYTHONPATH", ""))
    return subprocess.run(
        [sys.executable, *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=site.parent,
        env={
            **os.environ, "LC_ALL": "en", "COLUMNS": "100", "XDG_DATA_HOME": str(site.parent),
            "PYTHONPATH": os.pathsep.join(filter(None, paths)), PLUGINS: "on",
        },
    )  # fmt: skip


def rollwrite(site: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return python(site, "-c", MAIN, *words, typed=typed)


def test_the_game_is_listed(site: Path) -> None:
    listed = rollwrite(site, "games", "--language", "de")
    assert "\npig " in listed.stdout
    assert "2 bis 4 Plätze, Blätter vom Autor des Spiels entworfen" in listed.stdout
    assert "pig" not in listed.stderr


@pytest.mark.parametrize("level", ["random", "greedy", "casual", "expert"])
def test_it_is_played_against_bots(site: Path, level: str) -> None:
    """Whoever never holds only wins with 20 in one turn, or loses."""
    played = rollwrite(
        site, "play", "pig", "--seed", "3", "--level", level, "--save", "pig.log",
        typed="roll\n" * 500,
    )  # fmt: skip
    assert played.returncode == 0, played.stderr
    assert "Winner: seat" in played.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("train", "pig", "there"), "pig has no trainable bot."),
        (("solve", "pig"), "pig cannot be solved; clever_kids, twenty_one can."),
        (("campaign", "--game", "pig"), "pig has no campaign. Choose one of: donnant."),
        (("play", "pig", "--variant", "solo"), "pig has no variant 'solo'. There are none"),
        (("play", "pig", "--edition", "my.toml"), "pig has no editions"),
        (("play", "pig", "-o", "level=1"), "pig has no option 'level'. There are none"),
        (("play", "pig", "--seats", "1"), "seats must be a whole number from 2 to 4, not 1"),
        (("simulate", "pig", "--bots", "baseline:x,random"), "pig has no baseline 'baseline:x'"),
        (("simulate", "pig", "--bots", "expert@.,random"), "pig has no evaluator, so its bots"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_what_it_has_not_is_said(site: Path, words: tuple[str, ...], told: str) -> None:
    answer = rollwrite(site, *words)
    assert answer.returncode == 2
    assert f"rollwrite: {told}" in answer.stderr
    assert "rollwrite train pig" not in answer.stderr


@pytest.mark.compiled
def test_simulations_tournaments_and_reviews(site: Path) -> None:
    """An expert without a model searches, compiled inside the loop of a match."""
    simulated = rollwrite(site, "simulate", "pig", "--bots", "expert,greedy", "--games", "20")
    assert simulated.returncode == 0, simulated.stderr
    assert "\nexpert " in simulated.stdout
    words = ("tournament", "pig", "expert", "random", "--games", "20")
    assert rollwrite(site, *words).returncode == 0
    log = site.parent / "end.log"
    code = (
        "import rollwrite as rw\n"
        "state = rw.game('pig').start(2, seed=5)\n"
        "while not state.over: state = state.roll() if state.chance else state.play('roll')\n"
        "print(state.log)"
    )
    log.write_text(python(site, "-c", code).stdout)
    reviewed = rollwrite(site, "review", str(log), "--html", "review.html", "--language", "fr")
    assert reviewed.returncode == 0, reviewed.stderr
    assert "Aucun modèle n’a été entraîné pour ce jeu" in reviewed.stdout
    assert "pour ce jeu" in (site.parent / "review.html").read_text(encoding="utf-8")


@pytest.mark.compiled
def test_environments(site: Path) -> None:
    code = (
        "import gymnasium, rollwrite.envs\n"
        "from rollwrite.envs import register_envs\n"
        "register_envs()\n"
        "env = gymnasium.make('rollwrite/Pig-v1')\n"
        "_, info = env.reset(seed=1)\n"
        "over = False\n"
        "while not over:\n"
        "    action = info['action_mask'].nonzero()[0][0]\n"
        "    _, _, over, _, info = env.step(action)\n"
        "print('over')\n"
    )
    played = python(site, "-c", code)
    assert played.stdout.strip().endswith("over"), played.stderr


@pytest.mark.compiled
def test_the_check_finds_what_it_leaves_out_and_nothing_else(site: Path) -> None:
    code = (
        "import rollwrite as rw\n"
        "from rollwrite.testing import inspect_game\n"
        "print(*(finding.where for finding in inspect_game(rw.game('pig')).findings), sep='\\n')"
    )
    checked = python(site, "-c", code)
    assert checked.returncode == 0, checked.stderr
    # Its guide is in English alone, and it has no words for its moves.
    assert set(checked.stdout.split()) == {"guide/fr.md", "guide/de.md", "text/en.toml"}


@pytest.mark.parametrize("words", [("games",), ("play",)])
def test_a_broken_game_is_told_once_and_stops_nothing(site: Path, words: tuple[str, ...]) -> None:
    plugins.install(site, "rw-broken", "broken = nothing_like_this:GAME")
    answer = rollwrite(site, *words, "--language", "fr", typed="qwinto\nquit\n")
    assert answer.returncode == 0
    assert "Qwinto" in answer.stdout and "Pig" in answer.stdout
    told = [line for line in answer.stderr.splitlines() if "broken" in line]
    assert len(told) == 1
    assert told[0].startswith("rollwrite: Le jeu 'broken' du paquet rw-broken est ignoré\u202f: ")
    alone = rollwrite(site, "play", "broken")
    assert (alone.returncode, "Traceback" in alone.stderr) == (2, False)
    assert rollwrite(site, "--help").stderr == ""


def test_the_tests_of_the_project_look_at_its_own_games(site: Path) -> None:
    """Whoever has plug-ins installed can run them."""
    root = Path(__file__).parent.parent
    code = (
        f"import sys; sys.path.insert(0, {str(root)!r})\n"
        "import conftest, rollwrite as rw\n"
        "print(*rw.games())"
    )
    assert tuple(python(site, "-c", code).stdout.split()) == rw.games()
