"""Only ``rollwrite.errors`` leaves simulation, coach and environments, whatever they are given."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import rollwrite as rw
from rollwrite import bots, coach, lab
from rollwrite.envs.batch import Batch, table
from rollwrite.envs.gym import GameEnv, GameVectorEnv
from rollwrite.envs.zoo import GameAEC, GameParallel
from rollwrite.lab import engine
from wrong import Hostile, Target, refused_or_fine, try_all

pytestmark = pytest.mark.compiled
LINE_UP: dict[str, Any] = {"game": "qwinto", "bots": ["greedy", "random"], "games": 2, "seats": 2}
RUN: dict[str, Any] = {"seed": 0, "workers": 1, "device": "cpu", "cluster": None, "progress": None}
KEPT: dict[str, Any] = {"study": 0, "rows": "none", "format": "csv", "resume": False}


def of_lab() -> Iterator[Target]:
    kept = rw.game("qwinto").start(seats=2, seed=42).play("roll O").roll("O2")
    # Whether a cluster answers is found out by asking it: that takes its time.
    yield Target("lab.simulate", lab.simulate, "cluster", **LINE_UP, **RUN, **KEPT)
    yield Target("lab.tournament", lab.tournament, "cluster", **LINE_UP, **RUN, **KEPT)
    given = {"games": 2, "seconds": None, "seed": 0, "workers": 1, "compiled": True}
    yield Target("lab.rollouts", lab.rollouts, state=kept, seat=0, **given, progress=None)
    found = lab.rollouts(kept, 0, games=2)
    yield Target("Rollouts.text", found.text, language="fr", played=None)
    yield Target("Simulation.text", lab.simulate(**LINE_UP).text, language="fr", width=None)
    line_up = {**LINE_UP, "study": 0, "bots_b": None, "seed": 0, "workers": 1, "progress": None}
    own = rw.game(line_up.pop("game"))
    yield Target("lab.compare", lab.compare, a=own, b=own, **line_up)
    compared = lab.compare(own, own, **line_up)
    yield Target("Comparison.text", compared.text, language="fr", width=None)
    with TemporaryDirectory() as folder:
        lab.simulate(**LINE_UP, rows="games", folder=folder)
        yield Target("lab.rows", lab.rows, folder=folder, kind="games", language="fr")
    matches = lab.tournament(**LINE_UP)
    yield Target("Tournament.text", matches.text, language="fr", width=None)
    yield Target("Tournament.plots", matches.plots, language="fr")


def of_coach() -> Iterator[Target]:
    game = rw.game("qwinto")
    kept = game.start(seats=2, seed=42).play("roll O").roll("O2")
    move = kept.moves(0)[0]
    yield Target("bots.prepare", bots.prepare, game=game)
    yield Target("coach.hint", coach.hint, state=kept, seat=0, compiled=True)
    found = coach.hint(kept, 0, compiled=True)
    yield Target("coach.hint_reason", coach.hint_reason, state=kept, found=found)
    yield Target("coach.phrases", coach.phrases, state=kept, seat=0)
    yield Target("coach.judge", coach.judge, game=game, compiled=True)
    judge = coach.judge(game, compiled=True)
    yield Target("Judge.rate", judge.rate, state=kept, seat=0)
    yield Target("Judge.view", judge.view, state=kept, seat=0)
    yield Target("Judge.views", judge.views, state=kept)
    yield Target("Judge.play_out", judge.play_out, state=kept, seat=0, move=move)
    over = rw.game("twenty_one").start(seats=1, seed=1)
    while not over.over:
        over = over.roll() if over.chance else over.play(over.moves(0)[0])
    yield Target("coach.review", coach.review, state=over, compiled=True, progress=None)
    yield Target("coach.judged", coach.judged, review=coach.review(over, compiled=True))


def of_envs() -> Iterator[Target]:
    one: dict[str, Any] = {"opponents": "random", "seats": 2, "seat": 0, "reward": "score"}
    env, many = GameEnv("qwinto"), GameVectorEnv("qwinto", 2)
    yield Target("GameEnv", GameEnv, game="qwinto", **one)
    yield Target("GameEnv.reset", env.reset, seed=1, options={"seat": 1})
    yield Target("GameEnv.step", _fresh(env), action=0)
    yield Target("GameVectorEnv", GameVectorEnv, game="qwinto", num_envs=2, **one, workers=1)
    yield Target("GameVectorEnv.reset", many.reset, seed=[1, 2], options=None)
    yield Target("GameVectorEnv.step", many.step, actions=[0, 0])
    batch = Batch(table("qwinto"), 2)
    yield Target("Batch", Batch, "table", table=table("qwinto"), size=2, workers=1)
    yield Target("Batch.reset", batch.reset, seed=1)
    yield Target("Batch.sample", batch.sample, seed=1)
    for kind in (GameAEC, GameParallel):
        agents = kind("qwinto")
        yield Target(kind.__name__, kind, game="qwinto", seats=2, reward="score")
        yield Target(f"{kind.__name__}.reset", agents.reset, seed=1)


def _fresh(env: GameEnv) -> Callable[..., object]:
    """A step of a game that has just begun."""

    def step(action: object) -> object:
        env.reset(seed=1)
        return env.step(action)

    return step


@pytest.mark.parametrize("room", [of_lab, of_coach, of_envs])
def test_every_wrong_argument_is_refused_or_fine(room: Callable[[], Iterator[Target]]) -> None:
    for target in room():
        try_all(target)


def test_no_room_is_forgotten() -> None:
    """Every function that a room exports stands above, or in the tests of games."""
    known = {target.name for room in (of_lab, of_coach) for target in room()} | {"bots.bot"}
    for room in (bots, coach, lab):
        for name in room.__all__:
            takes = inspect.isfunction(getattr(room, name)) and name != "names"
            assert not takes or f"{room.__name__.removeprefix('rollwrite.')}.{name}" in known


def test_addresses_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "ANSWER", 0.1)
    addresses: list[Any] = [5, True, [], Hostile(), "", "a b", "tcp://", "x" * 5000]
    for given in addresses:
        with pytest.raises(lab.NoCluster):
            lab.simulate(**LINE_UP, cluster=given)
        refused_or_fine(partial(lab.tournament, **LINE_UP, cluster=given), repr(type(given)))


def test_a_seat_that_is_none_is_refused_before_the_loop_writes_there() -> None:
    env = GameEnv("qwinto", seats=2)
    for seat in (2, 99, -1, True, "0", 1.0):
        with pytest.raises(rw.BadOption, match="seat"):
            env.reset(seed=1, options={"seat": seat})
    env.reset(seed=1)
    for action in (-1, 10**9, 10**30):
        _, reward, _, _, info = env.step(action)
        assert reward == -1 and info["illegal"]
