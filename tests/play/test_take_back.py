"""Taking back, as the architecture defines it."""

from __future__ import annotations

import pytest

import rollwrite as rw
from rollwrite import IllegalMove, Kind

GAME = rw.game("qwinto")


def refused(state: rw.State, seat: int | None, told: str) -> None:
    with pytest.raises(IllegalMove, match=told) as reason:
        state.take_back(seat)
    assert reason.value.kind is Kind.NO_TAKE_BACK


def window() -> rw.State:
    """Three seats may write a 3."""
    return GAME.start(seats=3).play("roll O").roll("O3").play("keep")


def test_an_answer_in_an_open_window_even_after_others_have_answered() -> None:
    state = window().play("O1", 0).play("O2", 1)
    assert state.take_back(0) == window().play("O2", 1)
    assert state.take_back(0).pending == (0, 2)
    assert state.take_back(0).play("O5", 0) == window().play("O5", 0).play("O2", 1)


def test_not_once_the_others_answers_have_been_revealed() -> None:
    """Not even by whoever has answered last; only all together, who hide nothing."""
    state = window().play("O1", 0).play("O2", 1).play("O3", 2)
    assert state.pending == (1,), "the next turn has begun"
    refused(state, 2, "answers have been revealed")
    assert state.take_back() == window().play("O1", 0).play("O2", 1)


def test_the_last_decision_also_after_its_window_has_closed_where_nobody_else_answered() -> None:
    state = GAME.start(seats=1).play("roll O").roll("O3").play("keep").play("O1")
    assert state.pending == (0,), "the next turn has begun"
    assert state.take_back(0) == state.take_back()


def test_logs_from_before_this_rule_replay() -> None:
    state = window().play("O1", 0).play("O2", 1).play("O3", 2)
    old = str(state.log).replace("2 O3", "2 O3; 2 take back; 2 O4")
    assert GAME.replay(old) == window().play("O1", 0).play("O2", 1).play("O4", 2)


def test_not_after_the_window_has_closed_and_somebody_else_has_decided() -> None:
    refused(window().play("O1", 0).play("O2", 1).play("O3", 2), 0, "another seat has moved")


def test_never_past_a_roll() -> None:
    state = GAME.start(seats=2).play("roll O").roll("O3")
    refused(state, 0, "Seat 0 has nothing to undo since the last roll")
    refused(state, None, "There is nothing to undo since the last roll")


def test_step_by_step_back_to_the_last_roll() -> None:
    rolled = GAME.start(seats=1).play("roll O").roll("O3")
    state = rolled.play("keep").play("O1").play("roll YP")
    assert state.take_back().take_back().take_back() == rolled
    refused(state.take_back().take_back().take_back(), 0, "nothing to undo since")


def test_a_choice_of_dice_until_they_are_rolled() -> None:
    start = GAME.start(seats=2)
    assert start.play("roll O").take_back(0) == start


def test_it_stands_in_the_log_and_replays() -> None:
    state = window().play("O1", 0).play("O2", 1).take_back(0).play("O4", 0)
    assert "0 O1; 1 O2; 0 take back; 0 O4" in str(state.log)
    assert GAME.replay(str(state.log)) == state


def test_only_seats_of_the_game() -> None:
    with pytest.raises(IllegalMove, match="There is no seat 3"):
        window().take_back(3)
