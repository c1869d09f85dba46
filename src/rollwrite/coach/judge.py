"""A judge: what moments and moves are worth, in points and as a chance to win."""

from __future__ import annotations

from array import array
from functools import lru_cache
from math import erf, sqrt
from typing import NamedTuple

from rollwrite.bots import bot
from rollwrite.bots.model import STAGES, model_of
from rollwrite.errors import BadOption, say
from rollwrite.games.optional import OptionalEvaluator
from rollwrite.kernel.evaluate import MoveEvaluator, built_ahead
from rollwrite.kernel.policy import UNIT, Policy
from rollwrite.kernel.specialize import Specializer
from rollwrite.play.checks import check_decision, check_flag, check_game, check_seat, check_state
from rollwrite.play.game import Game
from rollwrite.play.state import Move, State

UNSURE = 12.0  # points a margin may still go where nothing was learnt about that
SURE = 0.5  # the least it may still go before the end


class Worth(NamedTuple):
    """What a move is worth: the margin it leads to on average, and the chance to win."""

    move: Move
    margin: float  # over the best other seat; alone, the points at the end
    chance: float


class View(NamedTuple):
    """What a moment is worth to a seat: a margin as above, and the chance to win."""

    margin: float
    chance: float


class Judge:
    """Sees moments of one game as the expert does: by its model, or by search where it has none."""

    def __init__(self, game: Game, *, compiled: bool) -> None:
        self.game = game
        self.compiled = compiled
        self.policy = _unbiased(game, bot("expert").policy(game))
        self._evaluator_loop = MoveEvaluator(game.rules, self.policy, compiled=compiled)
        self._mind = model_of(game, None) if self.learnt else None
        evaluator = self.policy.evaluator
        specializer = Specializer({"rules": game.rules, "evaluator": evaluator})
        self._progress = specializer.of(evaluator.progress) if evaluator else None
        goal = OptionalEvaluator.of(evaluator).goal
        self._goal = specializer.of(goal) if goal else None

    @property
    def learnt(self) -> bool:
        """Whether a model stands behind the figures, or only a search."""
        return self.policy.evaluator is not None

    def rate(self, state: State, seat: int) -> list[Worth]:
        """What each move of a pending seat is worth, in the order of the moves."""
        self._check(state)
        check_decision(state, seat)
        moves = state.moves(seat)
        worths = self._evaluator_loop.rate(state._record, seat)
        spread = self._spread(state)
        return [
            Worth(move, margin, self._chance(state, margin, spread))
            for move in moves
            for margin in [worths[move.action] / UNIT]
        ]

    def view(self, state: State, seat: int) -> View:
        """What a moment is worth to a seat; at the end, what came of it."""
        self._check(state)
        check_seat(state, seat)
        if state.over:
            won = seat in state.winners()
            return View(final_margin(state, seat), 1 / len(state.winners()) if won else 0.0)
        margin = self._evaluator_loop.value(state._record, seat) / UNIT
        return View(margin, self._chance(state, margin, self._spread(state)))

    def play_out(self, state: State, seat: int, move: Move) -> tuple[float, ...]:
        """What a moment after a move comes to, in points: each time another luck, all play well."""
        self._check(state)
        check_decision(state, seat)
        if not self.compiled:
            raise BadOption(say("coach.compiled_only"), self.game.language)
        if move not in state.moves(seat):
            raise BadOption(say("option.move", value=move), self.game.language)
        games, decisions = OptionalEvaluator.of(self.policy.evaluator).PLAY_OUT
        found = self._evaluator_loop.play_out(state._record, seat, move.action, games, decisions)
        return tuple(margin / UNIT for margin in found)

    def _check(self, state: State) -> None:
        check_state(state)
        if state.game != self.game:
            values = {"own": repr(self.game), "given": repr(state.game)}
            raise BadOption(say("coach.other_game", **values), self.game.language)

    def _spread(self, state: State) -> float:
        """How far the margin may still go from here to the end, in points."""
        if self._progress is None or self._mind is None:
            return UNSURE
        stage = min(int(self._progress(state._record)), STAGES - 1)
        return max(self._mind.spread[stage], SURE)

    def _chance(self, state: State, margin: float, spread: float) -> float:
        """How a margin on average becomes a chance: as if what may still happen fell like dice."""
        if state.seats == 1:
            if self._goal is None or not (goal := self._goal(state._record)):
                return 1.0  # nobody to lose against
            margin -= goal - 0.5
        return 0.5 * (1 + erf(margin / (spread * sqrt(2))))


def _unbiased(game: Game, policy: Policy) -> Policy:
    """The policy without what makes it play for more than the margin, such as a joy in winning."""
    model, training = array("i", policy.model), game.definition.training
    if training is not None and policy.evaluator is not None:
        for fixed in training.fixed_weights:
            model[fixed.place] = fixed.judging
    return policy._replace(model=model)


def final_margin(state: State, seat: int) -> float:
    """How far a seat ended ahead of the best other one; alone, its points."""
    scores = state.scores()
    others = [points for other, points in enumerate(scores) if other != seat]
    return float(scores[seat] - max(others, default=0))


def judge(game: Game, *, compiled: bool = False) -> Judge:
    """The judge of a game, made once."""
    check_game(game)
    check_flag("compiled", compiled)
    return _judge(game, compiled)


@lru_cache(32)
def _judge(game: Game, compiled: bool) -> Judge:
    """The judge of a game, made once; where its loops were compiled ahead of time, it uses them."""
    compiled = compiled or built_ahead(game.rules, bot("expert").policy(game))
    return Judge(game, compiled=compiled)
