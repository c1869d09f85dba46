"""Scaled observations say what the integers say, and pixels are those of the drawing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rollwrite as rw
from envs.test_envs import boxes
from rollwrite.envs.actions import markdown
from rollwrite.envs.batch import Batch, table
from rollwrite.envs.gym import GameEnv
from rollwrite.envs.layout import Layout
from rollwrite.games.optional import OptionalRules

pytestmark = pytest.mark.compiled
SIZE, STEPS = 16, 120


def parts(layout: Layout, row: Any) -> dict[str, Any]:
    return {
        piece.name: row[piece.start : piece.start + int(np.prod(piece.shape))].reshape(piece.shape)
        for piece in layout.pieces
    }


@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_a_scaled_row_says_what_the_integers_say(game: rw.Game) -> None:
    whole, scaled = (Batch(table(game, observations=kind), SIZE) for kind in ("integers", "scaled"))
    bits = OptionalRules.of(game.rules).BITS
    whole.reset(3)
    scaled.reset(3)
    for _ in range(STEPS):
        assert np.abs(scaled.views).max() <= 1
        numbers, units = parts(whole.layout, whole.views[0]), {}
        floats = parts(scaled.layout, scaled.views[0])
        units = {piece.name: piece.unit for piece in scaled.layout.pieces}
        for name, value in numbers.items():
            if units[name] == "one-hot":
                assert floats[name].argmax() == value, name
                assert floats[name].sum() == 1
            elif units[name] == "bits":
                places = 1 << np.arange(floats[name].shape[-1])
                assert ((floats[name] * places).sum(-1) == value).all(), name
                assert name == "pending" or name.rpartition(".")[2] in bits
            else:
                most = int(units[name].partition("/")[2])
                assert np.allclose(floats[name] * most, value), name
        actions = whole.sample(1)
        whole.step(actions)
        scaled.step(actions)


def test_every_field_has_a_limit() -> None:
    """Nothing but what is hidden falls back to what its type holds."""
    for game in boxes():
        known = OptionalRules.of(game.rules)
        for piece in table(game, observations="scaled").layout().pieces:
            name = piece.name.rpartition(".")[2]
            declared = (
                name in known.LIMITS or name in known.BITS or piece.unit in ("bits", "one-hot")
            )
            assert declared or name == "answer", (game, name)


def test_rgb_array_is_the_picture_of_the_state() -> None:
    pytest.importorskip("typst")
    env = GameEnv("qwinto", render_mode="rgb_array")
    env.reset(seed=1)
    picture: Any = env.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert min(picture.shape[:2]) > 100
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 20, "it is not blank"


def test_human_writes_to_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    env = GameEnv("qwinto", render_mode="human")
    _, info = env.reset(seed=1)
    env.step(int(info["action_mask"].argmax()))
    assert capsys.readouterr().out.count("\n\n") >= 2


def test_the_page_of_actions_is_that_of_the_games() -> None:
    assert (Path(__file__).parents[2] / "docs" / "actions.md").read_text() == markdown()
