"""Environments: their own checkers pass, masks are the rules, nobody sees what is hidden."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test

import rollwrite as rw
from rollwrite.envs import zoo
from rollwrite.envs.batch import Batch, table
from rollwrite.envs.gym import GameEnv, GameVectorEnv
from rollwrite.envs.layout import layout
from rollwrite.envs.registration import env_name
from rollwrite.envs.seats import Seats


def boxes() -> list[rw.Game]:
    """Every game in every variant that seats two."""
    return [
        game
        for name in rw.games()
        for variant in rw.game(name).definition.variants or (None,)
        if 2 in (game := rw.game(name, variant=variant)).seats
    ]


@pytest.fixture(autouse=True)
def strict() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        # Gymnasium would rather have observations between -1 and 1; ours are what stands there.
        warnings.filterwarnings("ignore", message=".*Box observation space.*")
        # PettingZoo's own games with masks have such dictionaries too; it knows those by name.
        warnings.filterwarnings("ignore", message="Observation (space for each|is not a NumPy)")
        yield


@pytest.mark.compiled
@pytest.mark.parametrize("name", rw.games())
def test_gymnasium_checks_the_registered_environment(name: str) -> None:
    env = gymnasium.make(env_name(name))
    check_env(env.unwrapped)
    env.close()


@pytest.mark.compiled
@pytest.mark.parametrize("name", rw.games())
def test_pettingzoo_checks_both_kinds(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = getattr(zoo, f"{name}_v{rw.game(name).definition.version}")
    api_test(module.env(), num_cycles=200)
    parallel_api_test(module.parallel_env(), num_cycles=200)
    seed_test(module.env, num_cycles=50)


@pytest.mark.compiled
def test_zoo_modules_are_found_by_import() -> None:
    from rollwrite.envs.zoo import qwinto_v1

    assert qwinto_v1.env(seats=3).possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert "qwinto_v1" in dir(zoo)
    with pytest.raises(AttributeError, match=r"Did you mean qwinto_v1\?"):
        zoo.qwinto_v7  # noqa: B018


@pytest.mark.compiled
@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_masks_and_views_are_those_of_the_state(game: rw.Game) -> None:
    """The batch stands where the public API says it stands, for whole games."""
    batch = Batch(table(game, "random"), 3)
    batch.reset(5)
    for _ in range(400):
        for place in range(3):
            state = batch.table.state(batch.tables[place])
            seat = int(batch.seats[place])
            if state.over:
                assert batch.ended[place]
                continue
            legal = [move.action for move in state.moves(seat)]
            assert np.flatnonzero(batch.masks[place]).tolist() == legal
            assert batch.views[place].tolist() == seen(state, seat, batch.table.seats)
            assert batch.scores[place] == state.scores()[seat]
        batch.step(batch.sample(1))


def seen(state: rw.State, seat: int, seats: int) -> list[int]:
    """What a seat sees, from the plain record, field by field as the documentation says."""
    record, rules = state._record, state.game.rules
    hidden = {"seats", "active", "phase", "pending", "answers", *getattr(rules, "HIDDEN", ())}
    pending = [other for other in range(seats) if record.pending >> other & 1]
    row = [record.phase, (record.active - seat) % seats]
    row.append(sum(1 << (other - seat) % seats for other in pending))
    for name, field in record._fields.items():
        if name not in hidden and isinstance(field.kind, str):
            row += flat(getattr(record, name))
    for turn in range(seats):
        other = (seat + turn) % seats
        for name, field in record._fields.items():
            if name == "answers" and turn == 0:
                row.append(record.answers[other])
            elif name not in hidden and not isinstance(field.kind, str):
                sheet = getattr(record, name)[other]
                private = getattr(rules, "PRIVATE", ()) if turn else ()
                for part in field.kind._fields:
                    if part not in private:
                        numbers = flat(getattr(sheet, part))
                        veiled = turn and (record.phase, part) in veils(rules)
                        row += [0] * len(numbers) if veiled else numbers
    return row


def veils(rules: Any) -> set[tuple[int, str]]:
    return {(phase, name) for phase, names in getattr(rules, "VEILED", ()) for name in names}


def flat(value: Any) -> list[int]:
    return [value] if isinstance(value, int) else [one for item in value for one in flat(item)]


@pytest.mark.compiled
@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_nobody_sees_what_is_hidden(game: rw.Game) -> None:
    """Two moments that look the same to a seat in its own position look the same in its view."""
    rows = Seats(table(game, "random"))
    rng = np.random.default_rng(3)
    for seed in range(3):
        rows.reset(seed)
        for _ in range(60):
            if rows.over:
                break
            state = rows.state()
            for other in range(2):
                looks: dict[str, set[str]] = {}
                for seat in state.pending:
                    for move in state.moves(seat)[:12]:
                        if seat != other:
                            after = state.play(move)
                            if after.pending:
                                key = json.dumps(after.position(other))
                                looks.setdefault(key, set()).add(repr(seen(after, other, 2)))
                assert all(len(views) == 1 for views in looks.values()), state.position()
            seat = int(rng.choice(rows.pending))
            rows.act(seat, int(rng.choice(np.flatnonzero(rows.masks[seat]))))


@pytest.mark.compiled
def test_answers_in_an_open_window_are_hidden() -> None:
    rows = Seats(table("qwinto", "random"))
    game = rw.game("qwinto")
    views = []
    for action in (0, 1):
        rows.reset(1)
        while len(rows.pending) < 2:
            seat = rows.pending[0]
            rows.act(seat, int(np.flatnonzero(rows.masks[seat])[0]))
        rows.act(0, int(np.flatnonzero(rows.masks[0])[action]))
        views.append((rows.views[0].tolist(), rows.views[1].tolist()))
    assert views[0][1] == views[1][1], "seat 1 does not see what seat 0 answered"
    assert views[0][0] != views[1][0], "seat 0 does"
    assert game.id == "qwinto"


@pytest.mark.compiled
@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_rewards_add_up_to_the_score(game: rw.Game) -> None:
    env = GameEnv(game, seat=1)
    _, info = env.reset(seed=2)
    total = float(info["score"])
    rng = np.random.default_rng(1)
    ended = False
    while not ended:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        _, reward, ended, _, info = env.step(action)
        total += reward
    state = env.table.state(env._batch.tables[0])
    assert state.over
    assert total == state.scores()[1] == info["score"]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@pytest.mark.compiled
def test_the_reward_can_be_the_victory() -> None:
    batch = Batch(table("qwinto", "random", reward="win"), 200)
    batch.reset(1)
    rewards = []
    for _ in range(300):
        batch.step(batch.sample())
        over = batch.ended.astype(bool)
        assert not batch.rewards[~over].any()
        rewards += batch.rewards[over].tolist()
    assert set(rewards) == {0.0, 0.5, 1.0}
    assert np.mean(rewards) == pytest.approx(0.5, abs=0.05)


@pytest.mark.compiled
def test_a_move_that_is_not_legal_changes_nothing() -> None:
    env = GameEnv("qwinto", seat=0)
    view, info = env.reset(seed=1)
    for wrong in (int(np.flatnonzero(info["action_mask"] == 0)[0]), -1, 10_000):
        again, reward, ended, _, info = env.step(wrong)
        assert (reward, ended, info["illegal"]) == (-1, False, True)
        assert (again == view).all()
    assert not env.step(int(np.flatnonzero(info["action_mask"])[0]))[4]["illegal"]
    aec = zoo.GameAEC("qwinto")
    aec.reset(seed=1)
    with pytest.raises(rw.BadOption, match="seat_0 cannot take action 99 now; legal actions: 0, 1"):
        aec.step(99)


@pytest.mark.compiled
def test_the_vector_plays_the_same_whatever_its_threads_and_knows_gymnasium() -> None:
    found = []
    for workers in (1, 3):
        env = gymnasium.make_vec(
            "rollwrite/Qwinto-v1", num_envs=10, vectorization_mode="vector_entry_point",
            opponents="greedy,random", workers=workers,
        )  # fmt: skip
        assert isinstance(env.unwrapped, GameVectorEnv)
        assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP
        views, info = env.reset(seed=4)
        assert views in env.observation_space
        rows = [views]
        for number in range(150):
            actions = [np.flatnonzero(mask)[number % mask.sum()] for mask in info["action_mask"]]
            views, rewards, ended, cut, info = env.step(np.array(actions))
            assert (ended.dtype, cut.any()) == (bool, False)
            rows += [views, rewards, ended]
        found.append(rows)
        env.close()
    assert all((one == two).all() for one, two in zip(*found, strict=True))
    assert any(row.any() for row in found[0][3::3]), "some game ended"


@pytest.mark.compiled
def test_a_game_that_is_over_begins_anew_with_the_next_step() -> None:
    batch = Batch(table("qwinto", "random", seats=1), 1)
    batch.reset(1)
    while not batch.ended[0]:
        batch.step(batch.sample(1))
    final = batch.views.copy()
    batch.step([10_000])  # whatever is answered
    assert not batch.illegal[0]
    assert not batch.ended[0]
    assert batch.rewards[0] == 0
    fresh = Batch(table("qwinto", "random", seats=1), 1)
    fresh.reset(1)
    assert (batch.views == fresh.views).all()
    assert (batch.views != final).any()


@pytest.mark.compiled
def test_the_learner_takes_every_seat_in_turn_and_a_seed_repeats() -> None:
    env = GameEnv("qwinto")
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(20)]
    assert set(seats) == {0, 1}
    assert seats == [env.reset(seed=seed)[1]["seat"] for seed in range(20)]
    assert env.reset(seed=1, options={"seat": 1})[1]["seat"] == 1
    assert "own.cells" in [piece.name for piece in layout(rw.game("qwinto").rules, 2).pieces]
    assert env.action_masks().dtype == bool
    shown = GameEnv("qwinto", render_mode="ansi")
    shown.reset(seed=1)
    assert shown.render()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"game": "qwint"}, "Did you mean qwinto"),
        ({"opponents": "gready"}, "Did you mean greedy"),
        ({"seats": 9}, "seats must be"),
        ({"seat": 2}, "seat must be a whole number from 0 to 1"),
        ({"reward": "points"}, "Unknown reward 'points'"),
        ({"opponents": [], "seats": 2}, "at least one opponent"),
    ],
)
def test_bad_input_is_named(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(rw.RollwriteError) as caught:
        GameEnv(**{"game": "qwinto", **arguments})
    assert told in str(caught.value)


@pytest.mark.compiled
def test_a_step_takes_one_action_for_each_environment() -> None:
    batch = Batch(table("qwinto"), 4)
    batch.reset(1)
    with pytest.raises(rw.BadOption, match=r"one action per environment \(4\)"):
        batch.step(np.zeros(3))
    with pytest.raises(rw.BadOption, match="size must be"):
        Batch(table("qwinto"), 0)
    with pytest.raises(rw.BadOption, match="seed"):
        batch.reset(-1)
