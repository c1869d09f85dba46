"""Who decides for seats without a person."""

from __future__ import annotations

import logging
import secrets

import rollwrite as rw
from rollwrite.bots import bot, names

LOG = logging.getLogger(__name__)


def levels() -> tuple[str, ...]:
    """The levels bots have, weakest first."""
    return names()


def choose(level: str, state: rw.State, seat: int) -> str:
    """What a bot does; one that stumbles moves at random, so that nobody waits for ever."""
    # The state has no seed: the dice come from elsewhere, and the bot must not know them.
    seed = secrets.randbits(63)
    try:
        return bot(level, seed).choose(state, seat).text
    except Exception:
        LOG.exception("the bot %s stumbled at %r", level, state)
        return secrets.choice(state.moves(seat)).text
