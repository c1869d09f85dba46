"""Solving: models that are computed, not learnt, for the games that allow it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rollwrite.bots import model
from rollwrite.errors import BadOption, require_extra, say
from rollwrite.games.contract import Json
from rollwrite.games.kit.solving import Solver
from rollwrite.lab.engine import cores
from rollwrite.lab.parts import Progress
from rollwrite.play.game import SEEDS, Game
from rollwrite.play.registry import game as game_by_name
from rollwrite.play.registry import games
from rollwrite.texts import Figure


class Solution(NamedTuple):
    """A game that is solved for an objective; ``save`` makes a model of it, where one holds it."""

    game: Game
    objective: str
    seed: int
    weights: Sequence[int] | None  # None where they are too many for a model
    spread: list[float]
    start: tuple[float, ...]  # what the start is worth to whoever begins, by seats from 1 on

    def json(self) -> Json:
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

    def save(self, folder: Path, measured: Json | None = None) -> None:
        """Write the model into a folder; BadOption where none holds what was found."""
        noise = check_portable(self.game)
        assert self.weights is not None
        about = {"made_by": "rollwrite solve", **self._about(), **(measured or {})}
        weights = [int(weight) for weight in self.weights]
        model.save(self.game, folder, weights, noise, self.spread, about)

    def _about(self) -> Json:
        start = [round(points, 4) for points in self.start]
        return {"objective": self.objective, "seed": self.seed, "start": start}


def solve(
    game: Game | str,
    objective: str | None = None,
    *,
    seed: int = 0,
    progress: Progress | None = None,
) -> Solution:
    """Solve a game for one of the objectives of its solver, the first unless told.

    The seed is that of games that are played to solve it, where that takes some.
    """
    if isinstance(game, str):
        game = game_by_name(game)
    with game.localized_errors():
        solver = check_solvable(game)
        if type(seed) is not int or not 0 <= seed < SEEDS:
            raise BadOption(say("option.seed", value=seed, high=SEEDS - 1))
        aim = objective or solver.objectives[0]
        found = solver.solve(game, aim, seed=seed, workers=cores(), progress=progress)
        return Solution(game, aim, seed, found.weights, list(found.spread), found.start)


def check_solvable(game: Game) -> Solver:
    """The solver of a game; refuses one that is not solved, or cannot be here, and says why."""
    solver = game.definition.solver
    if solver is None:
        solved = [name for name in games() if game_by_name(name).definition.solver]
        key = "solve.not" if game.definition.training else "solve.not_at_all"
        raise BadOption(say(key, game=game.id, solved=solved, command=_command(game)))
    require_extra("fast")
    return solver


def check_portable(game: Game) -> Mapping[str, float]:
    """The noise of each level of a solved model; refuses where no model holds the solution."""
    noise = check_solvable(game).noise
    if noise is None:
        raise BadOption(say("solve.too_large", game=game.id, command=_command(game)))
    return noise


def _command(game: Game) -> str:
    """What makes a model of a game otherwise."""
    evaluator = game.definition.evaluator
    return evaluator.COMMAND if evaluator else f"rollwrite train {game.id}"
