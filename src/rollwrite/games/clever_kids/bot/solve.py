"""What Clever Kids can be solved for; the work itself is in solver.py, which needs NumPy."""

from __future__ import annotations

from rollwrite.errors import BadOption
from rollwrite.games.clever_kids.sheet import say
from rollwrite.games.contract import GameContext
from rollwrite.games.kit.solving import Progress, Solved, Solver

SOLO = "solo"


def solve(
    game: GameContext, objective: str, *, seed: int, workers: int, progress: Progress | None
) -> Solved:
    """For most stars of a single seat; nothing is left to chance, so the seed changes nothing."""
    if objective != SOLO:
        raise BadOption(say("solve.alone", value=objective))
    from rollwrite.games.clever_kids.bot.solver import solve_sheets

    return Solved((solve_sheets(game, workers, progress).optimum,))


SOLVER = Solver((SOLO,), solve)  # 37 million sheets are too many for a model
