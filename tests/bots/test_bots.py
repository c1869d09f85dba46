"""Bots: legal, reproducible, the same interpreted and compiled, greedy where it counts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import rollwrite as rw
from rollwrite.bots import LEVELS, Bot, UnknownBot, bot, model, names, prepare
from rollwrite.bots.precompile import all_games, prepare_each
from rollwrite.kernel import evaluate
from rollwrite.kernel.object_cache import NotCompiled, only_cached

EDITIONS = Path(__file__).parent.parent / "frozen" / "files" / "editions"


def played(game: rw.Game, seats: int, seed: int, bots: list[Bot]) -> rw.State:
    """A whole game between bots, by the public API."""
    state = game.start(seats, seed)
    while not state.over:
        if state.chance:
            state = state.roll()
        else:
            seat = state.pending[0]
            state = state.play(bots[seat].choose(state, seat))
    return state


@pytest.mark.slow
@pytest.mark.parametrize("game", all_games(), ids=repr)
def test_bots_play_every_game_to_its_end_and_the_same_way_again(game: rw.Game) -> None:
    seats = game.seats[-1]
    bots = [bot(names()[seat % len(names())]) for seat in range(seats)]
    state = played(game, seats, 7, bots)
    assert state.log == played(game, seats, 7, bots).log


@pytest.mark.compiled
@pytest.mark.parametrize("game", all_games(), ids=repr)
def test_greedy_scores_more_than_random(game: rw.Game) -> None:
    """At one table where there can be one; alone, over the same dice."""
    if 2 in game.seats:
        found = rw.lab.simulate(game, "greedy,random", games=1500, seed=1)
        greedy, random = (slot.share() for slot in found.summary.slots)
    else:
        greedy, random = (
            rw.lab.simulate(game, name, seats=1, games=1500, seed=1).summary.slots[0].mean()
            for name in ("greedy", "random")
        )
    assert greedy.low > random.high


def test_every_baseline_of_a_game_plays_it() -> None:
    found = 0
    for game in all_games():
        for name in game.definition.baselines:
            own = bot(f"baseline:{name}")
            state = game.start(seed=5)
            for _ in range(12):
                if state.chance:
                    state = state.roll()
                elif not state.over:
                    seat = state.pending[0]
                    state = state.play(own.choose(state, seat))
            found += 1
    assert found


@pytest.mark.parametrize(
    ("game", "name", "told"),
    [
        ("qwinto", "spcing", "qwinto has no baseline 'baseline:spcing'. Choose one of: "
         "baseline:own_sheet, baseline:spacing."),
        ("qwinto", "everything", "Choose one of: baseline:own_sheet, baseline:spacing."),
        ("donnant", "spacing", "'baseline:spacing'. There are none to choose from."),
    ],
)  # fmt: skip
def test_a_baseline_the_game_has_not_is_refused_with_those_it_has(
    game: str, name: str, told: str
) -> None:
    with pytest.raises(rw.BadOption) as caught:
        bot(f"baseline:{name}").policy(rw.game(game))
    assert told in str(caught.value)


def test_greedy_takes_the_best_gain() -> None:
    """A miss costs 5, a number brings 1: never pass, though others still decide."""
    state = rw.game("qwinto").start(2, 1).play("roll YP").roll("Y4 P5").play("keep")
    for seat in (0, 1):
        worths = {str(move): worth for move, worth in bot("greedy").evaluate(state, seat)}
        assert worths.pop("pass") == (-5 if seat == 0 else 0)
        assert set(worths.values()) == {1}
        assert str(bot("greedy").choose(state, seat)) != "pass"
    assert bot("greedy").evaluate(state, 0)[0][0] == state.moves(0)[0]


def test_greedy_fills_a_column_for_its_pentagon() -> None:
    position = rw.game("qwinto").start(1, 1).play("roll O").roll("O3").play("keep").position()
    position["sheets"][0].update(Y=[0, 2, 0, 0, 0, 0, 0, 0, 0], P=[0, 0, 1, 0, 0, 0, 0, 0, 0])
    state = rw.game("qwinto").position(position)
    found = bot("greedy").evaluate(state, 0)
    best = max(worth for _, worth in found)
    assert best > 1
    assert bot("greedy").choose(state, 0) in [move for move, worth in found if worth == best]


@pytest.mark.slow
def test_ties_are_broken_at_random_and_by_the_seed() -> None:
    state = rw.game("qwinto").start(2, 1)
    for name in names():
        chosen = [str(bot(name, seed).choose(state, 0)) for seed in range(60)]
        if name not in LEVELS:  # who tell no move of the first turn from another
            assert set(chosen) == {str(move) for move in state.moves()}
        assert chosen == [str(bot(name, seed).choose(state, 0)) for seed in range(60)]


def test_random_sees_no_difference() -> None:
    state = rw.game("qwinto").start(2, 1)
    assert bot("random").evaluate(state, 0) == [(move, 0.0) for move in state.moves()]


def test_an_unknown_bot_is_named() -> None:
    with pytest.raises(rw.RollwriteError, match=r"Unknown bot 'gredy'. Did you mean greedy\?"):
        bot("gredy")


def test_a_bot_is_not_asked_for_a_seat_that_owes_nothing() -> None:
    state = rw.game("qwinto").start(2, 1)
    with pytest.raises(rw.IllegalMove):
        bot("greedy").choose(state, 1)


@pytest.mark.compiled
@pytest.mark.parametrize("searching", [False, True], ids=["model", "search"])
def test_bots_that_were_prepared_choose_the_same(searching: bool, tmp_path: Path) -> None:
    """What is compiled is the same player, noise included; what is not stays as it is."""
    game = rw.game("twenty_one")
    if searching:  # with a sheet of its own there is no model
        sheet = tmp_path / "short.toml"
        sheet.write_text('name = "Short"\n[yellow]\nballoons = ["heart", "blue *", "pink"]\n')
        game = rw.game("clever_kids", edition=sheet)
    states = [game.start(2, seed).roll() for seed in range(20)]
    before = [[bot(name).choose(state, 0) for state in states] for name in names()]
    assert before[0] != before[1] != before[-1]
    prepare(game)
    assert [[bot(name).choose(state, 0) for state in states] for name in names()] == before


@pytest.mark.parametrize("game", all_games(), ids=repr)
def test_every_game_has_a_model_and_nothing_to_excuse(game: rw.Game) -> None:
    for name in names():
        assert (bot(name).policy(game).evaluator is not None) == (name in LEVELS)
        assert bot(name).note(game) is None


@pytest.mark.parametrize("name", ["experts", "greedy@here", "@here", "expert "])
def test_unknown_bots_are_named(name: str) -> None:
    with pytest.raises(UnknownBot, match="Unknown bot"):
        bot(name)


@pytest.fixture
def nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has loaded nothing yet, and an empty cache."""
    monkeypatch.setenv("ROLLWRITE_CACHE", str(tmp_path))
    evaluate.compiled_evaluator.cache_clear()


async def prepared_games(*games: rw.Game) -> dict[str, str | None]:
    """The games in the order in which they were ready, with what went wrong."""
    return {
        repr(game): str(problem) if problem else None
        async for game, problem in prepare_each(games, processes=2)
    }


@pytest.mark.compiled
@pytest.mark.usefixtures("nothing_compiled")
def test_each_game_is_compiled_by_a_child_and_loaded_from_the_cache() -> None:
    game = rw.game("twenty_one")
    with only_cached(), pytest.raises(NotCompiled, match="Twenty One"):
        prepare(game)
    assert asyncio.run(prepared_games(game)) == {repr(game): None}
    evaluate.compiled_evaluator.cache_clear()
    with only_cached():
        prepare(game)


@pytest.mark.compiled
@pytest.mark.usefixtures("nothing_compiled")
def test_a_cache_that_cannot_be_written_leaves_bots_interpreted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ROLLWRITE_CACHE", str(tmp_path / "file"))
    game = rw.game("twenty_one")
    found = asyncio.run(prepared_games(game))
    assert found == {repr(game): "the cache of compiled rules cannot be written"}


def test_a_manifest_reads_as_it_was_written(tmp_path: Path) -> None:
    game = rw.game("twenty_one")
    own = model.load(game)
    assert own is not None
    about = {"note": 'a "quote", a \\ and a\nline', "exact": True, "start": [1.5, -2.25]}
    model.save(game, tmp_path, own.weights, own.noise, own.spread, about)
    found = model.load(game, tmp_path)
    assert found is not None and found[:3] == own[:3]
    assert {name: found.manifest[name] for name in about} == about


@pytest.mark.parametrize("number", ["0", "10001", "many", "", "-3", "²"])
def test_a_wrong_number_of_rollouts_is_refused(number: str) -> None:
    with pytest.raises(rw.BadOption) as caught:
        bot(f"rollouts:{number}")
    assert repr(number) in str(caught.value) or f" {number}" in str(caught.value)


def test_rollouts_need_a_model() -> None:
    with pytest.raises(rw.BadOption, match="nothing can be played out"):
        bot("rollouts:4").policy(rw.game("one_card", edition=EDITIONS / "own-cards.toml"))


@pytest.mark.compiled
def test_a_bot_keeps_its_evaluator_between_moves() -> None:
    from rollwrite.bots.bot import prepare, prepared

    game = rw.game("twenty_one")
    prepare(game)
    expert, casual = bot("expert").policy(game), bot("casual").policy(game)
    assert prepared(game, expert) is prepared(game, expert)
    assert prepared(game, casual) is not prepared(game, expert)
    assert prepared(game, bot("rollouts:4").policy(game)) is None
