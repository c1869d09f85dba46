"""A disk that is full, read-only or failing, and a clock that jumps."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from server.running import Server
from torture.campaign import Budget, Result, fault
from torture.load import Load, Player, in_file
from torture.process_faults import PLAYERS, rollwrite
from torture.shim import Shim

MOUNT = 'mount -t tmpfs -o size=16m none "$0" && exec "$@"'
DAY = 86_400


def _disturbed(
    load: Load, times: int, begin: Callable[[], object], end: Callable[[], object], said: str
) -> Result:
    """Moves are refused with a clear sentence while it lasts, and go on when it has ended."""
    result = Result()
    for _ in Budget.of(times):
        before, moving = load.refused(), load.wait(10)
        begin()
        told = _within(20, partial(_new, load, before, said))
        end()
        ok = moving and told and load.wait(10)
        result.attempt(ok, 0, f"moving {moving}, told {told}, said {list(load.refused())[:2]}")
    return result


def _new(load: Load, before: dict[str, int], said: str) -> bool:
    found = load.refused()
    return any(said in text and count > before.get(text, 0) for text, count in found.items())


def _within(seconds: float, look: Callable[[], bool]) -> bool:
    end = time.monotonic() + seconds
    while not look():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _killed_and_counted(server: Server, load: Load, database: Path, result: Result) -> Result:
    """Nothing may be lost even if the server is killed afterwards."""
    load.end()
    errors = server.stop(signal.SIGKILL)
    result.lost += load.lost(in_file(database))
    result.attempt("Traceback" not in errors, 0, errors[-300:])
    again = Server(database)
    load.move_to(again)
    load.begin()
    result.attempt(load.wait(4), 0, "the tables are stuck after the restart")
    load.end()
    again.stop()
    result.note(f"{load.acknowledged:,} acknowledged moves")
    return result


@fault("disk full: a limit on file sizes (EFBIG)", times=20, few=1)
def limited(folder: Path, times: int) -> Result:
    database = folder / "tables.sqlite"
    server = Server(database)
    load = Load([Player(server) for _ in range(PLAYERS)])
    process = server.process.pid
    hard = resource.prlimit(process, resource.RLIMIT_FSIZE)[1]

    def begin() -> None:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (4096, hard))

    def end() -> None:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))

    load.begin()
    result = _disturbed(load, times, begin, end, "could not be saved")
    return _killed_and_counted(server, load, database, result)


def can_mount() -> bool:
    """Whether a file system can be mounted in a namespace of one's own."""
    if shutil.which("unshare") is None:
        return False
    words = ["unshare", "-Urm", "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


@fault("disk full: a file system of 16 MB (ENOSPC)", times=20, few=1)
def full(folder: Path, times: int) -> Result:
    if not can_mount():
        return Result(skipped="no file system can be mounted here")
    mounted = folder / "small"
    mounted.mkdir()
    database = mounted / "tables.sqlite"
    server = Server(database, prefix=["unshare", "-Urm", "sh", "-c", MOUNT, mounted])
    inside = Path(f"/proc/{server.process.pid}/root{mounted}")
    load = Load([Player(server) for _ in range(PLAYERS)])

    def begin() -> None:
        with suppress(OSError), (inside / "fill").open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))

    def end() -> None:
        with suppress(FileNotFoundError):
            (inside / "fill").unlink()

    load.begin()
    result = _disturbed(load, times, begin, end, "could not be saved")
    load.end()
    # The file system ends with the server: what is stored is counted before, from within.
    saved = folder / "saved.sqlite"
    enter = ["nsenter", "-t", str(server.process.pid), "-U", "-m", "--preserve-credentials"]
    told = rollwrite("database", "backup", database, saved, prefix=enter)
    result.attempt(told.returncode == 0, 0, told.stderr[-200:])
    result.lost += load.lost(in_file(saved))
    errors = server.stop()
    result.attempt("Traceback" not in errors, 0, errors[-200:])
    result.note(f"{load.acknowledged:,} acknowledged moves")
    return result


def _injected(folder: Path, times: int, said: str, **faults: int) -> Result:
    database = folder / "tables.sqlite"
    shim = Shim(folder, "tables.sqlite")
    server = Server(database, environment=shim.environment)
    load = Load([Player(server) for _ in range(PLAYERS)])
    load.begin()
    result = _disturbed(load, times, lambda: shim.set(**faults), shim.set, said)
    return _killed_and_counted(server, load, database, result)


@fault("fsync fails (EIO)", times=20, few=1)
def sync(folder: Path, times: int) -> Result:
    return _injected(folder, times, "could not be saved", sync=errno.EIO)


@fault("writing fails (EIO)", times=10, few=1)
def writing(folder: Path, times: int) -> Result:
    return _injected(folder, times, "could not be saved", write=errno.EIO)


@fault("database turns read-only (EROFS)", times=10, few=1)
def read_only(folder: Path, times: int) -> Result:
    """While the server runs; and one that is read-only at the start is refused."""
    result = _injected(folder, times, "could not be saved", write=errno.EROFS)
    database = folder / "tables.sqlite"
    given = f"sqlite:///file:{database}?mode=ro&uri=true"
    if os.geteuid():
        database.chmod(0o400)
        given = str(database)
    told = rollwrite("serve", "--port=0", f"--database={given}")
    result.attempt(told.returncode == 2 and "readonly" in told.stderr, 0, told.stderr[-200:])
    return result


@fault("clock jumps by a day, back and forth", times=20, few=1)
def clock(folder: Path, times: int) -> Result:
    database = folder / "tables.sqlite"
    shim = Shim(folder, "tables.sqlite")
    server = Server(database, environment=shim.environment)
    load = Load([Player(server) for _ in range(PLAYERS)])
    load.begin()
    result = Result()
    for number in Budget.of(times):
        shim.set(clock=(DAY, -DAY, 3600, 0)[number % 4])
        time.sleep(0.3)
        status, told = Player(server).ask("GET", "/health")
        late = abs(told.get("time", 0.0) - time.time()) > 1800
        ok = load.wait(10) and status == 200 and late == bool(number % 4 != 3)
        result.attempt(ok, 0, f"health {status}, {list(load.refused())[:2]}")
    return _killed_and_counted(server, load, database, result)
