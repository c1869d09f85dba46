"""The batch on a GPU: one game a thread, and nothing leaves the device.

Views, masks, rewards and so on are device arrays with ``__cuda_array_interface__``, so that PyTorch
(``torch.as_tensor(batch.views, device="cuda")``), CuPy and JAX use them where they lie; actions may
come from there as well. The games are those of ``Batch`` with the same table, size and seed.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from rollwrite.envs import loops
from rollwrite.envs.batch import loop_bindings
from rollwrite.envs.loops import Share
from rollwrite.envs.opponents import Players
from rollwrite.envs.table import Table
from rollwrite.errors import BadOption, say
from rollwrite.kernel.cuda.runner import (
    LARGE,
    NoGPU,
    cuda_module,
    device_specializer,
    with_scratch,
)
from rollwrite.kernel.match_runner import (
    distinct,
    evaluator_of,
    models_of,
)
from rollwrite.kernel.run import signed, stored
from rollwrite.kernel.workspace import move_type, workspace
from rollwrite.play.game import SEEDS

THREADS = 128


class DeviceBatch:
    """So many games at once on the GPU; see ``Batch`` for what its arrays mean."""

    def __init__(self, table: Table, size: int, *, masks: bool = True) -> None:
        import numpy as np

        if type(size) is not int or not 1 <= size <= 1 << 28:
            raise BadOption(say("option.count", name="size", value=size, low=1, high=1 << 28))
        try:
            self._cuda = cuda_module()
        except NoGPU as reason:
            raise BadOption(say("lab.no_gpu", reason=str(reason))) from None
        self.table, self.size, self.layout = table, size, table.layout()
        rules, start = table.rules, table.start()
        players = Players(table.opponents, table.game)
        if players.outside:
            asked = next(one.name for one in players.known if one.policy is None)
            raise BadOption(say("envs.opponent_device", name=asked))
        lineup = players.policies
        self._step = step_kernel(
            rules, distinct(lineup), evaluator_of(lineup),
            bool(players.pools), masks, table.scaled,
        )  # fmt: skip
        self._sample = sample_kernel()
        there = self._cuda.to_device
        self._start = there(stored(start))
        kinds, models = there(players.kinds()), there(models_of(lineup))
        self._lineup = kinds, models, there(players.weights())
        self._seen = there(self.layout.runs), there(self.layout.scales)
        kind = start.dtype()
        memory = self._cuda.device_array(size * kind.itemsize, np.int8)
        self._raw, self._tables = memory.reshape(size, kind.itemsize), memory.view(kind)
        self._rngs = there(np.zeros((size, 2), np.int64))
        self.seats = there(np.zeros(size, np.int8))
        self._asked = there(np.zeros(size, np.int8))
        self._cast = there(np.zeros((size, table.seats), np.int16))
        self.scores = there(np.zeros(size, np.int32))
        self.views = there(np.zeros((size, self.layout.size), self.layout.dtype))
        self.masks = there(np.zeros((size, rules.ACTIONS if masks else 1), np.int8))
        self.legal = there(np.zeros((size, rules.MOVES), move_type(rules)))
        self.counts = there(np.zeros(size, np.int32))
        self.rewards = there(np.zeros(size, np.float32))
        self.ended = there(np.zeros(size, np.int8))
        self.illegal = there(np.zeros(size, np.int8))
        self._picked = there(np.zeros(size, np.int64))
        whims = np.ones((size, 2), np.int64)
        whims[:, 0] = np.random.default_rng(0).integers(1, 1 << 32, size)
        self._whims = there(whims)
        self._blocks = (size + THREADS - 1) // THREADS

    def reset(self, seed: int) -> None:
        """Begin anew, with the first games of a seed."""
        import numpy as np

        if type(seed) is not int or not 0 <= seed < SEEDS:
            raise BadOption(say("option.seed", value=seed, high=SEEDS - 1))
        self._seed = signed(seed)
        self._numbers = self._cuda.to_device(np.arange(self.size) - self.size)
        self._finished = self._cuda.to_device(np.ones(self.size, np.int8))
        self.step(self._picked)

    def step(self, actions: Any) -> None:
        """One decision in every environment; actions are int64, on the device or not."""
        seat = -1 if self.table.seat is None else self.table.seat
        shared = hasattr(actions, "__cuda_array_interface__")
        here = self._cuda.as_cuda_array(actions) if shared else self._cuda.to_device(actions)
        envs = loops.Environments(
            self._tables, self._raw, self._rngs, self.seats, self._asked, self._cast,
            self._numbers, self._finished, self.scores,
        )  # fmt: skip
        setting = loops.Setting(
            self._start, *self._lineup, *self._seen, seat, self._seed, self.size, self.table.reward
        )
        result = loops.StepResult(
            here, self.views, self.masks, self.legal, self.counts,
            self.rewards, self.ended, self.illegal,
        )  # fmt: skip
        self._step[self._blocks, THREADS]((envs, setting, result))

    def sample(self) -> Any:
        """A random legal action for every environment, on the device."""
        self._sample[self._blocks, THREADS](self.legal, self.counts, self._whims, self._picked)
        return self._picked


@cache
def step_kernel(
    rules: Any, kinds: tuple[Any, ...], evaluator: Any, cast: bool, masks: bool, scaled: bool
) -> Any:
    """The CUDA kernel of a step."""
    module = cuda_module()
    bindings = loop_bindings(rules, kinds, evaluator, False, cast, masks, scaled)
    return module.jit(step_function(module, rules, bindings))


def step_function(module: Any, rules: Any, bindings: dict[str, Any]) -> Any:
    """What the kernel of a step does, before it is compiled."""
    step_many = device_specializer(bindings, LARGE).of(loops.step_many)

    def step(arguments: Any, scratch: Any) -> None:
        envs, setting, result = arguments
        share = Share(module.grid(1), setting.size, module.gridsize(1), loops.ALL)
        step_many(envs, setting, scratch, result, share)

    return with_scratch(module, rules, workspace(rules, bindings["evaluator"]), step)


@cache
def sample_kernel() -> Any:
    """The CUDA kernel of a random choice."""
    module = cuda_module()
    pick_any = device_specializer({}).of(loops.pick_any)

    @module.jit  # type: ignore[untyped-decorator]  # numba-cuda has no types
    def pick(legal: Any, counts: Any, whims: Any, actions: Any) -> None:
        pick_any(legal, counts, whims, actions, module.grid(1), module.gridsize(1))

    return pick
