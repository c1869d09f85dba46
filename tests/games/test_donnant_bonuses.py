"""Donnant Donnant's bonuses P1 to P5, one table or example a rule."""

from __future__ import annotations

import pytest
from donnant_table import at, cells, moves, uses

import rollwrite as rw
from rollwrite import IllegalMove, Kind, State

PIPS = "B01 135"  # P1, completed
SWAP = "B05 123"  # P2
EXTRA = "B10 11"  # P3
WILD = "B15 33"  # P4
CHEAPER = "B17 25"  # P5


def passive(grid: dict[str, str], dice: str) -> State:
    return at({}, grid, dice=dice, phase="passive", rolls=2)


def reason(state: State, text: str, seat: int | None = None) -> rw.Refused:
    with pytest.raises(IllegalMove) as found:
        state.play(text, seat)
    return found.value


@pytest.mark.parametrize(
    ("ticked", "dice", "expected"),
    [
        (3, "46666", []),  # B02 [2] [2] [5]: nothing fits, and the bonus is used up
        (2, "46666", ["c3 3Y+", "c3 3O-", "c3 3G-", "c3 3B-", "c3 3P-"]),
        (1, "46666", ["c3 1Y--", "c3 3Y+", "c3 3O-", "c3 3G-", "c3 3B-", "c3 3P-"]),
    ],
)
def test_p1_one_pip_a_use_and_stacking(ticked: int, dice: str, expected: list[str]) -> None:
    state = passive({"c3": "B02", "b3": f"{PIPS} u{ticked}"}, dice)
    assert moves(state, "write", 1) == expected


def test_p1_each_use_ticks_a_box_and_a_fourth_is_refused() -> None:
    state = passive({"c3": "B02", "b3": f"{PIPS} u1"}, "46666")
    after = state.play("write c3 1Y--", 1)
    assert (cells(after, "c3", 1), uses(after, "b3", 1)) == ([2, None, None], 3)
    fourth = reason(passive({"c3": "B02", "b3": f"{PIPS} u2"}, "46666"), "write c3 1Y--", 1)
    assert fourth.rule == "P1"
    assert "change dice by 2 in all, and your bonuses allow 1" in str(fourth)


def test_p1_stays_within_one_and_six() -> None:
    state = passive({"c3": "B12", "b3": PIPS}, "61666")  # sum≥22: 4 and more
    assert "c3 1Y+" not in moves(state, "write", 1)
    assert "less than 1 or more than 6" in str(reason(state, "write c3 1Y+", 1))
    assert reason(state, "write c3 1O-", 1).rule == "P1"


def test_p1_also_when_completing_and_buying_and_nothing_is_spent_before_the_last_step() -> None:
    state = at({"c3": "B02", "b3": PIPS}, dice="23461")
    # 2 as it lies, or 3-, 1+ and 6- (three uses); 4-- and 1+ would leave none for the 5
    assert moves(state, "fill") == ["c3 1Y", "c3 1O-"]
    state = state.play("fill c3 1Y").play("fill c3 2O-")
    assert uses(state, "b3") == 0
    state = state.play("fill c3 3G+")
    assert (cells(state, "c3"), uses(state, "b3")) == ([2, 2, 5], 2)
    buying = at({"b3": PIPS}, dice="33461")
    assert "e3 YOG-" in moves(buying, "buy")
    bought = buying.play("buy e3 YOG-")
    assert uses(bought, "b3") == 1
    assert reason(buying, "buy e3 YOG").rule == "D12", "a bonus is never used unasked"


def test_p1_a_purchase_is_offered_once_for_each_set_of_dice() -> None:
    state = at({"b3": PIPS}, dice="34161")  # 3 and 4 meet at 3 or at 4: one use either way
    sets = [move.replace("+", "").replace("-", "") for move in moves(state, "buy")]
    assert len(sets) == len(set(sets))
    state = at({"b3": PIPS, "d3": CHEAPER}, dice="34161")
    assert state.play("buy e3 YO-") == state.play("buy e3 Y+O")
    assert "enough to change the dice by 1" in str(reason(state, "buy e3 Y-O--"))


@pytest.mark.parametrize(
    ("ticked", "expected"),
    [(0, ["c3 2Y", "c3 2O~", "c3 2P~"]), (3, ["c3 2Y"])],
)
def test_p2_a_die_fills_a_cell_of_another_colour(ticked: int, expected: list[str]) -> None:
    state = passive({"c3": "B15 3.", "b3": f"{SWAP} u{ticked}"}, "33663")  # [3] [3Y]
    assert moves(state, "write", 1) == expected
    if ticked:
        assert reason(state, "write c3 2O~", 1).rule == "P2"
    else:
        assert uses(state.play("write c3 2O~", 1), "b3", 1) == 1


def test_p2_is_not_offered_where_it_is_not_needed_and_never_used_unasked() -> None:
    state = passive({"c3": "B15", "b3": SWAP}, "33666")
    assert moves(state, "write", 1) == ["c3 1Y", "c3 1O", "c3 2Y", "c3 2O~"]
    assert reason(state, "write c3 1O~", 1).rule == "P2"
    assert reason(state, "write c3 2O", 1).rule == "D2"


def test_p3_one_more_die_as_a_passive_player_a_different_one() -> None:
    state = passive({"c3": "B02", "b3": f"{EXTRA} u1"}, "25266")
    state = state.play("write c3 1Y", 1)
    assert state.pending == (1,), "two uses are left"
    assert moves(state, "", 1) == ["pass", "write c3 2G", "write c3 3O"]
    assert reason(state, "write c3 2Y", 1).rule == "D14"
    state = state.play("write c3 3O", 1)
    assert (uses(state, "b3", 1), state.pending) == (2, (1,))
    state = state.play("write c3 2G", 1)
    assert (cells(state, "c3", 1), uses(state, "b3", 1), state.pending) == ([2, 2, 5], 3, (0,))


def test_p3_is_nothing_for_the_active_player() -> None:
    grid = {"c3": "B02", "b3": EXTRA}
    state = at(grid, dice="25266").play("joker dice").play("write c3 1Y")
    state = state.play("write c3 3O")
    assert (state.active, uses(state, "b3")) == (1, 0)
    kind = reason(state, "write c3 2G", 0).kind
    assert kind is Kind.CHANCE_FIRST


def test_d19_a_bonus_completed_passively_may_be_used_at_once() -> None:
    state = passive({"c3": "B10 1.", "b3": "B02"}, "21666")  # [·P] = [·O] with a 1
    state = state.play("write c3 2O", 1)
    assert state.pending == (1,)
    state = state.play("write b3 1Y", 1)
    assert uses(state, "c3", 1) == 1


def test_d19_bonuses_combine_on_one_die_and_the_first_card_is_ticked_first() -> None:
    grid = {"c3": "B15 3.", "b2": f"{PIPS} u2", "d4": "B02 225", "b3": SWAP}
    state = passive(grid, "61166")
    after = state.play("write c3 2O++~", 1)
    assert cells(after, "c3", 1) == [3, 3]
    assert [uses(after, place, 1) for place in ("b2", "d4", "b3")] == [3, 1, 1]
    assert after.position()["dice"]["O"] == 1, "the die is unchanged for everybody else"


def wild(*grids: dict[str, str]) -> State:
    """The end of a game in which seat 0 has nine cards."""
    return at(*grids, phase="wild", rolls=0, last_round="last", cards=9)


def test_p4_at_the_end_the_owner_names_a_colour_for_every_evaluation() -> None:
    state = wild({"c3": WILD, "b3": "E05 222"})
    assert state.pending == (0,)
    before = state.scores()[0]
    assert moves(state) == [f"colour c3 {colour}" for colour in "YOGBP"]
    after = state.play("colour c3 Y")
    assert after.over
    assert after.scores()[0] >= before + 2
    assert after.position()["sheets"][0]["grid"]["c3"]["colour"] == "Y"


def test_p4_an_uncompleted_wild_card_has_no_colour() -> None:
    state = wild({"c3": WILD, "b3": "B13", "d3": "B14 222"})
    assert reason(state, "colour b3 Y").rule == "P4"
    assert "is not finished" in str(reason(state, "colour b3 Y"))
    assert "First choose the colour of the wild card" in str(reason(state, "colour d3 Y"))
    assert "Only wild cards get a colour" in str(reason(state, "colour b4 Y"))
    state = state.play("colour c3 G").play("colour d3 G")
    assert state.over


def test_p4_others_do_not_see_a_colour_before_all_are_named() -> None:
    state = wild({"c3": WILD}, {"c3": "B14 222"})
    state = state.play("colour c3 B", 0)
    assert "colour" not in state.position(1)["sheets"][0]["grid"]["c3"]
    assert state.position(0)["sheets"][0]["grid"]["c3"]["colour"] == "B"
    assert state.take_back(0) == wild({"c3": WILD}, {"c3": "B14 222"})


@pytest.mark.parametrize(
    ("ticked", "dice", "there", "missing"),
    [
        (3, "12346", [], ["e3", "e3 Y"]),
        (2, "33126", ["e3 YO"], ["e3 Y", "e1 YO"]),  # one use: a pair for a price of 3
        (1, "12346", ["e3 Y", "e3 O", "b4 P"], ["e3", "e1 Y"]),  # worked example 5
        (0, "12346", ["e3", "e3 Y", "e1 P"], ["e1", "e3 YO"]),
    ],
)
def test_p5_a_purchase_costs_one_die_less_for_each_use(
    ticked: int, dice: str, there: list[str], missing: list[str]
) -> None:
    found = moves(at({"b3": f"{CHEAPER} u{ticked}"}, dice=dice), "buy")
    assert set(there) <= set(found)
    assert not set(missing) & set(found)


def test_example_5_two_uses_any_single_die_three_uses_none() -> None:
    state = at({"b3": f"{CHEAPER} u1"}, dice="12346")
    assert uses(state.play("buy e3 P"), "b3") == 3
    state = at({"b3": CHEAPER}, dice="12346")
    after = state.play("buy e3")
    assert (uses(after, "b3"), after.position()["spent"]) == (3, [])
