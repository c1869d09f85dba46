"""Where the cells of a card lie: as large as its width allows, no chain torn apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

from rollwrite.games.donnant.sheet import APART

LARGEST, BETWEEN = 36.0, 4.0  # the edge of the largest cells, and what lies between loose ones
SIGN = 0.26  # the room of a sign, in edges of a cell
SMALLEST_SIGN = 6.0
TALLER = 1.5  # cells of a long chain are taller than wide


class Cell(NamedTuple):
    """A cell's corner and size."""

    x: float
    y: float
    width: float
    height: float


@cache
def cells(relations: tuple[int, ...], width: float, height: float) -> tuple[Cell, ...]:
    """The cells of an objective in a box; ``relations`` join each cell to the next one."""
    chains = _chains(relations)
    rows = max(_partitions(chains), key=lambda rows: (_edge(rows, width, height), -_uneven(rows)))
    edge = _edge(rows, width, height)
    line = height / len(rows)
    room = line - (BETWEEN if len(rows) > 1 else 0)
    tall = min(room, max(edge, min(edge * TALLER, 0.9 * LARGEST)))
    found = []
    for number, row in enumerate(rows):
        gaps = _gaps(row, edge)
        x = (width - edge * (len(gaps) + 1) - sum(gaps)) / 2
        for gap in (*gaps, 0.0):
            found.append(Cell(x, (number + 0.5) * line - tall / 2, edge, tall))
            x += edge + gap
    return tuple(found)


Chain = tuple[int, ...]  # how the cells of a chain are joined; a loose cell has none


def _chains(relations: tuple[int, ...]) -> tuple[Chain, ...]:
    found: list[Chain] = [()]
    for relation in relations[:-1]:
        if relation == APART:
            found.append(())
        else:
            found[-1] = (*found[-1], relation)
    return tuple(found)


def _partitions(chains: tuple[Chain, ...]) -> Iterator[tuple[tuple[Chain, ...], ...]]:
    """All ways to write chains in up to two lines, or in three if there are many."""
    for lines in range(1, 3 if len(chains) < 7 else 4):
        for cuts in combinations(range(1, len(chains)), lines - 1):
            edges = (0, *cuts, len(chains))
            yield tuple(chains[a:b] for a, b in pairwise(edges))


def _uneven(rows: tuple[tuple[Chain, ...], ...]) -> float:
    """How far lines are from equally long; of two, the upper one is rather the longer one."""
    counts = [sum(len(chain) + 1 for chain in row) for row in rows]
    return max(counts) - min(counts) + (0.5 if counts[0] < counts[-1] else 0) + len(rows) * 0.1


def _edge(rows: tuple[tuple[Chain, ...], ...], width: float, height: float) -> float:
    """How wide cells can be that are written in these lines."""
    edge = min(LARGEST, height / len(rows) - (BETWEEN if len(rows) > 1 else 0))
    for row in rows:
        count = sum(len(chain) + 1 for chain in row)
        loose, signs = len(row) - 1, sum(map(len, row))
        wide = (width - loose * BETWEEN) / (count + signs * SIGN)
        if wide * SIGN < SMALLEST_SIGN:
            wide = (width - loose * BETWEEN - signs * SMALLEST_SIGN) / count
        edge = min(edge, wide)
    return edge


def _gaps(row: tuple[Chain, ...], edge: float) -> list[float]:
    """What lies between the cells of a line."""
    sign = max(edge * SIGN, SMALLEST_SIGN)
    found: list[float] = []
    for number, chain in enumerate(row):
        found += [BETWEEN] * bool(number) + [sign] * len(chain)
    return found
