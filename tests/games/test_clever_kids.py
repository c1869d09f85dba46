"""Clever Kids rule by rule: examples named after the rules of the specification."""

from __future__ import annotations

from typing import Any

import pytest
from clever_kids_table import (
    ALL_GIFTS,
    GAME,
    after,
    moves,
    paper,
    position,
    refused,
    sheet,
    turn,
)
from hypothesis import given
from hypothesis import strategies as st

from rollwrite import IllegalMove, Kind

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
        refused(state, "reroll", "K2", "You can still use these dice: choose ")
    else:
        again = state.play("reroll")
        assert again == position("roll", None, sheet(**there), sheet())
        assert again.take_back() == state


def test_k3_all_dice_of_a_background_and_all_jokers_are_taken() -> None:
    state = turn("joker blue candle heart pink", sheet(), sheet())
    state = state.play("zone yellow")
    assert paper(state)["hand"] == ["joker", "blue", "heart", "pink"]
    assert paper(state)["zone"] == "yellow"
    refused(state, "tick R1", "K3", "in one colour per turn, and you chose yellow")


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
    refused(state, "tick Y2", "K5", "first balloon 1, then balloon 2")
    refused(state, "tick Y20", "K5", "There is no balloon 20")
    state = state.play("tick Y1")
    refused(state, "tick Y1", "K5", "already ticked")
    state = turn("joker blue candle candle cake", sheet(R=9), sheet()).play("zone green")
    refused(state, "tick G35", "K5", "There is no gift 5 of row 3")
    state = turn("muffin candle muffin heart cake", sheet(), sheet()).play("zone blue")
    refused(
        state,
        "tick C1",
        "K5",
        "more matching dice for cakes 1. Your dice show: muffin, muffin, cake",
    )
    refused(state, "tick M2", "K5", "first muffins 1, then muffins 2")


def test_k6_at_least_one_die_is_used_and_the_rest_is_free() -> None:
    state = turn("heart blue pink heart candle", sheet(), sheet())
    refused(state, "pass", "K6", "use at least one")
    refused(state, "zone green", "K6", "cannot tick anything in green with these dice: none")
    refused(state, "zone blue", "K6", "cannot tick anything")
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
    refused(state, "tick R1 jj", "K6", "You cannot use that many jokers")


def test_k6_a_joker_that_is_needed_need_not_be_named() -> None:
    state = turn("joker joker pink candle cake", sheet(R=1), sheet()).play("zone red")
    assert state.play("tick R2 j") == state.play("tick R2")
    state = turn("joker joker pink green blue", sheet(R=1), sheet()).play("zone red")
    refused(state, "tick R2 j", "K6", "You need more jokers")


def test_k6_equal_dice_are_one_choice() -> None:
    state = turn("candle candle candle gift4 cake", sheet(), sheet()).play("zone red")
    assert moves(state) == "tick R1"
    assert paper(state.play("tick R1"))["hand"] == ["candle", "candle"]


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


@given(st.integers(1, 4), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_always_every_action_is_legal_or_refused_with_a_reason(
    seats: int, seed: int, random: Any
) -> None:
    state = GAME.start(seats=seats, seed=seed)
    for _ in range(random.randrange(60)):
        if state.over:
            return
        if state.chance:
            state = state.roll()
        else:
            state = state.play(random.choice(state.moves(random.choice(state.pending))))
    codes = GAME.definition.notation
    for seat in state.pending:
        legal = {move.action for move in state.moves(seat)}
        for action in random.sample(range(GAME.rules.ACTIONS), 40):
            text = codes.write(GAME, state._record, seat, action)
            if action in legal:
                assert codes.read(GAME, state._record, seat, text) == action
            else:
                told = codes.refusal(GAME, state._record, seat, action)
                assert all(told.message.text(language) for language in ("en", "fr", "de"))
