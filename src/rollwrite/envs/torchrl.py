"""TorchRL on the native vector: observations, masks and rewards share its memory.

from rollwrite.envs.torchrl import GameTorchEnv

env = GameTorchEnv("qwinto", 1024, opponents="greedy", observations="scaled")
rollout = env.rollout(100, break_when_any_done=False)
"""

from __future__ import annotations

from typing import Any

from rollwrite.envs.batch import Batch
from rollwrite.envs.table import ON_ILLEGAL, check_choice, check_seed, check_size, table
from rollwrite.errors import MissingExtra
from rollwrite.play.game import Game

try:
    import torch
    from tensordict import TensorDict
    from torchrl.data import Binary, Categorical, Composite, Unbounded
    from torchrl.envs import EnvBase
except ModuleNotFoundError:
    raise MissingExtra("torchrl") from None


class GameTorchEnv(EnvBase):
    """Many games at once; those that are over begin anew where TorchRL resets them.

    ``action_mask`` says which actions are legal, and random actions follow it. An action that is
    not legal is an error that says which were; with ``on_illegal="penalty"`` it changes nothing and
    is rewarded with -1. Further options are those of ``batch.table``.
    """

    batch_locked = True

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        opponents: Any = ("random",),
        workers: int = 1,
        on_illegal: str = "raise",
        device: Any = "cpu",
        **options: Any,
    ) -> None:
        given = table(game, opponents, **options)
        check_size("num_envs", num_envs)
        check_choice("on_illegal", on_illegal, ON_ILLEGAL)
        super().__init__(device=device, batch_size=(num_envs,))
        self.table = given
        self.batch = Batch(given, num_envs, workers)
        self._on_illegal = on_illegal
        self._next_seed = 0
        self._shared = {
            "observation": torch.from_numpy(self.batch.views),
            "action_mask": torch.from_numpy(self.batch.masks),
        }
        size, actions = (num_envs,), given.rules.ACTIONS
        kind = self._shared["observation"].dtype
        self.observation_spec = Composite(
            observation=Unbounded((*size, given.layout().size), dtype=kind, device=device),
            action_mask=Binary(actions, (*size, actions), dtype=torch.bool, device=device),
            shape=size,
        )
        self.action_spec = Categorical(actions, size, dtype=torch.int64, device=device)
        self.reward_spec = Unbounded((*size, 1), dtype=torch.float32, device=device)
        done = Categorical(2, (*size, 1), dtype=torch.bool, device=device)
        self.done_spec = Composite(done=done, terminated=done.clone(), shape=size)

    def _reset(self, tensordict: Any = None, **_: Any) -> Any:
        """Begin all games anew, or those that are over."""
        which = None if tensordict is None else tensordict.get("_reset", None)
        ended = torch.from_numpy(self.batch.ended).bool()
        if which is not None and bool((which.squeeze(-1).cpu() == ended).all()):
            self.batch.begin_ended()
        else:
            self.batch.reset(self._next_seed)
            self._next_seed += 1
        return self._given({})

    def _step(self, tensordict: Any) -> Any:
        """One decision in every game."""
        actions = tensordict["action"].cpu().numpy()
        if self._on_illegal == "raise":
            self.batch.check_actions(actions)
        self.batch.step(actions)
        ended = torch.from_numpy(self.batch.ended).bool().unsqueeze(-1)
        reward = torch.from_numpy(self.batch.rewards).clone().unsqueeze(-1)
        return self._given({"reward": reward, "done": ended, "terminated": ended.clone()})

    def _given(self, more: dict[str, Any]) -> Any:
        masks = self._shared["action_mask"].bool()
        seen = {"observation": self._shared["observation"].clone(), "action_mask": masks}
        found = {name: value.to(self.device) for name, value in {**seen, **more}.items()}
        self.action_spec.update_mask(found["action_mask"])
        return TensorDict(found, batch_size=self.batch_size, device=self.device)

    def _set_seed(self, seed: int | None) -> None:
        if seed is not None:
            check_seed(seed)
            self._next_seed = seed

    def close(self, **options: Any) -> None:
        """Let the threads go."""
        self.batch.close()
        super().close(**options)
