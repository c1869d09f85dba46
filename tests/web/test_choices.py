"""What the front page offers to choose before a game."""

from __future__ import annotations

from typing import Any

import pytest

import rollwrite as rw
from rollwrite.web.choices import choices


def offered(name: str) -> dict[str | None, tuple[list[int], dict[str, list[int]]]]:
    return {
        choice["variant"]: (choice["seats"], {o["id"]: o["values"] for o in choice["options"]})
        for choice in choices(rw.game(name))
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("donnant", {"base": ([2, 3, 4], {}), "solo": ([1], {"level": [1, 2, 3, 4, 5, 6, 7]})}),
        ("one_card", {"base": ([1, 2, 3, 4], {}), "advanced": ([1, 2, 3, 4], {})}),
        ("twenty_one", {None: ([1, 2, 3, 4, 5, 6], {})}),  # letters of sheets are no list
    ],
)
def test_seats_and_options_of_every_variant(name: str, expected: dict[str | None, Any]) -> None:
    assert offered(name) == expected


@pytest.mark.parametrize(
    ("language", "level"), [("en", "Level"), ("fr", "Niveau"), ("de", "Stufe")]
)
def test_options_have_a_name_in_every_language(language: str, level: str) -> None:
    (option,) = choices(rw.game("donnant", language=language))[1]["options"]
    assert option["name"] == level
