"""Solving Clever Kids alone: the mean of the best play there is, sheet by sheet."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from rollwrite.games.clever_kids import solving, thinking
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.run import stored
from rollwrite.lab.engine import cores
from rollwrite.play.game import Game

Progress = Callable[[int, int], None]


class Solved(NamedTuple):
    """What the best play of a single seat comes to: by sheet, and from the start."""

    optimum: float  # expected stars from the empty sheet
    sheets: int  # how many were solved
    values: Any  # by number (see solving.number_of), in fractions of solving.GRAINS


def solve_clever_kids(
    game: Game, workers: int | None = None, progress: Progress | None = None
) -> Solved:
    """Solve every sheet for one seat. The printed one has 31 million: some minutes."""
    import numpy as np

    rules = game.rules
    start = game.definition.position.start(game, 1, 0, game.options)
    count = rules.BALLOONS * rules.WAGONS << rules.ROWS * rules.COLUMNS
    for pairs in rules.PAIRS:
        count *= pairs + 1
    values, ticks = np.zeros(count, np.int32), np.zeros(count, np.uint8)
    threads = workers or cores()
    bindings = {"rules": rules, "appraise": solving.solved}
    counting = Compiled(solving.count_ticks, bindings, rules.TITLE)
    solve = Compiled(solving.solve_many, bindings, rules.TITLE)
    rooms = [(stored(start), np.zeros(thinking.WORK, np.int64)) for _ in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda i: counting(rooms[i][0], ticks, i, threads), range(threads)))
        order = np.argsort(ticks, kind="stable").astype(np.int32)
        ends = np.cumsum(np.bincount(ticks))
        done = 0
        for level in reversed(range(len(ends))):
            numbers = order[ends[level - 1] if level else 0 : ends[level]]
            for part in np.array_split(numbers, max(1, len(numbers) >> 16)):
                list(pool.map(lambda i, p=part: solve(*rooms[i], p, i, threads, values),
                              range(threads)))  # fmt: skip
                done += len(part)
                if progress:
                    progress(done, count)
    return Solved(int(values[0]) / solving.GRAINS, count, values)
