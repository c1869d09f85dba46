"""A judge: what moments and moves are worth, in points and as a chance to win."""

from __future__ import annotations

from array import array
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rollwrite.bots import bot
from rollwrite.bots.model import STAGES
from rollwrite.coach.calibration import Calibration, calibration_of, plain_of
from rollwrite.errors import BadOption, say
from rollwrite.games.optional import OptionalEvaluator
from rollwrite.kernel.evaluate import MoveEvaluator, built_ahead
from rollwrite.kernel.policy import UNIT, Policy
from rollwrite.kernel.specialize import Specializer
from rollwrite.play.checks import check_decision, check_flag, check_game, check_seat, check_state
from rollwrite.play.game import Game
from rollwrite.play.state import Move, State
from rollwrite.play.visibility import known_to

LONGEST = 500  # decisions between two rolls after which there is taken to be no next one


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

    def __init__(self, game: Game, *, compiled: bool, calibrated: bool = True) -> None:
        self.game = game
        self._calibrated = calibrated
        self.compiled = compiled
        self.policy = _unbiased(game, bot("expert").policy(game))
        self._evaluator_loop = MoveEvaluator(game.rules, self.policy, compiled=compiled)
        evaluator = self.policy.evaluator
        specializer = Specializer({"rules": game.rules, "evaluator": evaluator})
        self._progress = specializer.of(evaluator.progress) if evaluator else None
        optional = OptionalEvaluator.of(evaluator)
        self.settles, goal = optional.SETTLED, optional.goal
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
        worths = self.rate_actions(state._record, seat)
        return [
            Worth(move, margin, self.chance(state._record, margin))
            for move in moves
            for margin in [worths[move.action]]
        ]

    def rate_actions(self, record: Any, seat: int) -> dict[int, float]:
        """What each action of a pending seat is worth in points, for a record of the rules."""
        worths = self._evaluator_loop.rate(record, seat)
        lift = self._lift(record)
        return {action: worth / UNIT + lift for action, worth in worths.items()}

    def view(self, state: State, seat: int) -> View:
        """What a moment is worth to a seat; at the end, what came of it."""
        self._check(state)
        check_seat(state, seat)
        return self.views(state)[seat]

    def views(self, state: State) -> tuple[View, ...]:
        """What a moment is worth to every seat; at the end, what came of it."""
        self._check(state)
        if state.over:
            won = state.winners()
            shares = [1 / len(won) if seat in won else 0.0 for seat in range(state.seats)]
        margins = self.margins(state._record)
        if not state.over:
            shares = [self.chance(state._record, margin) for margin in margins]
        return tuple(map(View, margins, shares))

    def margins(self, record: Any) -> list[float]:
        """What a moment is worth to every seat in points, for a record of the rules.

        Of two seats, one is as far behind as the other is ahead.
        """
        seats = range(record.seats)
        if record.phase == self.game.rules.OVER:
            points = [self.game.rules.score(record, seat) for seat in seats]
            return [_margin(points, seat) for seat in seats]
        lift = self._lift(record)
        found = [self._evaluator_loop.value(record, seat) / UNIT + lift for seat in seats]
        if len(found) == 2:
            ahead = (found[0] - found[1]) / 2
            found = [ahead, -ahead]
        return found

    def margin(self, record: Any, seat: int) -> float:
        """What a moment is worth to a seat in points, for a record of the rules."""
        if record.seats == 2 or record.phase == self.game.rules.OVER:
            return self.margins(record)[seat]
        return self._evaluator_loop.value(record, seat) / UNIT + self._lift(record)

    def settled_margins(self, record: Any) -> list[float]:
        """The same, where need be after the best decisions of all: so luck is judged."""
        if self.settles:
            record = record.copy()
            self.finish(record, range(record.seats), {})
        return self.margins(record)

    def finish(self, record: Any, at_best: Container[int], played: Mapping[int, Any]) -> None:
        """Make the decisions of a record up to the next roll.

        Some seats play their best, the others what they ``played`` as long as that may be.
        """
        rules = self.game.rules
        room = [0] * rules.MOVES
        for _ in range(LONGEST):
            if not record.pending or record.phase == rules.OVER:
                break
            seat = (record.pending & -record.pending).bit_length() - 1
            legal = room[: rules.legal(record, seat, room)]
            made = played.get(seat) if seat not in at_best else None
            if made and made[0] in legal:
                action = made.popleft()
            elif len(legal) == 1:
                action = legal[0]
            else:
                worths = self._evaluator_loop.rate(record, seat)
                action = max(worths, key=worths.__getitem__)
            rules.apply(record, seat, action)

    def play_out(
        self, state: State, seat: int, move: Move,
        games: int | None = None, decisions: int | None = None, first: int = 0,
    ) -> list[View]:  # fmt: skip
        """What games that go on from after a move come to, all playing well; only compiled.

        Each meets another luck, the same for every move. After so many decisions they are judged.
        Nothing is used that the seat cannot know.
        """
        self._check(state)
        check_decision(state, seat)
        if not self.compiled:
            raise BadOption(say("coach.compiled_only"), self.game.language)
        if move not in state.moves(seat):
            raise BadOption(say("option.move", value=move), self.game.language)
        standard = OptionalEvaluator.of(self.policy.evaluator).PLAY_OUT
        games, decisions = games or standard[0], decisions or standard[1]
        record = known_to(state, seat)._record
        loop, action = self._evaluator_loop, move.action
        found = loop.play_out(record, seat, action, games, decisions, first)
        views = []
        for one in found:
            margin, chance = one.value / UNIT, one.share
            if one.progress is not None:
                stage = min(one.progress, STAGES - 1)
                margin += self._calibration(record.seats).lift[stage]
                chance = self._chance(record, margin, stage)
            views.append(View(margin, chance))
        return views

    def _check(self, state: State) -> None:
        check_state(state)
        if state.game != self.game:
            values = {"own": repr(self.game), "given": repr(state.game)}
            raise BadOption(say("coach.other_game", **values), self.game.language)

    def _calibration(self, seats: int) -> Calibration:
        return (calibration_of if self._calibrated else plain_of)(self.game, seats)

    def _lift(self, record: Any) -> float:
        return self._calibration(record.seats).lift[self.stage(record)]

    def calibration(self, state: State) -> Calibration:
        """How the figures of the model are read at a table."""
        return self._calibration(state.seats)

    def stage(self, record: Any) -> int:
        """How far a game has come."""
        return min(int(self._progress(record)), STAGES - 1) if self._progress else 0

    def goal(self, record: Any) -> int:
        """The points with which whoever plays alone wins; 0 where nobody can."""
        return int(self._goal(record)) if self._goal is not None and record.seats == 1 else 0

    def chance(self, record: Any, margin: float) -> float:
        """The chance to win of a seat that expects a margin at some moment."""
        return self._chance(record, margin, self.stage(record))

    def _chance(self, record: Any, margin: float, stage: int) -> float:
        if record.seats == 1:
            goal = self.goal(record)
            if not goal:
                return 1.0  # nobody to lose against
            margin -= goal - 0.5
        return self._calibration(record.seats).chance(margin, stage)


def _unbiased(game: Game, policy: Policy) -> Policy:
    """The policy without what makes it play for more than the margin, such as a joy in winning."""
    model, made = array("i", policy.model), game.definition.training or game.definition.solver
    if made is not None and policy.evaluator is not None:
        for fixed in made.fixed_weights:
            model[fixed.place] = fixed.judging
    return policy._replace(model=model)


def final_margin(state: State, seat: int) -> float:
    """How far a seat ended ahead of the best other one; alone, its points."""
    return _margin(state.scores(), seat)


def _margin(scores: Sequence[int], seat: int) -> float:
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
