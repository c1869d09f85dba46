"""Twenty One rule by rule: examples named after the rules of the specification."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rollwrite as rw
from rollwrite import IllegalMove, IllegalRoll, Kind, State
from rollwrite.games.optional import OptionalNotation
from rollwrite.server.tables.queries import why_not

GAME = rw.game("twenty_one")
EMPTY: list[int | None] = [None] * 6
FULL = [
    [6, 5, 4, 3, 2, 1],
    [5, 4, 4, 3, 3, 1],
    [6, 5, 3, 2, 2, 1],
    [5, 4, 4, 2, 2, 1],
    [4, 4, 3, 3, 2, 1],
]
EXAMPLE_1 = {"R": 1, "Y": 4, "G": 2, "B": 3, "W": 4, "K": 1}


def sheet(letter: str, *rows: list[Any]) -> dict[str, Any]:
    return {"sheet": letter, "rows": [*rows, *[EMPTY] * (5 - len(rows))]}


def at(phase: str, *sheets: Any, dice: dict[str, int], rolls: int = 1, active: int = 0) -> State:
    position = {"seats": len(sheets), "active": active, "phase": phase, "rolls": rolls}
    return GAME.position({**position, "dice": dice, "sheets": list(sheets)})


def test_t1_every_seat_has_a_different_sheet() -> None:
    position = GAME.start(seats=6).position()
    assert [paper["sheet"] for paper in position["sheets"]] == list("ABCDEF")
    position = GAME.start(seats=3, sheets="CAf", first=2).position()
    assert [paper["sheet"] for paper in position["sheets"]] == ["C", "A", "F"]
    assert position["active"] == 2


@pytest.mark.parametrize("letters", ["AA", "A", "AG", "ABC", 7])
def test_t1_other_sheets_are_refused(letters: Any) -> None:
    with pytest.raises(rw.BadOption, match="2 different letters from ABCDEF"):
        GAME.start(seats=2, sheets=letters)


def test_t1_the_sheets_are_in_the_log() -> None:
    state = GAME.start(seats=2, seed=5, sheets="DB")
    assert "sheets: DB" in str(state.log)
    assert GAME.replay(str(state.log)) == state


@pytest.mark.parametrize("letter", "ABCDEF")
def test_sheets_hold_every_colour_once_in_each_row(letter: str) -> None:
    rows = GAME.rules.PLACES[GAME.rules.LETTERS.index(letter)]
    assert all(sorted(row) == list(range(6)) for row in rows)


def test_sheets_show_six_different_colours_at_each_place() -> None:
    for row in range(5):
        for die in range(6):
            assert len({model[row][die] for model in GAME.rules.PLACES}) == 6


def test_t2_all_six_dice_are_rolled_then_kept_or_rerolled_once() -> None:
    state = GAME.start(seats=2)
    assert state.chance == ("roll", tuple("RYGBWK"))
    state = state.roll("R6 Y4 G3 B3 W1 K1")
    assert state.pending == (0,)
    assert [str(move) for move in state.moves()] == ["keep", "reroll"]
    state = state.play("reroll")
    assert state.chance == ("roll", ("R", "Y", "G", "B")), "example 3: the two 1s stay"
    state = state.roll("R2 Y2 G2 B2")
    assert state.position()["dice"] == {"R": 2, "Y": 2, "G": 2, "B": 2, "W": 1, "K": 1}
    assert state.position()["phase"] == "write"


def test_t2_with_six_ones_keep_is_the_only_move() -> None:
    state = GAME.start(seats=1).roll("R1 Y1 G1 B1 W1 K1")
    assert [str(move) for move in state.moves()] == ["keep"]
    with pytest.raises(IllegalMove, match="1s cannot be rerolled") as refused:
        state.play("reroll")
    assert refused.value.rule == "T2"


def test_t3_numbers_or_a_cross_never_both() -> None:
    state = at("write", sheet("A"), dice=EXAMPLE_1)
    moves = [str(move) for move in state.moves()]
    assert moves[0] == "cross"
    assert len(moves) == 1 + (2**5 - 1), "any of R Y G B K, at least one"
    assert state.play("write RB").position()["sheets"][0]["rows"][0] == [
        1,
        None,
        None,
        3,
        None,
        None,
    ]


def test_t3_everybody_fills_his_own_current_row() -> None:
    state = at("write", sheet("A", FULL[0]), sheet("B", [None] * 5 + [1]), dice=EXAMPLE_1)
    state = state.play("write B", 1).play("write G", 0)
    rows = [paper["rows"] for paper in state.position()["sheets"]]
    assert rows[0][1] == [None, 2, None, None, None, None]
    assert rows[1][0] == [3, None, None, None, None, 1]


@pytest.mark.parametrize(
    ("colours", "legal"),
    [("K", True), ("B", True), ("Y", True), ("R", True), ("G", True), ("W", False)],
)
def test_t4_a_die_is_at_most_the_printed_number(colours: str, legal: bool) -> None:
    state = at("write", sheet("A"), dice=EXAMPLE_1)
    assert (f"write {colours}" in map(str, state.moves())) is legal


def test_t4_a_filled_field_takes_nothing() -> None:
    state = at("write", sheet("A", [1, 0, 0, 0, 0, None]), dice=EXAMPLE_1)
    for colour, told in (
        ("R", r"red field .* already taken \(T4\)"),
        ("W", r"white field .* already taken \(T4\)"),
    ):
        with pytest.raises(IllegalMove, match=told) as refused:
            state.play(f"write {colour}")
        assert refused.value.rule == "T4"


def test_t5_a_cross_takes_the_leftmost_empty_field_and_no_hit() -> None:
    row = [5, None, None, 3, None, None]
    state = at("write", sheet("A", row), dice=dict.fromkeys("RYGBWK", 6))
    assert [str(move) for move in state.moves()] == ["cross"]
    after = state.play("cross")
    assert after.position()["sheets"][0]["rows"][0] == [5, 0, None, 3, None, None]
    assert after.scores() == state.scores()


@pytest.mark.parametrize(
    ("letter", "row", "points"),
    [
        ("E", [5, 0, 4, 2, 2, 1], 20),  # example 2: 14 and three hits
        ("F", [6, 4, 4, 2, 2, 1], 29),  # example 4: 19 and four hits
        ("A", [6, 5, 4, 3, 2, 1], 42),
        ("A", [0, 0, 0, 0, 0, 0], 0),
        ("A", [1, 1, 1, 1, 1, 0], 5),
    ],
)
def test_t6_a_full_row_scores_its_numbers_and_the_bonus_for_hits(
    letter: str, row: list[int], points: int
) -> None:
    state = at("keep", sheet(letter, row), dice=EXAMPLE_1)
    assert state.scores() == (points,)
    assert sum(line.points for line in state.tally(0)) == points


def test_t6_the_next_row_starts_next_turn() -> None:
    state = at("write", sheet("A", [6, 5, 4, 3, 2, None]), dice=EXAMPLE_1).play("write K")
    rows = state.position()["sheets"][0]["rows"]
    assert rows[:2] == [[6, 5, 4, 3, 2, 1], EMPTY]
    state = state.roll("R1 Y1 G1 B1 W1 K1").play("keep")
    assert state.play("write R").position()["sheets"][0]["rows"][1][4] == 1


def test_t7_the_fifth_row_ends_the_game_and_others_score_as_they_stand() -> None:
    last = [4, 4, 3, 3, 2, None]  # sheet A, row 5: the green field is left
    state = at(
        "write",
        sheet("A", *FULL[:4], last),
        sheet("B", [6, 2, 1, 1, 1, None]),
        dice=dict.fromkeys("RYGBWK", 1),
    )
    state = state.play("write G", 0)
    assert not state.over, "the others still use the roll"
    state = state.play("cross", 1)
    assert state.over
    assert state.scores() == (200, 6 + 2 + 1 + 1 + 1 + 1)
    assert state.winners() == (0,)


def test_t7_the_best_possible_score_is_200() -> None:
    state = at("over", sheet("C", *FULL), dice=EXAMPLE_1)
    assert state.scores() == (200,)


def test_t7_equal_totals_share_the_victory() -> None:
    state = at(
        "over", sheet("A", *FULL), sheet("B", *FULL), sheet("C", [1] * 5 + [None]), dice=EXAMPLE_1
    )
    assert state.winners() == (0, 1)


def test_the_position_of_the_specification() -> None:
    position = {
        "game": "twenty_one", "seats": 2, "active": 0, "phase": "write", "rolls": 1,
        "pending": [0, 1], "dice": EXAMPLE_1, "sheets": [sheet("A"), sheet("B")],
    }  # fmt: skip
    assert GAME.position(position).position() == position
    answered = GAME.position(position).play("write KB", 1)
    assert answered.position()["answers"] == {"1": "write BK"}
    assert "answers" not in answered.position(seat=0)
    assert GAME.position(answered.position()) == answered


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"sheets": [sheet("A", [7, *EMPTY[1:]])]}, r"rows\[0\]\[0\]: must be .* 0 to 6, not 7"),
        ({"sheets": [sheet("A", EMPTY, [1, *EMPTY[1:]])]}, r"row 2 has entries, but row 1"),
        ({"sheets": [sheet("G")]}, r"sheets\[0\]\.sheet: 'G' is not allowed"),
        ({"sheets": [sheet("A", *FULL)]}, r"must be 'over' \(T7\)"),
        ({"sheets": [sheet("A", [1, 2])]}, r"must be a list of length 6"),
        ({"phase": "over"}, r"not over \(T7\)"),
        ({"dice": {**EXAMPLE_1, "R": 7}}, r"dice\.R: .* 0 to 6, not 7"),
        ({"dice": {**EXAMPLE_1, "R": 0}}, r"every die shows 1 to 6"),
        ({"phase": "roll", "rolls": 1}, r"locked dice show 1"),
        ({"phase": "roll", "rolls": 0}, r"every die must be 0"),
        ({"seats": 2, "sheets": [sheet("A"), sheet("A")]}, r"sheet A is already taken.*\(T1\)"),
        ({"answers": {"0": "write W"}}, r"answers\.0: The white 4 is higher than the 2"),
    ],
)
def test_bad_positions_are_named(change: dict[str, Any], told: str) -> None:
    right = {"seats": 1, "active": 0, "phase": "write", "dice": EXAMPLE_1, "rolls": 1}
    with pytest.raises(rw.BadPosition, match=told):
        GAME.position({**right, "sheets": [sheet("A")], **change})


@pytest.mark.parametrize(
    ("dice", "told"),
    [
        ("R7 Y1 G1 B1", "Die R cannot show 7"),
        ("R1 Y1 G1 B1 W1", "Die W is not being rolled; these are: R, Y, G, B"),
        ("R1 Y1 G1", "missing from the roll: B"),
    ],
)
def test_bad_rolls_are_named(dice: str, told: str) -> None:
    state = GAME.start(seats=1).roll("R6 Y4 G3 B3 W1 K1").play("reroll")
    with pytest.raises(IllegalRoll, match=told) as refused:
        state.roll(dice)
    assert refused.value.kind is Kind.WRONG_DICE


@pytest.mark.parametrize("text", ["write kb", "WRITE BK", "write B, K", " write  b k"])
def test_notation_is_read_in_any_order_and_case(text: str) -> None:
    state = at("write", sheet("A"), dice=EXAMPLE_1)
    assert state.play(text) == state.play("write BK")


@given(st.integers(1, 6), st.integers(0, 2**64 - 1), st.randoms(use_true_random=False))
def test_always_numbers_fit_and_rows_fill_from_the_top(seats: int, seed: int, random: Any) -> None:
    state = GAME.start(seats=seats, seed=seed)
    before = state.scores()
    while not state.over:
        if state.chance:
            state = state.roll()
            continue
        state = state.play(random.choice(state.moves(random.choice(state.pending))))
        for paper in state.position()["sheets"]:
            full = [None not in row for row in paper["rows"]]
            assert full == sorted(full, reverse=True)
        assert all(new >= old for new, old in zip(state.scores(), before, strict=True))
        before = state.scores()


def test_a_die_stands_for_its_field_and_says_why_it_does_not_fit() -> None:
    state = at("write", sheet("A"), dice={"R": 6, "Y": 6, "G": 4, "B": 1, "W": 6, "K": 2})
    aliases = OptionalNotation.of(state.game.definition.notation).aliases
    found = aliases(state.game, state._record, 0)
    assert found == {f"die-{colour}": f"1{colour}" for colour in "RYGBWK"}
    said = {colour: why_not(state, 0, f"die-{colour}") for colour in "RYGBWK"}
    assert said["R"] is said["G"] is said["B"] is None
    assert said["Y"] == "The yellow 6 is higher than the 5 printed in its field."
    keep = at("keep", sheet("A"), dice=EXAMPLE_1)
    assert aliases(keep.game, keep._record, 0) == {}
