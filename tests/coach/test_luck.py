"""Luck averages to nothing, chances are read as they were measured, nobody answers for a bot."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rollwrite as rw
from coach.test_coach import boxes, played, sum_of
from rollwrite.bots import bot
from rollwrite.coach import judge, review
from rollwrite.coach.calibration import calibration_of
from rollwrite.coach.outcomes import SAMPLE, mean_margins, opening_margins, some
from rollwrite.coach.report import text
from rollwrite.errors import BadOption

EDITION = Path(__file__).parents[1] / "frozen" / "files" / "editions" / "own-cards.toml"


@pytest.mark.compiled
@pytest.mark.parametrize("game", ["qwinto", "one_card"])
def test_the_luck_of_all_rolls_of_a_moment_averages_to_zero(game: str) -> None:
    state = rw.game(game).start(2, 4)
    while not state.chance or len(some(state, 0)) == 1:
        state = state.roll() if state.chance else state.play(state.moves(state.pending[0])[-1])
    seen = judge(state.game, compiled=True)
    means = mean_margins(seen, state, 0, SAMPLE)
    assert means[0] == pytest.approx(-means[1]), "of two, one has the luck the other lacks"
    lucks, weights = 0.0, 0
    for event, weight in some(state, 0):
        record = state._record.copy()
        state.game.rules.resolve(record, event)
        lucks += weight * (seen.settled_margins(record)[0] - means[0])
        weights += weight
    assert lucks / weights == pytest.approx(0, abs=1e-9)


def test_of_many_rolls_a_sample_is_fair() -> None:
    """Each face of each die is in it as often as the others, over many samples."""
    state = rw.game("twenty_one").start(2, 1)
    assert len(some(state, 0)) == SAMPLE
    seen = [[0] * 7 for _ in range(6)]
    for number in range(12):
        for event, _ in some(state, number):
            for die, face in enumerate(event):
                seen[die][face] += 1
    for faces in seen:
        assert sum(faces) == 12 * SAMPLE
        assert all(abs(count / sum(faces) - 1 / 6) < 0.02 for count in faces[1:])
    assert some(state, 3) == some(state, 3) != some(state, 4)


@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_a_larger_margin_is_a_better_chance(game: rw.Game) -> None:
    for seats in game.seats:
        known = calibration_of(game, seats)
        for stage in range(16):
            chances = [known.chance(margin / 2, stage) for margin in range(-80, 81)]
            assert chances == sorted(chances) and chances[0] < 0.5 < chances[-1] <= 1
            if seats == 2:
                assert known.chance(3.0, stage) + known.chance(-3.0, stage) == pytest.approx(1)


@pytest.mark.compiled
def test_people_answer_for_their_own_decisions_alone() -> None:
    """A bot played the second half of a game for the first seat."""
    end = played(rw.game("qwinto"), 2, 3)
    events = len(end.log.events)
    own = [place for place, event in enumerate(end.log.events) if event.seat == 0]
    by_bots = [place for place in own if place > events // 2]
    whole, half = review(end), review(end, by_bots=by_bots)
    assert {one.event for one in half.mistakes(0)} == {
        one.event for one in whole.mistakes(0) if one.event <= events // 2
    }
    account = half.accounts[0]
    assert account.errors + account.stand_in == pytest.approx(whole.accounts[0].errors)
    assert account.stand_in > 0 == whole.accounts[0].stand_in
    assert sum_of(account) == pytest.approx(account.final)
    assert half.accounts[1] == pytest.approx(whole.accounts[1])
    assert "bot that stood in" in text(half, ("Ada", "Ben"), "en", (0,))
    # A seat that a bot had from the beginning is judged like any other.
    assert review(end, by_bots=own).mistakes(0) == whole.mistakes(0)


@pytest.mark.parametrize("wrong", [7, None, "x", [10**6], [-1], [1.5], [None]])
def test_what_is_no_place_in_the_log_is_refused(wrong: object) -> None:
    end = played(rw.game("twenty_one"), 2, 1)
    with pytest.raises(BadOption, match="by_bots must be a whole number from 0"):
        review(end, by_bots=wrong)  # type: ignore[arg-type]


@pytest.mark.compiled
def test_no_mistake_is_told_with_two_equal_chances() -> None:
    """Where nothing was left to win, points alone are told."""
    told = text(review(played(rw.game("qwinto"), 2, 2)), ("Ada", "Ben"), "en", (0, 1))
    pairs = re.findall(r"chance of winning (\d+%) instead of (\d+%)", told)
    assert "points better." in told or pairs
    assert all(before != after for before, after in pairs)


@pytest.mark.compiled
def test_a_game_of_another_edition_is_reviewed_by_search_and_says_so() -> None:
    found = review(played(rw.game("one_card", edition=EDITION), 2, 1))
    assert not found.learnt
    for account in found.accounts:
        assert sum_of(account) == pytest.approx(account.final)
    assert "no trained model for this edition" in text(found, ("Ada", "Ben"), "en", (0,))


@pytest.mark.compiled
def test_a_game_alone_is_judged_against_the_goal_of_its_level() -> None:
    """D24: 9 rounds for 48 points, where the first level has 12 rounds for 30."""
    game, goal = rw.game("donnant", variant="solo"), 48
    seen = judge(game, compiled=True)
    easy, end = (game.start(1, 5, level=level) for level in (1, 7))
    expected = opening_margins(seen, end)[0]
    assert opening_margins(seen, easy)[0] > expected + 8, "three more rounds"
    chance = seen.chance(end._record, expected)
    while not end.over:
        end = end.roll() if end.chance else end.play(bot("greedy").choose(end, 0))
    found = review(end)
    account, lost = found.accounts[0], end.scores()[0] < goal
    assert (found.goal, found.chances[-1]) == (goal, (0.0 if lost else 1.0,))
    assert account.start == expected, "the level is known before a card is dealt"
    assert found.chances[0] == (chance,)
    assert sum_of(account) == pytest.approx(account.final) == end.scores()[0]
    told = text(found, ("Ada",), "en", (0,))
    assert f"against the goal of {goal}" in told
    figures = [float(one.replace("−", "-")) for one in re.findall(r"  ([+−][\d.]+)\n", told)]
    assert figures[-1] == end.scores()[0] - goal
    assert sum(figures[:-1]) == pytest.approx(figures[-1], abs=0.3)
