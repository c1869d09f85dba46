"""Donnant Donnant rule by rule: cards, setup and grid (D1 to D6, D15)."""

from __future__ import annotations

import pytest
from donnant_table import GAME, at, begun, cells, drafted, moves, refused

from rollwrite import State
from rollwrite.server.tables.queries import alike


@pytest.mark.parametrize(
    ("card", "dice", "possible"),
    [
        ("B02", "22561", True),  # worked example 2: [2] [2] [5], and two others
        ("B02", "22361", False),
        ("B01", "31562", True),  # [1] [3Y] [5]: the yellow die shows the 3
        ("B01", "13562", False),
        ("E17", "22555", True),  # worked example 3: [·O] = [·] [·] = [·] = [·G]
        ("E17", "52255", False),  # orange and green in one pair
        ("E17", "25552", False),  # green in the triple, orange too
        ("E17", "55555", True),  # pair and triple may be of one value
        ("E16", "66626", True),  # [·] [·] [·P] [·] [·] sum≥26
        ("E16", "66616", False),
    ],
)
def test_d2_cells_ask_for_numbers_colours_and_sums(card: str, dice: str, possible: bool) -> None:
    assert bool(moves(at({"c3": card}, dice=dice), "fill")) is possible


def test_example_3_a_pair_with_orange_and_a_triple_with_green() -> None:
    state = at({"c3": "E17"}, dice="22555")  # Y2 O2 G5 B5 P5
    for step in ("1O", "2Y", "3B", "4P", "5G"):
        state = state.play(f"fill c3 {step}")
    assert cells(state, "c3") == [2, 2, 5, 5, 5]


@pytest.mark.parametrize(
    ("written", "values", "cell"),
    [
        ("....", [1, 2, 3], 1),  # E01: [·G] < [·] < [·] < [·], the green die in the first cell
        ("....", [2, 3, 4], 2),
        ("....", [3, 4, 5], 3),  # worked example 4: no 2 in the third cell
        ("....", [4, 5, 6], 4),
        (".3..", [4, 5], 3),
        ("2..5", [3], 2),
        ("2..5", [4], 3),
    ],
)
def test_d15_an_entry_leaves_the_card_completable(
    written: str, values: list[int], cell: int
) -> None:
    found = []
    for value in range(1, 7):
        dice = f"00{value}00" if cell == 1 else f"{value}0000"
        dice = dice.replace("0", "1" if value != 1 else "6")
        state = at({}, {"c3": f"E01 {written}"}, dice=dice, phase="passive", rolls=2)
        letter = "G" if cell == 1 else "Y"
        if f"c3 {cell}{letter}" in moves(state, "write", 1):
            found.append(value)
    assert found == values


@pytest.mark.parametrize(
    ("card", "written", "die", "fits"),
    [
        ("E10", "....", 2, False),  # [·G] [·O] [·] [·] sum≥21: 2 + 3·6 is 20
        ("E10", "....", 3, True),
        ("E10", "6.4.", 4, False),  # 6 + 4 + 4 + 6 is 20
        ("E10", "6.4.", 5, True),
        ("E05", "..4", 4, True),  # [·] = [·] = [·P]
        ("E05", "..4", 5, False),
        ("B04", "...4", 2, False),  # [·] < [·O] < [·] < [·]: 1, then orange 2, then 3
        ("B04", "...4", 1, True),
    ],
)
def test_d15_sums_and_equal_cells(card: str, written: str, die: int, fits: bool) -> None:
    other = "1" if die != 1 else "6"
    dice = str(die) + other * 4
    state = at({}, {"c3": f"{card} {written}"}, dice=dice, phase="passive", rolls=2)
    assert any(move.endswith("Y") for move in moves(state, "write", 1)) is fits


def test_d2_of_cells_that_are_alike_only_the_first_is_offered_but_any_is_read() -> None:
    state = at({}, {"c3": "E02"}, dice="16234", phase="passive", rolls=2)  # [1] [1] [6] [6]
    assert moves(state, "write", 1) == ["c3 1Y", "c3 3O"]
    assert state.play("write c3 2Y", 1) == state.play("write c3 1Y", 1)
    assert alike(state, 1) == (("c3.1", "c3.2"), ("c3.3", "c3.4"))


def test_d4_d5_the_market_and_two_cards_of_each_deck_are_dealt() -> None:
    state = GAME.start(seats=3, seed=1)
    kinds = []
    while state.chance:
        kinds.append("".join(state.chance.what))
        state = state.roll()
    assert "".join(kinds) == "EEEEBBBB" + "EEBB" * 3
    position = state.position()
    assert (position["phase"], state.pending) == ("draft", (0, 1, 2))
    assert [len(position["decks"][deck]) for deck in "eb"] == [29 - 4 - 6, 20 - 4 - 6]
    for sheet in position["sheets"]:
        assert [name[0] for name in sheet["hand"]] == ["B", "B", "E", "E"] or [
            name[0] for name in sheet["hand"]
        ] == ["E", "E", "B", "B"]


def test_d4_the_first_card_drawn_stands_furthest_right() -> None:
    state = GAME.start(seats=2)
    for name in ("E05", "E06", "E07", "E08"):
        state = state.roll(f"deal {name}")
    assert state.position()["market"]["e"] == ["E08", "E07", "E06", "E05"]
    assert state.chance == ("deal", ("B",))


def test_d5_one_of_four_goes_back_and_three_are_laid() -> None:
    state = drafted()
    hand = state.position()["sheets"][0]["hand"]
    assert moves(state, "drop", 0) == hand
    assert refused(state, f"place {hand[0]} c3", 0).rule == "D5"
    state = state.play(f"drop {hand[1]}", 0)
    assert refused(state, f"drop {hand[0]}", 0).rule == "D5"
    assert moves(state, "place", 0) == [f"{name} c3" for name in hand if name != hand[1]]
    state = state.play(f"place {hand[0]} c3", 0).play(f"place {hand[2]} d4", 0)
    state = state.play(f"place {hand[3]} e3", 0)
    assert state.pending == (1,)
    assert state.position()["sheets"][0]["dropped"] == hand[1]


def test_d5_returned_cards_go_under_their_decks_in_seat_order() -> None:
    state = drafted(3)
    dropped = []
    for seat in (2, 0, 1):
        hand = state.position()["sheets"][seat]["hand"]
        dropped.append((seat, hand[0]))
        state = state.play(f"drop {hand[0]}", seat)
        for name, place in zip(hand[1:], ("c3", "d3", "e3"), strict=True):
            state = state.play(f"place {name} {place}", seat)
    under = state.position()["under"]
    for deck in "eb":
        right = [name for _, name in sorted(dropped) if name[0].lower() == deck]
        assert under.get(deck, []) == right


def test_d5_the_draft_is_hidden_from_others() -> None:
    state = drafted()
    hand = state.position()["sheets"][0]["hand"]
    state = state.play(f"drop {hand[0]}", 0).play(f"place {hand[1]} c3", 0)
    seen = state.position(1)
    assert seen["sheets"][0] == {"grid": {}, "hand": [None, None, None], "written": []}
    assert seen["decks"] == {"e": 21, "b": 12}
    assert state.position(0)["sheets"][0]["hand"] == hand[2:]
    assert "under" not in begun().position(0)


def test_d6_the_first_player_is_an_option_and_play_goes_round() -> None:
    state = begun(3, first=2)
    order = []
    for _ in range(4):
        order.append(state.active)
        state = whole_turn(state)
    assert order == [2, 0, 1, 2]


def whole_turn(state: State) -> State:
    """A turn in which nothing is done."""
    turn = state.active
    while state.active == turn:
        if state.chance:
            state = state.roll()
            continue
        seat = state.pending[0]
        names = moves(state, "", seat)
        state = state.play("reroll YOGBP" if "reroll YOGBP" in names else "pass", seat)
    return state


@pytest.mark.parametrize(
    ("grid", "open_places"),
    [
        ({"c3": "B01"}, "b2 c2 d2 b3 d3 b4 c4 d4"),
        ({"c3": "B01", "d3": "B02"}, "b2 c2 d2 e2 b3 e3 b4 c4 d4 e4"),
        ({"c3": "B01", "d4": "B02", "e5": "B05"}, "d3 e3 c4 e4 c5 d5"),  # the frame is fixed
        ({"c3": "B01", "d3": "B02", "e3": "B05"}, "c2 d2 e2 c4 d4 e4"),
    ],
)
def test_d3_cards_touch_inside_a_frame_of_three_by_three(
    grid: dict[str, str], open_places: str
) -> None:
    rules = GAME.rules
    sheet = rules.State().sheets[0]
    for place, name in grid.items():
        column, row = "abcde".index(place[0]), int(place[1]) - 1
        rules.lay(sheet, 60 + int(name[1:]) - 1, row * 5 + column)
    bits = rules.open_places(sheet)
    names = [f"{'abcde'[p % 5]}{p // 5 + 1}" for p in range(25) if bits >> p & 1]
    assert names == open_places.split()


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("a1", "must touch another one of yours"),
        ("e3", "larger than three by three cards"),
        ("c3", "taken by the orange card with 2, 2 and 5"),
    ],
)
def test_d3_bad_places_are_named(place: str, told: str) -> None:
    grid = {"b3": "B01", "c3": "B02", "d3": "B05"}
    state = at(grid, dice="33351").play("buy e3 YOG")
    name = state.position()["sheets"][0]["hand"][0]
    reason = refused(state, f"place {name} {place}")
    assert reason.rule == "D3"
    assert told in str(reason)
