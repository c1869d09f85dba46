"""Who decides for seats without a person, and how well prepared they are."""

from __future__ import annotations

import logging
import secrets
from functools import lru_cache

import rollwrite as rw
from rollwrite.bots import LEVELS, bot
from rollwrite.bots.precompile import all_games, prepare_each
from rollwrite.errors import RollwriteError, has_extra
from rollwrite.play.visibility import imagined_by

LOG = logging.getLogger(__name__)
DEFAULT = "casual"  # the level of whoever is asked for without one
_PREPARED: set[tuple[str, str | None]] = set()


def levels() -> tuple[str, ...]:
    """The levels bots are offered at, weakest first; old tables may have others."""
    return LEVELS


def choose(level: str, state: rw.State, seat: int) -> str:
    """What a bot does; one that stumbles moves at random, so that nobody waits for ever.

    It is shown what its seat may know, and nothing else.
    """
    # The state has no seed: the dice come from elsewhere, and the bot must not know them.
    seed = secrets.randbits(63)
    try:
        return bot(level, seed).choose(imagined_by(state, seat), seat).text
    except Exception:
        LOG.exception("the bot %s stumbled at %r", level, state)
        return secrets.choice(state.moves(seat)).text


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
    if not has_extra("fast"):
        return
    async for game, problem in prepare_each(all_games()):
        if problem is None:
            _PREPARED.add((game.id, game.variant))
        else:
            LOG.warning("the bots of %r are not compiled: %s", game, problem)
