"""Learning on the GPU: batches of games played and weighed there, the same to the bit."""

from __future__ import annotations

from functools import cache
from typing import Any

from rollwrite.kernel import learn
from rollwrite.kernel.cuda.runner import (
    LARGE,
    cuda_module,
    device_specializer,
    stepping,
    with_scratch,
)
from rollwrite.kernel.learn import Epoch, Learnt, Notes, Sums, TdConfig, TrainingGames
from rollwrite.kernel.step import Batch, Scratch
from rollwrite.kernel.workspace import NoWorkspace, workspace

THREADS = 64  # of a block: games differ in length, and few wait for the longest
LOCAL = 200_000  # bytes of a workspace that a thread may have in local memory


class DeviceTrainer:
    """Plays batches of games on the GPU and learns from them; the model stays there meanwhile."""

    def __init__(
        self, rules: Any, evaluator: Any, starts: Any, notes: Notes, learnt: Learnt, pool: Any
    ) -> None:
        import numpy as np

        module = cuda_module()
        self._size = len(notes.turns)
        self._noting = noting(rules, evaluator)
        rooms = 1 if fits_locally(rules, evaluator) else self._size
        self._rooms = module.device_array(rooms, workspace(rules, evaluator).dtype())
        self._seats = module.to_device(np.array([start["seats"] for start in starts], np.int64))
        self._notes = Notes(*(module.device_array(array.shape, array.dtype) for array in notes))
        self._learnt = Learnt(*map(module.to_device, learnt))
        there = module.to_device(starts), self._learnt.model, module.to_device(pool)
        self._games = TrainingGames(*there, *self._notes)
        self._pool = len(pool)
        nothing = np.zeros(len(learnt.model), np.int64)
        self._sums = Sums(*(module.to_device(nothing) for _ in range(3)))

    def play(self, seed: int, first: int) -> None:
        """Play a batch of games and note them."""
        self._launch(self._noting, (self._games, self._rooms, self._batch(seed, first)))

    def learn(self, first: int, td_lambda: int, epoch: Epoch) -> None:
        """Learn from the batch that was played."""
        how = TdConfig(self._seats, self._learnt.model, self._pool, td_lambda)
        self._launch(adding_errors(), self._notes, how, self._batch(0, first), self._sums)
        self._launch(improving(), self._learnt, self._sums, epoch)

    def fetch(self, learnt: Learnt) -> None:
        """Copy what was learnt to the host."""
        for there, here in zip(self._learnt, learnt, strict=True):
            there.copy_to_host(here)

    def _batch(self, seed: int, first: int) -> Batch:
        return Batch(seed, first, self._size, 0, 1)

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        kernel[-(-self._size // THREADS), THREADS](*arguments)


def fits_locally(rules: Any, evaluator: Any) -> bool:
    """Whether the workspace of a game is small enough for local memory."""
    size: int = workspace(rules, evaluator).dtype().itemsize
    return size <= LOCAL


@cache
def noting(rules: Any, evaluator: Any) -> Any:
    """The CUDA kernel that plays games and notes them, one game a thread."""
    module = cuda_module()
    return module.jit(note_function(module, rules, evaluator))


def note_function(module: Any, rules: Any, evaluator: Any) -> Any:
    """What that kernel does, before it is compiled."""
    bindings = {**learn.bindings(rules, evaluator), **stepping(rules, evaluator)}
    note_many = device_specializer(bindings, LARGE).of(learn.note_many)
    local = fits_locally(rules, evaluator)

    def play(arguments: Any, scratch: Any) -> None:
        job, _, batch = arguments
        share = module.grid(1)
        if share < batch.games:
            own = Batch(batch.seed, batch.first, batch.games, share, module.gridsize(1))
            note_many(job, scratch, own)

    def play_outside(arguments: Any, scratch: Any) -> None:
        job, rooms, batch = arguments
        share = module.grid(1)
        if share < batch.games:
            own = Batch(batch.seed, batch.first, batch.games, share, module.gridsize(1))
            table, moves, event, rng, _ = scratch
            room = rooms[share : share + 1]
            note_many(job, Scratch(table, moves, event, rng, room), own)

    if local:
        return with_scratch(module, rules, workspace(rules, evaluator), play)
    return with_scratch(module, rules, NoWorkspace, play_outside)


@cache
def adding_errors() -> Any:
    """The CUDA kernel that adds up how far the weights were off."""
    module = cuda_module()
    return module.jit(error_function(module))


def error_function(module: Any) -> Any:
    """What that kernel does, before it is compiled."""
    from rollwrite.kernel.cuda.warp import add_together

    add_errors = device_specializer({"add": add_together}).of(learn.add_errors)

    def add(notes: Any, config: Any, batch: Any, sums: Any) -> None:
        share = module.grid(1)
        own = Batch(batch.seed, batch.first, batch.games, share, module.gridsize(1))
        add_errors(notes, config, own, sums)

    return add


@cache
def improving() -> Any:
    """The CUDA kernel that moves the weights."""
    module = cuda_module()
    return module.jit(improve_function(module))


def improve_function(module: Any) -> Any:
    """What that kernel does, before it is compiled."""
    improve = device_specializer({}).of(learn.improve)

    def move(learnt: Any, sums: Any, epoch: Any) -> None:
        improve(learnt, sums, epoch, module.grid(1), module.gridsize(1))

    return move
