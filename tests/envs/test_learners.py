"""Adapters to learning libraries, against the libraries: `make test-learners` installs those."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import rollwrite as rw
from rollwrite.envs.batch import Batch, table
from rollwrite.errors import has_extra

pytestmark = pytest.mark.compiled


def needs(extra: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(
        not has_extra(extra), reason=f"the extra {extra} is large: make test-learners"
    )


@pytest.mark.parametrize(
    ("module", "extra"), [("puffer", "puffer"), ("sb3", "sb3"), ("torchrl", "torchrl")]
)
def test_a_missing_extra_is_named(module: str, extra: str) -> None:
    if has_extra(extra):
        pytest.skip("it is installed")
    with pytest.raises(rw.MissingExtra, match=rf'pip install "rollwrite\[{extra}\]"'):
        import_module(f"rollwrite.envs.{module}")


def test_dlpack_shares_the_arrays() -> None:
    batch = Batch(table("qwinto"), 8)
    batch.reset(1)
    for name in ("views", "masks", "legal", "counts", "rewards", "ended"):
        mine = getattr(batch, name)
        shared = np.from_dlpack(mine)
        assert shared.ctypes.data == mine.ctypes.data
        assert mine.ctypes.data % 64 == 0, "JAX copies what is not aligned"


@needs("sb3")
def test_maskable_ppo_learns_on_the_native_vector() -> None:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import is_masking_supported

    from rollwrite.envs.sb3 import GameVecEnv

    env = GameVecEnv("qwinto", 32, observations="scaled")
    assert is_masking_supported(env)
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=256, n_epochs=1, seed=1)
    model.learn(4000)
    assert len(model.ep_info_buffer) > 20
    env.seed(1)
    env.reset()
    with pytest.raises(rw.BadOption, match=r"env \d+ cannot take action 36 now"):
        env.step(np.full(32, 36))


@needs("sb3")
def test_games_begin_anew_in_the_same_step() -> None:
    from rollwrite.envs.sb3 import GameVecEnv

    env = GameVecEnv("qwinto", 16)
    env.seed(1)
    env.reset()
    gained = np.zeros(16)
    for _ in range(100):
        views, rewards, ended, infos = env.step(env.batch.sample(2))
        gained += rewards
        for place in np.flatnonzero(ended):
            assert infos[place]["episode"]["r"] == gained[place] == infos[place]["score"]
            assert (infos[place]["terminal_observation"] != views[place]).any()
            gained[place] = 0
        assert (env.action_masks().sum(axis=1) > 0).all()


@needs("torchrl")
def test_torchrl_accepts_the_env() -> None:
    import torch
    from torchrl.envs.utils import check_env_specs

    from rollwrite.envs.torchrl import GameTorchEnv

    env = GameTorchEnv("qwinto", 8, observations="scaled")
    check_env_specs(env)
    env.set_seed(3)
    found: Any = env.rollout(100, break_when_any_done=False)
    assert found.shape == (8, 100)
    assert found["next", "done"].any()
    legal = found["action_mask"].gather(-1, found["action"].unsqueeze(-1))
    assert bool(legal.all())
    shared = torch.from_dlpack(env.batch.views)
    assert shared.data_ptr() == env.batch.views.ctypes.data


@needs("puffer")
def test_pufferlib_steps_the_env_in_its_own_buffers() -> None:
    import pufferlib.vector

    from rollwrite.envs.puffer import GamePuffer

    vector = pufferlib.vector.make(
        GamePuffer, env_args=["qwinto", 8], backend=pufferlib.vector.Serial, num_envs=2
    )
    views, _ = vector.reset(1)
    assert views.shape == (16, 83 + 37)
    masks = views[:, 83:]
    views, rewards, ended, cut, _ = vector.step(masks.argmax(axis=1))
    assert rewards.shape == ended.shape == cut.shape == (16,)
    assert views[:, 83:].any(axis=1).all()
