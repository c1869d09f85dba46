"""The game kit: what is read as before, and what is refused as before."""

from __future__ import annotations

import pytest

import rollwrite as rw
from rollwrite.games.kit.dice import Dice
from rollwrite.texts import speaker

DICE = Dice(speaker("rollwrite.games.kit"), "RYB", ("red", "yellow", "blue"))


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("roll RY", 0b011),
        ("  ROLL\tb , r ", 0b101),
        ("roll yrb", 0b111),
        ("roll", None),
        ("roll ,", None),
        ("roll rr", None),
        ("roll rx", None),
        ("rollr", None),
        ("write r", None),
    ],
)
def test_dice_after_a_verb(text: str, dice: int | None) -> None:
    assert DICE.read("roll", text) == dice


@pytest.mark.parametrize("game", ["qwinto", "twenty_one"])
@pytest.mark.parametrize("field", ["variant", "edition"])
def test_a_game_without_them_refuses_variant_and_edition(game: str, field: str) -> None:
    position = rw.game(game).start(2).position()
    assert rw.game(game).position(position).position() == position
    with pytest.raises(rw.BadPosition, match=f"unknown field '{field}'"):
        rw.game(game).position(position | {field: None})


def test_moves_take_any_white_space() -> None:
    state = rw.game("qwinto").start(2)
    assert state.play("roll\to ,y", 0) == state.play("roll OY", 0)
