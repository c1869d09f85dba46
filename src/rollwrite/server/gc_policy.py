"""When the garbage collector runs: new objects often and briefly, old ones when nobody waits.

Five hundred tables with their drawings are a million objects that live long. Looking through all
of them for cycles takes half a second, and through what fifty thousand of them have become since
the last time a twentieth; whoever has just moved would wait that long. Hardly anything here ends
as a cycle, so the old ones can wait for a quiet moment.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from pathlib import Path

STATM = Path("/proc/self/statm")
PAGE = 4096
YOUNG = 3_000  # new objects that are looked through together, in a millisecond or a few
NEVER = 1_000_000_000
QUIET_SECONDS = 2.0  # after which nobody is likely to wait
PERIOD = 60.0  # at least, between two looks at everything
LATEST = 1_800.0  # where it never gets quiet
MOST_GROWTH = 300_000_000  # bytes, and all that there was: connections end as cycles


def begin() -> None:
    """Look through what has been loaded once, and from now on only through what is new."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


def resident() -> int:
    """Bytes of memory that the process takes; 0 where Linux does not tell."""
    try:
        pages = STATM.read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * PAGE


async def collect_when_quiet(used: Callable[[], int]) -> None:
    """Look through everything from time to time; ``used`` counts what the server is asked for."""
    looked = changed = time.monotonic()
    known = seen = used()
    size = resident()
    while True:
        await asyncio.sleep(QUIET_SECONDS / 2)
        now, count = time.monotonic(), used()
        if count != seen:
            seen, changed = count, now
        due = now - looked > PERIOD and seen != known and now - changed >= QUIET_SECONDS
        grown = resident() - size > max(MOST_GROWTH, size)
        if due or grown or now - looked > LATEST:
            gc.collect()
            looked, known, size = time.monotonic(), seen, resident()
