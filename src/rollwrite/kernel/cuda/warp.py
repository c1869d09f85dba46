"""What neighbouring threads of a GPU do together; imported only where there is one."""

from __future__ import annotations

from typing import Any

from numba import cuda as module

from rollwrite.kernel.rule import rule

cuda: Any = module  # most of it is known to its compiler alone

EVERYBODY = 0xFFFFFFFF
PHASES = 16  # that are told apart


@rule
def step_together(phase: int) -> bool:
    """Whether it is the turn of a phase: of that in which most of 32 neighbours are.

    Neighbours run one program: what one of them does, all others wait for. Those in the same phase
    do the same thing, so they go ahead together, and the few others wait until they are the most.
    """
    cuda.syncwarp()
    most = 0
    best = 0
    for number in range(PHASES):
        many = cuda.popc(cuda.ballot_sync(EVERYBODY, phase == number))
        if many > most:
            most = many
            best = number
    return phase == best


@rule
def add_together(array: Any, place: int, amount: int) -> None:
    """Add to a place of an array that other threads add to."""
    cuda.atomic.add(array, place, amount)
