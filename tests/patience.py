"""How long tests wait for what must come.

Nothing here tells how fast anything is: whoever waits goes on as soon as it has come. The limits
only say when to give up, and are far beyond what a machine with ten times its work needs. What
waits without any limit is ended by the watchdog.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 120.0  # seconds for an answer, a page, the start or the end of a process
COMPILING = 900.0  # seconds for what may compile rules first

Found = TypeVar("Found")


def wait_until(
    look: Callable[[], Found], what: str, *, seconds: float = PATIENCE, every: float = 0.02
) -> Found:
    """What ``look`` finds, as soon as it is true."""
    end = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < end, f"{what} did not come within {seconds:.0f} s: {found!r}"
        time.sleep(every)
    return found
