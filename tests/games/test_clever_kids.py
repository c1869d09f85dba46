"""Clever Kids rule by rule: examples named after the rules of the specification."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rollwrite as rw
from rollwrite import IllegalMove, IllegalRoll, Kind, State

GAME = rw.game("clever_kids")
NO_GIFTS = ["0000", "0000", "0000"]
ALL_GIFTS = ["1111", "1111", "1111"]


def sheet(**there: Any) -> dict[str, Any]:
    """A sheet on which nothing is ticked but what is said."""
    empty = {"Y": 0, "R": 0, "G": NO_GIFTS, "M": 0, "D": 0, "C": 0}
    return {**empty, "bonus": [], "zone": None, "hand": [], **there}


def position(phase: str, dice: str | None, *sheets: Any, **more: Any) -> State:
    """A moment of a game: its phase, its dice and its sheets."""
    given = {"seats": len(sheets), "active": 0, "phase": phase, "sheets": list(sheets)}
    return GAME.position({**given, "dice": dice and dice.split(), **more})


def turn(dice: str, *sheets: Any) -> State:
    """The active seat 0 is to choose a zone."""
    return position("roll", None, *sheets).roll(dice)


def moves(state: State, seat: int = 0) -> str:
    return " · ".join(str(move) for move in state.moves(seat))


def after(state: State, *texts: str, seat: int | None = None) -> State:
    for text in texts:
        state = state.play(text, seat)
    return state


def paper(state: State, seat: int = 0) -> dict[str, Any]:
    return dict(state.position()["sheets"][seat])


def refused(state: State, text: str, rule: str | None, told: str, seat: int = 0) -> None:
    with pytest.raises(IllegalMove, match=told) as reason:
        state.play(text, seat)
    assert reason.value.rule == rule
    kind = Kind.AGAINST_RULES if rule else Kind.WRONG_MOMENT
    assert reason.value.kind is kind


# The sheet


def test_the_sheet_has_what_the_specification_says() -> None:
    full = sheet(Y=12, R=10, G=ALL_GIFTS, M=3, D=3, C=3)
    state = position("over", None, full)
    assert state.scores() == (18,)
    assert [line.points for line in state.tally(0)] == [4, 4, 4, 6]
    faces = [face for faces in GAME.rules.SHOWS for face in faces]
    assert len(faces) == 30
    assert faces.count(1) == 3, "jokers"


# K1 to K10


def test_k1_the_first_player_is_an_option_and_play_goes_round() -> None:
    state = GAME.start(seats=3, first=2, seed=4)
    order: list[int] = []
    while len(order) < 4:
        if state.chance:
            if order[-1:] != [state.active]:
                order.append(state.active)
            state = state.roll()
        else:
            seat = state.pending[0]
            state = state.play(state.moves(seat)[-1])
    assert order == [2, 0, 1, 2]


@pytest.mark.parametrize(
    ("dice", "there", "usable"),
    [
        ("muffin blue pink green cake", {}, ""),  # no heart, candle, gift or pair
        ("joker blue pink green cake", {}, "yellow red green blue"),  # a joker is a heart, …
        ("joker blue pink green green", {}, "yellow red green"),  # … but half a pair only
        ("muffin blue pink muffin green", {}, "blue"),
        ("muffin blue pink muffin green", {"M": 3}, ""),  # that row is full
        ("gift1 blue pink muffin green", {}, "green"),
        ("gift1 blue pink muffin green", {"G": ["1000", "0001", "0010"]}, ""),
        ("muffin blue pink candle green", {"R": 1}, ""),  # two candles at once
        ("muffin blue candle candle green", {"R": 1}, "red"),
        ("muffin blue candle candle green", {"R": 9}, ""),  # three at once
        ("muffin candle candle candle green", {"R": 9}, "red"),
        ("joker candle candle muffin green", {"R": 9, "Y": 1}, "yellow red green blue"),
    ],
)
def test_k2_all_dice_are_rolled_again_as_long_as_none_is_of_use(
    dice: str, there: dict[str, Any], usable: str
) -> None:
    state = position("roll", None, sheet(**there), sheet()).roll(dice)
    zones = [f"zone {colour}" for colour in usable.split()]
    assert moves(state) == (" · ".join(zones) or "reroll")
    if zones:
        refused(state, "reroll", "K2", r"You can use these dice \(.*\), so you do not roll again")
    else:
        again = state.play("reroll")
        assert again == position("roll", None, sheet(**there), sheet())
        assert again.take_back() == state


def test_k3_all_dice_of_a_background_and_all_jokers_are_taken() -> None:
    state = turn("joker blue candle heart pink", sheet(), sheet())
    state = state.play("zone yellow")
    assert paper(state)["hand"] == ["joker", "blue", "heart", "pink"]
    assert paper(state)["zone"] == "yellow"
    refused(state, "tick R1", "K3", "in one zone only in a turn, and you chose yellow")


def test_k3_jokers_alone_are_allowed() -> None:
    state = turn("joker joker pink muffin cake", sheet(Y=1), sheet()).play("zone red")
    assert paper(state)["hand"] == ["joker", "joker"]
    assert moves(state) == "tick R1"


@pytest.mark.parametrize(
    ("zone", "there", "expected"),
    [
        ("yellow", {}, "tick Y1"),
        ("red", {"R": 4}, "tick R5"),  # two candles
        ("green", {"G": ["1111", "1111", "0110"]}, "tick G31 · tick G34"),  # kinds 3 and 2
        ("blue", {"M": 1, "D": 3}, "tick M2 · tick C1"),
    ],
)
def test_k4_a_joker_stands_for_any_symbol_of_the_zone(
    zone: str, there: dict[str, Any], expected: str
) -> None:
    state = turn("joker joker pink green blue", sheet(**there)).play(f"zone {zone}")
    assert moves(state) == expected


@pytest.mark.parametrize(
    ("dice", "there", "played", "left"),
    [
        # balloons: in order, each die one balloon of its kind
        ("heart blue pink heart green", {}, "yellow Y1 Y2 Y3", {"Y": 3}),
        # wagons: in order, several in one turn, two candles at once
        ("candle candle candle heart cake", {}, "red R1 R2", {"R": 2}),
        ("candle candle candle heart cake", {"R": 2}, "red R3 R4", {"R": 4}),
        # gifts: any free gift of the kind
        ("gift1 gift2 muffin gift4 cake", {}, "green G24 G34 G32", {"G": ["0000", "0001", "0101"]}),
        # treats: two dice of the same treat tick the next pair
        ("muffin cake muffin heart cake", {"M": 1}, "blue C1 M2", {"M": 2, "C": 1}),
    ],
)
def test_k5_ticking(dice: str, there: Any, played: str, left: Any) -> None:
    zone, *symbols = played.split()
    state = turn(dice, sheet(**there), sheet()).play(f"zone {zone}")
    for symbol in symbols:
        assert state.position()["phase"] == "tick"
        state = state.play(f"tick {symbol}")
    assert {name: paper(state)[name] for name in left} == left


def test_k5_ticks_out_of_order_and_without_dice_are_refused() -> None:
    state = turn("heart blue candle candle green", sheet(R=1), sheet()).play("zone yellow")
    refused(state, "tick Y2", "K5", r"Y2 \(blue balloon\) must wait, Y1 \(heart balloon\) is next")
    refused(state, "tick Y20", "K5", "There is no Y20")
    state = state.play("tick Y1")
    refused(state, "tick Y1", "K5", "ticked already")
    state = turn("joker blue candle candle cake", sheet(R=9), sheet()).play("zone green")
    refused(state, "tick G35", "K5", "There is no G35")
    state = turn("muffin candle muffin heart cake", sheet(), sheet()).play("zone blue")
    refused(state, "tick C1", "K5", r"need that many dice: 2. Your dice show muffin, muffin, cake")
    refused(state, "tick M2", "K5", r"M1 \(muffin\) is next")


def test_k6_at_least_one_die_is_used_and_the_rest_is_free() -> None:
    state = turn("heart blue pink heart candle", sheet(), sheet())
    refused(state, "pass", "K6", "use at least one")
    refused(state, "zone green", "K6", "nothing can be ticked with these dice: none")
    refused(state, "zone blue", "K6", "nothing can be ticked")
    state = state.play("zone yellow")
    refused(state, "done", "K6", "at least one symbol")
    state = state.play("tick Y1")
    assert moves(state) == "tick Y2 · done"
    state = state.play("done")
    assert state.position()["pool"] == ["blue", "pink", "heart", "candle"]


def test_k6_done_is_asked_only_while_something_more_can_be_ticked() -> None:
    state = after(turn("heart cake cake candle pink", sheet(), sheet()), "zone yellow", "tick Y1")
    assert state.pending == (1,)
    assert state.position()["pool"] == ["cake", "cake", "candle", "pink"]


@pytest.mark.parametrize(
    ("dice", "there", "zone", "expected"),
    [
        ("joker blue candle cake cake", {}, "red", "tick R1 · tick R1 j"),
        ("joker joker candle candle cake", {"R": 1}, "red", "tick R2 · tick R2 j · tick R2 jj"),
        # one of two candles must be a joker; the other may be
        ("joker joker pink candle cake", {"R": 1}, "red", "tick R2 · tick R2 jj"),
        ("joker joker pink green blue", {"R": 1}, "red", "tick R2"),
        (
            "joker candle candle candle candle",
            {"R": 9},
            "red",
            "tick R10 · tick R10 j",
        ),
        ("joker joker muffin muffin blue", {"D": 3, "C": 3}, "blue",
         "tick M1 · tick M1 j · tick M1 jj"),
        ("joker blue muffin gift4 heart", {"G": ["1110", "1111", "1111"]}, "green",
         "tick G14 · tick G14 j"),
        ("joker blue muffin gift4 heart", {}, "yellow", "tick Y1 · tick Y1 j"),
    ],
)  # fmt: skip
def test_k6_jokers_may_be_spent_instead_where_it_changes_the_pool(
    dice: str, there: Any, zone: str, expected: str
) -> None:
    state = position("roll", None, sheet(**there), sheet()).roll(dice).play(f"zone {zone}")
    assert moves(state) == expected
    alone = position("roll", None, sheet(**there)).roll(dice).play(f"zone {zone}")
    assert moves(alone) == expected.split(" · ", maxsplit=1)[0], "alone, nobody waits for the pool"


def test_k6_what_is_spent_decides_what_the_others_get() -> None:
    state = turn("joker blue cake candle cake", sheet(), sheet()).play("zone red")
    plain, instead = state.play("tick R1"), state.play("tick R1 j")
    # Either way one die is left for a wagon of two candles, so both turns end here.
    assert plain.position()["pool"] == ["joker", "blue", "cake", "cake"]
    assert instead.position()["pool"] == ["blue", "cake", "candle", "cake"]
    refused(state, "tick R1 jj", "K6", "You cannot spend 2 jokers")


def test_k6_a_joker_that_is_needed_need_not_be_named() -> None:
    state = turn("joker joker pink candle cake", sheet(R=1), sheet()).play("zone red")
    assert state.play("tick R2 j") == state.play("tick R2")
    state = turn("joker joker pink green blue", sheet(R=1), sheet()).play("zone red")
    refused(state, "tick R2 j", "K6", "at least 2 jokers, not 1")


def test_k6_equal_dice_are_one_choice() -> None:
    state = turn("candle candle candle gift4 cake", sheet(), sheet()).play("zone red")
    assert moves(state) == "tick R1"
    assert paper(state.play("tick R1"))["hand"] == ["candle", "candle"]


def pool(dice: str, left: str, *sheets: Any, **more: Any) -> State:
    """Seat 0 has finished; all others choose from the pool."""
    return position("zone", dice, *sheets, pool=left.split(), **more)


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
    assert "pass." in state.prompt(1)
    refused(state, "reroll", "K7", "Only the active player rolls again", seat=1)
    refused(state, "zone red", "K6", "nothing can be ticked with these dice: candle", seat=1)
    state = state.play("pass", 1)
    assert state.position()["phase"] == "roll"
    assert state.active == 1
    nothing = pool("heart joker joker heart blue", "", sheet(Y=5), sheet())
    assert moves(nothing, 1) == "pass"


def test_k7_jokers_are_not_spared_for_anybody() -> None:
    state = pool("joker blue candle heart cake", "joker candle cake", sheet(Y=2), sheet())
    state = state.play("zone red", 1)
    assert moves(state, 1) == "tick R1"
    refused(state, "tick R1 j", "K6", "leave out the j", seat=1)


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


def bonus(*colours: str, **there: Any) -> State:
    """Seat 0 of two has bonus crosses to make."""
    dice = "joker blue candle heart cake"
    mine = sheet(bonus=list(colours), **there)
    return position("bonus", dice, mine, sheet(), pool=["blue", "candle", "cake"])


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
    refused(state, "decline", "K8", "Several bonus crosses are pending")
    refused(state, "decline red", "K8", "You have no red bonus; pending: yellow, blue")
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
    refused(state, "tick G11", "K8", "The green zone is full, so a green bonus lapses")


def test_k8_what_a_bonus_cannot_do() -> None:
    state = bonus("blue", Y=1)
    refused(state, "tick Y2", "K8", "You have no yellow bonus; pending: blue")
    refused(state, "tick M2", "K5", r"M1 \(muffin\) is next")
    refused(state, "tick M1 j", "K8", "takes no dice and no jokers")
    refused(state, "done", None, "done is not possible now. Make your bonus crosses")
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
    full = {"Y": 12} if there.get("R") != 10 else {}
    state = position("over", None, sheet(**{**full, **there}), sheet(Y=12))
    assert state.scores()[0] == stars + (4 if "Y" not in there and full else 0)
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


# Positions


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
        ({"phase": "zonne"}, r"'zonne' is none of the possible values. Did you mean zone\?"),
        ({"phase": "reroll"}, r"phase: must be 'zone', as the rest of the position says"),
        ({"phase": "tick"}, r"phase: must be 'zone'"),
        ({"phase": "roll"}, r"dice: before a roll there are no dice yet"),
        ({"phase": "over"}, r"the field 'pool' is missing"),
        ({"phase": "over", "dice": None}, r"phase: nobody has a full zone, .*\(K9\)"),
        ({"dice": None}, r"dice: must be a list \(length 5\)"),
        ({"dice": DICE[:4]}, r"dice: must be a list \(length 5\)"),
        ({"dice": ["cake", *DICE[1:]]}, r"dice\[0\]: D1 cannot show 'cake': it has joker, heart"),
        ({"dice": ["rose", *DICE[1:]]}, r"dice\[0\]: D1 cannot show 'rose'"),
        ({"pool": ["cake"], "seats": 1}, r"pool: one seat plays alone"),
        ({"phase": "tick", "pool": []}, r"pool: the active player has not finished ticking"),
        ({"seats": 2, "sheets": [sheet(), sheet()], "pool": DICE}, r"spent at least one die"),
        (
            {"seats": 2, "sheets": [sheet(), sheet()], "pool": ["joker", "cake"]},
            r"pool: .*all of one zone or jokers",
        ),
        (
            {"seats": 2, "sheets": [sheet(), sheet()], "pool": ["cake", "cake"]},
            r"pool: cake cannot be among the dice there are: joker, blue",
        ),
        (
            {"seats": 2, "sheets": [sheet(), sheet()], "pool": DICE[1:], "pending": [0]},
            r"pending: must list, in order, at least one of the seats .*\(1\), not \[0\]",
        ),
        (
            {"seats": 2, "sheets": [sheet(), sheet()], "pool": DICE[1:], "pending": []},
            r"pending: must list",
        ),
        ({"pending": []}, r"pending: must be \[0\]"),
        ({"sheets": [sheet(Y=13)]}, r"sheets\[0\]\.Y: must be a whole number from 0 to 12, not 13"),
        ({"sheets": [sheet(R=-1)]}, r"sheets\[0\]\.R: .* 0 to 10, not -1"),
        ({"sheets": [sheet(C=4)]}, r"sheets\[0\]\.C: .* 0 to 3, not 4"),
        ({"sheets": [sheet(G=["0000"])]}, r"sheets\[0\]\.G: must be a list \(length 3\)"),
        (
            {"sheets": [sheet(G=["0000", "00", "0000"])]},
            r"sheets\[0\]\.G\[1\]: a row of gifts is 4",
        ),
        ({"sheets": [sheet(G=["0000", "0020", "0000"])]}, r"G\[1\]: .* not '0020'"),
        ({"sheets": [sheet(bonus=["pink"])]}, r"sheets\[0\]\.bonus\[0\]: 'pink' is none"),
        ({"sheets": [sheet(bonus=["blue"])]}, r"phase: must be 'bonus'"),
        ({"sheets": [sheet(hand=["cake"])]}, r"sheets\[0\]\.hand: without a zone"),
        (
            {"phase": "tick", "sheets": [sheet(zone="blue", hand=["candle"])]},
            r"sheets\[0\]\.hand: candle cannot be among the dice there are: joker, cake",
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
            r"sheets\[0\]\.bonus: the green zone is full, so its bonus has lapsed \(K8\)",
        ),
        (
            {"seats": 2, "sheets": [sheet(), sheet(bonus=["green"])]},
            r"sheets\[1\]\.bonus: this seat has no turn in progress",
        ),
        (
            {"seats": 2, "sheets": [sheet(), sheet(zone="red", hand=["candle"])]},
            r"sheets\[1\]\.hand: .*|sheets\[1\]\.zone: this seat is not ticking",
        ),
        ({"sheets": [sheet(Y=12)]}, r"sheets\[0\]: seat 0 has a full zone, .*\(K9\)"),
        ({"sheets": [sheet(phase="tick")]}, r"sheets\[0\]\.phase: must be None"),
        ({"sheets": [sheet(X=1)]}, r"sheets\[0\]: the field 'X' is unknown"),
        ({"sheets": []}, r"sheets: must be a list \(length 1\)"),
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
        ("joker blue candle hart cake", Kind.UNREADABLE, "'hart' is on no die. Did you mean heart"),
        (
            "muffin muffin muffin muffin cake",
            Kind.WRONG_DICE,
            "D2 cannot show muffin; it has joker",
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


@pytest.mark.parametrize("text", ["tick Y1", "TICK y1", "y1", " tick  Y 1 "])
def test_notation_is_read_leniently(text: str) -> None:
    state = turn("heart candle muffin green cake", sheet(), sheet()).play("zone yellow")
    assert state.play(text) == state.play("tick Y1")


@pytest.mark.parametrize(
    "text", ["tick Z1", "tick Y0", "tick Y21", "tick", "zone pink", "tick Y1 jx"]
)
def test_what_is_no_notation_is_unreadable(text: str) -> None:
    with pytest.raises(IllegalMove) as reason:
        turn("heart candle muffin green cake", sheet(), sheet()).play(text)
    assert reason.value.kind is Kind.UNREADABLE


@given(st.integers(1, 4), st.integers(0, 2**64 - 1), st.randoms(use_true_random=False))
def test_always_sheets_only_fill_and_a_step_can_be_completed(
    seats: int, seed: int, random: Any
) -> None:
    state = GAME.start(seats=seats, seed=seed)
    while not state.over:
        if state.chance:
            state = state.roll()
            continue
        seat = random.choice(state.pending)
        move = random.choice(state.moves(seat))
        then = state.play(move)
        before, now = paper(state, seat), paper(then, seat)
        filled = [_filled(now) - _filled(before), 1 if str(move).startswith("tick") else 0]
        assert filled[0] == filled[1], "a tick is one symbol, anything else is none"
        assert all(a <= b for a, b in zip(state.scores(), then.scores(), strict=True))
        assert len(now["hand"]) <= 5
        state = then
    full = [_zones_full(paper(state, seat)) for seat in range(seats)]
    assert any(full)


def _filled(there: dict[str, Any]) -> int:
    counts = sum(there[row] for row in "YRMDC")
    return int(counts + sum(row.count("1") for row in there["G"]))


def _zones_full(there: dict[str, Any]) -> bool:
    treats = all(there[row] == 3 for row in "MDC")
    return there["Y"] == 12 or there["R"] == 10 or there["G"] == ALL_GIFTS or treats
