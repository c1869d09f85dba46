"""``rollwrite check``: findings, what was never reached, how far it looked, exit codes."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

import sample_game
from rollwrite.cli.main import app
from rollwrite.games.contract import Definition
from rollwrite.play.game import Game
from rollwrite.testing import conformance


def check(monkeypatch: pytest.MonkeyPatch, definition: Definition, language: str = "en") -> Result:
    """Run the command on a game that need not be installed, without a compiler."""

    def found(_: str, language: str, *rest: Any) -> Game:
        return Game(definition, language=language)

    monkeypatch.setattr("rollwrite.cli.plugin.check.find_game", found)
    monkeypatch.setattr(conformance, "has_extra", lambda _: False)
    return CliRunner().invoke(app, ["check", "duet", "--language", language])


def test_a_right_game(monkeypatch: pytest.MonkeyPatch) -> None:
    result = check(monkeypatch, sample_game.GAME)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "duet: nothing was found."
    assert "phases: 4 of 4 reached" in lines
    assert "parts: 13 of 15 reached; never: die-B, die-R" in lines
    assert lines[-2].startswith("Looked at games (bare 36, random 3, greedy 3, guided 3), with ")
    assert lines[-1].startswith("Compiled play was left out.")
    assert lines[-1].endswith('pip install "rollwrite[fast]".')


def test_a_game_with_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    advice = SimpleNamespace(why=lambda *_: sample_game.notation.say("advice.none"))
    result = check(monkeypatch, replace(sample_game.GAME, advice=advice), "de")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0].startswith("advice.why: says 'advice.none', which is no text of sample_game")
    assert lines[1] == "duet: Befunde: 1."
    assert lines[-1].startswith("Kompilierte Partien wurden ausgelassen.")


def test_a_game_that_does_not_exist() -> None:
    result = CliRunner().invoke(app, ["check", "no_such_game"])
    assert result.exit_code == 1
    assert "no_such_game" in str(result.exception)
