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
)
from rollwrite.kernel.policy import Policy
from rollwrite.kernel.run import Games, room, signed, stored
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.step import Batch, Scratch
from rollwrite.kernel.workspace import NoWorkspace, move_type, workspace

# Measured best on an H200 (docs/performance.md): enough threads to hide each other's waiting.
THREADS, BLOCKS = 256, 4096
SMALL_TABLE = 96  # bytes of a table that are left in constant memory
ALIGNED = 8  # bytes: a record in local memory may begin anywhere unless that is said
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


# Rules of a game that are long: called from several places, they are compiled once, not in each of
# them: a match of a game with many rules took minutes to compile.
LARGE = frozenset({"apply", "legal"})


def device_specializer(
    bindings: Mapping[str, Any], apart: frozenset[str] = frozenset()
) -> Specializer:
    """Specializes rules for the GPU, with tables in memory that threads read side by side.

    Constant memory serves one address at a time, and neighbours look up different cards; besides,
    there each place in the code that uses a table has a copy of it. Rules with the names in
    ``apart`` are never put into those that call them; loops of long games stay loops.
    """
    from rollwrite.kernel.cuda.codegen import device_rule

    rolled = "rules" in bindings and is_long(bindings["rules"])

    def wrap(rule: Any) -> Any:
        return device_rule(rule, apart=rule.__name__ in apart, rolled=rolled)

    return Specializer(bindings, wrap, on_device)


def is_long(rules: Any) -> bool:
    """Whether the rules of a game are too long for the instruction cache of a GPU."""
    return bool(getattr(rules, "PHASES_DIFFER", False))


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
    if evaluator is None and not is_long(rules):
        return {}
    from rollwrite.kernel.cuda.warp import PHASES, step_together

    if rules.OVER >= PHASES:
        raise ValueError(f"{rules.TITLE} has more phases than the {PHASES} that are told apart")
    return {"in_step": step_together, "STEPPED": True}


@cache
def kernel(rules: Any, registers: int = 0) -> Any:
    """The CUDA kernel that plays many games by these rules; 0: as many registers as it likes."""
    module = cuda_module()
    limits = {"max_registers": registers} if registers else {}
    return module.jit(**limits)(play_function(module, rules))


def with_scratch(module: Any, rules: Any, room: Any, body: Any) -> Any:
    """What a kernel does whose threads each work with a scratch in local memory.

    Its one argument, a tuple, goes on to ``body(arguments, scratch)``.
    """
    import numba
    import numpy as np

    state, own = numba.from_dtype(rules.State.dtype()), numba.from_dtype(room.dtype())
    most_moves, event_size = rules.MOVES, rules.EVENT
    move = numba.from_dtype(np.dtype(move_type(rules)))
    inner = module.jit(device=True)(body)

    def run(arguments: Any) -> None:
        scratch = Scratch(
            module.local.array(1, state, alignment=ALIGNED),
            module.local.array(most_moves, move),
            module.local.array(event_size, numba.int8),
            module.local.array(2, numba.int64),
            module.local.array(1, own, alignment=ALIGNED),
        )
        inner(arguments, scratch)

    return run


def play_function(module: Any, rules: Any) -> Any:
    """What the kernel of random games does, before it is compiled."""
    play_many = device_specializer({"rules": rules, **stepping(rules)}).of(playout.play_many)

    def play(arguments: Any, scratch: Any) -> None:
        job, batch = arguments
        stride = module.gridsize(1)
        own = Batch(batch.seed, batch.first, batch.games, module.grid(1), stride)
        play_many(job, scratch, own)

    return with_scratch(module, rules, NoWorkspace, play)


def run_gpu(rules: Any, start: Any, games: int, seed: int, first: int = 0, **shape: int) -> Games:
    """Random games on the GPU, some millions at a time so that memory stays bounded."""
    found = room(start, games)
    for begin in range(0, games, LAUNCH):
        end = min(begin + LAUNCH, games)
        there = run_kept(rules, start, end - begin, seed, first + begin, **shape)
        there.decisions.copy_to_host(found.decisions[begin:end])
        there.scores.copy_to_host(found.scores[begin:end])
    return found


def run_kept(
    rules: Any,
    start: Any,
    games: int,
    seed: int,
    first: int = 0,
    *,
    blocks: int = BLOCKS,
    threads: int = THREADS,
    registers: int = 0,
) -> Games:
    """Random games of which all that is found stays on the GPU, in one launch."""
    import numpy as np

    module, play = cuda_module(), kernel(rules, registers)
    starts = module.to_device(stored(start))
    decisions = module.device_array(games, np.int32)
    scores = module.device_array((games, start.seats), np.int16)
    batch = Batch(signed(seed), first, games, 0, 1)
    play[blocks, threads]((playout.Playouts(starts, decisions, scores), batch))
    return Games(decisions, scores)


@cache
def match_kernel(rules: Any, kinds: tuple[Any, ...], evaluator: Any) -> Any:
    """The CUDA kernel that plays many games between policies, one game a thread."""
    module = cuda_module()
    return module.jit(match_function(module, rules, kinds, evaluator))


def match_function(module: Any, rules: Any, kinds: tuple[Any, ...], evaluator: Any = None) -> Any:
    """What that kernel does, before it is compiled."""
    bindings = match.bindings(rules, kinds, evaluator) | stepping(rules, evaluator)
    match_many = device_specializer(bindings, LARGE).of(match.match_many)

    def play(arguments: Any, scratch: Any) -> None:
        job, batch = arguments
        stride = module.gridsize(1)
        own = Batch(batch.seed, batch.first, batch.games, module.grid(1), stride)
        match_many(job, scratch, own)

    return with_scratch(module, rules, workspace(rules, evaluator), play)


def match_gpu(
    rules: Any, start: Any, lineup: Sequence[Policy], games: int, seed: int, first: int = 0
) -> Matches:
    """Games between policies on the GPU, all in one launch: the caller bounds their number.

    What is found stays on the device; see ``counted`` and ``to_host``.
    """
    import numpy as np

    module = cuda_module()
    play = match_kernel(rules, distinct(lineup), evaluator_of(lineup))
    at, kinds, models = map(module.to_device, (stored(start), kinds_of(lineup), models_of(lineup)))
    shapes = ((games, np.int32), ((games, start.seats), np.int16), (games, np.int8))
    found = Matches(*(module.device_array(shape, kind) for shape, kind in shapes))
    batch = Batch(signed(seed), first, games, 0, 1)
    play[BLOCKS, THREADS]((match.Match(at, kinds, models, *found), batch))
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
    count_kernel()[BLOCKS, THREADS](found, seats, first, victory, counts)
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

    def count(found: Any, seats: int, first: int, victory: int, counts: Any) -> None:
        for game in range(module.grid(1), len(found.decisions), module.gridsize(1)):
            made = found.decisions[game]
            if made < 0:
                module.atomic.add(counts.odd, 0, 1)
                continue
            if made >= LENGTHS:
                module.atomic.add(counts.odd, 1, 1)
                continue
            module.atomic.add(counts.lengths, made, 1)
            turned = (first + game) % seats
            winners = found.winners[game]
            shared = 0
            for slot in range(seats):
                shared += winners >> slot & 1
            for slot in range(seats):
                place = found.scores[game][slot] - LOWEST
                if 0 <= place < SCORES:
                    module.atomic.add(counts.scores, (slot, turned, place), 1)
                else:
                    module.atomic.add(counts.odd, 1, 1)
                if winners >> slot & 1:
                    module.atomic.add(counts.victories, (slot, turned), victory // shared)

    return count
