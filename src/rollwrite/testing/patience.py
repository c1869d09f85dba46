"""Patience: code of a game that does not come back is broken off, so that no check hangs."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 60.0  # seconds of processor time after which a call is taken not to come back
LOOKS = 20  # how often in that time somebody looks


class NoReturn(Exception):
    """Raised inside a call that does not come back."""


class Patience:
    """Breaks off what a thread does inside ``limited`` when it takes too long."""

    def __init__(self, seconds: float = PATIENCE) -> None:
        self._seconds = seconds
        self._thread = threading.get_ident()
        self._since: float | None = None  # processor time at which the call began
        self._over = threading.Event()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch this thread while a check goes on."""
        watcher = threading.Thread(target=self._watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            self._over.set()
            watcher.join()

    @contextmanager
    def limited(self) -> Iterator[None]:
        """Limit one call; inside another one, its time counts by itself."""
        outer, self._since = self._since, time.process_time()
        try:
            yield
        finally:
            self._since = time.process_time() if outer is not None else None

    def _watch(self) -> None:
        while not self._over.wait(self._seconds / LOOKS):
            since = self._since
            if since is not None and time.process_time() - since > self._seconds:
                self._since = None
                raised = ctypes.py_object(NoReturn)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), raised)
