"""Opponents: anybody's own policies, pools and leagues, and what is said of those that err."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import rollwrite as rw
from rollwrite.bots import Bot, bot
from rollwrite.envs.batch import Batch, table
from rollwrite.envs.gym import GameEnv, GameVectorEnv
from rollwrite.envs.opponents import League, Pool
from rollwrite.kernel.policy import RANDOM

pytestmark = pytest.mark.compiled
SIZE, STEPS = 8, 60


def first_legal(views: Any, masks: Any) -> Any:
    return masks.argmax(axis=1)


class FirstLegal:
    name = "first"

    def choose(self, state: rw.State, seat: int) -> rw.Move:
        return state.moves(seat)[0]


def trajectory(opponents: Any, **options: Any) -> list[list[Any]]:
    batch = Batch(table("qwinto", opponents, **options), SIZE)
    batch.reset(4)
    rows = []
    for _ in range(STEPS):
        batch.step(batch.legal[np.arange(SIZE), batch.counts - 1])
        names = ("views", "masks", "rewards", "ended", "scores", "seats")
        rows.append([getattr(batch, name).tolist() for name in names])
    return rows


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> str:
    made: Any = SimpleNamespace(first=first_legal, FirstLegal=FirstLegal)
    monkeypatch.setitem(sys.modules, "own_policies", made)
    return "own_policies"


def test_a_policy_plays_the_same_however_it_is_given(module: str) -> None:
    games = trajectory(first_legal, seats=3)
    assert trajectory(FirstLegal(), seats=3) == games
    assert trajectory(f"{module}:first", seats=3) == games
    assert trajectory([f"{module}:FirstLegal", first_legal], seats=3) == games
    assert trajectory(lambda state, seat: state.moves(seat)[0], seats=3) == games
    assert any(any(row[3]) for row in games), "some game ended"


def test_bots_and_policies_play_as_their_names_do() -> None:
    by_name = trajectory("random")
    assert trajectory(bot("random")) == by_name
    assert trajectory([RANDOM]) == by_name
    assert trajectory(Bot("mine", own=RANDOM)) == by_name


def test_a_pool_draws_an_opponent_for_each_game_by_weight() -> None:
    met: list[int] = []

    def counts(views: Any, masks: Any) -> Any:
        met.append(len(views))
        return masks.argmax(axis=1)

    assert trajectory(Pool(["random", first_legal], [1, 0])) == trajectory("random")
    assert trajectory(Pool(["random", first_legal], [0, 1])) == trajectory(first_legal)
    mixed = trajectory(Pool([counts, "greedy"], [1, 3]))
    assert mixed == trajectory(Pool([counts, "greedy"], [1, 3])), "a seed repeats"
    assert 0 < sum(met) < 2 * SIZE * STEPS * 3


def test_earlier_versions_join_a_league_while_it_is_played() -> None:
    league = League("random", keep=3, latest=1.0)
    batch = Batch(table("qwinto", league), SIZE)
    batch.reset(1)
    asked = []

    def version(number: int) -> Any:
        def policy(views: Any, masks: Any) -> Any:
            asked.append(number)
            return masks.argmax(axis=1)

        return policy

    for number in range(4):
        league.add(version(number))
        for _ in range(120):
            batch.step(batch.sample(1))
    assert set(asked) == {0, 1, 2, 3}
    assert asked[-1] == 3
    assert len(league.members) == 3
    league.add("greedy")  # a bot that joins once the loop is compiled
    for _ in range(80):
        batch.step(batch.sample(1))


def pass_always(views: Any, masks: Any) -> Any:
    return np.full(len(views), 36)


def whole_masks(views: Any, masks: Any) -> Any:
    return masks


def no_field(state: rw.State, seat: int) -> str:
    return "O99"


@pytest.mark.parametrize(
    ("policy", "told"),
    [
        (pass_always, "chose action 36, which is not legal here; legal actions: "),
        (whole_masks, "must return one whole number per row"),
        (no_field, "chose action None, which is not legal"),
    ],
)
def test_an_opponent_that_errs_is_named(policy: Any, told: str) -> None:
    batch = Batch(table("qwinto", policy), SIZE)
    with pytest.raises(rw.BadOption) as caught:
        batch.reset(1)
        for _ in range(30):
            batch.step(batch.sample(1))
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: GameEnv("qwinto", 7), "7 is not an opponent"),
        (lambda: GameEnv("qwinto", "no_such_module:bot"), "no_such_module"),
        (lambda: Pool([]), "at least one opponent"),
        (lambda: Pool(["random"], [1, 2]), "one weight per opponent (1), not 2"),
        (lambda: Pool(["random"], [0]), "weight above 0"),
        (lambda: Pool(["random"]).add("greedy"), "room for 1 opponents"),
        (lambda: League(keep=1), "keep must be a whole number from 2"),
        (lambda: League(latest=2), "latest must be a number from 0 to 1, not 2"),
        (lambda: GameVectorEnv("qwinto", 0), "num_envs must be a whole number from 1"),
        (lambda: GameEnv("qwinto", observations="scald"), "Did you mean scaled"),
        (lambda: GameEnv("qwinto", on_illegal="rais"), "Did you mean raise"),
        (lambda: GameEnv("qwinto", render_mode="rgb_aray"), "Did you mean rgb_array"),
        (lambda: GameEnv("donnant", variant="solo", level=9), "9"),
        (lambda: GameEnv("one_card", variant="advance"), "advanced"),
    ],
)
def test_bad_input_is_named(make: Any, told: str) -> None:
    with pytest.raises(rw.RollwriteError) as caught:
        make()
    assert told in str(caught.value)


def test_a_mask_that_is_ignored_is_told_with_what_was_legal() -> None:
    env = GameEnv("qwinto", on_illegal="raise")
    env.reset(seed=1, options={"seat": 0})
    with pytest.raises(rw.BadOption, match=r"cannot take action 36 now; legal actions: 0, 1, 2, 3"):
        env.step(36)
    lenient = GameEnv("qwinto")
    lenient.reset(seed=1, options={"seat": 0})
    _, reward, _, _, info = lenient.step(36)
    assert (reward, info["illegal"]) == (-1, True)
    assert "legal actions: 0, 1, 2" in info["reason"]
    vector = GameVectorEnv("qwinto", 4, seat=0, on_illegal="raise")
    vector.reset(seed=1)
    with pytest.raises(rw.BadOption, match="env 2 cannot take action 36"):
        vector.step(np.array([0, 1, 36, 0]))


def test_variant_level_and_edition_are_arguments() -> None:
    assert table("one_card", variant="advanced").game.variant == "advanced"
    solo = table("donnant", variant="solo", level=3)
    assert (solo.seats, solo.start().level) == (1, 3)
    changed = table(rw.game("one_card", variant="base"), variant="advanced")
    assert changed.game.variant == "advanced"


def test_legal_actions_are_listed_beside_the_masks() -> None:
    both, lists = Batch(table("clever_kids"), SIZE), Batch(table("clever_kids"), SIZE, masks=False)
    both.reset(2)
    lists.reset(2)
    for _ in range(STEPS):
        for row in range(SIZE):
            legal = lists.legal[row, : lists.counts[row]].tolist()
            assert np.flatnonzero(both.masks[row]).tolist() == legal
        assert (lists.masks_of(np.arange(SIZE)) == both.masks).all()
        unpacked = np.unpackbits(lists.packed_masks(), axis=1, bitorder="little")
        assert (unpacked[:, : both.actions] == both.masks).all()
        actions = both.sample(1)
        both.step(actions)
        lists.step(actions)
        assert (both.views == lists.views).all()


def test_a_fork_goes_on_from_the_same_moments() -> None:
    batch, ahead = Batch(table("qwinto"), 3), Batch(table("qwinto"), 6, masks=False)
    batch.reset(1)
    for _ in range(7):
        batch.step(batch.sample(1))
    rows = np.array([0, 0, 1, 1, 2, 2])
    ahead.fork(batch, rows, 5)
    assert (ahead.views == batch.views[rows]).all()
    before = batch.views.copy()
    ahead.step(ahead.legal[:, 0])
    assert (batch.views == before).all()
    assert (ahead.seats == batch.seats[rows]).all()
