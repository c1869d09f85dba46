"""A bot: a policy that anybody can ask for a move or for what it thinks of each."""

from __future__ import annotations

import threading
from array import array
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from rollwrite.bots.model import LEVELS, model_of
from rollwrite.errors import BadOption, RollwriteError, did_you_mean, has_extra, say
from rollwrite.kernel.evaluate import MoveEvaluator, built_ahead, evaluate_by_model
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
from rollwrite.kernel.rollouts import BY_ROLLOUTS, COUNT
from rollwrite.kernel.specialize import Specializer, code_size
from rollwrite.kernel.workspace import interpreted_scratch
from rollwrite.play.checks import check_decision, check_game
from rollwrite.play.game import SEEDS, Game
from rollwrite.play.state import Move, State
from rollwrite.texts import Message

OWN_DICE = 0x626F7473_00000000  # keeps a bot's draws apart from the dice of the same seed

SIMPLE = {"random": RANDOM, "greedy": GREEDY}  # weakest first; they play every game
BASELINE = "baseline:"  # before the name of a baseline of one game
ROLLOUTS = "rollouts:"  # before how many games an expert plays out for each move
MOST_ROLLOUTS = 10_000
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
        check_game(game)
        return self.own or _policy(self.name, game, self.folder)

    def note(self, game: Game) -> Message | None:
        """What a player should know about this bot in this game, if anything."""
        check_game(game)
        if self.name in LEVELS and not self.own and self.policy(game).evaluator is None:
            return say("bots.no_table", edition=game.edition or game.name)
        return None

    def choose(self, state: State, seat: int) -> Move:
        """The bot's move for a pending seat."""
        check_decision(state, seat)
        moves = state.moves(seat)
        policy = self.policy(state.game)
        if len(moves) == 1:
            return moves[0]
        rng = [0, 0]
        seed = self.seed if self.seed is not None else state.log.seed or 0
        seeded(rng, seed ^ OWN_DICE, len(state.log.events) << 6 | seat)
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
        check_decision(state, seat)
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
    ``rollouts:N`` is an expert that plays N games out for each move that may be best.
    """
    if seed is not None and type(seed) is not int:
        raise BadOption(say("option.seed", value=seed, high=SEEDS - 1))
    if not isinstance(name, str) or "\0" in name:
        raise UnknownBot(say("unknown_bot", name=name, hint=did_you_mean("", names())))
    if name.startswith(ROLLOUTS):
        number, _, folder = name.removeprefix(ROLLOUTS).partition("@")
        if not number.isdecimal() or not 1 <= int(number) <= MOST_ROLLOUTS:
            told = {"name": "rollouts", "value": number, "low": 1, "high": MOST_ROLLOUTS}
            raise BadOption(say("option.count", **told))
        return Bot(ROLLOUTS + number, seed, Path(folder) if folder else None)
    if name.startswith(BASELINE):
        return Bot(name, seed)
    level, _, folder = name.partition("@")
    if level not in names() or (folder and level not in LEVELS):
        raise UnknownBot(say("unknown_bot", name=name, hint=did_you_mean(level, names())))
    return Bot(level, seed, Path(folder) if folder else None)


def plays_out(bot: Bot) -> bool:
    """Whether a bot plays moves out, which needs more room than a GPU gives a game."""
    return bot.name.startswith(ROLLOUTS)


# Rules, and how moves are rated by them: only this is compiled, not random or greedy play.
_PREPARED: set[tuple[Any, Any, Any]] = set()
# Those who are asked, the latest last: making one takes longer than most of its answers.
_EVALUATORS: dict[tuple[Any, int], tuple[Policy, MoveEvaluator]] = {}
_ASKING = threading.Lock()
KEPT = 64
BY_WORTH = (BY_MODEL.choose, SEARCH.choose)  # who take the move worth most, seen through noise


def prepare(game: Game) -> None:
    """Compile how bots think about a game; from then on they answer faster, and the same.

    The first time on a machine takes some seconds: best done where nobody waits for it.
    """
    check_game(game)
    policy = _policy("expert", game, None)
    state = game.start(seed=0)
    while state.chance:
        state = state.roll()
    MoveEvaluator(game.rules, policy, compiled=True).rate(state._record, state.pending[0])
    _PREPARED.add((game.rules, policy.rate, policy.evaluator))


def can_prepare(game: Game) -> bool:
    """Whether the bots of a game can be compiled, or were ahead of time."""
    if has_extra("fast"):
        return True
    try:
        return built_ahead(game.rules, _policy("expert", game, None))
    except RollwriteError:  # a model that does not fit: told when it is used
        return False


def compile_cost(game: Game) -> int:
    """How long compiling the bots of a game takes, compared with other games."""
    evaluator = _policy("expert", game, None).evaluator
    return (
        code_size(evaluate_by_model, {"rules": game.rules, "evaluator": evaluator})
        if evaluator
        else 0
    )


def prepared(game: Game, policy: Policy) -> MoveEvaluator | None:
    """Whom to ask about a game that was prepared, here or ahead of time.

    Always the same for a policy, ready to answer.
    """
    known = (game.rules, policy.rate, policy.evaluator) in _PREPARED
    if policy.choose not in BY_WORTH or not (known or built_ahead(game.rules, policy)):
        return None
    with _ASKING:
        # A policy that is kept keeps its address, so nothing else is found under it.
        kept = _EVALUATORS.pop((game.rules, id(policy)), None)
        if kept is None:
            kept = policy, MoveEvaluator(game.rules, policy, compiled=True)
        _EVALUATORS[game.rules, id(policy)] = kept
        if len(_EVALUATORS) > KEPT:
            del _EVALUATORS[next(iter(_EVALUATORS))]
    return kept[1]


@lru_cache(128)
def _policy(name: str, game: Game, folder: Path | None) -> Policy:
    if name in SIMPLE:
        return SIMPLE[name]
    if name.startswith(BASELINE):
        return _baseline(name, game)
    if name.startswith(ROLLOUTS):
        expert = _policy("expert", game, folder)
        if expert.evaluator is None:
            raise BadOption(say("bots.no_rollouts", game=game.id), game.language)
        told = array("i", expert.model)
        told[COUNT] = int(name.removeprefix(ROLLOUTS))
        return BY_ROLLOUTS._replace(model=told, evaluator=expert.evaluator)
    # What was learnt about the printed cards says nothing about others.
    model = model_of(game, folder) if folder or game.edition is None else None
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
