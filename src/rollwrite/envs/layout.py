"""What a seat sees, as a row of integers, derived from the record of any game.

The row begins with the phase, whose turn it is (0: one's own, 1: the next seat's …) and who is to
move (bit 0 for oneself). Then come the fields of the table in the order of the record, then the
sheets, one's own first and the others in turn order. Answers in an open window, and what a game
declares ``PRIVATE`` in its sheets, stand in one's own part only; what it declares ``HIDDEN`` is
seen by nobody; what it declares ``VEILED`` in a phase shows as zeros in the others' parts then.

A *scaled* row says the same in numbers from 0 to 1: phase and turn as one place for each that can
be, bits unpacked, everything else divided by the most that the game declares for it (``LIMITS``).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from rollwrite.games.optional import OptionalRules

HEAD = ("phase", "turn", "pending")
_APART = {"seats", "active", "phase", "pending"}
_ANSWERS, ANSWER = "answers", "answer"


class Piece(NamedTuple):
    """A field as part of the row: its name, where it begins there, its shape, and what it means."""

    name: str
    start: int
    shape: tuple[int, ...]
    unit: str = "number"  # "number", "bits", "one-hot", or as in "1/18": what a number is scaled by


class Layout(NamedTuple):
    """How a row is made: its pieces, its type, and the runs of bytes that are copied."""

    pieces: tuple[Piece, ...]
    size: int
    dtype: str
    # By seat: source, bytes of an integer (0: the head of the row), how many, place in the row,
    # phases that veil it, bits that are unpacked.
    runs: Any
    scales: Any  # by run, what numbers are multiplied by


class _Run(NamedTuple):
    name: str
    source: int
    width: int
    shape: tuple[int, ...]
    length: int
    veil: int = 0  # a bit for each phase in which it shows as zeros
    bits: int = 0  # that are unpacked


@cache
def layout(rules: Any, seats: int, *, scaled: bool = False) -> Layout:
    """The layout of the rows of a game with so many seats."""
    import numpy as np

    by_seat = [_seen(rules, seat, seats) for seat in range(seats)]
    if scaled:
        return _scaled(rules, by_seat, seats)
    pieces = [Piece(name, place, ()) for place, name in enumerate(HEAD)]
    place = len(HEAD)
    for run in by_seat[0]:
        pieces.append(Piece(run.name, place, run.shape))
        place += run.length
    widest = max([1, *(run.width for run in by_seat[0])])
    # Unsigned, because then the compiler need not think of indices that count from the end.
    joined = [_joined(seen) for seen in by_seat]
    most = max(map(len, joined))
    runs = np.array([own + [(0, 1, 0, 0, 0, 0)] * (most - len(own)) for own in joined], np.uint64)
    return Layout(tuple(pieces), place, f"i{widest}", runs, np.ones(most))


def _scaled(rules: Any, by_seat: list[list[_Run]], seats: int) -> Layout:
    """The layout of rows of numbers from 0 to 1."""
    import numpy as np

    limits, bits = OptionalRules.of(rules).LIMITS, OptionalRules.of(rules).BITS
    head = [
        _Run(name, place, 0, (length,), 1, 0, length)
        for place, (name, length) in enumerate(
            zip(HEAD, (rules.OVER + 1, seats, seats), strict=True)
        )
    ]
    found: list[list[tuple[int, ...]]] = []
    pieces: list[Piece] = []
    scales: list[float] = []
    place = 0
    for seat, seen in enumerate(by_seat):
        pieces, scales, place = [], [], 0
        found.append([])
        for run in [*head, *seen]:
            field = run.name.rpartition(".")[2]
            many = run.bits or bits.get(field, 0)
            most = (
                rules.ACTIONS
                if field == ANSWER
                else limits.get(field, (1 << 8 * max(run.width, 1) - 1))
            )
            unit = "one-hot" if run.name in HEAD[:2] else "bits" if many else f"1/{most}"
            inner = run.shape if not run.width else (*run.shape, many) if many else run.shape
            pieces.append(Piece(run.name, place, inner, unit))
            scales.append(1 / most)
            found[seat].append((run.source, run.width, run.length, place, run.veil, many))
            place += run.length * max(many, 1)
    return Layout(tuple(pieces), place, "f4", np.array(found, np.uint64), np.array(scales))


def _joined(seen: list[_Run]) -> list[tuple[int, int, int, int, int, int]]:
    """Runs with their places in the row; those that follow each other in memory become one."""
    found: list[tuple[int, int, int, int, int, int]] = []
    place = len(HEAD)
    for run in seen:
        last = found[-1] if found else (-1, 0, 0, 0, 0, 0)
        follows = last[0] + last[1] * last[2] == run.source
        if follows and (last[1], last[4]) == (run.width, run.veil):
            found[-1] = (last[0], last[1], last[2] + run.length, last[3], last[4], 0)
        else:
            found.append((run.source, run.width, run.length, place, run.veil, 0))
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
                found.append(_Run(f"{who}.{ANSWER}", offset + width * other, width, (), 1))
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
