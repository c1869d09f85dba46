"""The coach: figures that add up, hints that can be played, refusals that say why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.coach import Account, Review, hint, judge, review
from rollwrite.coach.course import SMALL
from rollwrite.coach.page import page
from rollwrite.coach.report import portraits, text
from rollwrite.coach.review import MUCH
from rollwrite.play.log import Log

NAMES = ("Ada", "<b>Ben</b>", "Cleo", "Dov")


def boxes() -> list[rw.Game]:
    """Every game in every variant."""
    return [
        rw.game(name, variant=variant)
        for name in rw.games()
        for variant in rw.game(name).definition.variants or (None,)
    ]


def played(game: rw.Game, seats: int, seed: int, *, back: bool = False) -> rw.State:
    """A game between greedy bots; if so wished, each takes its first decision back once."""
    state = game.start(seats, seed)
    while not state.over:
        if state.chance:
            state = state.roll()
            continue
        seat = state.pending[0]
        move = bot("greedy").choose(state, seat)
        if back and len(state.moves(seat)) > 1:
            back = False
            other = next(given for given in state.moves(seat) if given != move)
            state = state.play(other)
            if not state.chance:
                state = state.take_back(seat)
        if seat in state.pending:
            state = state.play(bot("greedy").choose(state, seat))
    return state


def sum_of(account: Account) -> float:
    """What the figures of a seat add up to."""
    gained = account.start + account.luck + account.others + account.unforeseen
    return gained - account.errors - account.stand_in


@pytest.fixture(scope="module", params=boxes(), ids=repr)
def reviewed(request: pytest.FixtureRequest) -> Review:
    """Of a game in which every other move is the best: what costs points is played out for long."""
    game: rw.Game = request.param
    seen = judge(game, compiled=True)
    state = game.start(2 if 2 in game.seats else 1, 5)
    while not state.over:
        if state.chance:
            state = state.roll()
        elif len(state.log.events) % 2:
            state = state.play(bot("greedy").choose(state, state.pending[0]))
        else:
            rated = seen.rate(state, state.pending[0])
            state = state.play(max(rated, key=lambda worth: worth.margin).move)
    return review(state)


@pytest.mark.compiled
def test_the_figures_of_a_seat_make_its_result(
    reviewed: Review,
) -> None:
    for seat, account in enumerate(reviewed.accounts):
        assert sum_of(account) == pytest.approx(account.final, abs=1e-6)
        scores = reviewed.state.scores()
        others = [points for other, points in enumerate(scores) if other != seat]
        assert account.final == scores[seat] - max(others, default=0)
        assert account.errors >= 0


@pytest.mark.compiled
def test_the_luck_of_all_that_is_dealt_first_is_told_once(reviewed: Review) -> None:
    """Cards are worth what they are only once all lie: then all of it is luck."""
    events = reviewed.state.log.events
    first = next(place for place, event in enumerate(events) if event.seat is not None)
    dealt = [fall for fall in reviewed.falls if fall.event < first]
    assert not any(any(fall.luck) for fall in dealt[:-1])
    assert not dealt or any(dealt[-1].luck)


@pytest.mark.compiled
def test_free_decisions_are_graded_and_no_others(reviewed: Review) -> None:
    for choice in reviewed.decisions:
        assert len(choice.state.moves(choice.seat)) > 1
        assert choice.loss >= 0 and choice.best.margin >= choice.chosen.margin
        assert choice.games or choice.loss < SMALL or not reviewed.learnt, "it was played out"
        assert choice.chosen.move.text == reviewed.state.log.events[choice.event].text
    for seat in range(reviewed.state.seats):
        worst = reviewed.worst(seat)
        assert len(worst) <= 3
        assert all(choice.mistake and choice.seat == seat for choice in worst)


@pytest.mark.compiled
def test_every_event_has_a_chance_and_the_end_is_certain(reviewed: Review) -> None:
    assert len(reviewed.chances) == len(reviewed.state.log.events) + 1
    if reviewed.state.seats > 1:
        assert all(sum(row) == pytest.approx(1) for row in reviewed.chances)
    winners = reviewed.state.winners()
    for seat, chance in enumerate(reviewed.chances[-1]):
        assert chance == (1 / len(winners) if seat in winners else 0)


@pytest.mark.compiled
def test_the_choice_that_mattered_most_was_the_best_by_most(reviewed: Review) -> None:
    for seat in range(reviewed.state.seats):
        own = [one for one in reviewed.decisions if one.seat == seat]
        assert all(one.loss == 0 for one in own if one.second)
        assert all((one.chosen == one.best) == (one.second is not None) for one in own)
        most = max(one.lead for one in own)
        found = reviewed.finest(seat)
        assert (found.lead if found else 0) == (most if most >= MUCH else 0)


@pytest.mark.compiled
def test_a_seat_has_a_chance_for_every_turn(reviewed: Review) -> None:
    names = ["Anna"] * reviewed.state.seats
    turns = sum(event.opens_turn for event in reviewed.state.log.events)
    for one in portraits(reviewed, names, "en"):
        assert len(one.chances) == turns + 1
        assert one.chances[0] == reviewed.chances[0][one.seat]
        assert one.chances[-1] == reviewed.chances[-1][one.seat]
        told = [lesson.turn for lesson in one.lessons]
        told += [one.finest.turn] if one.finest else []
        assert all(0 < turn < len(one.chances) for turn in told)


@pytest.mark.compiled
def test_the_report_tells_it_in_every_language(reviewed: Review) -> None:
    seats = range(reviewed.state.seats)
    for language in ("en", "fr", "de"):
        told = text(reviewed, NAMES, language, seats)
        assert all(name in told for name in NAMES[: len(seats)])
        whole = page(reviewed, NAMES[: len(seats)], language, seats)
        assert whole.startswith("<!doctype html>")
        assert "<script" not in whole and "<b>Ben" not in whole
        assert not re.search(r'(src|href)="(?!#)', whole), "the page needs nothing else"


@pytest.mark.compiled
@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_a_hint_is_the_best_of_the_moves(game: rw.Game) -> None:
    state = game.start(game.seats[-1], 3)
    while not state.pending:
        state = state.roll()
    found = hint(state, state.pending[0], compiled=True)
    assert sorted(worth.move.text for worth in found.worths) == sorted(
        move.text for move in state.moves(state.pending[0])
    )
    assert found.best == max(found.worths, key=lambda worth: worth.margin)
    assert found.why.endswith(".")
    state.play(found.best.move)


@pytest.mark.compiled
def test_what_was_taken_back_is_not_graded() -> None:
    end = played(rw.game("twenty_one"), 2, 3, back=True)
    back = [place for place, event in enumerate(end.log.events) if event.text == "take back"]
    assert len(back) == 1
    found = review(end)
    assert len(found.chances) == len(end.log.events) + 1 - 2, "neither the decision nor its end"
    assert not {back[0], back[0] - 1} & {choice.event for choice in found.decisions}
    account = found.accounts[0]
    assert sum_of(account) == pytest.approx(account.final, abs=1e-6)


def test_a_game_that_is_not_over_is_not_reviewed() -> None:
    with pytest.raises(rw.BadLog, match="Only finished games can be reviewed"):
        review(rw.game("qwinto").start(2, 1))


def test_a_position_that_is_over_has_no_hints() -> None:
    end = played(rw.game("twenty_one"), 2, 1)
    with pytest.raises(rw.IllegalMove, match="over"):
        hint(end, 0)
    with pytest.raises(rw.IllegalMove, match="over"):
        judge(end.game).rate(end, 0)


def test_a_log_that_was_cut_off_is_refused_by_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from rollwrite.cli.main import main

    whole = str(played(rw.game("qwinto"), 2, 1).log)
    cut = tmp_path / "cut.log"
    cut.write_text(whole[: len(whole) // 2])
    assert Log.parse(cut.read_text()).cut_at
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["rollwrite", "review", str(cut), "-l", "en"])
        with pytest.raises(SystemExit) as stopped:
            main()
    assert stopped.value.code == 2
    assert "Only finished games can be reviewed" in capsys.readouterr().err


@pytest.mark.compiled
def test_alone_and_solved_nothing_remains() -> None:
    """Twenty One for one seat is solved: luck and errors explain every point."""
    account = review(played(rw.game("twenty_one"), 1, 7)).accounts[0]
    assert account.start == pytest.approx(132.108, abs=0.01)
    assert account.others == 0
    assert abs(account.unforeseen) < 4, "what is left is the error of the samples of rolls"
