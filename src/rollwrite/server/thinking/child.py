"""``python -m rollwrite.server.thinking.child PARENT NICE``: thinks about what it is sent.

A job is the pickle of a task's name and its arguments, an answer that of whether it went well and
what came of it; each with its length before it. Only the server that started it can reach it.
"""

from __future__ import annotations

import os
import pickle
import sys
import traceback
from typing import Any, BinaryIO

from rollwrite.lifeline import jobs_of_parent
from rollwrite.server.thinking.tasks import TASKS

LENGTH = 4


def packed(message: Any) -> bytes:
    """A message as it goes through a pipe."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(LENGTH, "big") + data


def _read(pipe: BinaryIO) -> Any:
    """The next message, or None at the end of the pipe."""
    head = pipe.read(LENGTH)
    data = pipe.read(int.from_bytes(head, "big"))
    return pickle.loads(data) if len(head) == LENGTH and data else None  # our own parent's


def main() -> None:
    """Answer one job after the other."""
    parent, nice = map(int, sys.argv[1:])
    getattr(os, "nice", int)(nice)  # people play meanwhile
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing else may write among the answers
    for name, given in jobs_of_parent(lambda: _read(sys.stdin.buffer), parent):
        try:
            answer = True, TASKS[name](*given)
        except Exception:
            answer = False, traceback.format_exc()[-4000:]
        answers.write(packed(answer))
        answers.flush()


if __name__ == "__main__":
    main()
