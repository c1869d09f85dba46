"""Workspaces: the scratch memory of policies, as records with named fields.

A policy works in the workspace of its thread: room for a state and for the moves of other seats,
the value of each move, and what the game's evaluator declares as its own ``Workspace``.
"""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

from rollwrite.kernel.memory import Block
from rollwrite.kernel.records import Field, Record, i8, i32, i64, one, slots
from rollwrite.kernel.step import Scratch


class NoWorkspace(Record):
    """For policies that need none."""

    unused: int = i8


class NoEvaluator(Record):
    """For games without an evaluator."""

    unused: int = i8


@cache
def workspace(rules: Any, evaluator: Any = None) -> type[Record]:
    """The record that policies of a game work in."""

    class Workspace(Record):
        """Scratch memory for one decision; what stands in it beforehand does not matter."""

        # The state after a move; first, because there it lies best to be copied.
        after: list[Any] = slots(rules.State, 1)
        worth: list[int] = i32[rules.MOVES]  # of each legal move, in the order of the moves
        replies: list[int] = MOVE_FIELDS[move_type(rules)][rules.MOVES]  # other seats' moves
        event: list[int] = i8[rules.EVENT]  # an event of chance in a playout
        rng: list[int] = i64[2]  # the generator of playouts
        own: Any = one(evaluator.Workspace if evaluator else NoEvaluator)

    return Workspace


def move_type(rules: Any) -> str:
    """The narrowest integers that hold every action: on a GPU narrow scratch is faster."""
    widths = (("i1", 7), ("u1", 8), ("i2", 15), ("u2", 16), ("i4", 31))
    return next(code for code, bits in widths if rules.ACTIONS >> bits == 0)


MOVE_FIELDS: dict[str, Any] = {code: Field(code) for code in ("i1", "u1", "i2", "u2", "i4")}
_OWN = threading.local()
ROOMS = 2  # workspaces of a thread: whoever plays games out thinks inside of thinking


def interpreted_scratch(rules: Any, evaluator: Any = None) -> Scratch:
    """What a thread works with when rules run as plain Python.

    Workspaces are large: a thread uses its own again. The rest is new each time, because a bot that
    somebody wrote in Python may ask one of ours in the middle of a game.
    """
    kept = _OWN.__dict__.setdefault("workspaces", {})
    if (rules, evaluator) not in kept:
        kept[rules, evaluator] = [workspace(rules, evaluator)() for _ in range(ROOMS)]
    room = kept[rules, evaluator]
    return Scratch([None], [0] * rules.MOVES, [0] * rules.EVENT, [0, 0], room)


def compiled_scratch(rules: Any, evaluator: Any = None, *, bare: bool = False) -> Scratch:
    """What a thread works with when rules are compiled; ``bare``: for random play alone."""
    import numpy as np

    room = NoWorkspace if bare else workspace(rules, evaluator)
    return Scratch(
        np.zeros(1, rules.State.dtype()),
        np.zeros(rules.MOVES, move_type(rules)),
        np.zeros(rules.EVENT, np.int8),
        np.zeros(2, np.int64),
        np.zeros(ROOMS, room.dtype()),  # memory that nobody touches costs nothing
    )


def framed_scratch(rules: Any, evaluator: Any = None, *, bare: bool = False) -> Scratch:
    """The same as arguments of a frame (see memory.py)."""
    room = NoWorkspace if bare else workspace(rules, evaluator)
    return Scratch(
        Block(rules.State, (1,)),
        Block(move_type(rules), (rules.MOVES,)),
        Block("i1", (rules.EVENT,)),
        Block("i8", (2,)),
        Block(room, (ROOMS,)),
    )
