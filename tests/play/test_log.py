"""Logs: the readable text form, there and back, and what is wrong with a bad one."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rollwrite as rw

GAME = rw.game("qwinto")
TEXT = """\
rollwrite log 1
game: qwinto
seats: 2
first: 0
seed: 42

1. 0 roll YP; [Y4 P5]; 0 keep; 1 pass; 0 Y3
2. 1 roll O; [O2]; 1 reroll; [O6]; 0 O3; 0 take back; 0 O4; 1 O2
open
"""


def test_the_text_form_round_trips() -> None:
    state = GAME.replay(TEXT)
    assert str(state.log) == TEXT
    assert rw.Log.parse(TEXT) == state.log
    assert state.pending == (0,)


def test_a_replayed_game_rolls_on_as_the_original_would() -> None:
    state = GAME.start(seats=2, seed=42).play("roll YP").roll().play("reroll")
    assert GAME.replay(str(state.log)).roll() == state.roll()


def test_a_game_from_a_position_keeps_it_in_its_log() -> None:
    middle = GAME.replay(TEXT).take_back()
    state = GAME.position(middle.position(), seed=5).play("O2", 1).play("roll P").roll()
    assert GAME.replay(str(state.log)) == state
    assert rw.Log.parse(str(state.log)) == state.log


@given(st.integers(0, len(TEXT) - 1))
def test_a_log_cut_off_anywhere_loads_up_to_there_and_says_so(length: int) -> None:
    cut = TEXT[:length]
    if length < TEXT.index("\n\n") + 2:
        with pytest.raises(rw.BadLog):
            GAME.replay(cut)
        return
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        state = GAME.replay(cut)
    whole = GAME.replay(TEXT).log.events
    assert state.log.events == whole[: len(state.log.events)]
    complete = cut.rstrip().endswith("open")
    assert bool(told) is not complete
    if told:
        assert told[0].category is rw.LogCutShort
        assert f"events loaded: {len(state.log.events)}" in str(told[0].message)


def test_a_cut_event_is_never_taken_for_a_whole_one() -> None:
    game = rw.game("twenty_one")
    text = str(game.start(1, seed=3).roll().play("keep").play("write GBW").log)
    with pytest.warns(rw.LogCutShort):
        state = game.replay(text[: text.index("write GBW") + len("write GB")])
    assert state.log.events[-1].text == "keep"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("rollwrite log 1", "qwinto log", "The first line of a log is 'rollwrite log 1', not"),
        ("seats: 2", "seats 2", "must have the form 'name: value', not 'seats 2'"),
        ("seats: 2\n", "", "The header of the log has no valid 'seats'"),
        ("seats: 2", "seats: 9", "seats must be a whole number from 1 to 6, not 9"),
        ("seed: 42", "seed: x", "seed in the header of the log must be a whole number"),
        ("game: qwinto", "game: twenty_one", "a log of 'twenty_one', not of 'qwinto'"),
        ("[Y4 P5]", "Y4 P5", "Line 7 of the log: 'Y4 P5' is neither a move"),
        (
            "[Y4 P5]",
            "[Y4 P7]",
            r"Event 2 of the log, \[Y4 P7\], is not allowed: Die P cannot show 7",
        ),
        ("[Y4 P5]", "[Y4 O5]", "Die O is not being rolled"),
        ("0 Y3", "0 O3", r"Event 5 of the log, 0 O3, is not allowed: .*\(Q4\)"),
        ("1 pass", "7 pass", "There is no seat 7"),
        ("open", "over: 3 x", "must list the final scores"),
        ("open", "over: 3 1", "ends with the scores 3, 1"),
        ("seed: 42", "colour: 3", "qwinto has no option 'colour'"),
    ],
)
def test_bad_logs_are_named(old: str, new: str, told: str) -> None:
    with pytest.raises(rw.RollwriteError, match=told):
        GAME.replay(TEXT.replace(old, new))
