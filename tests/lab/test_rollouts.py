"""Positions that are played out: the same to the bit however they run, and nothing peeked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from rollwrite.play.visibility import known_to

EDITIONS = Path(__file__).parent.parent / "frozen" / "files" / "editions"
LOGS = Path(__file__).parent.parent / "frozen" / "files" / "logs"


def late(events: int = 9) -> rw.State:
    """A finished game of Twenty One as it stood some decisions before its end."""
    log = rw.Log.parse((LOGS / "twenty_one.log").read_text(encoding="utf-8"))
    state = rw.game("twenty_one").start(log.seats, log.seed, log.first, **log.options)
    for number, event in enumerate(log.events[:-events], 1):
        state = state.game.follow(state, event, number)
    while state.chance:
        state = state.roll()
    return state


@pytest.mark.compiled
def test_compiled_and_interpreted_games_agree() -> None:
    state = late()
    seat = state.pending[0]
    found = rw.lab.rollouts(state, seat, games=11, seed=5)
    assert found.json() == rw.lab.rollouts(state, seat, games=11, seed=5, compiled=False).json()
    assert found.json() == rw.lab.rollouts(state, seat, games=11, seed=5, workers=1).json()
    assert found.json() != rw.lab.rollouts(state, seat, games=11, seed=6).json()
    assert (found.games, len(found.moves)) == (11, len(state.moves(seat)))


def test_moves_are_told_best_first_and_the_best_is_behind_nothing() -> None:
    found = rw.lab.rollouts(late(), late().pending[0], games=3, compiled=False)
    margins = [one.margin.value for one in found.moves]
    assert margins == sorted(margins, reverse=True)
    assert found.moves[0].behind == (0, 0, 0)
    for one in found.moves:
        assert one.behind.value == pytest.approx(margins[0] - one.margin.value)
        assert 0 <= one.chance.low <= one.chance.value <= one.chance.high <= 1
    assert "experts in all seats" in str(found)


def test_what_others_have_answered_is_not_used() -> None:
    state = rw.game("qwinto").start(2, seed=8).play("roll YP").roll().play("keep")
    one, two = (state.play(move, 0) for move in state.moves(0)[:2])
    assert one != two
    assert known_to(one, 1) == known_to(two, 1) == state
    assert known_to(one, 0) == one, "one's own answer is known"
    hidden = rw.game("donnant").start(2, seed=8)
    while hidden.chance:
        hidden = hidden.roll()
    assert known_to(hidden, 0).position(0) == hidden.position(0)
    assert known_to(hidden, 0) != hidden, "the other hand is made up"


def test_a_time_limit_ends_early_and_keeps_what_was_played() -> None:
    found = rw.lab.rollouts(late(), late().pending[0], games=1000, seconds=1e-9, compiled=False)
    assert found.games == 1
    assert "1,000" in str(found)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"games": 0}, "games must be a whole number from 1 to"),
        ({"seconds": 0}, "seconds must be more than 0 and at most 86400, not 0"),
        ({"seconds": True}, "not True"),
        ({"seed": -1}, "not -1"),
        ({"workers": 0}, "workers must be a whole number"),
    ],
)
def test_bad_input_is_named(given: dict[str, Any], told: str) -> None:
    with pytest.raises(rw.BadOption, match=told):
        rw.lab.rollouts(late(), late().pending[0], **given)


def test_only_decisions_of_a_game_with_a_model_are_played_out() -> None:
    start = rw.game("twenty_one").start(2, seed=1)
    with pytest.raises(rw.IllegalMove, match="Roll first"):
        rw.lab.rollouts(start)
    with pytest.raises(rw.IllegalMove, match="Several seats"):
        rw.lab.rollouts(start.roll().play("keep"))
    own = rw.game("one_card", edition=EDITIONS / "own-cards.toml").start(2, seed=1)
    while own.chance:
        own = own.roll()
    with pytest.raises(rw.BadOption, match="has no trained model here"):
        rw.lab.rollouts(own, own.pending[0], games=1)
    with pytest.raises(rw.BadOption, match="needs a state"):
        rw.lab.rollouts("qwinto")  # type: ignore[arg-type]
