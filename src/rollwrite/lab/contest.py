"""Contests between models that are being made: games of two, shared out in any way."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from rollwrite.kernel.match_runner import match_compiled
from rollwrite.kernel.policy import BY_MODEL, GREEDY, RANDOM, Policy
from rollwrite.lab.engine import Engine, TrainingJob, cores, engine
from rollwrite.lab.parts import play_parts
from rollwrite.lab.sent import Sent, as_sent, received
from rollwrite.play.game import Game

PLAIN = {"greedy": GREEDY, "random": RANDOM}


@dataclass(frozen=True)
class Contest:
    """The games of two policies: greedy, random, or models of the game."""

    game: Game
    one: Policy
    two: Policy
    seed: int
    least: ClassVar[int] = 64
    most: ClassVar[int] = 1 << 14

    def play(self, first: int, games: int) -> int:
        """What the first of the two makes of games from a number on: 2 for each victory."""
        rules, start = self.game.rules, self.game.definition.position.start
        begin = start(self.game, 2, 0, self.game.options)
        won = match_compiled(rules, begin, [self.one, self.two], games, self.seed, first).winners
        return int(((won & 1) + 1 - (won >> 1 & 1)).sum())

    def __reduce__(self) -> tuple[Any, ...]:
        return _contest, (as_sent(self.game), _sent(self.one), _sent(self.two), self.seed)


def _sent(policy: Policy) -> tuple[str, bytes]:
    """A policy as it travels: its name, or its model."""
    for name, plain in PLAIN.items():
        if policy is plain:
            return name, b""
    return "", array("i", policy.model).tobytes()


def _received(sent: tuple[str, bytes], game: Game) -> Policy:
    name, model = sent
    if name:
        return PLAIN[name]
    numbers = array("i")
    numbers.frombytes(model)
    return BY_MODEL._replace(model=numbers, evaluator=game.definition.evaluator)


def _contest(
    sent: Game | Sent, one: tuple[str, bytes], two: tuple[str, bytes], seed: int
) -> Contest:
    game = received(sent)
    return Contest(game, _received(one, game), _received(two, game), seed)


def share(game: Game, one: Policy, two: Policy, games: int, seed: int, place: Engine) -> float:
    """What part of two-seat games the first of two policies wins; shared ones count half."""
    games += games % 2  # each begins equally often
    parts = play_parts(Contest(game, one, two, seed), range(games), place, lambda: False)
    return float(sum(part.found for part in parts) / (2 * games))


@contextmanager
def contests(game: Game, workers: int | None, cluster: str | None) -> Iterator[Engine]:
    """Where contests are played: on threads of this machine, or on a cluster."""
    if cluster is not None:
        with engine(TrainingJob(game), workers, cluster) as place:
            yield place
        return
    count = workers or cores()
    with ThreadPoolExecutor(count) as pool:
        yield Engine(pool, count)
