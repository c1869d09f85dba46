"""``--help`` in three languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_cli import rollwrite

from rollwrite.cli.help import language_of, texts, translations
from rollwrite.cli.main import app

CLICKS_OWN = {"Usage: ", "Options", "Commands", "[default: ", "Show this message and exit."}


@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_help_text_is_translated_and_none_is_left_over(language: str) -> None:
    assert set(translations(language)) == {*filter(None, texts(app))} | CLICKS_OWN


def test_help_is_in_the_language_of_the_reader(tmp_path: Path) -> None:
    german = rollwrite("tournament", "--help", language="de_DE.UTF-8", home=tmp_path).stdout
    assert german.startswith("Aufruf: rollwrite tournament")
    assert "Bots jeder gegen jeden spielen lassen" in german
    assert "Optionen:" in german and "[Standard: 10000" in german and "Diese Hilfe" in german
    listed = rollwrite("-l", "fr", "--help", home=tmp_path)
    assert listed.returncode == 2, "the option belongs to the commands"
    french = rollwrite("play", "--language", "fr", "--help", home=tmp_path).stdout
    assert "Jouer dans le terminal" in french and "[par défaut\u202f: casual]" in french
    assert rollwrite("--help", language="fr", home=tmp_path).stdout.count("\n  ") > 18
    english = rollwrite("play", "-l", "en", "--help", language="de", home=tmp_path).stdout
    assert english.startswith("Usage: rollwrite play") and "[default: casual]" in english


@pytest.mark.parametrize(
    ("words", "language"),
    [
        (["play", "-l", "de"], "de"),
        (["play", "--language=fr"], "fr"),
        (["play", "--language", "es"], "en"),
        (["play", "-l"], "en"),
        ([], "en"),
    ],
)
def test_the_language_of_a_command_line(
    words: list[str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "en")
    assert language_of(words) == language
