"""What is played in environments: a game, the opponents, the learner's seat, and what it sees."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rollwrite.envs.layout import Layout, layout
from rollwrite.envs.opponents import Opponent, OpponentLike, Pool, opponent
from rollwrite.errors import BadOption, did_you_mean, say
from rollwrite.play.checks import checked_names
from rollwrite.play.game import SEEDS, Game
from rollwrite.play.log import Log
from rollwrite.play.registry import as_game
from rollwrite.play.registry import game as game_by_name
from rollwrite.play.state import State

MOST = 1 << 30
REWARDS = ("score", "win")
OBSERVATIONS = ("integers", "scaled")
ON_ILLEGAL = ("penalty", "raise")


class Table(NamedTuple):
    """What is played: a game, the opponents in turn order after the learner, and its seat."""

    game: Game
    opponents: tuple[Opponent | Pool, ...]
    seat: int | None  # None: another one in every game
    reward: int
    scaled: bool = False  # whether the learner sees numbers from 0 to 1

    @property
    def seats(self) -> int:
        """How many play, the learner included."""
        return len(self.opponents) + 1

    @property
    def rules(self) -> Any:
        """The rules of the game."""
        return self.game.rules

    def start(self) -> Any:
        """The start of a game as a record."""
        return self.game.definition.position.start(self.game, self.seats, 0, self.game.options)

    def layout(self) -> Layout:
        """What the learner sees."""
        return layout(self.rules, self.seats, scaled=self.scaled)

    def state(self, slot: Any) -> State:
        """The State that stands in a slot of an array."""
        game = self.game
        log = Log(game.id, self.seats, 0, None, game.variant, game.edition, dict(game.options))
        return State(game, self.rules.State.load(slot), log)


def table(
    game: Game | str,
    opponents: Sequence[OpponentLike] | OpponentLike | Pool = ("random",),
    seats: int | None = None,
    seat: int | None = None,
    reward: str = "score",
    *,
    observations: str = "integers",
    variant: str | None = None,
    level: int | None = None,
    edition: str | Path | None = None,
) -> Table:
    """The table that is meant, checked; fewer opponents than seats take turns around it."""
    game = varied(game, variant, level, edition)
    with game.localized_errors():
        several = isinstance(opponents, str) or (
            isinstance(opponents, Sequence) and not hasattr(opponents, "choose")
        )
        names = checked_names("opponents", opponents) if several else [opponents]
        low, high = game.seats.start, game.seats.stop - 1
        if seats is None:
            seats = min(max(len(names) + 1, low), high)
        if type(seats) is not int or seats not in game.seats:
            raise BadOption(say("option.count", name="seats", value=seats, low=low, high=high))
        check_learner(seat, seats)
        check_choice("reward", reward, REWARDS)
        check_choice("observations", observations, OBSERVATIONS)
        if seats > 1 and not names:
            raise BadOption(say("envs.no_opponents"))
        known = [one if isinstance(one, Pool) else opponent(one, game) for one in names]
        around = tuple(known[place % len(known)] for place in range(seats - 1))
        scaled = observations == "scaled"
        return Table(game, around, seat, REWARDS.index(reward), scaled)


def varied(
    game: Game | str, variant: str | None, level: int | None, edition: str | Path | None
) -> Game:
    """A game in another variant or edition, or at a level of its solo variant."""
    changes: dict[str, Any] = {"variant": variant, "level": level, "edition": edition}
    changes = {name: value for name, value in changes.items() if value is not None}
    if not changes:
        return as_game(game)
    if not isinstance(game, str):
        game = as_game(game)
        same = {"variant": game.variant, "edition": game.edition, **game.options}
        changes = {**{name: value for name, value in same.items() if value is not None}, **changes}
        return game_by_name(game.id, language=game.language, **changes)
    return game_by_name(game, **changes)


def check_choice(name: str, value: object, choices: Sequence[str]) -> None:
    """Refuse what is none of some words."""
    if value not in choices:
        hint = did_you_mean(value, choices)
        raise BadOption(say(f"envs.{name}", value=value, hint=hint))


def check_learner(seat: object, seats: int) -> None:
    """Refuse a seat that the learner cannot have; None is another one in every game."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < seats):
        raise BadOption(say("option.count", name="seat", value=seat, low=0, high=seats - 1))


def check_size(name: str, value: object) -> None:
    """Refuse what is no number of games at once, or of threads."""
    if type(value) is not int or not 1 <= value <= MOST:
        raise BadOption(say("option.count", name=name, value=value, low=1, high=MOST))


def check_seed(seed: object) -> None:
    """Refuse what is no seed."""
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise BadOption(say("option.seed", value=seed, high=SEEDS - 1))
