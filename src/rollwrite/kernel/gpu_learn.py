"""Learning on the GPU: batches of games played and weighed there, the same to the bit."""

from __future__ import annotations

from functools import cache
from typing import Any

from rollwrite.kernel import learn
from rollwrite.kernel.gpu import cuda_module, device_specializer, stepping
from rollwrite.kernel.policy import SPARES
from rollwrite.kernel.run import move_type

THREADS = 64  # of a block: games differ in length, and few wait for the longest
NEAR = 8192  # whole numbers of room that a thread may have in local memory


class DeviceSchool:
    """Plays batches of games on the GPU and learns from them; the model stays there meanwhile."""

    def __init__(
        self, rules: Any, evaluator: Any, starts: Any, notes: Any, learnt: Any, opponent_pool: Any
    ) -> None:
        import numpy as np

        module = cuda_module()
        self._games = len(notes.turns)
        self._noting = noting(rules, evaluator)
        room = max(2, evaluator.WORK)
        shape = (room, self._games) if room > NEAR else (1, 1)
        self._rooms = module.device_array(shape, word(evaluator))
        self._starts = module.to_device(starts)
        self._seats = module.to_device(np.array([start["seats"] for start in starts], np.int64))
        self._notes = [module.device_array(array.shape, array.dtype) for array in notes]
        self._learnt = [module.to_device(array) for array in learnt]
        self._strangers, self._count = module.to_device(opponent_pool), len(opponent_pool)
        nothing = np.zeros(len(learnt.model), np.int64)
        self._sums = [module.to_device(nothing) for _ in range(3)]

    def play(self, seed: int, first: int) -> None:
        """Play a batch of games and note them."""
        self._launch(self._noting, self._starts, self._learnt[0], self._strangers, self._rooms,
                     seed, first, *self._notes)  # fmt: skip

    def learn(self, first: int, td_lambda: int, learning_rate: int, part: int, parts: int) -> None:
        """Learn from the batch that was played."""
        seen, turns, finals = self._notes
        self._launch(weighing(), seen, turns, self._seats, finals, first, self._learnt[0],
                     self._count, td_lambda, *self._sums)  # fmt: skip
        self._launch(improving(), *self._learnt, *self._sums, learning_rate, part, parts)

    def fetch(self, learnt: Any) -> None:
        """Copy what was learnt to the host."""
        for there, here in zip(self._learnt, learnt, strict=True):
            there.copy_to_host(here)

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        kernel[-(-self._games // THREADS), THREADS](*arguments)


def word(evaluator: Any) -> str:
    """The type of whole numbers that a game's evaluator needs: memory is what it waits for."""
    return "i4" if getattr(evaluator, "NARROW", False) else "i8"


@cache
def noting(rules: Any, evaluator: Any) -> Any:
    """The CUDA kernel that plays games and notes them, one game a thread."""
    module = cuda_module()
    return module.jit(note_function(module, rules, evaluator))


def note_function(module: Any, rules: Any, evaluator: Any) -> Any:
    """What that kernel does, before it is compiled."""
    import numba
    import numpy as np

    bindings = {**learn.bindings(rules, evaluator), **stepping(rules, evaluator)}
    note_many = device_specializer(bindings).of(learn.note_many)
    state = numba.from_dtype(rules.State.dtype())
    most_moves, event_size, workroom = rules.MOVES, rules.EVENT, max(2, evaluator.WORK)
    move, kind = (numba.from_dtype(np.dtype(t)) for t in (move_type(rules), word(evaluator)))

    def play(
        starts: Any, work: Any, model: Any, opponent_pool: Any, seed: int, first: int, seen: Any,
        turns: Any, finals: Any,
    ) -> None:  # fmt: skip
        table = module.local.array(1, state)
        spare = module.local.array(SPARES, state)
        moves = module.local.array(most_moves, move)
        replies = module.local.array(most_moves, move)
        worth = module.local.array(most_moves, numba.int32)
        event = module.local.array(event_size, numba.int8)
        rng = module.local.array(2, numba.int64)
        note_many(
            starts, table, work, spare, moves, replies, worth, event, rng, model, opponent_pool,
            seed, first, module.grid(1), module.gridsize(1), seen, turns, finals,
        )  # fmt: skip

    play_there = module.jit(device=True)(play)

    def near(
        starts: Any, model: Any, opponent_pool: Any, rooms: Any, seed: int, first: int, seen: Any,
        turns: Any, finals: Any,
    ) -> None:  # fmt: skip
        work = module.local.array(workroom, kind)
        play_there(starts, work, model, opponent_pool, seed, first, seen, turns, finals)

    def far(
        starts: Any, model: Any, opponent_pool: Any, rooms: Any, seed: int, first: int, seen: Any,
        turns: Any, finals: Any,
    ) -> None:  # fmt: skip
        # Neighbours' numbers lie side by side, as in local memory.
        if module.grid(1) < len(turns):
            work = rooms[:, module.grid(1)]
            play_there(starts, work, model, opponent_pool, seed, first, seen, turns, finals)

    return near if workroom <= NEAR else far


@cache
def weighing() -> Any:
    """The CUDA kernel that adds up how far the weights were off."""
    module = cuda_module()
    return module.jit(weigh_function(module))


def weigh_function(module: Any) -> Any:
    """What that kernel does, before it is compiled."""
    from rollwrite.kernel.warp import add_together

    add_errors = device_specializer({"add": add_together}).of(learn.add_errors)

    def weigh(
        seen: Any, turns: Any, seats: Any, finals: Any, first: int, model: Any,
        opponent_pool: int, td_lambda: int, errors: Any, sizes: Any, visits: Any,
    ) -> None:  # fmt: skip
        add_errors(
            seen, turns, seats, finals, first, model, opponent_pool, td_lambda,
            module.grid(1), module.gridsize(1), errors, sizes, visits,
        )  # fmt: skip

    return weigh


@cache
def improving() -> Any:
    """The CUDA kernel that moves the weights."""
    module = cuda_module()
    return module.jit(improve_function(module))


def improve_function(module: Any) -> Any:
    """What that kernel does, before it is compiled."""
    improve = device_specializer({}).of(learn.improve)

    def move(
        model: Any, drift: Any, travel: Any, sums: Any, sizes: Any, visits: Any,
        learning_rate: int, part: int, parts: int,
    ) -> None:  # fmt: skip
        improve(
            model, drift, travel, sums, sizes, visits, learning_rate, part, parts,
            module.grid(1), module.gridsize(1),
        )  # fmt: skip

    return move
