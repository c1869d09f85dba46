"""Every kind of reason is true, wherever it is told: checked by the rules, without the advice.

Each kind is met in 1,000 moments of random games, or at least in an example of its own; of frequent
kinds, the first ones are checked.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import pytest
import reasons_clever_kids
import reasons_donnant
import reasons_one_card
import reasons_qwinto
import reasons_twenty_one
from reasons_told import Check, of_examples, of_games
from test_advice import QWINTO_CASES, TWENTY_ONE_CASES
from test_advice_cards import CLEVER_CASES, ONE_CARD_CASES
from test_advice_donnant import CASES as DONNANT_CASES
from test_advice_facts import boxes, moments

import rollwrite as rw
from rollwrite.texts import texts_of

CHECKS: dict[str, dict[str, Check]] = {
    "clever_kids": reasons_clever_kids.CHECKS,
    "donnant": reasons_donnant.CHECKS,
    "one_card": reasons_one_card.CHECKS,
    "qwinto": reasons_qwinto.CHECKS,
    "twenty_one": reasons_twenty_one.CHECKS,
}
EXAMPLES: dict[str, list[Any]] = {
    "clever_kids": CLEVER_CASES,
    "donnant": DONNANT_CASES,
    "one_card": ONE_CARD_CASES,
    "qwinto": QWINTO_CASES,
    "twenty_one": TWENTY_ONE_CASES,
}
MOST = 50  # of a kind


@pytest.mark.parametrize("name", CHECKS)
def test_reasons_are_true(name: str) -> None:
    checks, seen = CHECKS[name], Counter[str]()
    played = [of_games(game, moments(game, 41), 1000, 43) for game in boxes() if game.id == name]
    for one in chain(of_examples(EXAMPLES[name]), *played):
        seen[one.key] += 1
        if seen[one.key] <= MOST:
            moves = [move.text for move in one.moves]
            assert checks[one.key](one), (one.reason.text("en"), moves, one.state.position())
    assert set(seen) == set(checks), "every kind is met"


@pytest.mark.parametrize("name", CHECKS)
def test_every_kind_of_reason_has_a_check(name: str) -> None:
    keys = texts_of(rw.game(name).definition.package, "en")
    kinds = {key.removeprefix("advice.") for key in keys if key.startswith("advice.")}
    units = {key for key in kinds if "." in key}
    assert kinds - units == set(CHECKS[name]) - {"ends", "lasts"}
