"""Clever Kids' positions and rolls: what they look like, and what is said about faulty ones."""

from __future__ import annotations

from typing import Any

import pytest
from clever_kids_table import (
    ALL_GIFTS,
    GAME,
    moves,
    pool,
    sheet,
)

import rollwrite as rw
from rollwrite import IllegalRoll, Kind


def test_the_position_of_the_specification() -> None:
    given = {
        "game": "clever_kids", "seats": 2, "active": 0, "phase": "zone", "pending": [0],
        "dice": ["joker", "blue", "candle", "heart", "cake"], "pool": None,
        "sheets": [sheet(Y=2, R=1), sheet()],
    }  # fmt: skip
    assert GAME.position(given).position() == given


def test_seats_of_one_window_carry_their_own_phase() -> None:
    dice, left = "joker blue candle heart cake", "joker blue candle cake"
    ticking = sheet(zone="red", hand=["joker", "candle"], phase="tick")
    crossing = sheet(Y=3, bonus=["blue"], phase="bonus")
    state = pool(dice, left, sheet(Y=1), ticking, crossing, sheet(), pending=[1, 2])
    found = state.position()
    assert found["phase"] == "zone"
    assert found["pending"] == [1, 2], "seat 3 has finished"
    assert found["sheets"] == [sheet(Y=1), ticking, crossing, sheet()]
    assert moves(state, 1) == "tick R1"
    assert moves(state, 2) == "tick M1 · tick D1 · tick C1 · decline"
    assert found == state.position(1), "sheets lie open on the table"


DICE = ["joker", "blue", "candle", "heart", "cake"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"phase": "zonne"}, r"'zonne' is not allowed here. Did you mean zone\?"),
        ({"phase": "reroll"}, r"phase: must be 'zone' to match the rest of the position"),
        ({"phase": "tick"}, r"phase: must be 'zone'"),
        ({"phase": "roll"}, r"dice: there are no dice before a roll"),
        ({"phase": "over"}, r"the field 'pool' is missing"),
        ({"phase": "over", "dice": None}, r"phase: nobody has a full zone, .*\(K9\)"),
        ({"dice": None}, r"dice: must be a list of length 5"),
        ({"dice": DICE[:4]}, r"dice: must be a list of length 5"),
        ({"dice": ["cake", *DICE[1:]]}, r"dice\[0\]: D1 cannot show 'cake', only joker, heart"),
        ({"dice": ["rose", *DICE[1:]]}, r"dice\[0\]: D1 cannot show 'rose'"),
        ({"pool": ["cake"], "seats": 1}, r"pool: with one seat nobody"),
        ({"phase": "tick", "pool": []}, r"pool: the active player is still ticking"),
        ({"seats": 2, "sheets": [sheet(), sheet()], "pool": DICE}, r"used at least one die"),
        (
            {"seats": 2, "sheets": [sheet(), sheet()], "pool": ["joker", "cake"]},
            r"pool: .*all from one zone or jokers",
        ),
        (
            {"seats": 2, "sheets": [sheet(), sheet()], "pool": ["cake", "cake"]},
            r"pool: cake cannot be taken from these dice: joker, blue",
        ),
        (
            {"seats": 2, "sheets": [sheet(), sheet()], "pool": DICE[1:], "pending": [0]},
            r"pending: must list, in order, at least one seat .*\(1\), not \[0\]",
        ),
        (
            {"seats": 2, "sheets": [sheet(), sheet()], "pool": DICE[1:], "pending": []},
            r"pending: must list",
        ),
        ({"pending": []}, r"pending: must be \[0\]"),
        ({"sheets": [sheet(Y=13)]}, r"sheets\[0\]\.Y: must be a whole number from 0 to 12, not 13"),
        ({"sheets": [sheet(R=-1)]}, r"sheets\[0\]\.R: .* 0 to 10, not -1"),
        ({"sheets": [sheet(C=4)]}, r"sheets\[0\]\.C: .* 0 to 3, not 4"),
        ({"sheets": [sheet(G=["0000"])]}, r"sheets\[0\]\.G: must be a list of length 3"),
        (
            {"sheets": [sheet(G=["0000", "00", "0000"])]},
            r"sheets\[0\]\.G\[1\]: a row of gifts must be 4",
        ),
        ({"sheets": [sheet(G=["0000", "0020", "0000"])]}, r"G\[1\]: .* not '0020'"),
        ({"sheets": [sheet(bonus=["pink"])]}, r"sheets\[0\]\.bonus\[0\]: 'pink' is not allowed"),
        ({"sheets": [sheet(bonus=["red"] * 4)]}, r"the sheet has 3 bonus circles for the red zone"),
        ({"sheets": [sheet(bonus=["blue"])]}, r"phase: must be 'bonus'"),
        ({"sheets": [sheet(hand=["cake"])]}, r"sheets\[0\]\.hand: without a zone"),
        (
            {"phase": "tick", "sheets": [sheet(zone="blue", hand=["candle"])]},
            r"sheets\[0\]\.hand: candle cannot be taken from these dice: joker, cake",
        ),
        (
            {"phase": "tick", "sheets": [sheet(zone="blue", hand=["joker"])]},
            r"sheets\[0\]\.hand: .*nothing more can be ticked in the blue zone",
        ),
        (
            {
                "phase": "tick",
                "sheets": [sheet(zone="blue", hand=["joker", "cake"], bonus=["red"])],
            },
            r"sheets\[0\]\.bonus: nothing has been ticked yet",
        ),
        (
            {"phase": "bonus", "pool": DICE[1:], "sheets": [sheet(G=ALL_GIFTS, bonus=["green"])]},
            r"sheets\[0\]\.bonus: the green zone is full, so its bonus is lost \(K8\)",
        ),
        (
            {"seats": 2, "sheets": [sheet(), sheet(bonus=["green"])]},
            r"sheets\[1\]\.bonus: this seat is not in the middle of a turn",
        ),
        (
            {"seats": 2, "sheets": [sheet(), sheet(zone="red", hand=["candle"])]},
            r"sheets\[1\]\.zone: this seat is not ticking",
        ),
        ({"sheets": [sheet(Y=12)]}, r"sheets\[0\]: seat 0 has a full zone and .*\(K9\)"),
        ({"sheets": [sheet(phase="tick")]}, r"sheets\[0\]\.phase: must be None"),
        ({"sheets": [sheet(X=1)]}, r"sheets\[0\]: unknown field 'X'"),
        ({"sheets": []}, r"sheets: must be a list of length 1"),
        ({"seats": 5}, r"seats: .* 1 to 4, not 5"),
        ({"active": 1}, r"active: .* 0 to 0, not 1"),
        ({"edition": "mine"}, r"this is a position of the edition 'mine', not None"),
    ],
)
def test_bad_positions_are_named(change: dict[str, Any], told: str) -> None:
    right = {"seats": 1, "active": 0, "phase": "zone", "dice": DICE, "sheets": [sheet()]}
    with pytest.raises(rw.BadPosition, match=told):
        GAME.position({**right, **change})


# Dice


@pytest.mark.parametrize(
    ("dice", "kind", "told"),
    [
        ("joker blue candle heart", Kind.WRONG_DICE, "A roll has 5 faces, not 4"),
        ("", Kind.UNREADABLE, "A roll has 5 faces, not 0. Write it like this: joker joker"),
        (
            "joker blue candle hart cake",
            Kind.UNREADABLE,
            "There is no 'hart' on the dice. Did you mean heart",
        ),
        (
            "muffin muffin muffin muffin cake",
            Kind.WRONG_DICE,
            "D2 cannot show muffin, only joker",
        ),
    ],
)
def test_bad_rolls_are_named(dice: str, kind: Kind, told: str) -> None:
    with pytest.raises(IllegalRoll, match=told) as reason:
        GAME.start(seats=2).roll(dice)
    assert reason.value.kind is kind


def test_dice_are_read_in_any_order_that_they_can_have() -> None:
    state = GAME.start(seats=2)
    rolled = state.roll("Cake, blue PINK heart gift1")
    assert rolled == state.roll("gift1 cake pink heart blue")


def test_equal_faces_of_a_die_are_one_event_of_twice_the_weight() -> None:
    outcomes = dict(GAME.start(seats=1).chance_outcomes())
    assert len(outcomes) == 6**4 * 5
    assert outcomes["joker blue candle heart candle"] == pytest.approx(2 / 7776)
    assert outcomes["joker blue candle heart cake"] == pytest.approx(1 / 7776)
    assert sum(outcomes.values()) == pytest.approx(1)
