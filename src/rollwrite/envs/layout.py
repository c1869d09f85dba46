"""What a seat sees, as a row of integers, derived from the record of any game.

The row begins with the phase, whose turn it is (0: one's own, 1: the next seat's …) and who is to
move (bit 0 for oneself). Then come the fields of the table in the order of the record, then the
sheets, one's own first and the others in turn order. Answers in an open window, and what a game
declares ``PRIVATE`` in its sheets, stand in one's own part only; what it declares ``HIDDEN`` is
seen by nobody; what it declares ``VEILED`` in a phase shows as zeros in the others' parts then.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from rollwrite.games.optional import OptionalRules

HEAD = ("phase", "turn", "pending")
_APART = {"seats", "active", "phase", "pending"}
_ANSWERS = "answers"


class Piece(NamedTuple):
    """A field as part of the row: its name, where it begins there, and its shape."""

    name: str
    start: int
    shape: tuple[int, ...]


class Layout(NamedTuple):
    """How a row is made: its pieces, its type, and the runs of bytes that are copied."""

    pieces: tuple[Piece, ...]
    size: int
    dtype: str
    # By seat: source, bytes of an integer, how many, place in the row, phases that veil it.
    runs: Any


class _Run(NamedTuple):
    name: str
    source: int
    width: int
    shape: tuple[int, ...]
    length: int
    veil: int = 0  # a bit for each phase in which it shows as zeros


@cache
def layout(rules: Any, seats: int) -> Layout:
    """The layout of the rows of a game with so many seats."""
    import numpy as np

    by_seat = [_seen(rules, seat, seats) for seat in range(seats)]
    pieces = [Piece(name, place, ()) for place, name in enumerate(HEAD)]
    place = len(HEAD)
    for run in by_seat[0]:
        pieces.append(Piece(run.name, place, run.shape))
        place += run.length
    widest = max([1, *(run.width for run in by_seat[0])])
    # Unsigned, because then the compiler need not think of indices that count from the end.
    joined = [_joined(seen) for seen in by_seat]
    most = max(map(len, joined))
    runs = np.array([own + [(0, 1, 0, 0, 0)] * (most - len(own)) for own in joined], np.uint64)
    return Layout(tuple(pieces), place, f"i{widest}", runs)


def _joined(seen: list[_Run]) -> list[tuple[int, int, int, int, int]]:
    """Runs with their places in the row; those that follow each other in memory become one."""
    found: list[tuple[int, int, int, int, int]] = []
    place = len(HEAD)
    for run in seen:
        last = found[-1] if found else (-1, 0, 0, 0, 0)
        follows = last[0] + last[1] * last[2] == run.source
        if follows and (last[1], last[4]) == (run.width, run.veil):
            found[-1] = (last[0], last[1], last[2] + run.length, last[3], last[4])
        else:
            found.append((run.source, run.width, run.length, place, run.veil))
        place += run.length
    return found


def _seen(rules: Any, seat: int, seats: int) -> list[_Run]:
    """The runs of bytes that a seat sees, in the order of its row."""
    dtype = rules.State.dtype()
    fields = rules.State._fields
    hidden = {*_APART, *OptionalRules.of(rules).HIDDEN}
    private = set(OptionalRules.of(rules).PRIVATE)
    found: list[_Run] = []
    for name, field in fields.items():
        if name not in hidden and name != _ANSWERS and isinstance(field.kind, str):
            found.append(_run(name, dtype, name, 0))
    for turn in range(seats):
        other = (seat + turn) % seats
        who = "own" if turn == 0 else f"next{turn}"
        for name, field in fields.items():
            if name in hidden:
                continue
            if name == _ANSWERS and turn == 0:
                base, offset = dtype.fields[name][:2]
                width = base.base.itemsize
                found.append(_Run(f"{who}.answer", offset + width * other, width, (), 1))
            elif not isinstance(field.kind, str):
                base, offset = dtype.fields[name][:2]
                inner = base.base
                start = offset + inner.itemsize * other
                found += [
                    _run(f"{who}.{part}", inner, part, start)._replace(
                        veil=_veil(rules, part) if turn else 0
                    )
                    for part in field.kind._fields
                    if turn == 0 or part not in private
                ]
    return found


def _veil(rules: Any, name: str) -> int:
    """The phases, as bits, in which others do not see a field of a sheet."""
    return sum(1 << phase for phase, names in OptionalRules.of(rules).VEILED if name in names)


def _run(label: str, dtype: Any, name: str, start: int) -> _Run:
    """A field of integers as a run of bytes."""
    kind, offset = dtype.fields[name][:2]
    count = kind.itemsize // kind.base.itemsize
    return _Run(label, start + offset, kind.base.itemsize, tuple(kind.shape), count)
