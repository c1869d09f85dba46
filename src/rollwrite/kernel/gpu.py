"""The GPU runner: one game a thread, by the same rules, with the same result to the bit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from rollwrite.kernel import match, playout
from rollwrite.kernel.compiler import numba_twins
from rollwrite.kernel.run import Games, move_type, room, stored
from rollwrite.kernel.run_match import Matches, distinct, kinds_of, match_room, signed

# Measured best on an H200 (docs/performance.md): enough threads to hide each other's waiting.
THREADS, BLOCKS = 256, 4096
LAUNCH = 1 << 24  # games a kernel launch plays at most


class NoGPU(RuntimeError):
    """There is no GPU that can be used, and why."""


def cuda_module() -> Any:
    """The numba-cuda module, or NoGPU."""
    try:
        import numpy as np

        if not hasattr(np, "row_stack"):
            np.row_stack = np.vstack  # numba-cuda 0.30 still asks for the name NumPy 2.5 dropped
        from numba import cuda

        module: Any = cuda
    except ImportError as error:
        raise NoGPU(
            f"numba-cuda is not installed ({error}); pip install 'rollwrite[gpu]'"
        ) from None
    if not module.is_available():
        raise NoGPU("numba-cuda finds no CUDA device or driver on this machine")
    return module


@cache
def kernel(rules: Any) -> Any:
    """The CUDA kernel that plays many games by these rules."""
    import numba
    import numpy as np

    module = cuda_module()
    play_many = numba_twins({"rules": rules}).of(playout.play_many)
    state = numba.from_dtype(rules.State.dtype())
    most_moves, event_size = rules.MOVES, rules.EVENT
    move = numba.from_dtype(np.dtype(move_type(rules)))

    @module.jit  # type: ignore[untyped-decorator]  # numba-cuda has no types
    def play(start: Any, seed: int, first: int, decisions: Any, scores: Any) -> None:
        table = module.local.array(1, state)
        moves = module.local.array(most_moves, move)
        event = module.local.array(event_size, numba.int8)
        rng = module.local.array(2, numba.int64)
        play_many(
            start, table, moves, event, rng,
            seed, first, module.grid(1), module.gridsize(1), decisions, scores,
        )  # fmt: skip

    return play


def run_gpu(rules: Any, start: Any, games: int, seed: int, first: int = 0) -> Games:
    """Random games on the GPU, some millions at a time so that memory stays bounded."""
    import numpy as np

    module, play = cuda_module(), kernel(rules)
    found = room(start, games)
    starts = module.to_device(stored(start))
    for begin in range(0, games, LAUNCH):
        end = min(begin + LAUNCH, games)
        decisions = module.device_array(end - begin, np.int32)
        scores = module.device_array((end - begin, start.seats), np.int16)
        play[BLOCKS, THREADS](starts, seed, first + begin, decisions, scores)
        decisions.copy_to_host(found.decisions[begin:end])
        scores.copy_to_host(found.scores[begin:end])
    return found


@cache
def match_kernel(rules: Any, kinds: tuple[Any, ...]) -> Any:
    """The CUDA kernel that plays many games between policies, one game a thread."""
    module = cuda_module()
    return module.jit(match_function(module, rules, kinds))


def match_function(module: Any, rules: Any, kinds: tuple[Any, ...]) -> Any:
    """What that kernel does, before it is compiled."""
    import numba
    import numpy as np

    match_many = numba_twins(match.bindings(rules, kinds)).of(match.match_many)
    state = numba.from_dtype(rules.State.dtype())
    most_moves, event_size = rules.MOVES, rules.EVENT
    move = numba.from_dtype(np.dtype(move_type(rules)))

    def play(
        start: Any, lineup: Any, lost: int, seed: int, first: int,
        decisions: Any, scores: Any, winners: Any,
    ) -> None:  # fmt: skip
        table = module.local.array(1, state)
        spare = module.local.array(1, state)
        moves = module.local.array(most_moves, move)
        replies = module.local.array(most_moves, move)
        worth = module.local.array(most_moves, numba.int32)
        event = module.local.array(event_size, numba.int8)
        rng = module.local.array(2, numba.int64)
        match_many(
            start, table, spare, moves, replies, worth, event, rng, lineup, lost,
            seed, first, module.grid(1), module.gridsize(1), decisions, scores, winners,
        )  # fmt: skip

    return play


def match_gpu(
    rules: Any,
    start: Any,
    lineup: Sequence[Any],
    games: int,
    seed: int,
    first: int = 0,
    lost: int = -(1 << 15),
) -> Matches:
    """Games between policies on the GPU, all in one launch: the caller bounds their number."""
    import numpy as np

    module, play = cuda_module(), match_kernel(rules, distinct(lineup))
    found = match_room(start, games)
    starts, kinds = module.to_device(stored(start)), module.to_device(kinds_of(lineup))
    there = [module.device_array(array.shape, array.dtype) for array in found]
    play[BLOCKS, THREADS](starts, kinds, lost, np.int64(signed(seed)), first, *there)
    for array, on_device in zip(found, there, strict=True):
        on_device.copy_to_host(array)
    return found
