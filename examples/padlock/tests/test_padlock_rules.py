"""The rules of Padlock by example."""

from __future__ import annotations

import pytest

import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.testing import check_game

GAME = "padlock"


def after(*events: str, seats: int = 1) -> rw.State:
    """The state after rolls and moves: "W1 X2 …" is a roll, "0 R3" a move of seat 0."""
    state = rw.game(GAME).start(seats)
    for event in events:
        seat, _, move = event.partition(" ")
        state = state.play(move, int(seat)) if seat.isdigit() else state.roll(event)
    return state


def moves(state: rw.State, seat: int = 0) -> list[str]:
    return [move.text for move in state.moves(seat)]


def crosses(*places: str) -> list[str]:
    """Turns of one seat in which the white dice bring these red places."""
    rolls = {2: "W1 X1", 3: "W1 X2", 4: "W2 X2", 5: "W2 X3", 6: "W3 X3", 12: "W6 X6"}
    found = []
    for place in places:
        found += [f"{rolls[int(place[1:])]} R1 Y1 G1 B1", f"0 {place}", "0 pass"]
    return found


def test_p1_two_rows_rise_and_two_fall() -> None:
    assert moves(after("W1 X1 R1 Y1 G1 B1")) == ["R2", "Y2", "pass"]  # the last of the others
    assert moves(after("W6 X6 R1 Y1 G1 B1")) == ["G12", "B12", "pass"]


def test_p3_everybody_shares_the_white_dice_and_the_active_seat_goes_on() -> None:
    state = after("W3 X4 R1 Y1 G1 B1", "1 R7", seats=2)
    assert state.pending == (0,)
    assert "answers" not in state.position(0)
    state = state.play("pass", 0)
    assert state.pending == (0,)
    assert moves(state) == ["R4", "R5", "Y4", "Y5", "G5", "G4", "B5", "B4", "pass"]


def test_p4_rows_are_crossed_from_left_to_right() -> None:
    state = after(*crosses("R4"), "W1 X2 R1 Y1 G1 B1")
    with pytest.raises(rw.IllegalMove, match="from left to right") as refused:
        state.play("R3")
    assert refused.value.rule == "P4"


def test_p5_the_last_number_needs_five_crosses() -> None:
    with pytest.raises(rw.IllegalMove, match="You need 5 crosses"):
        after(*crosses("R2", "R3", "R4", "R5"), "W6 X6 R1 Y1 G1 B1").play("R12")
    five = crosses("R2", "R3", "R4", "R5", "R6")
    assert "R12" in moves(after(*five, "W6 X6 R1 Y1 G1 B1"))


def test_p6_a_lock_takes_the_die_away_and_counts_as_a_cross() -> None:
    state = after(*crosses("R2", "R3", "R4", "R5", "R6", "R12"))
    assert state.chance is not None and "R" not in state.chance.what
    assert state.scores() == (7 * 8 // 2,)
    with pytest.raises(rw.IllegalMove, match="locked"):
        state.roll("W1 X1 Y1 G1 B1").play("R2")


def test_p6_and_p7_four_faults_end_the_game() -> None:
    state = after(*["W1 X1 R1 Y1 G1 B1", "0 pass", "0 pass"] * 4)
    assert state.over
    assert state.scores() == (-20,)


def test_a_bot_plays_it() -> None:
    state = rw.game(GAME).start(3, seed=1)
    while not state.over:
        seat = state.pending[0] if state.pending else 0
        state = state.roll() if state.chance else state.play(bot("greedy").choose(state, seat))
    assert state.winners()


def test_it_keeps_every_promise_of_a_game() -> None:
    check_game(rw.game(GAME))
