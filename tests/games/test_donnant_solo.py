"""Donnant Donnant alone: D23 and D24."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from donnant_table import SOLO, at, cells, moves, uses

import rollwrite as rw
from rollwrite import State


def alone(grid: dict[str, str], **changes: Any) -> State:
    solo = {"variant": "solo", "level": 1, "round": 0, "allowance": 0}
    return at(grid, **(solo | changes))


def test_d23_seats_and_levels_of_the_variants() -> None:
    assert (SOLO.seats, rw.game("donnant").seats) == (range(1, 2), range(2, 5))
    assert SOLO.start(seed=1).seats == 1
    with pytest.raises(rw.BadOption, match="seats must be a whole number from 1 to 1, not 2"):
        SOLO.start(seats=2)
    with pytest.raises(rw.BadOption, match="from 2 to 4, not 1"):
        rw.game("donnant").start(seats=1)


@pytest.mark.parametrize("level", [0, 8, "3", 1.0, True])
def test_d24_bad_levels_are_named(level: Any) -> None:
    with pytest.raises(rw.BadOption, match=r"level must be a whole number from 1 to 7.*D24"):
        SOLO.start(level=level)
    with pytest.raises(rw.BadOption, match="Only the solo variant has levels"):
        rw.game("donnant").start(level=level)


@pytest.mark.parametrize(("rerolls", "allowed"), [(0, 3), (1, 2), (2, 1)])
def test_d23_fewer_rerolls_leave_more_dice_for_the_passive_turn(rerolls: int, allowed: int) -> None:
    state = alone({"c3": "E04"}, dice="33312", phase="decide", rolls=1)
    for _ in range(rerolls):
        state = state.play("reroll P").roll("P2")
    if rerolls < 2:
        state = state.play("stop")
    state = state.play("buy e4 YOG")
    state = state.play(str(state.moves()[0])).play("end")
    while state.chance and state.chance.kind == "deal":
        state = state.roll()
    assert state.position()["allowance"] == allowed
    state = state.roll("Y6 O6 G6 B6 P6")
    entered = 0
    while state.position()["phase"] == "solo_passive":
        state = state.play(next(move for move in moves(state) if move.startswith("write c3")))
        entered += 1
    assert entered == allowed
    assert sum(map(bool, cells(state, "c3"))) == allowed


def test_d23_p3_adds_a_die_to_the_passive_turn() -> None:
    grid = {"c3": "B02", "b3": "B10 11"}
    state = alone(grid, dice="25266", phase="solo_passive", rolls=0, allowance=1)
    state = state.play("write c3 1Y")
    assert state.position()["phase"] == "solo_passive"
    state = state.play("write c3 3O")
    assert (uses(state, "b3"), state.position()["phase"]) == (1, "solo_passive")
    state = state.play("pass")
    assert state.position()["phase"] == "remove"


def test_d23_the_rightmost_card_of_a_row_goes_aside_and_the_market_refills() -> None:
    market = {"e": ["E05", "E06", "E07", "E09"], "b": [None] * 4}
    state = alone({}, phase="remove", rolls=0, market=market)
    assert moves(state) == ["remove e"]
    state = state.play("remove e")
    assert state.position()["market"]["e"] == [None, "E05", "E06", "E07"]
    assert state.position()["round"] == 1
    state = state.roll("E10")
    assert state.position()["market"]["e"] == ["E10", "E05", "E06", "E07"]
    assert state.chance == ("roll", tuple("YOGBP"))


def test_d23_without_a_card_in_the_market_the_round_just_counts() -> None:
    market = {"e": [None] * 4, "b": [None] * 4}
    state = alone(
        {"c3": "B02"}, dice="25266", phase="solo_passive", rolls=0, allowance=1, market=market
    )
    state = state.play("pass")
    assert (state.position()["round"], state.position()["phase"]) == (1, "roll")


@pytest.mark.parametrize(
    ("level", "rounds", "goal"),
    [(1, 12, 30), (2, 12, 36), (3, 11, 40), (4, 11, 44), (5, 10, 44), (6, 10, 48), (7, 9, 48)],
)
def test_d24_rounds_and_points_of_the_levels(level: int, rounds: int, goal: int) -> None:
    rules = SOLO.rules
    assert (rules.ROUNDS[level - 1], rules.GOALS[level - 1]) == (rounds, goal)
    last = alone({}, phase="remove", rolls=0, level=level, round=rounds - 1)
    assert last.play("remove e").over
    before = alone({}, phase="remove", rolls=0, level=level, round=rounds - 2)
    assert not before.play("remove e").over


@pytest.mark.parametrize(
    ("last_round", "over"),
    [("finish", False), ("last", True)],
)
def test_d24_one_full_round_after_the_round_of_the_ninth_card(last_round: str, over: bool) -> None:
    state = alone({}, phase="remove", rolls=0, round=3, cards=9, last_round=last_round)
    after = state.play("remove b")
    assert after.over is over
    assert after.position()["last_round"] == "last"


def test_d24_the_level_is_won_with_its_points_and_lost_below() -> None:
    grid = {"c3": "E20 23456", "b3": "E21 12345", "d3": "E19 11222"}
    state = alone(grid, phase="remove", rolls=0, round=11, cards=9, last_round="last")
    over = state.play("remove e")
    assert over.scores()[0] >= 30
    assert over.winners() == (0,)
    lost = alone({"c3": "B01"}, phase="remove", rolls=0, round=11).play("remove e")
    assert lost.scores()[0] < 30
    assert lost.winners() == ()


def test_random_play_never_lasts_longer_than_the_level() -> None:
    for seed in range(3):
        state = rw.game("donnant", variant="solo", level=7).start(seed=seed)
        random, turns = Random(seed), 0
        while not state.over:
            if state.chance:
                turns += state.chance.kind == "roll" and state.position()["rolls"] == 0
                state = state.roll()
            else:
                state = state.play(random.choice(state.moves()))
        assert turns <= 2 * 9
