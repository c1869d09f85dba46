"""``python -m torture``: runs fault campaigns and prints what was lost, which must be nothing."""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from torture.campaign import Budget, Fault, Result
from torture.faults import ALL

HEAD = "| fault | tried | survived | lost | seconds | |\n|---|---:|---:|---:|---:|---|"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m torture", description=__doc__)
    parser.add_argument("words", nargs="*", help="only faults whose names hold one of these words")
    parser.add_argument("--share", type=float, default=1.0, help="of all tries, such as 0.1")
    parser.add_argument("--only", help="one fault, in this process; prints its result as JSON")
    given = parser.parse_args()
    if given.only:
        one = ALL[given.only]
        print(json.dumps(asdict(_run(one, _times(one, given.share)))))
        return
    chosen = [
        one
        for name, one in ALL.items()
        if not given.words or any(word.lower() in name.lower() for word in given.words)
    ]
    print(HEAD, flush=True)
    passed = [_tried(one, given.share) for one in chosen]
    if not chosen or not all(passed):
        sys.exit("not everything was survived")


def _times(one: Fault, share: float) -> int:
    return max(one.few, round(share * one.times))


def _run(one: Fault, times: int) -> Result:
    Budget.end = time.monotonic() + one.seconds
    with tempfile.TemporaryDirectory(prefix="rollwrite-torture-") as folder:
        try:
            return one.run(Path(folder), times)
        except Exception as error:
            return Result(1, 0, 0, failures=[f"{type(error).__name__}: {error}"[:300]])


def _tried(one: Fault, share: float) -> bool:
    """Run a fault in a process of its own, which ends with all that it has left open."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "torture", f"--only={one.name}", f"--share={share}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    told, _ = process.communicate()
    with suppress(ProcessLookupError):  # servers of a fault that broke off
        os.killpg(process.pid, signal.SIGKILL)
    seconds = time.monotonic() - begun
    lines = told.splitlines()
    result = Result(**json.loads(lines[-1])) if lines else Result(1, failures=["it broke off"])
    if result.skipped:
        print(f"| {one.name} | – | – | – | | not run: {result.skipped} |", flush=True)
        return True
    notes = "; ".join([*result.notes, *result.failures[:3]]).replace("\n", " ").replace("|", "/")
    print(
        f"| {one.name} | {result.tried:,} | {result.survived:,} | {result.lost:,} "
        f"| {seconds:.0f} | {notes} |",
        flush=True,
    )
    return result.passed


if __name__ == "__main__":
    main()
