"""Every frozen game replays to the same positions, moves, scores and refusals, event by event."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

import rollwrite as rw
from frozen.cases import SEATS, Case, box, cases
from frozen.recording import games
from frozen.store import FACTS, load

pytestmark = pytest.mark.slow

FROZEN: dict[str, Any] = load(FACTS, "games")
CASES = list(cases())


def test_every_game_is_there() -> None:
    assert [case.name for case in CASES] == list(FROZEN)
    assert sorted({game for game, _ in SEATS}) == sorted(rw.games())
    for (game, variant), seats in SEATS.items():
        assert box(game, variant).seats == seats


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_facts(case: Case) -> None:
    frozen = FROZEN[case.name]
    found = games.facts(case, frozen["log"])
    for number, (old, new) in enumerate(zip(frozen["steps"], found["steps"], strict=True)):
        # In their order: the position, what each seat sees, the record, what can be done.
        assert new == old, f"step {number} of {case.name}"
    assert found == frozen


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_log_is_played_again_by_its_seed(case: Case) -> None:
    log = rw.Log.parse(FROZEN[case.name]["log"])
    state = case.box().start(case.seats, case.seed, case.first)
    for event in log.events:
        if event.seat is None:
            state = state.roll()
        elif event.text == games.TAKE_BACK:
            state = state.game.follow(state, event)
        else:
            state = state.play(event.text, event.seat)
    assert str(state.log) == FROZEN[case.name]["log"]
    assert case.box().replay(FROZEN[case.name]["log"]) == state


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_positions_load(case: Case) -> None:
    frozen = FROZEN[case.name]
    steps = list(games.states(case.box(), rw.Log.parse(frozen["log"])))
    for number, position in frozen["positions"].items():
        assert case.box().position(position) == steps[int(number)]


def test_a_log_that_was_cut_off_loads_as_far_as_it_goes() -> None:
    case = CASES[0]
    text = FROZEN[case.name]["log"]
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        state = case.box().replay(text[: len(text) // 2])
    assert [warning.category for warning in told] == [rw.LogCutShort]
    assert text.startswith(str(state.log).removesuffix("open\n").rstrip())
