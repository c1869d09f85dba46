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
        self._call: object | None = None  # stands for the call that goes on, if any
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
        outer, self._call = self._call, object()
        try:
            yield
        finally:
            self._call = outer and object()

    def _watch(self) -> None:
        """Only who watches asks for the time: there are thousands of calls, and that is slow."""
        call, since = None, 0.0
        while not self._over.wait(self._seconds / LOOKS):
            now = time.process_time()
            if self._call is not call:
                call, since = self._call, now
            elif call is not None and now - since > self._seconds:
                self._call = None
                raised = ctypes.py_object(NoReturn)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), raised)
