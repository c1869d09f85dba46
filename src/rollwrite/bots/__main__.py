"""``python -m rollwrite.bots``: compile the bots of all games now rather than when they play."""

from __future__ import annotations

import asyncio
import sys
import time

from rollwrite.bots.bot import can_prepare
from rollwrite.bots.precompile import all_games, prepare_each
from rollwrite.errors import MissingExtra, require_extra


async def compile_all() -> int:
    """Compile all games and tell which are ready; the number of those that failed."""
    begun, failed = time.monotonic(), 0
    async for game, problem in prepare_each(all_games()):
        title = f"{game.name}, {game.variant}" if game.variant else game.name
        if problem is None:
            print(f"{title}: ready after {time.monotonic() - begun:.1f} s", flush=True)
        else:
            failed += 1
            print(f"{title}: {problem}", file=sys.stderr, flush=True)
    return failed


if __name__ == "__main__":
    try:
        if not all(map(can_prepare, all_games())):
            require_extra("fast")
    except MissingExtra as error:
        sys.exit(f"rollwrite: {error}")
    sys.exit(min(1, asyncio.run(compile_all())))
