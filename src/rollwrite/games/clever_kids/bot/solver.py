"""Solving Clever Kids alone: the mean of the best play there is, sheet by sheet."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import product
from typing import Any, NamedTuple

from rollwrite.games.clever_kids.bot import solving
from rollwrite.games.clever_kids.bot.dice_outcomes import JOKER_SHIFT, MASK, PLACE, SHIFT
from rollwrite.games.clever_kids.sheet import DICE, GREEN
from rollwrite.games.contract import GameContext
from rollwrite.games.kit.solving import Progress
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.specialize import Specializer

SMALL = 2000  # so few sheets are solved before the solver would be compiled


class SolvedSheets(NamedTuple):
    """What the best play of a single seat comes to: from the start, and by sheet."""

    optimum: float  # expected stars from the empty sheet
    sheets: int  # how many were solved
    values: Any  # by number (see ends.number_of), in fractions of solving.GRAINS


def solve_sheets(game: GameContext, workers: int, progress: Progress | None = None) -> SolvedSheets:
    """Solve every sheet for one seat: 37 million of the printed one, some minutes, 450 MB."""
    import numpy as np

    rules = game.rules
    sizes = [rules.BALLOONS + 1, rules.WAGONS + 1, *(pairs + 1 for pairs in rules.PAIRS)]
    grids = 1 << rules.ROWS * rules.COLUMNS
    lines = int(np.prod(sizes))
    ticks = np.indices(sizes).sum(0).ravel()
    values = np.zeros((3, lines * grids), np.int32)
    tables, room = _tables(rules)
    loop: Any = Compiled(solving.solve_lines, {"rules": rules}, rules.TITLE)
    if lines * grids < SMALL:
        loop = Specializer({"rules": rules}).of(solving.solve_lines)
    rooms = [np.zeros(room, np.int64) for _ in range(workers)]
    done = 0
    with ThreadPoolExecutor(workers) as pool:
        for level in reversed(range(int(ticks.max()) + 1)):
            fuller_solved = np.flatnonzero(ticks == level).astype(np.int64)
            for part in np.array_split(fuller_solved, -(-len(fuller_solved) // (8 * workers))):

                def solve(index: int, part: Any = part) -> None:
                    loop(part, index, workers, *tables, rooms[index], values)

                list(pool.map(solve, range(workers)))
                done += len(part)
                if progress:
                    progress(done * grids, lines * grids)
    return SolvedSheets(int(values[0][0]) / solving.GRAINS, lines * grids, values)


def _tables(rules: Any) -> tuple[tuple[Any, ...], int]:
    """What the solver needs to know about hands, and how much room it takes to work."""
    import numpy as np

    codes = rules.HAND_CODES
    begins = [rules.HAND_FIRST[PLACE[zone]] for zone in range(1, 5)] + [len(codes)]
    green = list(codes[begins[GREEN - 1] : begins[GREEN]])
    held = [[(code >> SHIFT[GREEN] & MASK[GREEN]) // 6**k % 6 for k in range(4)] for code in green]
    jokers = [code >> JOKER_SHIFT for code in green]
    most = max(sum(nat) + j for nat, j in zip(held, jokers, strict=True))
    kinds = np.full(6**4, -1, np.int64)
    enough: list[list[Any]] = [[] for _ in green]
    for ticked in product(range(6), repeat=4):
        able = [
            hand
            for hand, (nat, j) in enumerate(zip(held, jokers, strict=True))
            if sum(max(0, t - n) for t, n in zip(ticked, nat, strict=True)) <= j
        ]
        if able and sum(ticked) <= DICE:
            number = int(kinds.max()) + 1
            kinds[sum(count * 6**place for place, count in enumerate(ticked))] = number
            for hand in able:
                enough[hand].append(number)
    listed = np.array([number for hand in enough for number in hand], np.int64)
    starts = np.cumsum([0, *map(len, enough)])
    room = solving.WAYS + (DICE + 1) ** 2 * (begins[4] - begins[3]) * len(green)
    return (np.array([*begins, most], np.int64), kinds, listed, starts), room
