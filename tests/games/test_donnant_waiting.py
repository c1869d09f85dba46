"""Experts of Donnant Donnant end games: the rules let everybody wait for ever (D9, D18)."""

from __future__ import annotations

import pytest
from donnant_table import GAME, table

from rollwrite.bots import bot
from rollwrite.kernel.match_runner import match_framed

HURTING = {"c3": "E23 444", "b2": "E10 6663", "c2": "E13 3456", "d2": "E11 1234", "b3": "E12 12345",
           "d3": "E24 1234", "b4": "E25 1234", "c4": "E08 666"}  # fmt: skip


def place(gone_through: bool, top: str) -> tuple[str, str]:
    """What an expert does with a card that a joker drew as the last one of its grid, and passes."""
    position = table(HURTING, cards=8, dice="12346")
    decks = position["decks"]
    for row in decks.values():
        row.sort(key=lambda name: name != top)
    if gone_through:
        position |= {"under": decks, "decks": {"e": [], "b": []}}
        state = GAME.position(position)
    else:
        state = GAME.position(
            position | {"under": {"e": decks.pop("e")}, "decks": {"e": []} | decks}
        )
    chosen = str(bot("expert").choose(state, 0))
    drawn = state.play("joker e").roll(f"deal {top}")
    return chosen, str(bot("expert").choose(drawn, 0))


def test_a_last_card_is_laid_once_all_cards_have_come_by() -> None:
    assert place(False, "E05")[1] == "discard"
    assert place(True, "E05")[1].startswith("place E05")


def test_new_cards_are_looked_at_before_those_that_were_put_back() -> None:
    assert place(False, "E05")[0] == "joker b"


@pytest.mark.compiled
def test_two_experts_do_not_wait_for_each_other() -> None:
    """In this game each once waited for cards that always came to the other."""
    policy = bot("expert").policy(GAME)
    start = GAME.definition.position.start(GAME, 2, 0, {})
    found = match_framed(GAME.rules, start, [policy, policy], 1, 0, 130)
    assert 0 < found.decisions[0] < 1000
