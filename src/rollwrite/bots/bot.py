"""A bot: a policy that anybody can ask for a move or for what it thinks of each."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rollwrite.bots.model import LEVELS, model_of
from rollwrite.errors import BadOption, RollwriteError, did_you_mean, say
from rollwrite.kernel.evaluate import MoveEvaluator, evaluate_by_model
from rollwrite.kernel.policy import (
    BY_MODEL,
    GREEDY,
    NOISE,
    RANDOM,
    SEARCH,
    UNIT,
    Policy,
    seen_best,
)
from rollwrite.kernel.rng import seeded
from rollwrite.kernel.specialize import Specializer, code_size
from rollwrite.kernel.workspace import interpreted_scratch
from rollwrite.play.game import Game
from rollwrite.play.state import Move, State
from rollwrite.texts import Message

OWN_DICE = 0x626F7473_00000000  # keeps a bot's draws apart from the dice of the same seed

SIMPLE = {"random": RANDOM, "greedy": GREEDY}  # weakest first; they play every game
BASELINE = "baseline:"  # before the name of a baseline of one game
# The noise on the judgement of a level that searches without a model, in points.
SEARCH_NOISE = {"beginner": 16.0, "casual": 8.0, "strong": 3.0, "expert": 0.0}


class UnknownBot(RollwriteError):
    """No bot has this name."""


class Bot(NamedTuple):
    """Chooses moves for a seat: always the same one at the same moment of the same game."""

    name: str
    seed: int | None = None  # None: the seed of the game it plays
    folder: Path | None = None  # where its models lie; None: the games' own
    own: Policy | None = None  # a policy of anybody's making, which goes before the name

    def policy(self, game: Game) -> Policy:
        """How it chooses in a game."""
        return self.own or _policy(self.name, game, self.folder)

    def note(self, game: Game) -> Message | None:
        """What a player should know about this bot in this game, if anything."""
        if self.name in LEVELS and not self.own and self.policy(game).evaluator is None:
            return say("bots.no_table", edition=game.edition or game.name)
        return None

    def choose(self, state: State, seat: int) -> Move:
        """The bot's move for a pending seat."""
        moves = state.moves(seat)
        rng = [0, 0]
        seed = self.seed if self.seed is not None else state.log.seed or 0
        seeded(rng, seed ^ OWN_DICE, len(state.log.events) << 6 | seat)
        policy = self.policy(state.game)
        if (evaluator_loop := prepared(state.game, policy)) is not None:
            worths = list(evaluator_loop.rate(state._record, seat).values())
            return moves[seen_best(worths, len(worths), policy.model[NOISE], rng)]
        choose: Any = policy.choose
        choose = _interpreted(choose, policy.evaluator, state.game.rules)
        scratch = interpreted_scratch(state.game.rules, policy.evaluator)
        scratch = scratch._replace(moves=[move.action for move in moves], rng=rng)
        index: int = choose(state._record, seat, len(moves), policy.model, scratch)
        return moves[index]

    def evaluate(self, state: State, seat: int) -> list[tuple[Move, float]]:
        """What each move of a pending seat is worth to the bot in points, in their order."""
        moves = state.moves(seat)
        policy = self.policy(state.game)
        rate: Any = policy.rate
        rate = _interpreted(rate, policy.evaluator, state.game.rules)
        w = interpreted_scratch(state.game.rules, policy.evaluator).work[0]
        actions = [move.action for move in moves]
        rate(state._record, seat, actions, len(moves), policy.model, w)
        return [(move, worth / policy.unit) for move, worth in zip(moves, w.worth, strict=False)]


def names() -> tuple[str, ...]:
    """The bots that play every game, weakest first: two simple ones, then the levels of one."""
    return (*SIMPLE, *LEVELS)


def bot(name: str, seed: int | None = None) -> Bot:
    """A bot by its name; a seed of its own makes it independent of the game's.

    ``expert@FOLDER`` is a level with the model that lies in a folder, ``baseline:NAME`` a baseline
    of a single game: a game that has no such baseline refuses it when it is to play.
    """
    if name.startswith(BASELINE):
        return Bot(name, seed)
    level, _, folder = name.partition("@")
    if level not in names() or (folder and level not in LEVELS):
        raise UnknownBot(say("unknown_bot", name=name, hint=did_you_mean(level, names())))
    return Bot(level, seed, Path(folder) if folder else None)


# Rules, and how moves are rated by them: only this is compiled, not random or greedy play.
_PREPARED: set[tuple[Any, Any, Any]] = set()


def prepare(game: Game) -> None:
    """Compile how bots think about a game; from then on they answer faster, and the same.

    The first time on a machine takes some seconds: best done where nobody waits for it.
    """
    policy = _policy("expert", game, None)
    state = game.start(seed=0)
    while state.chance:
        state = state.roll()
    MoveEvaluator(game.rules, policy, compiled=True).rate(state._record, state.pending[0])
    _PREPARED.add((game.rules, policy.rate, policy.evaluator))


def compile_cost(game: Game) -> int:
    """How long compiling the bots of a game takes, compared with other games."""
    evaluator = _policy("expert", game, None).evaluator
    return (
        code_size(evaluate_by_model, {"rules": game.rules, "evaluator": evaluator})
        if evaluator
        else 0
    )


def prepared(game: Game, policy: Policy) -> MoveEvaluator | None:
    """Whom to ask about a game that was prepared."""
    if (game.rules, policy.rate, policy.evaluator) not in _PREPARED:
        return None
    return MoveEvaluator(game.rules, policy, compiled=True)


@lru_cache(128)
def _policy(name: str, game: Game, folder: Path | None) -> Policy:
    if name in SIMPLE:
        return SIMPLE[name]
    if name.startswith(BASELINE):
        return _baseline(name, game)
    # What was learnt about the printed cards says nothing about others.
    model = model_of(game, folder) if game.edition is None else None
    if model is None:
        return SEARCH._replace(model=(round(SEARCH_NOISE[name] * UNIT),))
    return BY_MODEL._replace(model=model.at(name), evaluator=game.definition.evaluator)


def _baseline(name: str, game: Game) -> Policy:
    known = game.definition.baselines
    found = known.get(name.removeprefix(BASELINE))
    if found is None:
        hint = say("choices", choices=[BASELINE + own for own in known])
        hint = hint if known else say("no_choices")
        raise BadOption(say("bots.baseline", game=game.id, name=name, hint=hint), game.language)
    return found if isinstance(found, Policy) else found(_policy("expert", game, None))


@cache
def _interpreted(function: Any, evaluator: Any, rules: Any) -> Any:
    """A policy's rule bound to a game's, as plain Python."""
    return Specializer({"rules": rules, "evaluator": evaluator}).of(function)
