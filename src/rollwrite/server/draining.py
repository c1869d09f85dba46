"""Ending without hurting anybody: health says so, requests are finished, and the exit code is 0."""

from __future__ import annotations

import contextlib
import logging
import signal
import time
from collections.abc import Iterator
from types import FrameType

import uvicorn

from rollwrite.server.storage.store import Store

LOG = logging.getLogger(__name__)
SIGNALS = (signal.SIGTERM, signal.SIGINT)


class DrainingServer(uvicorn.Server):
    """Serves until a signal comes, then for as long as load balancers need to notice, then ends.

    A second signal ends it at once.
    """

    def __init__(self, config: uvicorn.Config, store: Store, drain_seconds: float) -> None:
        super().__init__(config)
        self._store = store
        self._drain_seconds = drain_seconds
        self._end: float | None = None

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take the signals; unlike uvicorn's, do not send them again to ourselves at the end."""
        before = {one: signal.signal(one, self.handle_exit) for one in SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002  # uvicorn’s
        if self._store.ending:
            self.should_exit = self.force_exit = True
            return
        self._store.ending = True
        self._end = time.monotonic() + self._drain_seconds
        if not self._drain_seconds:
            self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: whether to end."""
        if self._end is not None and time.monotonic() >= self._end:
            self.should_exit = True
        return await super().on_tick(counter)
