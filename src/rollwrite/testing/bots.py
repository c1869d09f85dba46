"""Bots and options: training that fits, evaluators that rate, values that are taken."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rollwrite.bots.bot import Bot
from rollwrite.bots.model import load
from rollwrite.errors import BadOption
from rollwrite.games.optional import OptionalEvaluator
from rollwrite.kernel.policy import BY_MODEL, HEAD
from rollwrite.kernel.subset import Finding
from rollwrite.play.game import Game
from rollwrite.play.state import State
from rollwrite.play.visibility import imagined_by
from rollwrite.testing.inspection import Inspection
from rollwrite.testing.records import differences


def check_options(game: Game) -> None:
    """Raise AssertionError unless whole numbers are taken as the options name them."""
    found = [what for _, what in wrong_options(game)]
    assert not found, "\n".join(found)


def wrong_options(game: Game) -> Iterator[Finding]:
    """Values that an option names and the game refuses, or the other way round."""
    for option in game.definition.options:
        if option.values is None:
            continue
        taken = not option.variants or game.variant in option.variants
        for value in (option.values.start - 1, *option.values, option.values.stop):
            right = taken and value in option.values
            try:
                game.start(seed=1, **{option.name: value})
            except BadOption:
                if right:
                    yield Finding("position.start", f"{game!r} refuses {option.name}={value}")
            else:
                if not right:
                    yield Finding("position.start", f"{game!r} takes {option.name}={value}")


def wrong_training(game: Game) -> Iterator[Finding]:
    """Training that does not fit the evaluator, and names of baselines that cannot be typed."""
    definition, evaluator = game.definition, game.definition.evaluator
    if definition.training is not None and evaluator is None:
        yield Finding("Definition.training", "there is no evaluator to train")
    elif definition.training is not None and evaluator is not None:
        if OptionalEvaluator.of(evaluator).features is None:
            yield Finding("Definition.training", "the evaluator has no features to learn")
        for fixed in definition.training.fixed_weights:
            if not HEAD <= fixed.place < HEAD + evaluator.WEIGHTS:
                yield Finding("Definition.training", f"{fixed} is no place of a model")
    for name in definition.baselines:
        if not re.fullmatch(r"\w+", name):
            yield Finding("Definition.baselines", f"{name!r} is no name of a baseline")


def check_evaluator(look: Inspection, states: list[State]) -> None:
    """The evaluator rates every move of some positions, and leaves the record as it was."""
    evaluator = look.game.definition.evaluator
    if evaluator is None or look.game.edition is not None:
        return  # with other printed data, bots search without it
    model = load(look.game)
    weights = model.at("expert") if model else [0] * (HEAD + evaluator.WEIGHTS)
    policy = BY_MODEL._replace(model=weights, evaluator=evaluator)
    for state in states:
        look.state, look.seats = state, state.seats
        with look.guard("rating moves"):
            seat = look.random.choice(state.pending)
            seen = imagined_by(state, seat)
            before = seen._record.copy()
            rated = Bot("expert", own=policy).evaluate(seen, seat)
            right = len(rated) == len(state.moves(seat))
            look.that(right, "bots", "evaluator.rate", "rates only some of the moves")
            found = next(differences(before, seen._record), None)
            look.that(found is None, "bots", "evaluator.rate", f"changes the record: {found}")
