"""Child processes that end with the process that started them, however that one ended."""

from __future__ import annotations

import ctypes
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeVar

Job = TypeVar("Job")
_PR_SET_PDEATHSIG = 1


def jobs_of_parent(read: Callable[[], Job | None], parent: int) -> Iterator[Job]:
    """What the parent sends; when it has ended, this process ends at once, whatever it is doing.

    ``read`` waits for the next job and gives None where the pipe is closed; ``parent`` is the
    process that started this one. On Linux the system ends us; elsewhere the closed pipe tells.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # it ended before we could ask for that
            os._exit(0)
    jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()

    def receive() -> None:
        while (job := read()) is not None:
            jobs.put(job)
        os._exit(0)

    threading.Thread(target=receive, daemon=True).start()
    while True:
        yield jobs.get()
