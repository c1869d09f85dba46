"""Who plays: bots by name, baselines of a game, anybody's own bot by ``module:name``."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, Protocol

from rollwrite.bots import Bot, bot
from rollwrite.bots.bot import BASELINE, ROLLOUTS
from rollwrite.errors import BadOption, say
from rollwrite.games.contract import Numbers, StateRecord
from rollwrite.kernel.policy import Policy, rate_alike
from rollwrite.kernel.step import Scratch
from rollwrite.play.game import Game
from rollwrite.play.log import Log
from rollwrite.play.state import Move, State


class Chooser(Protocol):
    """Anybody's own bot."""

    def choose(self, state: State, seat: int) -> Move | str:
        """The move for a pending seat, or its notation."""


class Player(NamedTuple):
    """A bot of a line-up: one of ours, which compiles, or anybody's own, which is asked."""

    name: str
    bot: Bot | None
    ask: Callable[[State, int], Move | str] | None = None


# A name, ``module:name``, a bot, an object with ``choose``, or a function in its place.
BotLike = str | Bot | Player | Chooser | Callable[[State, int], Move | str]


def player(given: BotLike) -> Player:
    """The player meant by a name, by ``module:name``, by a function or by an object."""
    if isinstance(given, Player):
        return given
    if isinstance(given, Bot):
        return Player(given.name, given)
    if isinstance(given, str):
        if not is_module(given):
            return Player(given, bot(given))
        return _own(imported(given), given)
    return _own(given, getattr(given, "name", None) or type(given).__name__)


def is_module(name: str) -> bool:
    """Whether a name is that of anybody's own bot, ``module:name``."""
    return ":" in name and not name.startswith((BASELINE, ROLLOUTS))


def imported(name: str) -> Any:
    """What ``module:name`` stands for; of a class, one object."""
    module, _, attribute = name.partition(":")
    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadOption(say("lab.own_bot", name=name, reason=str(error))) from None
    return found() if isinstance(found, type) else found


def _own(found: Any, name: str) -> Player:
    if isinstance(found, Bot):
        return Player(name, found)
    ask = getattr(found, "choose", found)
    if not callable(ask):
        raise BadOption(say("lab.own_bot", name=name, reason=f"{found!r} has no choose()"))
    return Player(name, None, ask)


class Asked:
    """A player's own bot in the place of a policy: asked for a move, and not trusted."""

    __slots__ = ("_game", "_log", "_player", "reason", "where")

    def __init__(self, player: Player, game: Game, seats: int) -> None:
        self._player = player
        self._game = game
        self._log = Log(game.id, seats, 0, None, game.variant, game.edition, dict(game.options))
        self.reason = ""  # why its last answer was none,
        self.where: StateRecord = None  # and the record it was asked about

    def __call__(
        self,
        s: StateRecord,
        seat: int,
        count: int,
        model: Numbers,  # noqa: ARG002  # as policies are called
        scratch: Scratch,
    ) -> int:
        """The index of the answer among the moves, or -1 if it is not there."""
        assert self._player.ask is not None
        state = State(self._game, s.copy(), self._log)
        try:
            answer = self._player.ask(state, seat)
        except Exception as error:
            # Whatever it raises ends this game alone.
            return self._none(s, f"{type(error).__name__}: {error}")
        if isinstance(answer, Move):
            action: int | None = answer.action if answer.seat == seat else None
        else:
            action = self._game.definition.notation.read(self._game, s, seat, str(answer))
        for index in range(count):
            if scratch.moves[index] == action:
                return index
        return self._none(s, self._game.text(say("lab.illegal", answer=str(answer))))

    def _none(self, s: StateRecord, reason: str) -> int:
        self.reason, self.where = reason, s.copy()
        return -1


def asking(asked: Asked) -> Policy:
    """A player's own bot as a policy of an interpreted match."""
    return Policy(asked, rate_alike)
