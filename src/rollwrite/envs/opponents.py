"""Who sits at the other seats: bots, policies of anybody's making, pools, and self-play leagues.

An opponent is given as

- a bot's name, ``module:name``, or a ``Bot``: it plays inside the compiled loop;
- a function of arrays, ``policy(observations, action_masks)``, that returns an action for each
  row: it is asked for all environments that wait for it at once;
- an object with ``choose(state, seat)``, or a function whose first parameter is called ``state``:
  asked for one position after the other, which is slow;
- a ``Pool`` of such, from which every game draws one anew, or a ``League`` for self-play.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from rollwrite.bots import Bot
from rollwrite.bots.players import BotLike, Player, imported, is_module, player
from rollwrite.errors import BadOption, say
from rollwrite.kernel.match_runner import kinds_of
from rollwrite.kernel.policy import RANDOM, Policy
from rollwrite.play.game import Game
from rollwrite.play.state import Move

BatchPolicy = Callable[[Any, Any], Any]
OpponentLike = BotLike | Policy | BatchPolicy

MOST_WEIGHT = 1 << 20


class Opponent(NamedTuple):
    """One opponent: a policy of the compiled loop, or somebody outside who is asked."""

    name: str
    policy: Policy | None = None
    rows: BatchPolicy | None = None  # asked for many environments at once,
    chooser: Player | None = None  # or for one position


class Pool:
    """Opponents of which every game draws one, by their weights.

    Weights are whole numbers; one who joins with ``add`` is met in the games that begin from then
    on, if there is a place left (``room``).
    """

    def __init__(
        self,
        opponents: Iterable[OpponentLike],
        weights: Sequence[int] | None = None,
        room: int | None = None,
    ) -> None:
        self.members: list[OpponentLike] = list(opponents)
        self.weights = list(weights) if weights is not None else [1] * len(self.members)
        if not self.members:
            raise BadOption(say("envs.empty_pool"))
        if len(self.weights) != len(self.members):
            told = {"weights": len(self.weights), "opponents": len(self.members)}
            raise BadOption(say("envs.weights", **told))
        for weight in self.weights:
            check_weight(weight)
        if not any(self.weights):
            raise BadOption(say("envs.no_weight"))
        self.room = max(room or 0, len(self.members))
        self.changes = 0  # how often somebody has joined

    def add(self, opponent: OpponentLike, weight: int = 1) -> None:
        """Let somebody join."""
        check_weight(weight)
        if len(self.members) >= self.room:
            raise BadOption(say("envs.full_pool", room=self.room))
        self.members.append(opponent)
        self.weights.append(weight)
        self.changes += 1


class League(Pool):
    """Self-play: the learner meets earlier versions of itself, which ``add`` appends.

    The newest one plays a share ``latest`` of the games, all others the rest in equal parts. Of
    more than ``keep`` versions the oldest makes room; the first opponent stays.
    """

    def __init__(self, first: OpponentLike = "random", keep: int = 8, latest: float = 0.5) -> None:
        if type(keep) is not int or not 2 <= keep <= 100:
            raise BadOption(say("option.count", name="keep", value=keep, low=2, high=100))
        if not isinstance(latest, int | float) or not 0 <= latest <= 1:
            raise BadOption(say("envs.latest", value=latest))
        super().__init__([first], None, keep)
        self.latest = latest
        self._newest = 0

    def add(self, opponent: OpponentLike, weight: int = 1) -> None:
        """Let a new version join; its weight follows from ``latest``."""
        check_weight(weight)
        if len(self.members) < self.room:
            self.members.append(opponent)
            self._newest = len(self.members) - 1
        else:  # places are taken again in turn: games under way go on with whom they find there
            self._newest = self._newest % (self.room - 1) + 1
            self.members[self._newest] = opponent
        others = len(self.members) - 1
        old = round(MOST_WEIGHT * (1 - self.latest) / others)
        new = round(MOST_WEIGHT * self.latest)
        self.weights = [old] * len(self.members)
        self.weights[self._newest] = new
        if not any(self.weights):
            self.weights[self._newest] = 1
        self.changes += 1


def check_weight(weight: object) -> None:
    """Refuse what is no weight."""
    if type(weight) is not int or not 0 <= weight <= MOST_WEIGHT:
        raise BadOption(say("option.count", name="weight", value=weight, low=0, high=MOST_WEIGHT))


def opponent(given: Any, game: Game) -> Opponent:
    """The opponent that is meant, as it plays a game."""
    if isinstance(given, str) and is_module(given):
        return opponent(imported(given), game)._replace(name=given)
    if isinstance(given, Opponent):
        return given
    if isinstance(given, Policy):
        return Opponent("policy", given)
    ours = isinstance(given, str | Bot | Player)
    if not ours and callable(given) and not hasattr(given, "choose") and not _asks_state(given):
        return Opponent(getattr(given, "__name__", type(given).__name__), rows=given)
    if not ours and not callable(getattr(given, "choose", given)):
        raise BadOption(say("envs.opponent", given=given), game.language)
    found = player(given)
    if found.bot is not None:
        return Opponent(found.name, found.bot.policy(game))
    return Opponent(found.name, chooser=found)


def _asks_state(function: Any) -> bool:
    """Whether the first parameter of a function is called ``state``."""
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return False
    return names[:1] == ["state"]


def chosen_action(found: Opponent, state: Any, seat: int) -> int | None:
    """The action that an opponent chooses who is asked for one position; None if it is none."""
    assert found.chooser is not None
    assert found.chooser.ask is not None
    answer = found.chooser.ask(state, seat)
    if isinstance(answer, Move):
        return answer.action if answer.seat == seat else None
    game = state.game
    action: int | None = game.definition.notation.read(game, state._record, seat, str(answer))
    return action


def asked_outside(given: Any, game: Game) -> Opponent:
    """An opponent that joins once the loop is compiled: bots of ours are asked like all others."""
    found = opponent(given, game)
    if found.policy is None:
        return found
    ours = Bot(found.name, own=found.policy)
    return Opponent(found.name, chooser=Player(found.name, None, ours.choose))


class Players:
    """The opponents of a table as the loop knows them, by number, and how often each is drawn."""

    def __init__(self, slots: Sequence[Opponent | Pool], game: Game) -> None:
        self.pools: list[tuple[int, int, Pool]] = []  # seat after the learner, first number
        self.known: list[Opponent] = []
        self._given: dict[int, object] = {}  # what each was made of
        self.slots = slots
        self._game = game
        for slot, given in enumerate(self.slots):
            if isinstance(given, Pool):
                self.pools.append((slot, len(self.known), given))
                self.known += [opponent(one, game) for one in given.members]
                self._given.update(enumerate(given.members, len(self._given)))
                spare = given.room - len(given.members)
                self.known += [Opponent("")] * spare
                self._given.update(dict.fromkeys(range(len(self._given), len(self.known))))
            else:
                self._given[len(self.known)] = given
                self.known.append(given)
        self._changes = [pool.changes for _, _, pool in self.pools]
        asked = [one for one in self.known if one.name and one.policy is None]
        roomy = any(pool.room > len(pool.members) for _, _, pool in self.pools)
        self.outside = bool(asked) or roomy
        self.policies = [one.policy or RANDOM for one in self.known] or [RANDOM]

    def kinds(self) -> Any:
        """Which of the compiled policies each player is; -1: one that is asked outside."""
        kinds = kinds_of(self.policies)
        for number, one in enumerate(self.known):
            if one.policy is None:
                kinds[number] = -1
        return kinds

    def weights(self) -> Any:
        """By seat after the learner, how often each player is drawn, added up."""
        import numpy as np

        found = np.zeros((max(1, len(self.slots)), max(1, len(self.known))), np.int64)
        number = 0
        for slot, given in enumerate(self.slots):
            if isinstance(given, Pool):
                found[slot, number : number + len(given.weights)] = given.weights
                number += given.room
            else:
                found[slot, number] = 1
                number += 1
        return found.cumsum(axis=1).astype(np.int32)

    def joined(self) -> bool:
        """Look who has joined a pool meanwhile; whether anybody has.

        The loop is compiled by then, so bots that join are asked from outside, like all others.
        """
        changes = [pool.changes for _, _, pool in self.pools]
        if changes == self._changes:
            return False
        for _, first, pool in self.pools:
            for number, one in enumerate(pool.members, first):
                if one is not self._given[number]:
                    self._given[number] = one
                    self.known[number] = asked_outside(one, self._game)
        self._changes = changes
        return True
