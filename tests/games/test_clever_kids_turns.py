"""Clever Kids: the others' turn, bonus crosses, the end and the stars; the worked examples."""

from __future__ import annotations

from typing import Any

import pytest
from clever_kids_table import (
    after,
    bonus,
    moves,
    paper,
    pool,
    position,
    refused,
    sheet,
    turn,
)


def test_k7_the_others_choose_from_the_pool_at_the_same_time() -> None:
    state = pool(
        "joker blue candle heart cake", "joker blue candle cake", sheet(Y=1), sheet(), sheet(Y=1)
    )
    assert state.pending == (1, 2)
    assert moves(state, 1) == "zone yellow · zone red · zone green · zone blue · pass"
    assert moves(state, 2) == moves(state, 1)
    state = state.play("zone yellow", 2).play("zone red", 1)
    assert [paper(state, seat)["phase"] for seat in (1, 2)] == ["tick", "tick"]
    state = state.play("tick Y2", 2)  # natural first: the joker is left for the pink balloon
    assert moves(state, 2) == "tick Y3 · done"
    assert state.position()["pool"] == ["joker", "blue", "candle", "cake"], "not consumed"
    assert paper(state, 1)["hand"] == ["joker", "candle"]


def test_k7_the_pool_opens_after_the_active_players_bonus_crosses() -> None:
    state = turn("joker cake pink heart candle", sheet(Y=1, R=1), sheet())
    state = after(state, "zone yellow", "tick Y2", "tick Y3")
    assert state.position()["phase"] == "bonus"
    assert state.position()["pool"] == ["cake", "heart", "candle"]
    assert state.pending == (0,)
    state = after(state, "tick M1")
    assert state.pending == (1,)


def test_k7_passing_is_free_and_everybody_is_asked_even_if_nothing_is_left() -> None:
    state = pool("candle candle candle candle candle", "candle", sheet(), sheet(R=1))
    assert moves(state, 1) == "pass"
    assert "Pass." in state.prompt(1)
    refused(state, "reroll", "K7", "Only the player whose turn it is", seat=1)
    refused(
        state,
        "zone red",
        "K6",
        "cannot tick anything in red with these dice: candle",
        seat=1,
    )
    state = state.play("pass", 1)
    assert state.position()["phase"] == "roll"
    assert state.active == 1
    nothing = pool("heart joker joker heart blue", "", sheet(Y=5), sheet())
    assert moves(nothing, 1) == "pass"


def test_k7_jokers_are_not_spared_for_anybody() -> None:
    state = pool("joker blue candle heart cake", "joker candle cake", sheet(Y=2), sheet())
    state = state.play("zone red", 1)
    assert moves(state, 1) == "tick R1"
    refused(state, "tick R1 j", "K6", "keep the joker", seat=1)


def test_k7_steps_commute_and_can_be_taken_back_while_others_decide() -> None:
    state = pool(
        "joker blue candle heart cake", "joker blue candle cake", sheet(Y=1), sheet(), sheet(Y=1)
    )
    one = state.play("zone yellow", 1).play("tick Y1", 1)
    both = one.play("zone yellow", 2).play("tick Y2", 2)
    other = (
        state.play("zone yellow", 2).play("zone yellow", 1).play("tick Y2", 2).play("tick Y1", 1)
    )
    assert both == other
    assert both.take_back(1) == state.play("zone yellow", 1).play("zone yellow", 2).play(
        "tick Y2", 2
    )
    assert both.take_back(1).take_back(1) == state.play("zone yellow", 2).play("tick Y2", 2)


@pytest.mark.parametrize(
    ("colour", "there", "expected"),
    [
        ("yellow", {"Y": 3}, "tick Y4 · decline"),
        ("red", {"R": 9}, "tick R10 · decline"),  # three candles: a whole symbol
        ("green", {"G": ["1111", "1101", "1111"]}, "tick G23 · decline"),
        ("blue", {"M": 3, "D": 1}, "tick D2 · tick C1 · decline"),
    ],
)
def test_k8_a_bonus_ticks_the_next_whole_symbol_whatever_its_kind(
    colour: str, there: Any, expected: str
) -> None:
    assert moves(bonus(colour, **there)) == expected


def test_k8_the_third_gift_of_a_column_earns_the_bonus_below_it() -> None:
    there = {"G": ["0111", "0111", "0000"], "Y": 1}
    state = turn("gift1 gift2 muffin gift4 cake", sheet(**there), sheet())
    state = after(state, "zone green", "tick G32", "tick G33", "tick G34")
    assert paper(state)["bonus"] == ["yellow", "red", "blue"]
    assert state.position()["phase"] == "bonus"


def test_k8_the_left_column_and_rows_earn_no_bonus() -> None:
    state = turn("heart blue gift3 heart cake", sheet(G=["1111", "1000", "0000"]), sheet())
    state = after(state, "zone green", "tick G31")
    assert state.pending == (1,)
    assert state.scores() == (2, 0)


def test_k8_bonuses_are_made_in_any_order_and_may_earn_further_ones() -> None:
    state = bonus("yellow", "blue", Y=2)
    assert moves(state) == ("tick Y3 · tick M1 · tick D1 · tick C1 · decline yellow · decline blue")
    first = after(state, "tick Y3", "tick D1", "tick R1")
    assert paper(first)["bonus"] == ["blue"], "earned by Y3"
    other = after(state, "tick D1", "tick R1", "tick Y3")
    assert first == other


def test_k8_a_bonus_may_be_declined() -> None:
    state = bonus("yellow", "blue")
    refused(state, "decline", "K8", "You have several bonus crosses")
    refused(state, "decline red", "K8", "You have no bonus in red. You have one in: yellow, blue")
    state = state.play("decline blue")
    assert moves(state) == "tick Y1 · decline"
    assert state.play("decline yellow") == state.play("decline")
    assert state.play("decline").pending == (1,)
    assert paper(state.play("decline"))["Y"] == 0
    twice = bonus("blue", "blue")
    assert moves(twice).endswith("tick C1 · decline blue")
    assert twice.play("decline") == bonus("blue")


def test_k8_a_bonus_in_a_full_zone_lapses() -> None:
    state = bonus("yellow", "green", "green", G=["1111", "1111", "1110"])
    state = state.play("tick G34")
    assert paper(state)["bonus"] == ["yellow", "blue"], "a green one lapsed, column 4 earned blue"
    refused(state, "tick G11", "K8", "Everything in green is ticked, so a bonus there is lost")


def test_k8_what_a_bonus_cannot_do() -> None:
    state = bonus("blue", Y=1)
    refused(state, "tick Y2", "K8", "You have no bonus in yellow. You have one in: blue")
    refused(state, "tick M2", "K5", "first muffins 1, then muffins 2")
    refused(state, "tick M1 j", "K8", "needs no dice and no jokers")
    refused(state, "done", None, "done is not possible now. Bonus! Tick something")
    refused(state, "zone blue", None, "zone blue is not possible now")


def test_k9_the_active_player_fills_a_zone_and_the_others_still_use_the_pool() -> None:
    state = turn("heart blue pink heart candle", sheet(Y=11), sheet(), sheet())
    state = after(state, "zone yellow", "tick Y12")
    assert not state.over
    assert state.pending == (1, 2)
    state = state.play("pass", 1).play("zone red", 2).play("tick R1", 2)
    assert state.over
    assert paper(state, 2)["R"] == 1
    assert state.position()["dice"] == ["heart", "blue", "pink", "heart", "candle"]


def test_k9_a_passive_player_fills_a_zone_and_the_other_passive_players_finish_too() -> None:
    state = pool(
        "heart blue pink heart candle", "blue pink heart candle", sheet(Y=1), sheet(Y=11), sheet()
    )
    state = state.play("zone yellow", 1).play("tick Y12", 1)
    assert state.pending == (2,)
    assert not state.over
    assert state.play("pass", 2).over


def test_k9_bonuses_still_pending_are_made() -> None:
    state = turn(
        "heart blue candle heart candle",
        sheet(Y=10, G=["0111", "1111", "1111"]),
    )
    state = after(state, "zone yellow", "tick Y11")
    assert moves(state) == "tick G11 · decline"
    state = state.play("tick G11")
    assert state.over, "a zone filled by a bonus"
    assert state.scores() == (3 + 4,)


def test_k9_the_game_goes_on_while_no_zone_is_full() -> None:
    state = turn("heart blue pink heart candle", sheet(Y=8, R=9, M=3, D=3, C=2))
    state = after(state, "zone yellow", "tick Y9")
    state = state.play("decline")
    assert not state.over


@pytest.mark.parametrize(
    ("there", "stars"),
    [
        ({}, 0),
        ({"Y": 3}, 0),
        ({"Y": 4}, 1),
        ({"R": 2}, 1),
        ({"R": 10}, 4),
        ({"M": 1}, 1),
        ({"M": 2}, 1),
        ({"D": 1}, 0),
        ({"C": 3}, 2),
        ({"G": ["1000", "1000", "1000"]}, 1),  # the left column
        ({"G": ["0100", "0100", "0100"]}, 0),  # columns 2 to 4 bring a bonus instead
        ({"G": ["1111", "0000", "0000"]}, 1),
        ({"G": ["1111", "1111", "0111"]}, 2),
    ],
)
def test_k10_stars(there: dict[str, Any], stars: int) -> None:
    state = position("over", None, sheet(**there), sheet(Y=12))
    assert state.scores() == (stars, 4)
    assert sum(line.points for line in state.tally(0)) == state.scores()[0]


def test_k10_equal_stars_share_the_victory() -> None:
    state = position("over", None, sheet(Y=12), sheet(R=10), sheet(M=3))
    assert state.scores() == (4, 4, 2)
    assert state.winners() == (0, 1)


# The worked examples


def test_example_1_the_green_balloon_goes_to_the_pool() -> None:
    state = turn("heart candle muffin green cake", sheet(), sheet())
    state = after(state, "zone yellow", "tick Y1")
    assert paper(state)["Y"] == 1
    assert state.position()["pool"] == ["candle", "muffin", "green", "cake"]


def test_example_2_joker_pink_donuts_candles_one_star() -> None:
    state = turn("joker candle pink muffin cake", sheet(Y=1, R=1), sheet())
    state = after(state, "zone yellow", "tick Y2", "tick Y3", "tick D1", "tick R2")
    assert paper(state) == sheet(Y=3, R=2, D=1)
    assert state.scores()[0] == 1
    assert state.pending == (1,)


def test_example_3_bonuses_in_either_order_and_a_green_one_that_lapses() -> None:
    state = bonus("yellow", "red")
    assert after(state, "tick Y1", "tick R1") == after(state, "tick R1", "tick Y1")
    lapsed = bonus("red", "green", "green", G=["1111", "1111", "1110"]).play("tick G34")
    assert paper(lapsed)["bonus"] == ["red", "blue"], (
        "one green bonus lapsed, a blue one was earned"
    )
