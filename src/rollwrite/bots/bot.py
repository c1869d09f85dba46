"""A bot: a policy that anybody can ask for a move or for what it thinks of each."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from rollwrite.errors import RollwriteError, did_you_mean, say
from rollwrite.kernel.dice import seeded
from rollwrite.kernel.policy import GREEDY, RANDOM, Policy, Slot
from rollwrite.kernel.twins import Twins
from rollwrite.play.state import Move, State

OWN_DICE = 0x626F7473_00000000  # keeps a bot's draws apart from the dice of the same seed

POLICIES = {"random": RANDOM, "greedy": GREEDY}  # weakest first


class UnknownBot(RollwriteError):
    """No bot has this name."""


class Bot(NamedTuple):
    """Chooses moves for a seat: always the same one at the same moment of the same game."""

    name: str
    policy: Policy
    seed: int | None = None  # None: the seed of the game it plays

    def choose(self, state: State, seat: int) -> Move:
        """The bot's move for a pending seat."""
        moves = state.moves(seat)
        rng = [0, 0]
        seed = self.seed if self.seed is not None else state.log.seed or 0
        seeded(rng, seed ^ OWN_DICE, len(state.log.events) << 6 | seat)
        choose, _ = _interpreted(self.policy, state.game.rules)
        place: int = choose(*_asked(state, seat, moves), rng)
        return moves[place]

    def evaluate(self, state: State, seat: int) -> list[tuple[Move, float]]:
        """What each move of a pending seat is worth to the bot, in the order of the moves."""
        moves = state.moves(seat)
        _, rate = _interpreted(self.policy, state.game.rules)
        asked = _asked(state, seat, moves)
        rate(*asked)
        return [(move, float(worth)) for move, worth in zip(moves, asked[-1], strict=False)]


def names() -> tuple[str, ...]:
    """The names of all bots, weakest first."""
    return tuple(POLICIES)


def bot(name: str, seed: int | None = None) -> Bot:
    """A bot by its name; a seed of its own makes it independent of the game's."""
    if name not in POLICIES:
        raise UnknownBot(say("unknown_bot", name=name, hint=did_you_mean(name, POLICIES)))
    return Bot(name, POLICIES[name], seed)


@cache
def _interpreted(policy: Policy, rules: Any) -> tuple[Any, Any]:
    """The policy's rules bound to a game's, as plain Python."""
    twins = Twins({"rules": rules})
    return twins.of(policy.choose), twins.of(policy.rate)


def _asked(state: State, seat: int, moves: list[Move]) -> tuple[Any, ...]:
    """What a policy is handed: the record, the seat, its actions, and room to work in."""
    room = state.game.rules.MOVES
    actions = [move.action for move in moves]
    record = state._record
    return record, seat, actions, len(actions), Slot(), [0] * room, [0] * room
