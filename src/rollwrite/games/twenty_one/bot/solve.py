"""What Twenty One can be solved for; the work itself is in solver.py, which needs NumPy."""

from __future__ import annotations

import re

from rollwrite.errors import BadOption
from rollwrite.games.contract import GameContext
from rollwrite.games.kit.fixed_weights import FixedWeight
from rollwrite.games.kit.solving import Progress, Solved, Solver
from rollwrite.games.twenty_one.bot.race import PREMIUM, VICTORY
from rollwrite.games.twenty_one.notation import say

RACE, SOLO, COST = "race", "solo", "cost"
DEAREST = 20  # points that a turn may cost


def solve(
    game: GameContext, objective: str, *, seed: int, workers: int, progress: Progress | None
) -> Solved:
    """As a race with the others, for most points, or at a cost of each turn.

    The seed is that of the games by which racers learn how fast their equals are.
    """
    cost = _cost(objective)
    from rollwrite.games.twenty_one.bot.solver import RaceSolver

    return RaceSolver(game, seed, progress).solve(cost)


def _cost(objective: str) -> float | None:
    """The points a turn costs; None in a race."""
    if objective == RACE:
        return None
    if objective == SOLO:
        return 0.0
    match = re.fullmatch(rf"{COST}=(\d+(?:\.\d+)?)", str(objective), re.ASCII)
    if match is None or float(match[1]) > DEAREST:
        raise BadOption(say("solve.objective", value=objective, high=DEAREST))
    return float(match[1])


SOLVER = Solver(
    (RACE, SOLO, f"{COST}=4"),
    solve,
    # With so much noise each level wins about 70 % of the games against the one before it.
    noise={"beginner": 17.0, "casual": 9.0, "strong": 4.75, "expert": 0.0},
    fixed_weights=(FixedWeight(PREMIUM, learning=0, playing=VICTORY, judging=0),),
)
