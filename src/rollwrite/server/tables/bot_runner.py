"""Who decides for seats without a person, and how well prepared they are."""

from __future__ import annotations

import logging
import os
import secrets
from functools import lru_cache

import rollwrite as rw
from rollwrite.bots import LEVELS, bot
from rollwrite.bots.bot import can_prepare
from rollwrite.bots.precompile import all_games, prepare_each
from rollwrite.errors import RollwriteError
from rollwrite.server.metrics import METRICS
from rollwrite.server.thinking.workers import Failed, Workers

LOG = logging.getLogger(__name__)
DEFAULT = "casual"  # the level of whoever is asked for without one
BOT_SECONDS = 30.0  # for one move
_PREPARED: set[tuple[str, str | None]] = set()


def levels() -> tuple[str, ...]:
    """The levels bots are offered at, weakest first; old tables may have others."""
    return LEVELS


class BotRunner:
    """Bots think in processes of their own, those first for whom a person waits."""

    def __init__(self) -> None:
        self._workers = Workers(max(1, (os.cpu_count() or 1) // 2), nice=5, idle_seconds=600)

    async def close(self) -> None:
        """Let them stop."""
        await self._workers.close()

    async def choose(self, level: str, state: rw.State, seat: int, *, urgent: bool) -> str:
        """What a bot does; one that stumbles moves at random, so that nobody waits for ever."""
        # The state has no seed: the dice come from elsewhere, and the bot must not know them.
        given = level, state, seat, secrets.randbits(63), is_prepared(state.game)
        try:
            found: str = await self._workers.do(
                str(urgent), BOT_SECONDS, "choose", *given, urgent=urgent
            )
        except Failed as failure:
            METRICS.errors.inc()
            LOG.error("the bot %s stumbled at %r: %s", level, state, failure)
            return secrets.choice(state.moves(seat)).text
        return found


@lru_cache(256)
def note(level: str, game: rw.Game, language: str) -> str | None:
    """What players should know about a bot in a game, if anything."""
    try:
        found = bot(level).note(game)
    except RollwriteError as error:
        return error.text(language)
    return found.text(language) if found else None


def is_prepared(game: rw.Game) -> bool:
    """Whether questions about a game are answered by compiled code."""
    return game.edition is None and (game.id, game.variant) in _PREPARED


async def prepare_all() -> None:
    """Compile the bots of every game in the background; each is used as soon as it is ready.

    Until then, where it fails and where there is no compiler, bots are interpreted: slower, and
    with the same moves.
    """
    async for game, problem in prepare_each(filter(can_prepare, all_games())):
        if problem is None:
            _PREPARED.add((game.id, game.variant))
        else:
            LOG.warning("the bots of %r are not compiled: %s", game, problem)
