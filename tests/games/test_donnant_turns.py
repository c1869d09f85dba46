"""Donnant Donnant's turns rule by rule: the active player, the others, jokers (D7 to D18)."""

from __future__ import annotations

import pytest
from donnant_table import GAME, at, begun, cells, drafted, moves, refused, table

import rollwrite as rw
from rollwrite import Kind


def test_d7_three_rolls_any_dice_back_from_the_site() -> None:
    state = begun().roll("Y1 O2 G3 B4 P6")
    assert len(moves(state, "reroll")) == 31
    assert refused(state, "reroll").rule == "D7"
    state = state.play("reroll YO")
    assert state.chance == ("roll", ("Y", "O"))
    state = state.roll("Y5 O5").play("pass", 1)
    assert state.position()["site"] == ["G", "B", "P"]
    state = state.play("reroll GP")  # both were on the site
    assert state.chance == ("roll", ("G", "P"))
    state = state.roll("G1 P1").play("pass", 1)
    assert (state.position()["phase"], state.position()["rolls"]) == ("act", 3)
    assert refused(state, "reroll Y").rule == "D7"


def test_d8_stopping_early_needs_something_to_buy_or_complete() -> None:
    idle = at(dice="12346", phase="decide", rolls=1)
    assert "stop" not in moves(idle)
    assert refused(idle, "stop").rule == "D8"
    state = at(dice="33312", phase="decide", rolls=1).play("stop")
    assert moves(state, "end") == moves(state, "pass") == moves(state, "joker") == []
    assert refused(state, "end").rule == "D8"
    assert refused(state, "pass").rule == "D8"
    assert refused(state, "reroll Y").rule == "D10"
    # [·P] = [·O] can be completed when purple equals orange
    assert "stop" not in moves(at({"c3": "B10"}, dice="23412", phase="decide", rolls=2))
    assert "stop" in moves(at({"c3": "B10"}, dice="23413", phase="decide", rolls=2))


def test_d9_after_the_third_roll_act_joker_or_pass() -> None:
    state = at({"c3": "E04"}, dice="33312")
    assert {"pass", "joker dice", "joker e", "joker b"} <= set(moves(state))
    assert moves(state, "buy") == ["e3 YOG", "e4 YOG", "b3 YOG", "b4 YOG"]
    assert refused(at(dice="33312", phase="decide", rolls=2), "joker e").rule == "D9"


def test_d10_any_number_of_actions_each_die_once() -> None:
    grid = {"c3": "B10", "b3": "B15 3."}  # [·P] = [·O] and [3] [3Y] with a 3
    state = at(grid, dice="34554")
    state = state.play("fill c3 1P").play("fill c3 2O")
    assert refused(state, "fill b3 2O").rule == "D10"
    state = state.play("fill b3 2Y")
    assert cells(state, "b3") == [3, 3]
    assert state.position()["spent"] == ["Y", "O", "P"]
    assert moves(state) == ["end"]


def test_d10_a_card_bought_this_turn_may_be_completed_this_turn() -> None:
    market = {"e": [None, None, None, "E05"], "b": [None, None, None, "B08"]}
    state = at({}, dice="33366", market=market)  # B08 is [6] [6P]
    state = state.play("buy b4 YOG").play("place B08 c2")
    state = state.play("fill c2 1B").play("fill c2 2P")
    assert cells(state, "c2") == [6, 6]


def test_d11_the_active_player_fills_all_empty_cells_or_none() -> None:
    state = at({"c3": "B02"}, dice="22346")  # worked example 2
    assert moves(state, "fill") == []
    assert refused(state, "fill c3 1Y").rule == "D11"
    assert refused(state, "write c3 1Y").rule == "D11"
    state = at({"c3": "B02 2.."}, dice="25346")
    assert moves(state, "fill") == ["c3 2Y"]
    state = state.play("fill c3 2Y")
    assert cells(state, "c3") == [2, None, None], "nothing is filled before the last step"
    assert state.position()["spent"] == []
    assert state.position()["filling"] == {"place": "c3", "dice": ["2Y"]}
    assert moves(state) == ["fill c3 3O"]
    assert refused(state, "pass").rule == "D11"
    done = state.play("fill c3 3O")
    assert cells(done, "c3") == [2, 2, 5]
    assert done.take_back() == state
    assert done.take_back().take_back() == at({"c3": "B02 2.."}, dice="25346")


def test_d11_equal_assignments_are_offered_once() -> None:
    state = at({"c3": "E23"}, dice="44441")  # [4] [4] [4]: four ways to leave one out
    ways = set()
    for first in moves(state, "fill"):
        one = state.play(f"fill {first}")
        for second in moves(one, "fill"):
            two = one.play(f"fill {second}")
            ways |= {(first, second, third) for third in moves(two, "fill")}
    assert len(ways) == 4
    assert refused(state, "fill c3 1B").rule == "D11"


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("33341", ["e3 YOG", "e4 YOG", "b3 YOG", "b4 YOG"]),
        ("33441", []),  # two pairs
        ("22221", ["e1 YOGB", "e2 YOGB", "e3 YOG", "e3 YOB", "e3 YGB", "e3 OGB"]),
    ],
)
def test_d12_slots_cost_four_four_three_three_equal_dice(dice: str, expected: list[str]) -> None:
    found = moves(at(dice=dice), "buy")
    assert found[: len(expected)] == expected
    assert bool(found) is bool(expected)


@pytest.mark.parametrize(
    ("text", "rule", "told"),
    [
        ("buy e3 YOB", "D12", "costs 3 equal dice, and these show 3, 3 and 4"),
        ("buy e3 YOGB", "D12", "costs 3 equal dice"),
        (
            "buy e1 YOG",
            "D12",
            "This card costs 4 equal dice (D12)",
        ),
        ("buy e3 YO", "D12", "costs 3 equal dice (D12)"),
        ("buy e4", "D12", "costs 3 equal dice (D12)"),
        ("buy e3 Y+O+G+", "P1", "enough to change the dice by 0 in all, not 3"),
        ("buy e3 Y++++OG", "P1", "count as less than 1 or more than 6"),
    ],
)
def test_d12_bad_purchases_are_named(text: str, rule: str, told: str) -> None:
    reason = refused(at(dice="33344"), text)
    assert reason.rule == rule
    assert told in str(reason)


@pytest.mark.parametrize("text", ["buy e1 Y+", "buy b4 Y++O++G++", "buy e3 YOG", "buy e3 Y-"])
def test_d12_a_purchase_while_no_dice_lie_is_refused(text: str) -> None:
    solo = {"variant": "solo", "level": 1, "round": 0, "allowance": 0}
    wild = at({"c3": "B15 33"}, phase="wild", rolls=0, last_round="last", cards=9)
    for state in (drafted(), wild, at({}, phase="remove", rolls=0, **solo)):
        before = state.position()
        assert refused(state, text, state.pending[0]).kind == Kind.WRONG_MOMENT
        assert state.position() == before


def test_d12_two_pairs_buy_nothing() -> None:
    reason = refused(at(dice="33441"), "buy e1 YOGB")
    assert reason.rule == "D12"
    assert "costs 4 equal dice, and these show 3, 3, 4 and 4" in str(reason)


def test_d12_nobody_buys_a_tenth_card_or_one_that_is_not_there() -> None:
    state = at({}, dice="33341", cards=9, last_round="finish")
    assert moves(state, "buy") == []
    assert refused(state, "buy e3 YOG").rule == "D12"
    assert refused(state, "joker e").rule == "D18"
    empty = at(dice="33341", market={"e": [None, None, None, "E05"], "b": [None] * 4})
    assert moves(empty, "buy") == ["e4 YOG"]
    assert "no card here to buy" in str(refused(empty, "buy e3 YOG"))


def test_d13_rows_slide_right_and_new_cards_enter_from_the_left() -> None:
    market = {"e": ["E05", "E06", "E07", "E09"], "b": ["B05", "B06", "B07", "B08"]}
    state = at({}, dice="33322", market=market).play("buy e3 YOG")
    assert state.position()["market"]["e"] == ["E05", "E06", None, "E09"]
    state = state.play("place E07 b4").play("end")
    assert state.position()["market"]["e"] == [None, "E05", "E06", "E09"]
    assert state.chance == ("deal", ("E",))
    state = state.roll("E10")
    assert state.position()["market"] == {**market, "e": ["E10", "E05", "E06", "E09"]}
    assert (state.active, state.chance.kind if state.chance else "") == (1, "roll")


def test_d13_an_exhausted_deck_leaves_slots_empty() -> None:
    position = table({}, dice="33322").copy()
    position["decks"] = {"e": [], "b": position["decks"]["b"]}
    state = GAME.position(position).play("buy e3 YOG")
    name = state.position()["sheets"][0]["hand"][0]
    state = state.play(f"place {name} b4").play("end")
    assert state.position()["market"]["e"][0] is None
    assert state.chance == ("roll", tuple("YOGBP"))


def test_d14_one_of_the_dice_just_rerolled_or_nothing() -> None:
    other, third = {"c3": "B02"}, {"c3": "E23"}
    state = at({}, other, third, dice="25424", phase="passive", rolls=2, site=["Y", "G"])
    assert state.pending == (1, 2)
    assert moves(state, "", 1) == ["pass", "write c3 1B", "write c3 3O"]
    assert refused(state, "write c3 1Y", 1).rule == "D14"
    state = state.play("write c3 1B", 1).play("write c3 1P", 2)
    assert (cells(state, "c3", 1), cells(state, "c3", 2)) == ([2, None, None], [4, None, None])
    assert state.position()["phase"] == "decide"
    assert state.position()["sheets"][1]["written"] == []


def test_d14_nothing_after_the_first_roll_and_several_may_use_one_die() -> None:
    state = begun(3).roll("Y1 O2 G3 B4 P6")
    assert state.pending == (0,)
    state = at({}, {"c3": "B02"}, {"c3": "B08"}, dice="62345", phase="passive", rolls=2)
    assert "write c3 1Y" in moves(state, "", 2)
    state = at({}, {"c3": "B15"}, {"c3": "B01"}, dice="35656", phase="passive", rolls=2)
    state = state.play("write c3 2Y", 1).play("write c3 2Y", 2)
    assert (cells(state, "c3", 1), cells(state, "c3", 2)) == ([None, 3], [None, 3, None])


def test_d15_a_passive_entry_may_be_partial_and_may_complete() -> None:
    state = at({}, {"c3": "B02"}, dice="26666", phase="passive", rolls=2)  # worked example 2
    assert moves(state, "write", 1) == ["c3 1Y"]
    state = at({}, {"c3": "B15 3."}, dice="36666", phase="passive", rolls=2)
    assert state.scores()[1] == 0
    state = state.play("write c3 2Y", 1)
    assert cells(state, "c3", 1) == [3, 3]


def test_example_4_no_six_in_the_first_cell_and_no_two_in_the_third() -> None:
    state = at({}, {"c3": "E12"}, dice="66666", phase="passive", rolls=2)
    assert moves(state, "write", 1) == ["c3 5Y", "c3 5O", "c3 5G", "c3 5B", "c3 5P"]
    state = at({}, {"c3": "E12"}, dice="22222", phase="passive", rolls=2)
    assert {move.split()[1][0] for move in moves(state, "write", 1)} == {"1", "2"}
    reason = refused(state, "write c3 3O", 1)
    assert reason.rule == "D15"
    assert "3 to 4 would work" in str(reason)


def test_d16_answers_of_one_window_commute_and_are_taken_back() -> None:
    other, third = {"c3": "B02"}, {"c3": "B05"}
    state = at({}, other, third, dice="25123", phase="passive", rolls=3)
    one = state.play("write c3 1Y", 1).play("write c3 1G", 2)
    two = state.play("write c3 1G", 2).play("write c3 1Y", 1)
    assert one == two
    assert one.position()["phase"] == "act"
    early = state.play("write c3 1Y", 1)
    assert early.take_back(1) == state
    with pytest.raises(rw.IllegalMove, match="revealed"):
        early.play("pass", 2).take_back(2)


def test_d17_the_dice_joker_enters_up_to_two_dice_and_ends_the_turn() -> None:
    grid = {"c3": "B02", "d3": "B05"}
    state = at(grid, dice="25146").play("joker dice")
    state = state.play("write c3 1Y")
    assert refused(state, "write d3 2Y").rule == "D14"
    done = state.play("write d3 1G")
    assert (cells(done, "c3"), cells(done, "d3")) == ([2, None, None], [1, None, None])
    assert done.active == 1
    assert done.take_back() == state
    assert state.play("end").active == 1, "one entry is allowed"
    assert at(grid, dice="25146").play("joker dice").play("end").active == 1, "so is none"


def test_d17_no_joker_after_a_purchase_or_a_completion() -> None:
    state = at({"c3": "E04"}, dice="33312").play("buy e3 YOG")
    name = state.position()["sheets"][0]["hand"][0]
    state = state.play(f"place {name} b4")
    assert moves(state, "joker") == []
    for joker in ("joker dice", "joker e"):
        assert refused(state, joker).rule == "D17"
    nothing = at({}, dice="12346")
    assert "dice" not in moves(nothing, "joker")
    assert refused(nothing, "joker dice").rule == "D17"


def test_d18_the_card_joker_draws_then_lays_or_puts_back() -> None:
    state = at(dice="12346").play("joker b")
    assert state.chance == ("deal", ("B",))
    with pytest.raises(rw.IllegalRoll) as wrong:
        state.roll("deal E05")
    assert wrong.value.kind is Kind.WRONG_DICE
    drawn = state.roll("deal B20")
    assert drawn.position(1)["sheets"][0]["hand"] == [None]
    laid = drawn.play("place B20 b4")
    assert (laid.active, "b4" in laid.position()["sheets"][0]["grid"]) == (1, True)
    back = drawn.play("discard")
    assert back.position()["under"] == {"b": ["B20"]}
    assert back.active == 1
    bought = at(dice="33346").play("buy e4 YOG")
    assert refused(bought, "discard").rule == "D18"


def test_d18_cards_under_a_deck_come_last_and_in_order() -> None:
    position = table(dice="12346", under={"e": ["E19", "E18"]})
    position["decks"]["e"] = ["E17"]
    state = GAME.position(position).play("joker e")
    assert state.chance_outcomes() == [("deal E17", 1.0)]
    position["decks"]["e"] = []
    state = GAME.position(position).play("joker e")
    assert state.chance_outcomes() == [("deal E19", 1.0)]
    with pytest.raises(rw.IllegalRoll, match="The next card of the scoring deck is E19"):
        state.roll("deal E18")
    state = state.roll("deal E19").play("discard")
    assert state.position()["under"] == {"e": ["E18", "E19"]}
