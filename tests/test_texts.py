"""Figures and colons as each language writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollwrite.coach.report import say
from rollwrite.texts import Figure, Message, catalogue, labelled, speaker, texts_of


@pytest.mark.parametrize(
    ("value", "form", "en", "fr", "de"),
    [
        (1.25, ".1f", "1.2", "1,2", "1,2"),
        (-3.0, "+.1f", "−3.0", "−3,0", "−3,0"),
        (1234567, ",", "1,234,567", "1\u202f234\u202f567", "1.234.567"),
        (-1234.5, ",.1f", "−1,234.5", "−1\u202f234,5", "−1.234,5"),
        (0.456, ".0%", "46%", "46\u202f%", "46\u00a0%"),
        (-0.04, "+.1f", "0.0", "0,0", "0,0"),
        (0.5, "g", "0.5", "0,5", "0,5"),
    ],
)
def test_figures(value: float, form: str, en: str, fr: str, de: str) -> None:
    figure = Figure(value, form)
    assert (figure.text(), figure.text("fr"), figure.text("de")) == (en, fr, de)


def test_figures_in_messages_are_told_in_their_language() -> None:
    told = say("rolls.best", turn=3, roll="[O6]", points=Figure(2.5, "+.1f"))
    assert "+2.5" in told.text("en") and "+2,5" in told.text("fr") and "+2,5" in told.text("de")


def test_whole_numbers_have_a_proper_minus_sign() -> None:
    told = speaker("rollwrite")("cli.tally", seat=0, points=-17)
    assert told.text("en") == "Seat 0: −17 points"
    assert told.text("fr") == "Place 0\u202f: −17 points"
    scores = speaker("rollwrite")("log.other_scores", given=(-3, 4), found=None)
    assert "−3, 4" in scores.text("de")


def test_what_was_typed_is_shown_as_typed() -> None:
    given = speaker("rollwrite")("option.count", name="seats", value=-1, low=1, high=6)
    assert given.text("en") == "seats must be a whole number from 1 to 6, not -1."


def test_colons() -> None:
    assert labelled("Anna", "O3", "en") == labelled("Anna", "O3", "de") == "Anna: O3"
    assert labelled("Anna", "O3", "fr") == "Anna\u202f: O3"


def test_what_a_language_lacks_is_told_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "half_told"
    (folder / "text").mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "text/en.toml").write_text('name = "Game"\nabout = "About {what}"\n')
    (folder / "text/fr.toml").write_text('name = "Jeu"\n')
    monkeypatch.syspath_prepend(tmp_path)
    assert texts_of("half_told", "fr") == {"name": "Jeu", "about": "About {what}"}
    assert texts_of("half_told", "de") == texts_of("half_told", "en")
    assert Message("half_told", "about", {"what": 1}).text("de") == "About 1"
    assert catalogue("half_told", "fr") == {"name": "Jeu"}, "what is there, for checks"
