"""Who decides for seats without a person, and how well prepared they are."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
from functools import lru_cache

import rollwrite as rw
from rollwrite.bots import LEVELS, bot, prepare
from rollwrite.errors import RollwriteError, has_extra

LOG = logging.getLogger(__name__)
DEFAULT = "casual"  # the level of whoever is asked for without one
# Compiles how bots think, at the lowest priority there is: people play meanwhile.
_CHILD = (
    "import os, runpy; getattr(os, 'nice', int)(19); "
    "runpy.run_module('rollwrite.bots', run_name='__main__')"
)
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
        return bot(level, seed).choose(state.imagined_by(seat), seat).text
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
    """Compile how bots think about every game where nobody waits for it, then load it.

    Whatever fails is logged; bots then think as plain Python does, and slower. So they do where
    there is no compiler.
    """
    if not has_extra("fast"):
        return
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", _CHILD,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        _, errors = await child.communicate()
    finally:
        if child.returncode is None:  # the server ends
            child.kill()
            await child.wait()
    if child.returncode:
        LOG.warning("bots could not be prepared: %s", errors.decode(errors="replace")[-2000:])
        return
    for game in _boxes():
        try:
            await asyncio.to_thread(prepare, game)
            _PREPARED.add((game.id, game.variant))
        except Exception:
            LOG.exception("bots could not be prepared for %r", game)


def _boxes() -> list[rw.Game]:
    """Every game in every variant."""
    return [
        rw.game(name, variant=variant)
        for name in rw.games()
        for variant in rw.game(name).definition.variants or (None,)
    ]
