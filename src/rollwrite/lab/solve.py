"""Solving: models that are computed, not learnt, for the games that allow it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rollwrite.bots import model
from rollwrite.errors import BadOption, require_extra, say
from rollwrite.lab.engine import cores
from rollwrite.lab.simulate import Progress
from rollwrite.play.game import SEEDS, Game
from rollwrite.play.registry import game as game_by_name
from rollwrite.texts import Figure

RACE, SOLO, COST = "race", "solo", "cost"
SOLVED = {"twenty_one": RACE, "clever_kids": SOLO}  # and for what, if nothing else is said
DEAREST = 20  # points that a turn may cost
# The noise on the judgement of each level, in points: each wins about 70 % of the games
# against the one before it.
NOISE = {"beginner": 10.0, "casual": 5.0, "strong": 2.5, "expert": 0.0}


class Solution(NamedTuple):
    """A game that is solved for an objective; ``save`` makes a model of it, where one holds it."""

    game: Game
    objective: str
    seed: int
    weights: Any  # None where they are too many for a model
    spread: list[float]
    start: tuple[float, ...]  # what the start is worth to whoever begins, by seats from 1 on

    def json(self) -> dict[str, Any]:
        """What was found, as JSON data."""
        return {"game": self.game.id, **self._about(), "spread": self.spread}

    def text(self, language: str = "en") -> str:
        """What the start is worth, a line for each number of seats."""
        head = say("solve.head", game=self.game.name, objective=self.objective).text(language)
        lines = [
            say("solve.start", seats=seats, points=Figure(points, ".3f")).text(language)
            for seats, points in enumerate(self.start, 1)
        ]
        return "\n".join([head, *lines])

    def save(self, folder: Path, measured: Mapping[str, Any] | None = None) -> None:
        """Write the model into a folder; BadOption where none holds what was found."""
        if self.weights is None:
            check_portable(self.game)
        about = {"made_by": "rollwrite solve", **self._about(), **(measured or {})}
        weights = [int(weight) for weight in self.weights]
        model.save(self.game, folder, weights, NOISE, self.spread, about)

    def _about(self) -> dict[str, Any]:
        start = [round(points, 4) for points in self.start]
        return {"objective": self.objective, "seed": self.seed, "start": start}


def solve(
    game: Game | str,
    objective: str | None = None,
    *,
    seed: int = 0,
    progress: Progress | None = None,
) -> Solution:
    """Solve a game: as a race with the others, for most points, or at a cost of each turn.

    The objective is ``race``, ``solo`` or ``cost=4`` (points that a turn costs); Clever Kids is
    solved alone (``solo``). The seed is that of the games by which racers learn how fast their
    equals are.
    """
    if isinstance(game, str):
        game = game_by_name(game)
    with game.localized_errors():
        check_solvable(game)
        aim = objective or SOLVED[game.id]
        cost = _cost(aim)
        if type(seed) is not int or not 0 <= seed < SEEDS:
            raise BadOption(say("option.seed", value=seed, high=SEEDS - 1))
        if game.id == "clever_kids":
            return _alone(game, aim, seed, progress)
        from rollwrite.games.twenty_one.bot.solver import Solver

        found = Solver(game, seed, progress).solve(cost)
        return Solution(game, aim, seed, found.weights, found.spread, found.start)


def _alone(game: Game, objective: str, seed: int, progress: Progress | None) -> Solution:
    """Clever Kids, for one seat."""
    if objective != SOLO:
        raise BadOption(say("solve.alone", game=game.id, value=objective))
    from rollwrite.games.clever_kids.bot.solver import solve_clever_kids

    found = solve_clever_kids(game, cores(), progress)
    return Solution(game, objective, seed, None, [], (found.optimum,))


def check_solvable(game: Game) -> None:
    """Refuse a game that is not solved, or cannot be here, and say what to do instead."""
    if game.id not in SOLVED:
        evaluator = game.definition.evaluator
        command = evaluator.COMMAND if evaluator else f"rollwrite train {game.id}"
        raise BadOption(say("solve.not", game=game.id, solved=", ".join(SOLVED), command=command))
    require_extra("fast")


def check_portable(game: Game) -> None:
    """Refuse to make a model of a solution that no model holds."""
    if game.id == "clever_kids":
        raise BadOption(
            say("solve.too_large", game=game.id, command=game.definition.evaluator.COMMAND)
        )


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
