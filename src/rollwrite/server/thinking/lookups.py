"""What people ask that takes long: steps of a replay, proofs of dice, reasons, files they bring.

A thread would compete with the one that serves everybody, so another process works it out.
"""

from __future__ import annotations

import logging
from typing import Any

from rollwrite.errors import RollwriteError
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.thinking.workers import Failed, Workers

LOG = logging.getLogger(__name__)
SECONDS = 20.0  # for one
PER_ADDRESS, MOST = 30, 400  # that wait


class Lookups:
    """Answers each address in turn."""

    def __init__(self) -> None:
        self._workers = Workers(1, nice=10, idle_seconds=60, per_owner=PER_ADDRESS, most=MOST)

    async def close(self) -> None:
        """Give up what is still asked."""
        await self._workers.close()

    async def ask(self, owner: str, task: str, *given: Any) -> Any:
        """What a task gives; a Problem if it does not in time."""
        try:
            found = await self._workers.do(owner, SECONDS, task, *given)
        except Failed as failure:
            METRICS.errors.inc()
            LOG.error("no answer to %s: %s", task, failure)
            raise Problem(Cause.UNAVAILABLE, "busy") from None
        if isinstance(found, RollwriteError):  # what was asked is refused
            raise found
        return found
