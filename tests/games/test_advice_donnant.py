"""What speaks for a move of Donnant Donnant: a moment, two moves, and the sentence."""

from __future__ import annotations

from typing import Any

import pytest
from advised import Case, advised, named
from donnant_table import GAME, drafted
from donnant_table import at as donnant

from rollwrite import State


def dealt(*hand: str) -> State:
    """The draft, with these cards in the hand of seat 0: two of each deck."""
    state = GAME.start(seats=2, seed=1)
    decks = {
        "E": [f"E{n}" for n in range(10, 14)] + [name for name in hand if name[0] == "E"],
        "B": [f"B{n}" for n in range(10, 14)] + [name for name in hand if name[0] == "B"],
    }
    while state.chance:
        deck = decks[state.chance.what[0]]
        state = state.roll(f"deal {deck.pop(0)}" if deck else None)
    return state


DECIDE: dict[str, Any] = {"phase": "decide", "rolls": 1}
PASSIVE: dict[str, Any] = {"phase": "passive", "rolls": 2}
SOLO: dict[str, Any] = {"variant": "solo", "level": 1, "round": 1, "allowance": 0}
BEHIND = {
    "c3": "E08", "d4": "E02", "c4": "E27", "b4": "E18", "d3": "E22", "b3": "E23", "d2": "E24",
    "c2": "E25",
}  # fmt: skip
CASES: list[Case] = [
    (
        donnant({"c3": "E08", "d4": "E02"}, dice="66612", **DECIDE),
        "stop", "reroll BP",
        "You can complete the blue card with 6, 6 and 6 now: 3 points.",
    ),
    (
        donnant({"c3": "E03"}, dice="66612", **DECIDE),
        "stop", "reroll BP",
        "You can buy a card now.",
    ),
    (
        donnant({"c3": "E03"}, {"c3": "B01"}, dice="66612", **DECIDE),
        "stop", "reroll BP",
        "You can buy a card now, and a reroll would let the others write a die.",
    ),
    (
        donnant({"c3": "E03"}, dice="66612", **SOLO, **DECIDE),
        "stop", "reroll BP",
        "If you stop now, you can write up to 3 dice in the passive turn;"
        " after another roll only 2.",
    ),
    (
        donnant({"c3": "B15"}, dice="36312", **DECIDE),
        "reroll OBP", "reroll YOGBP",
        "The dice you keep complete the wild card with 3 and 3 whatever you roll.",
    ),
    (
        donnant({"c3": "E03"}, dice="12364", **DECIDE),
        "reroll B", "reroll Y",
        "The next roll lets you complete the blue card with 1, 2, 3, 4 and 5 17% of the time"
        " instead of 0%.",
    ),
    (
        donnant({"c3": "E03"}, dice="12366", **DECIDE),
        "reroll BP", "reroll YOG",
        "Empty cells of the blue card with 1, 2, 3, 4 and 5 that your kept dice fill: 3 of 5.",
    ),
    (
        donnant({"c3": "E04"}, dice="66152", **DECIDE),
        "reroll GBP", "reroll YGB",
        "You keep equal dice for buying a card: 2.",
    ),
    (
        donnant({"c3": "E27"}, dice="12345", **DECIDE),
        "reroll Y", "reroll YO",
        "The others can only use dice you reroll: 1 instead of 2.",
    ),
    (
        donnant({"c3": "E08"}, dice="66655"),
        "fill c3 1O", "pass",
        "You complete the blue card with 6, 6 and 6: 3 points.",
    ),
    (
        donnant({"c3": "B01 1.5", "d4": "B17"}, dice="33255"),
        "fill c3 2Y", "fill d4 1G",
        "Fewer dice complete the yellow card with 1, 3 and 5: 1 instead of 2.",
    ),
    (
        donnant({"c3": "E08"}, dice="55512"),
        "buy e3 YOG", "buy e4 YOG",
        "With all your cards completed, the blue card with 1, 2, 3, 4 and 5 could get you to"
        " 14 points, the other card to 13 points.",
    ),
    (
        donnant({"c3": "E08"}, dice="55512"),
        "buy b3 YOG", "joker e",
        "With all your cards completed, the green card with three alike could score you 4"
        " points more.",
    ),
    (
        donnant({"c3": "E08"}, dice="12346"),
        "joker dice", "pass",
        "The dice joker lets you write dice; passing gives you nothing.",
    ),
    (
        donnant({"c3": "E08"}, dice="12346"),
        "joker e", "pass",
        "The joker gets you a card, and you only have 3 of 9.",
    ),
    (
        donnant({"c3": "E23 4..", "d4": "B02 225"}, dice="44512"),
        "fill c3 2Y", "fill c3 2G-",
        "You need fewer uses of this bonus (0 instead of 1): change a die by 1.",
    ),
    (
        donnant({"c3": "E23 4..", "d4": "B02 225"}, dice="44512"),
        "buy e3 YOG-", "buy e3 YOB+++",
        "You need fewer uses of this bonus (1 instead of 3): change a die by 1.",
    ),
    (
        donnant(cards=8, dice="33312"),
        "buy e4 YOG", "pass",
        "Your ninth card starts the last round, and right now you are 4 points ahead.",
    ),
    (
        donnant(BEHIND, {"c3": "E14 5555", "d4": "E09 456"}, cards=8, dice="33312"),
        "pass", "buy e4 YOG",
        "The other move would start the last round while you are 4 points behind.",
    ),
    (
        donnant(BEHIND, {"c3": "E14 5555", "d4": "E09 456"}, cards=8, dice="33312"),
        "joker dice", "joker e",
        "You can write two dice at once on the yellow card with three alike (4 points), which"
        " needs 3 cells.",
    ),
    (
        donnant({}, {"c3": "B15 3."}, dice="36666", **PASSIVE),
        "write c3 2Y", "pass",
        "You complete the wild card with 3 and 3 and get its bonus: choose its colour at the"
        " end.",
    ),
    (
        donnant({}, {"c3": "B02", "d4": "E29 1..456"}, dice="22666", **PASSIVE),
        "write d4 2Y", "write c3 1Y",
        "Then the orange card with 1, 2, 3, 4, 5 and 6 only needs 1 cell more.",
    ),
    (
        donnant({}, {"c3": "E12"}, dice="23456", **PASSIVE),
        "write c3 2Y", "write c3 1Y",
        "More rolls still fit on your cards: 21 of 30 die faces instead of 16.",
    ),
    (
        donnant({}, {"c3": "E23", "d4": "B02 225"}, dice="54555", **PASSIVE),
        "write c3 1O", "write c3 1Y-",
        "You save a use of your bonus: change a die by 1.",
    ),
    (
        donnant({"c3": "E08"}, phase="place", rolls=3, dice="33312", sheets={0: {"hand": ["E05"]}}),
        "place E05 d3", "discard",
        "With all your cards completed you would have 7 points instead of 3 points.",
    ),
    (
        donnant({"c3": "E08"}, phase="place", rolls=3, dice="33312", sheets={0: {"hand": ["E05"]}}),
        "place E05 d3", "place E05 b2",
        "More places stay open for your next card: 12 instead of 5.",
    ),
    (
        donnant(
            {"c3": "B13 456", "c4": "E09 456"}, phase="wild", rolls=0, cards=9, last_round="last"
        ),
        "colour c3 P", "colour c3 Y",
        "This scores 9 points more right away.",
    ),
    (
        donnant({}, phase="remove", rolls=0, **SOLO),
        "remove b", "remove e",
        "With all your cards completed, the purple card with eight that add up to 40 or more"
        " could get you to 10 points, the purple card with four rising only to 7 points.",
    ),
    (
        drafted(),
        "drop E24", "drop E09",
        "There are more cells to fill on the orange card with four rising (7 points) than on the"
        " purple card with 4, 5 and 6: 4 instead of 3.",
    ),
    (
        donnant({}, {"c3": "E23", "d4": "E08"}, dice="64455", **PASSIVE),
        "write d4 1Y", "write c3 1O",
        "Right now, completing the blue card with 6, 6 and 6 would score 3 points, the other"
        " card 0 points.",
    ),
    (
        donnant({"c3": "B17 25"}, dice="33312"),
        "buy e3 YO", "buy e3 YOG",
        "You pay fewer dice: 2 instead of 3.",
    ),
    (
        donnant({"c3": "B17 25"}, dice="33312"),
        "buy e3 YOG", "buy e3 YO",
        "You need fewer uses of this bonus (0 instead of 1): pay one die less for a card.",
    ),
    (
        dealt("E05", "E08", "B02", "B03"),
        "drop E05", "drop E08",
        "Each time, the yellow card with three alike (2 points) scores less than the blue card with"
        " 6, 6 and 6: 2 points instead of 3 points.",
    ),
    (
        dealt("E05", "E08", "B01", "B03"),
        "drop E08", "drop E05",
        "You keep the yellow card with three alike (2 points) and the yellow card with 1, 3 and"
        " 5, and the yellow card with three alike (2 points) scores for yellow cards.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("state", "action", "other", "sentence"), named(CASES))
def test_what_speaks_for_a_move(
    state: State, action: str, other: str, sentence: str | None
) -> None:
    assert advised(state, action, other, state.pending[0]) == sentence
