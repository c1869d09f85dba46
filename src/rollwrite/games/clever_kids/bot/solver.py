"""Solving Clever Kids alone: the mean of the best play there is, sheet by sheet."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, product
from typing import Any, NamedTuple

from rollwrite.games.clever_kids.bot import solving
from rollwrite.games.clever_kids.bot.dice_outcomes import JOKER_SHIFT, MASK, PLACE, SHIFT
from rollwrite.games.clever_kids.sheet import BLUE, DICE, GREEN
from rollwrite.games.contract import GameContext
from rollwrite.games.kit.solving import Progress
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.specialize import Specializer

SMALL = 2000  # so few sheets are solved before the solver would be compiled


class SolvedSheets(NamedTuple):
    """What the best play of a single seat comes to: from the start, and by sheet."""

    optimum: float  # expected stars from the empty sheet
    sheets: int  # how many were solved
    values: Any  # by number (see turn_ends.number_of), in fractions of solving.GRAINS


def solve_sheets(game: GameContext, workers: int, progress: Progress | None = None) -> SolvedSheets:
    """Solve every sheet for one seat: 37 million of the printed one, some minutes, 450 MB."""
    import numpy as np

    rules = game.rules
    sizes = [rules.BALLOONS + 1, rules.WAGONS + 1, *(pairs + 1 for pairs in rules.PAIRS)]
    grids = 1 << rules.ROWS * rules.COLUMNS
    lines = int(np.prod(sizes))
    ticks = np.indices(sizes).sum(0).ravel()
    hands = _hands(rules)
    scratch: list[tuple[Any, Any]]
    values: Any
    loop: Any
    if lines * grids < SMALL:
        values = [[0] * (lines * grids) for _ in range(3)]
        scratch = [([0] * _classes(hands), [solving.Workspace()]) for _ in range(workers)]
        loop = Specializer({"rules": rules}).of(solving.solve_lines)
    else:
        values = np.zeros((3, lines * grids), np.int32)
        scratch = [
            (np.zeros(_classes(hands), np.int16), np.zeros(1, solving.Workspace.dtype()))
            for _ in range(workers)
        ]
        hands = solving.Hands._make(
            part if isinstance(part, int) else np.array(part, np.int64) for part in hands
        )
        loop = Compiled(solving.solve_lines, {"rules": rules}, rules.TITLE)
    done = 0
    with ThreadPoolExecutor(workers) as pool:
        for level in reversed(range(int(ticks.max()) + 1)):
            fuller_solved = np.flatnonzero(ticks == level).astype(np.int64)
            for part in np.array_split(fuller_solved, -(-len(fuller_solved) // (8 * workers))):

                def solve(index: int, part: Any = part) -> None:
                    loop(part, index, workers, hands, *scratch[index], values)

                list(pool.map(solve, range(workers)))
                done += len(part)
                if progress:
                    progress(done * grids, lines * grids)
    found = np.asarray(values, np.int32)
    return SolvedSheets(int(found[0][0]) / solving.GRAINS, lines * grids, found)


def _classes(hands: solving.Hands) -> int:
    """How many classes of rolls there may be at most."""
    treats: int = hands.starts[BLUE] - hands.starts[GREEN]
    gifts = len(hands.enough_at) - 1
    return solving.OUTSIDE**2 * treats * gifts


def _hands(rules: Any) -> solving.Hands:
    """What the solver needs to know about hands."""
    codes = rules.HAND_CODES
    starts = [rules.HAND_FIRST[PLACE[zone]] for zone in range(1, 5)] + [len(codes)]
    green = list(codes[starts[GREEN - 1] : starts[GREEN]])
    held = [[(code >> SHIFT[GREEN] & MASK[GREEN]) // 6**k % 6 for k in range(4)] for code in green]
    jokers = [code >> JOKER_SHIFT for code in green]
    most = max(sum(nat) + j for nat, j in zip(held, jokers, strict=True))
    kinds = [-1] * 6**4
    enough: list[list[int]] = [[] for _ in green]
    numbered = 0
    for ticked in product(range(6), repeat=4):
        able = [
            hand
            for hand, (nat, j) in enumerate(zip(held, jokers, strict=True))
            if sum(max(0, t - n) for t, n in zip(ticked, nat, strict=True)) <= j
        ]
        if able and sum(ticked) <= DICE:
            kinds[sum(count * 6**place for place, count in enumerate(ticked))] = numbered
            for hand in able:
                enough[hand].append(numbered)
            numbered += 1
    listed = [number for hand in enough for number in hand]
    return solving.Hands(starts, most, kinds, listed, [0, *accumulate(map(len, enough))])
