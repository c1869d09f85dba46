"""Events in words: nobody reads notation who does not want to."""

from __future__ import annotations

import re
from random import Random

import pytest

import rollwrite as rw
from rollwrite.play.log import Event
from rollwrite.play.narration import told
from rollwrite.texts import LANGUAGES, catalogue

# How notation looks: a verb first, a letter for a colour with a number or others behind it.
VERBS = re.compile(r"^(roll|reroll|keep|pass|tick|zone|write|fill|buy|deal|place|drop)\b")
LETTERS = re.compile(r"\b[A-Z]{2,}\b|\b[RYGBWKOPV]\d\b")
CARD = re.compile(r"\b[EB]\d\d\b")


@pytest.mark.parametrize("name", rw.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_in_words(name: str, language: str) -> None:
    game, chance = rw.game(name), Random(3)
    state = game.start(2, seed=3)
    while not state.over and len(state.log.events) < 600:
        if state.chance is not None:
            state = state.roll()
        else:
            state = state.play(chance.choice(state.moves(state.pending[0])))
    for event in state.log.events:
        text = told(game.definition, event, language)
        assert text, event
        assert "{" not in text, event
        assert not VERBS.search(text), event
        assert not LETTERS.search(text), event
        assert not CARD.search(text), event


@pytest.mark.parametrize("name", rw.games())
def test_what_is_told_differs_by_language(name: str) -> None:
    package = rw.game(name).definition.package
    own = [key for key in catalogue(package, "en") if key.startswith("told.")]
    assert own
    for key in own:
        assert len({catalogue(package, language)[key] for language in LANGUAGES}) > 1, key


@pytest.mark.parametrize(
    ("game", "seat", "notation", "words"),
    [
        ("qwinto", None, "O6 Y1 P4", "orange 6, jaune 1, violet 4"),
        ("qwinto", 0, "Y9", "écrit dans la rangée jaune, case 9"),
        ("one_card", None, "OYYVV", "orange, jaune ×2, violet ×2"),
        ("one_card", 0, "reroll 1,2,5", "relance les dés 1, 2, 5"),
        ("clever_kids", None, "gift1 joker candle blue candle",
         "paquet, joker, bougie ×2, ballon bleu"),
        ("clever_kids", 0, "tick R2 j", "coche\u202f: wagon 2, joker"),
        ("clever_kids", 0, "decline blue", "renonce au bonus de la zone bleue"),
        ("donnant", 0, "buy e2 Y+OG", "achète e2, jaune +1, orange, vert"),
        ("donnant", None, "deal ?", "une carte est distribuée"),
        ("donnant", None, "deal B12", "une carte bonus est distribuée"),
        ("donnant", 0, "drop E03", "rend une carte de score"),
        ("donnant", 0, "drop ?", "rend une carte"),
        ("twenty_one", 0, "take back", "annule son dernier coup"),
    ],
)  # fmt: skip
def test_notation_in_french(game: str, seat: int | None, notation: str, words: str) -> None:
    assert told(rw.game(game).definition, Event(seat, notation), "fr") == words


# Not verbs: what a sentence is about, and what nobody does.
NOUNS = re.compile(r"told\.(deal.*|cell|card_.|field.*)")


@pytest.mark.parametrize("name", rw.games())
def test_every_verb_has_a_second_person(name: str) -> None:
    texts = catalogue(rw.game(name).definition.package, "en")
    verbs = {key[5:] for key in texts if key.startswith("told.") and not NOUNS.fullmatch(key)}
    assert verbs == {key[9:] for key in texts if key.startswith("told_you.")}


@pytest.mark.parametrize(
    ("language", "passes", "writes"),
    [
        ("en", "pass", "write in the yellow row, field 9"),
        ("fr", "passez", "écrivez dans la rangée jaune, case 9"),
        ("de", "passt", "schreibst in Gelb, Feld 9"),
    ],
)
def test_what_you_do_is_told_in_the_second_person(language: str, passes: str, writes: str) -> None:
    definition = rw.game("qwinto").definition
    assert told(definition, Event(0, "pass"), language, to_you=True) == passes
    assert told(definition, Event(0, "Y9"), language, to_you=True) == writes
