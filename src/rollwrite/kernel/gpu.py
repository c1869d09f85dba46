"""The GPU runner: one game a thread, by the same rules, with the same result to the bit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from rollwrite.errors import require_extra
from rollwrite.kernel import match, playout
from rollwrite.kernel.compiler import as_array
from rollwrite.kernel.match_runner import (
    Matches,
    distinct,
    evaluator_of,
    kinds_of,
    models_of,
    signed,
    workroom,
)
from rollwrite.kernel.policy import SPARES, Policy
from rollwrite.kernel.run import Games, move_type, room, stored
from rollwrite.kernel.specialize import Specializer

# Measured best on an H200 (docs/performance.md): enough threads to hide each other's waiting.
THREADS, BLOCKS = 256, 4096
SMALL_TABLE = 64  # bytes of a table that are left in constant memory
LAUNCH = 1 << 24  # games a kernel launch plays at most


class NoGPU(RuntimeError):
    """There is no GPU that can be used, and why."""


def cuda_module() -> Any:
    """The numba-cuda module; MissingExtra or NoGPU if it cannot be used."""
    require_extra("gpu")
    import numpy as np

    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 still asks for the name NumPy 2.5 dropped
    try:
        from numba import cuda
    except ImportError as error:
        raise NoGPU(f"numba-cuda cannot be imported ({error})") from None
    module: Any = cuda
    if not module.is_available():
        raise NoGPU("numba-cuda finds no CUDA device or driver on this machine")
    return module


def device_specializer(bindings: Mapping[str, Any]) -> Specializer:
    """Specializes rules for the GPU, with tables in memory that threads read side by side.

    Constant memory serves one address at a time, and neighbours look up different cards; besides,
    there each place in the code that uses a table has a copy of it.
    """
    from rollwrite.kernel.codegen_cuda import device_rule

    return Specializer(bindings, device_rule, on_device)


def on_device(constant: Any) -> Any:
    """A constant of the rules as kernels read it."""
    table = as_array(constant)
    return table_on_device(constant) if getattr(table, "nbytes", 0) > SMALL_TABLE else table


@cache
def table_on_device(constant: tuple[Any, ...]) -> Any:
    """A table on the device; it stays there, because compiled kernels know where it lies."""
    return cuda_module().to_device(as_array(constant))


def stepping(rules: Any, evaluator: Any = None) -> dict[str, Any]:
    """How neighbouring threads go on: together, where what they do differs much by phase."""
    if evaluator is None and not getattr(rules, "PHASES_DIFFER", False):
        return {}
    from rollwrite.kernel.warp import PHASES, step_together

    if rules.OVER >= PHASES:
        raise ValueError(f"{rules.TITLE} has more phases than the {PHASES} that are told apart")
    return {"in_step": step_together, "STEPPED": True}


@cache
def kernel(rules: Any, registers: int = 0) -> Any:
    """The CUDA kernel that plays many games by these rules; 0: as many registers as it likes."""
    module = cuda_module()
    limits = {"max_registers": registers} if registers else {}
    return module.jit(**limits)(play_function(module, rules))


def play_function(module: Any, rules: Any) -> Any:
    """What that kernel does, before it is compiled."""
    import numba
    import numpy as np

    play_many = device_specializer({"rules": rules, **stepping(rules)}).of(playout.play_many)
    state = numba.from_dtype(rules.State.dtype())
    most_moves, event_size = rules.MOVES, rules.EVENT
    move = numba.from_dtype(np.dtype(move_type(rules)))

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


def run_gpu(
    rules: Any,
    start: Any,
    games: int,
    seed: int,
    first: int = 0,
    blocks: int = BLOCKS,
    threads: int = THREADS,
    registers: int = 0,
) -> Games:
    """Random games on the GPU, some millions at a time so that memory stays bounded."""
    import numpy as np

    module, play = cuda_module(), kernel(rules, registers)
    found = room(start, games)
    starts = module.to_device(stored(start))
    for begin in range(0, games, LAUNCH):
        end = min(begin + LAUNCH, games)
        decisions = module.device_array(end - begin, np.int32)
        scores = module.device_array((end - begin, start.seats), np.int16)
        play[blocks, threads](starts, seed, first + begin, decisions, scores)
        decisions.copy_to_host(found.decisions[begin:end])
        scores.copy_to_host(found.scores[begin:end])
    return found


@cache
def match_kernel(rules: Any, kinds: tuple[Any, ...], evaluator: Any, workroom: int) -> Any:
    """The CUDA kernel that plays many games between policies, one game a thread."""
    module = cuda_module()
    return module.jit(match_function(module, rules, kinds, evaluator, workroom))


def match_function(
    module: Any, rules: Any, kinds: tuple[Any, ...], evaluator: Any = None, workroom: int = 1
) -> Any:
    """What that kernel does, before it is compiled."""
    import numba
    import numpy as np

    bindings = match.bindings(rules, kinds, evaluator) | stepping(rules, evaluator)
    match_many = device_specializer(bindings).of(match.match_many)
    spares = SPARES if evaluator else 1  # what is not needed is not paid for
    state = numba.from_dtype(rules.State.dtype())
    most_moves, event_size = rules.MOVES, rules.EVENT
    move = numba.from_dtype(np.dtype(move_type(rules)))

    def play(
        start: Any, lineup: Any, models: Any, lost: int, seed: int, first: int,
        decisions: Any, scores: Any, winners: Any,
    ) -> None:  # fmt: skip
        table = module.local.array(1, state)
        work = module.local.array(workroom, numba.int64)
        spare = module.local.array(spares, state)
        moves = module.local.array(most_moves, move)
        replies = module.local.array(most_moves, move)
        worth = module.local.array(most_moves, numba.int32)
        event = module.local.array(event_size, numba.int8)
        rng = module.local.array(2, numba.int64)
        match_many(
            start, table, work, spare, moves, replies, worth, event, rng, lineup, models, lost,
            seed, first, module.grid(1), module.gridsize(1), decisions, scores, winners,
        )  # fmt: skip

    return play


def match_gpu(
    rules: Any,
    start: Any,
    lineup: Sequence[Policy],
    games: int,
    seed: int,
    first: int = 0,
    lost: int = -(1 << 15),
) -> Matches:
    """Games between policies on the GPU, all in one launch: the caller bounds their number.

    What is found stays on the device; see ``counted`` and ``to_host``.
    """
    import numpy as np

    module = cuda_module()
    play = match_kernel(rules, distinct(lineup), evaluator_of(lineup), workroom(lineup))
    starts, *who = map(module.to_device, (stored(start), kinds_of(lineup), models_of(lineup)))
    shapes = ((games, np.int32), ((games, start.seats), np.int16), (games, np.int8))
    found = Matches(*(module.device_array(shape, kind) for shape, kind in shapes))
    play[BLOCKS, THREADS](starts, *who, lost, np.int64(signed(seed)), first, *found)
    return found


def to_host(found: Matches) -> Matches:
    """What stands on the device, as NumPy arrays."""
    return Matches(*(array.copy_to_host() for array in found))


LOWEST, SCORES, LENGTHS = -1024, 4096, 8192  # scores and lengths that are counted on the device


class Counts(NamedTuple):
    """How often what came up: lengths, scores by slot and turn of the seats, victories so too.

    ``odd`` counts games that were broken off, and those whose figures lie outside the counters.
    """

    lengths: Any
    scores: Any
    victories: Any
    odd: Any


def counted(found: Matches, seats: int, first: int, victory: int) -> Counts | None:
    """The games of ``match_gpu`` added up where they lie; None if one of them is odd.

    Copying every game's figures to the host takes longer than playing the games.
    """
    module = cuda_module()
    counts = Counts(*map(module.to_device, no_counts(seats)))
    count_kernel()[BLOCKS, THREADS](*found, seats, first, victory, *counts)
    made = Counts(*(array.copy_to_host() for array in counts))
    return None if made.odd.any() else made


def no_counts(seats: int) -> Counts:
    """Counters at zero."""
    import numpy as np

    shapes: tuple[Any, ...] = (LENGTHS, (seats, seats, SCORES), (seats, seats), 2)
    return Counts(*(np.zeros(shape, np.int32) for shape in shapes))


@cache
def count_kernel() -> Any:
    """The CUDA kernel that adds games up."""
    module = cuda_module()
    return module.jit(count_function(module))


def count_function(module: Any) -> Any:
    """What that kernel does, before it is compiled."""

    def count(
        decisions: Any, scores: Any, winners: Any, seats: int, first: int, victory: int,
        lengths: Any, bins: Any, victories: Any, odd: Any,
    ) -> None:  # fmt: skip
        for game in range(module.grid(1), len(decisions), module.gridsize(1)):
            made = decisions[game]
            if made < 0:
                module.atomic.add(odd, 0, 1)
                continue
            if made >= LENGTHS:
                module.atomic.add(odd, 1, 1)
                continue
            module.atomic.add(lengths, made, 1)
            turned = (first + game) % seats
            shared = 0
            for slot in range(seats):
                shared += winners[game] >> slot & 1
            for slot in range(seats):
                place = scores[game][slot] - LOWEST
                if 0 <= place < SCORES:
                    module.atomic.add(bins, (slot, turned, place), 1)
                else:
                    module.atomic.add(odd, 1, 1)
                if winners[game] >> slot & 1:
                    module.atomic.add(victories, (slot, turned), victory // shared)

    return count
