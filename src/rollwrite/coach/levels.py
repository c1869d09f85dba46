"""Points lost per decision: a player's, and those of the levels of bots, as reviews tell them.

``levels.toml`` of a game holds what bots lose; ``python -m benchmarks.levels`` measures it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from math import sqrt
from typing import Any, NamedTuple

from rollwrite.bots.model import LEVELS, model_of, stem
from rollwrite.coach.phrases import phrases
from rollwrite.coach.report import turn_of
from rollwrite.coach.review import Review
from rollwrite.errors import BadOption, say
from rollwrite.play.game import Game
from rollwrite.texts import LANGUAGES

SURE = 1.96  # standard errors on each side hold the true mean in 95 of 100 cases
ENOUGH = 5  # games, before anything is said about a player


class Loss(NamedTuple):
    """A mean with half the width of its 95 % interval."""

    games: int
    mean: float
    half: float


def per_decision(games: Sequence[tuple[float, int]]) -> Loss:
    """Points lost per decision, from the points lost and the number of decisions of each game.

    A ratio of sums: long games count for more. Its interval takes games as independent.
    """
    count, decisions = len(games), sum(made for _, made in games)
    mean = sum(lost for lost, _ in games) / max(decisions, 1)
    if count < 2 or not decisions:
        return Loss(count, mean, float("inf"))
    spread = sum((lost - mean * made) ** 2 for lost, made in games) / (count - 1)
    return Loss(count, mean, SURE * sqrt(spread / count) / (decisions / count))


def name_of(game: Game) -> str:
    """The file of a game's levels: each variant has its own."""
    return f"{stem(game).replace('model', 'levels', 1)}.toml"


@lru_cache(64)
def level_losses(game: Game, seats: int) -> Mapping[str, Loss]:
    """What each level loses per decision in a game; nothing where that was not measured.

    Games of three and more are compared with games of two.
    """
    model = model_of(game, None) if game.edition is None else None
    place = files(game.definition.package) / name_of(game)
    if model is None or not place.is_file():
        return {}
    known = tomllib.loads(place.read_text("utf-8"))
    if known["model"] != model.manifest["sha256"]:
        return {}
    own = known["seats"].get(str(min(seats, 2)), {})
    return {level: Loss(**own[level]) for level in LEVELS if level in own}


def plays_like(own: Loss, levels: Mapping[str, Loss]) -> tuple[str, str]:
    """The weakest and the strongest level that a player may be like; often they are the same.

    A level fits if its mean lies in the player's interval, its own doubt included; where none
    does, the nearest.
    """
    gaps = {name: abs(loss.mean - own.mean) for name, loss in levels.items()}
    fitting = [name for name, loss in levels.items() if gaps[name] <= own.half + loss.half]
    names = fitting or [min(gaps, key=lambda name: gaps[name])]
    return names[0], names[-1]


class Judged(NamedTuple):
    """What a review comes to for a seat: ``worst`` is its costliest mistake, the first of several.

    The mistake has its ``event`` in the log, its ``turn`` and ``loss``, and by language the move
    that was ``played`` and the ``best`` one.
    """

    luck: float
    loss: float
    decisions: int
    worst: dict[str, Any] | None


def judged(review: Review) -> list[Judged]:
    """What a review comes to, for every seat."""
    if not isinstance(review, Review):
        raise BadOption(say("coach.no_review", value=review))
    return [_judged(review, seat) for seat in range(review.state.seats)]


def _judged(review: Review, seat: int) -> Judged:
    own = [one for one in review.decisions if one.seat == seat and not one.stand_in]
    account = review.accounts[seat]
    worst: dict[str, Any] | None = None
    if mistakes := review.mistakes(seat):
        costliest = min(mistakes, key=lambda one: (-round(one.loss, 2), one.event))
        worst = {
            "event": costliest.event,
            "turn": turn_of(review.state, costliest.event),
            "loss": round(costliest.loss, 2),
        }
        for language in LANGUAGES:
            told = phrases(costliest.state.in_language(language), seat)
            moves = {"played": costliest.chosen.move.text, "best": costliest.best.move.text}
            worst[language] = {name: told[move] for name, move in moves.items()}
    return Judged(account.luck, account.errors, len(own), worst)
