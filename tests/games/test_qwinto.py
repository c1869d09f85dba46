"""Qwinto rule by rule: examples named after the rules of the specification."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rollwrite as rw
from rollwrite import IllegalMove, IllegalRoll, Kind, State

GAME = rw.game("qwinto")
EMPTY = [0] * 9
EMMA = {
    "O": [0, 5, 0, 0, 10, 13, 0, 17, 0],
    "Y": [2, 3, 7, 8, 10, 11, 12, 15, 16],
    "P": [2, 4, 0, 6, 7, 0, 9, 11, 0],
    "misses": 2,
}
FULL_ORANGE = [1, 2, 3, 4, 5, 6, 7, 8, 9]
FULL_YELLOW = [2, 3, 4, 5, 6, 8, 9, 10, 11]


def sheet(o: list[int] = EMPTY, y: list[int] = EMPTY, p: list[int] = EMPTY, misses: int = 0) -> Any:
    return {"O": o, "Y": y, "P": p, "misses": misses}


def writing(*sheets: Any, active: int = 0, **dice: int) -> State:
    """A moment at which every seat may write the sum of the dice."""
    return GAME.position(
        {
            "game": "qwinto",
            "seats": len(sheets),
            "active": active,
            "phase": "write",
            "dice": dice,
            "rolls": 2,
            "sheets": list(sheets),
        }
    )


def fields(state: State, seat: int = 0) -> str:
    return " ".join(str(move) for move in state.moves(seat) if str(move) != "pass")


def test_q1_the_first_player_is_an_option_and_play_goes_round() -> None:
    state = GAME.start(seats=3, seed=1, first=2)
    assert state.pending == (2,)
    order = []
    for _ in range(4):
        order.append(state.active)
        state = state.play("roll O").roll().play("keep")
        for seat in state.pending:
            state = state.play("pass", seat)
    assert order == [2, 0, 1, 2]


def test_q2_one_two_or_three_dice_are_chosen() -> None:
    moves = [str(move) for move in GAME.start(seats=2).moves()]
    assert moves == [
        "roll O", "roll Y", "roll OY", "roll P", "roll OP", "roll YP", "roll OYP",
    ]  # fmt: skip


def test_q3_a_reroll_takes_all_chosen_dice_once() -> None:
    state = GAME.start(seats=1).play("roll YP").roll("Y2 P4")
    assert [str(move) for move in state.moves()] == ["keep", "reroll"]
    state = state.play("reroll")
    assert state.chance == ("roll", ("Y", "P"))
    state = state.roll("Y4 P5")
    assert state.position()["phase"] == "write"
    with pytest.raises(IllegalMove) as refused:
        state.play("reroll")
    assert refused.value.kind is Kind.WRONG_MOMENT


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ({"O": 5}, "O1 O2 O3 O4 O5 O6 O7 O8 O9"),
        ({"Y": 4, "P": 5}, "Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 P1 P2 P3 P4 P5 P6 P7 P8 P9"),
    ],
)
def test_q4_the_sum_goes_into_a_row_of_a_rolled_colour(dice: Any, expected: str) -> None:
    state = writing(sheet(), sheet(), **dice)
    assert fields(state) == fields(state, 1) == expected


def test_q4_everybody_writes_at_most_once_and_at_the_same_time() -> None:
    state = writing(sheet(), sheet(), Y=4, P=5)
    state = state.play("P3", 1)
    assert state.pending == (0,)
    with pytest.raises(IllegalMove) as refused:
        state.play("P4", 1)
    assert refused.value.kind is Kind.NOT_PENDING
    assert state.position()["sheets"][1]["P"] == EMPTY, "written only when all have answered"
    state = state.play("Y5", 0)
    assert state.position()["sheets"][0]["Y"] == [0, 0, 0, 0, 9, 0, 0, 0, 0]
    assert state.position()["sheets"][1]["P"] == [0, 0, 9, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("row", "number", "expected"),
    [
        ([0, 5, 0, 0, 9, 0, 0, 0, 0], 7, "O3 O4"),
        ([0, 5, 0, 0, 9, 0, 0, 0, 0], 3, "O1"),
        ([0, 5, 0, 0, 9, 0, 0, 0, 0], 12, "O6 O7 O8 O9"),
        ([0, 5, 0, 0, 9, 0, 0, 0, 0], 5, ""),  # strictly: not twice in a row
        ([0, 5, 0, 0, 9, 0, 0, 0, 0], 9, ""),
        ([6, 0, 7, 0, 0, 0, 0, 0, 0], 6, ""),  # nothing fits between 6 and 7 …
        ([0, 0, 6, 7, 0, 0, 0, 0, 0], 6, ""),  # … nor across the printed gap (O3, O4)
    ],
)
def test_q5_numbers_rise_strictly_across_empty_fields_and_the_gap(
    row: list[int], number: int, expected: str
) -> None:
    dice = {"O": number} if number <= 6 else {"O": 6, "Y": number - 6}
    full = [14, 0, 0, 0, 0, 0, 0, 0, 0]  # keeps yellow out of the way
    state = writing(sheet(o=row, y=full), **dice)
    assert " ".join(f for f in fields(state).split() if f[0] == "O") == expected


@pytest.mark.parametrize(
    ("there", "number", "missing"),
    [
        ({"p": [0, 0, 4, 0, 0, 0, 0, 0, 0]}, 4, "O1"),  # c2, three cells
        ({"p": [0, 0, 0, 0, 0, 4, 0, 0, 0]}, 4, "O4"),  # c6, across yellow's gap
        ({"y": [0, 0, 0, 4, 0, 0, 0, 0, 0]}, 4, "O3"),  # c4, two cells
    ],
)
def test_q6_no_number_twice_in_a_column(there: Any, number: int, missing: str) -> None:
    state = writing(sheet(**there), O=number)
    assert {f"O{field}" for field in range(1, 10)} - set(fields(state).split()) == {missing}
    with pytest.raises(IllegalMove, match="Q6") as refused:
        state.play(missing)
    assert (refused.value.kind, refused.value.rule) == (Kind.AGAINST_RULES, "Q6")


def test_q7_only_the_active_player_marks_a_miss() -> None:
    state = writing(sheet(), sheet(), active=1, O=3).play("pass", 0).play("pass", 1)
    assert [paper["misses"] for paper in state.position()["sheets"]] == [0, 1]


def test_q7_the_active_player_may_decline_a_number_that_fits() -> None:
    assert "pass" in [str(move) for move in writing(sheet(), O=3).moves()]


def test_q8_the_fourth_miss_ends_the_game_after_everybody_has_answered() -> None:
    state = writing(sheet(misses=3), sheet(), O=3).play("pass", 0)
    assert not state.over
    state = state.play("O1", 1)
    assert state.over
    assert state.position()["sheets"][1]["O"][0] == 3
    assert state.position()["dice"] == {"O": 3}


def test_q8_two_full_rows_end_the_game() -> None:
    almost = [*FULL_ORANGE[:8], 0]
    state = writing(sheet(o=almost, y=FULL_YELLOW), sheet(), O=6, P=6).play("pass", 1).play("O9", 0)
    assert state.over
    assert state.winners() == (0,)


def test_q8_one_full_row_does_not() -> None:
    almost = [*FULL_ORANGE[:8], 0]
    state = writing(sheet(o=almost), O=6, P=6).play("O9")
    assert not state.over


@pytest.mark.parametrize(
    ("paper", "score"),
    [
        (EMMA, 43),
        (sheet(), 0),
        (sheet(misses=3), -15),
        (sheet(o=FULL_ORANGE), 9),  # a full row: its last number
        (sheet(o=[*FULL_ORANGE[:8], 0]), 8),  # any other: a point a number
        # P9 scores the full row and the full column c9 (O7 Y8 P9): twice.
        (
            sheet(
                o=[0, 0, 0, 0, 0, 0, 7, 0, 0],
                y=[0, 0, 0, 0, 0, 0, 0, 10, 0],
                p=[1, 2, 3, 4, 5, 6, 8, 9, 12],
            ),
            1 + 1 + 12 + 12,
        ),
    ],
)
def test_q9_score(paper: Any, score: int) -> None:
    state = writing(paper, O=1)
    assert state.scores() == (score,)
    assert sum(line.points for line in state.tally(0)) == score


def test_q9_equal_totals_share_the_victory() -> None:
    state = writing(sheet(misses=3), sheet(misses=3), sheet(misses=3), O=1)
    state = state.play("pass", 0).play("pass", 1).play("pass", 2)
    assert state.over
    assert state.winners() == (1, 2)


def test_q10_an_answer_can_be_taken_back_while_the_window_is_open() -> None:
    state = writing(sheet(), sheet(), Y=4, P=5)
    answered = state.play("Y5", 0)
    assert answered.take_back(0) == state
    with pytest.raises(IllegalMove, match="revealed"):
        answered.play("P1", 1).take_back(1)


def test_example_2_on_emmas_sheet_nine_fits_nowhere() -> None:
    assert [str(move) for move in writing(EMMA, Y=4, P=5).moves()] == ["pass"]


def test_the_position_of_the_specification() -> None:
    position = {
        "game": "qwinto", "seats": 3, "active": 0, "phase": "write",
        "dice": {"Y": 4, "P": 5}, "rolls": 2, "pending": [0, 1, 2],
        "sheets": [EMMA, sheet(), sheet()],
    }  # fmt: skip
    assert GAME.position(position).position() == position


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"sheets": [sheet(o=[5, 4, 0, 0, 0, 0, 0, 0, 0])]}, r"sheets\[0\]\.O: .*\(Q5\)"),
        (
            {"sheets": [sheet(o=[4, 0, 0, 0, 0, 0, 0, 0, 0], y=[0, 4, 0, 0, 0, 0, 0, 0, 0])]},
            r"4 is in field 1 of the orange row and field 2 of the yellow row \(Q6\)",
        ),
        ({"sheets": [sheet(misses=5)]}, r"sheets\[0\]\.misses: must be .* 0 to 4, not 5"),
        ({"sheets": [sheet(o=[19, *EMPTY[1:]])]}, r"sheets\[0\]\.O\[0\]: must be .* 0 to 18"),
        ({"sheets": [sheet(o=[1, 2])]}, r"sheets\[0\]\.O: must be a list of length 9"),
        ({"sheets": []}, r"sheets: must be a list of length 1"),
        ({"sheets": [sheet(misses=4)]}, r"phase: .*must be 'over' \(Q8\)"),
        ({"phase": "over"}, r"not over \(Q8\)"),
        ({"phase": "wrote"}, r"'wrote' is not allowed here. Did you mean write\?"),
        ({"dice": {"O": 7}}, r"dice\.O: must be a whole number from 1 to 6, not 7"),
        ({"dice": {"R": 1}}, r"dice: unknown field 'R'"),
        ({"dice": {}}, r"dice: the chosen dice are missing"),
        ({"rolls": 3}, r"rolls: must be a whole number from 1 to 2, not 3"),
        ({"active": 1}, r"active: .* 0 to 0, not 1"),
        ({"pending": []}, r"pending: must be \[0\]"),
        ({"seats": 7}, r"seats: .* 1 to 6, not 7"),
        ({"answers": {"0": "Y1"}}, r"answers\.0: .*\(Q4\)"),
        ({"answers": {"4": "Y1"}}, r"there is no seat '4'"),
        ({"answers": {"0": "O1"}}, r"every seat has already moved"),
        ({"tokens": 1}, r"unknown field 'tokens'"),
        ({"game": "qwixx"}, r"a position of 'qwixx', not of 'qwinto'"),
    ],
)
def test_bad_positions_are_named(change: dict[str, Any], told: str) -> None:
    right = {"seats": 1, "active": 0, "phase": "write", "dice": {"O": 1}, "rolls": 1}
    with pytest.raises(rw.BadPosition, match=told):
        GAME.position({**right, "sheets": [sheet()], **change})


@pytest.mark.parametrize(
    ("dice", "kind", "told"),
    [
        ("Y7 P1", Kind.WRONG_DICE, "Die Y cannot show 7"),
        ("Y0 P1", Kind.WRONG_DICE, "Die Y cannot show 0"),
        ("O3 P1", Kind.WRONG_DICE, "Die O is not being rolled; these are: Y, P"),
        ("Y3", Kind.WRONG_DICE, "missing from the roll: P"),
        ("Y3 Y3", Kind.WRONG_DICE, "Die Y is listed twice"),
        ("six", Kind.UNREADABLE, "'six' is not a valid roll"),
        ("", Kind.UNREADABLE, "'' is not a valid roll"),
    ],
)
def test_bad_rolls_are_named(dice: str, kind: Kind, told: str) -> None:
    state = GAME.start(seats=2).play("roll YP")
    with pytest.raises(IllegalRoll, match=told) as refused:
        state.roll(dice)
    assert refused.value.kind is kind


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        (
            "O3",
            Kind.AGAINST_RULES,
            r"whose die was rolled \(yellow or purple\), not in orange \(Q4\)",
        ),
        ("Y4", Kind.AGAINST_RULES, r"This field already holds 8 \(Q4\)"),
        ("P3", Kind.AGAINST_RULES, r"6 already stands to the right \(Q5\)"),
        ("P9", Kind.AGAINST_RULES, r"11 already stands to the left \(Q5\)"),
        ("keep", Kind.WRONG_MOMENT, r"keep is not possible now. The 9 fits nowhere on your sheet"),
        ("roll O", Kind.WRONG_MOMENT, r"roll O is not possible now"),
        ("Y10", Kind.UNREADABLE, r"'Y10' is not a valid move. Possible moves: pass"),
    ],
)
def test_refused_moves_name_the_rule(text: str, kind: Kind, told: str) -> None:
    state = writing(EMMA, Y=4, P=5)
    with pytest.raises(IllegalMove, match=told) as refused:
        state.play(text)
    assert refused.value.kind is kind
    assert state == writing(EMMA, Y=4, P=5)


@pytest.mark.parametrize("text", ["roll yp", "ROLL PY", "roll p, y", " Roll  P Y "])
def test_notation_is_read_in_any_order_and_case(text: str) -> None:
    assert GAME.start(seats=1).play(text) == GAME.start(seats=1).play("roll YP")


@given(st.integers(1, 6), st.integers(0, 2**64 - 1), st.randoms(use_true_random=False))
def test_always_rows_rise_columns_differ_and_misses_are_counted(
    seats: int, seed: int, random: Any
) -> None:
    state = GAME.start(seats=seats, seed=seed)
    while not state.over:
        if state.chance:
            state = state.roll()
            continue
        seat = random.choice(state.pending)
        state = state.play(random.choice(state.moves(seat)))
        for paper in state.position()["sheets"]:
            for row in "OYP":
                there = [number for number in paper[row] if number]
                assert all(a < b for a, b in pairwise(there))
            assert 0 <= paper["misses"] <= 4


def test_the_prompt_names_the_rows_that_take_the_number() -> None:
    def asked(state: State, seat: int) -> str:
        return state.game.text(state.game.definition.notation.prompt(GAME, state._record, seat))

    state = writing(EMMA, Y=4, P=5)
    fits = {move.text[0] for move in state.moves(0)} & set("OYP")
    assert not fits and asked(state, 0) == "The 9 fits nowhere on your sheet: you take a miss."
    state = writing(EMMA, Y=2, P=6)
    assert {move.text[0] for move in state.moves(0) if move.text != "pass"} == {"P"}
    assert asked(state, 0) == "Write 8 in purple, or pass and take a miss."
