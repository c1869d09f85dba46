"""Bots choose the same moves by the same values at hundreds of positions, and models are the same.

Everything here is played by the plain interpreter.
"""

from __future__ import annotations

from typing import Any

import pytest

from frozen.cases import SEATS
from frozen.recording import bots
from frozen.store import FACTS, WORDS, load

pytestmark = pytest.mark.slow

FROZEN: dict[str, Any] = load(FACTS, "bots")


def named(game: str, variant: str | None) -> str:
    return f"{game} {variant}" if variant else game


@pytest.mark.parametrize(("game", "variant"), bots.SHARES)
def test_choices_and_values(game: str, variant: str | None) -> None:
    frozen = FROZEN["choices"][named(game, variant)]
    found = bots.facts(game, variant)
    for old, new in zip(frozen, found, strict=True):
        assert new == old


def test_choices_where_nothing_was_learnt() -> None:
    assert bots.edition_facts() == FROZEN["editions"]


@pytest.mark.parametrize("name", bots.REVIEWED)
def test_reviews(name: str) -> None:
    assert bots.review(name) == FROZEN["reviews"][name]


@pytest.mark.parametrize(("game", "variant"), bots.SHARES)
def test_reasons(game: str, variant: str | None) -> None:
    assert bots.reasons(game, variant) == load(WORDS, "bots")[named(game, variant)]


@pytest.mark.parametrize(("game", "variant"), SEATS)
def test_models(game: str, variant: str | None) -> None:
    """The content of a model's file stays, whatever the file is called."""
    assert bots.model(game, variant) == FROZEN["models"][named(game, variant)]
