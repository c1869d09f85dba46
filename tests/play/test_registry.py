"""Games of other packages: the good are found, the others left out with a sentence."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

import plugins
import rollwrite as rw
from rollwrite.play import registry
from rollwrite.texts import LANGUAGES

OWN = rw.games()
GAME = """
from dataclasses import replace
from rollwrite.games.qwinto import GAME
GAME = replace(GAME, id={id!r}, package={package!r}, provenance={provenance!r})
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, where packages can be installed; those of this machine are not seen."""

    def seen(group: str) -> list[metadata.EntryPoint]:
        homes = (metadata.distribution(registry.OWN).locate_file(""), tmp_path)
        return [
            entry
            for entry in entry_points(group=group)
            if entry.dist is not None and entry.dist.locate_file("") in homes
        ]

    entry_points = metadata.entry_points
    monkeypatch.setattr(metadata, "entry_points", seen)
    monkeypatch.setenv(registry.PLUGINS, "on")
    monkeypatch.syspath_prepend(tmp_path)
    plugins.forget()
    yield tmp_path
    plugins.forget()


def write_game(
    place: Path, id_: str, package: str = "rollwrite.games.qwinto", provenance: str = "printed"
) -> None:
    """A module of the game's name, with a definition like another game's."""
    source = GAME.format(id=id_, package=package, provenance=provenance)
    (place / f"{id_}_game.py").write_text(source)


def told() -> str:
    """The one sentence about the one game that is left out; it is warned about exactly once."""
    with pytest.warns(rw.GameLeftOut) as warned:
        assert rw.games() == OWN
    assert rw.games() == OWN
    (one,) = registry.left_out()
    assert [str(warning.message) for warning in warned] == [one.message.text()]
    for language in LANGUAGES:
        assert one.package in one.message.text(language)
        assert one.name in one.message.text(language)
    return one.message.text()


def test_a_game_of_another_package_is_found(place: Path) -> None:
    write_game(place, "quinto")
    plugins.install(place, "rw-quinto", "quinto = quinto_game:GAME")
    assert rw.games() == tuple(sorted([*OWN, "quinto"]))
    assert rw.game("quinto").id == "quinto"
    assert registry.left_out() == ()


def test_plug_ins_can_be_switched_off(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_game(place, "quinto")
    plugins.install(place, "rw-quinto", "quinto = quinto_game:GAME")
    monkeypatch.setenv(registry.PLUGINS, "off")
    assert rw.games() == OWN
    with pytest.raises(rw.UnknownGame, match="Unknown game 'quinto'"):
        rw.game("quinto")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("import nothing_like_this", "ModuleNotFoundError: No module named 'nothing_like_this'"),
        ("raise ValueError('two\\nlines')", "(ValueError: two lines)"),
        ("raise SystemExit", "importing broken_game:GAME failed (SystemExit)"),
        ("syntax error", "SyntaxError"),
        ("OTHER = 1", "AttributeError"),
        ("GAME = 'text'", "broken_game:GAME must be a Definition, not of type str"),
        (GAME.format(id="other", package="", provenance=""), "has the id 'other'"),
        (
            GAME.format(id="broken", package="rollwrite.games.qwinto", provenance="copied"),
            "provenance is 'copied', but must be one of printed, reconstructed, original",
        ),
        (
            GAME.format(id="broken", package="rollwrite.kernel", provenance="printed"),
            "texts in text/en.toml of rollwrite.kernel cannot be read (FileNotFoundError",
        ),
        (
            GAME.format(id="broken", package="rollwrite", provenance="printed"),
            "the text 'name' is missing in text/en.toml of rollwrite",
        ),
    ],
    ids=lambda text: text.strip().splitlines()[0][:30],
)
def test_a_broken_game_is_left_out(place: Path, source: str, reason: str) -> None:
    (place / "broken_game.py").write_text(source)
    sys.modules.pop("broken_game", None)
    plugins.install(place, "rw-broken", "broken = broken_game:GAME")
    sentence = told()
    assert sentence.startswith("The game 'broken' of the package rw-broken is left out: ")
    assert reason in sentence
    assert "\n" not in sentence
    assert rw.game("qwinto").id == "qwinto"
    with pytest.raises(rw.UnknownGame) as refused:
        rw.game("broken", language="de")
    assert str(refused.value).startswith("Das Spiel 'broken' aus dem Paket rw-broken")


def test_an_id_that_is_none(place: Path) -> None:
    plugins.install(place, "rw-odd", "Odd-One = os:sep")
    assert "'Odd-One' cannot be the id of a game" in told()


@pytest.mark.parametrize("name", ["qwinto", "a", "twenty_one", "x2"])
def test_ids(name: str) -> None:
    assert registry.is_game_id(name)


@pytest.mark.parametrize("name", ["", "Qwinto", "2x", "my-game", "my game", "class", "é", "a/b"])
def test_no_ids(name: str) -> None:
    assert not registry.is_game_id(name)


def test_two_packages_with_the_same_name_are_both_left_out(place: Path) -> None:
    write_game(place, "double")
    for package in ("rw-one", "rw-two"):
        plugins.install(place, package, "double = double_game:GAME")
    assert "several packages bring one of this name (rw-one, rw-two)" in told()
    with pytest.raises(rw.UnknownGame, match=r"rw-one, rw-two"):
        rw.game("double")


def test_a_game_of_ours_stays_ours(place: Path) -> None:
    write_game(place, "qwinto")
    plugins.install(place, "rw-false", "qwinto = qwinto_game:GAME")
    assert "package rw-false is left out: rollwrite has a game of this name itself" in told()
    assert rw.game("qwinto").definition.evaluator is not None


def test_no_game_is_imported_before_it_is_asked_for(tmp_path: Path) -> None:
    """Neither by importing the package, nor by playing another game."""
    plugins.install(tmp_path, "rw-slow", "slow = slow_game:GAME")
    (tmp_path / "slow_game.py").write_text("print('slow')")
    code = (
        f"import sys; sys.path.append({str(tmp_path)!r})\n"
        "import rollwrite as rw\n"
        "rw.game('qwinto').start(seed=1)\n"
        "print('rollwrite.games.donnant' in sys.modules, 'slow_game' in sys.modules)\n"
        "rw.games()\n"
        "print('rollwrite.games.donnant' in sys.modules)\n"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, registry.PLUGINS: "on"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == ["False", "False", "slow", "False"]
    assert "GameLeftOut" in found.stderr
