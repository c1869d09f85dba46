"""A server that is killed, started twice, or that loses its file."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random

from server.running import MAIN, Server
from torture.campaign import Budget, Result, fault
from torture.load import Load, Player, in_file

PLAYERS = 4
WAL, LOCK = "-wal", ".lock"


def rollwrite(*words: str | Path, prefix: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*prefix, sys.executable, "-c", MAIN, *words, "--language=en"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@fault("kill -9 under load", times=100, few=2, seconds=270)
def kill(folder: Path, times: int) -> Result:
    result, whim = Result(), Random(1)
    database = folder / "tables.sqlite"
    server = Server(database)
    load = Load([Player(server) for _ in range(PLAYERS)])
    for number in Budget.of(times):
        load.begin()
        moving = load.wait(PLAYERS if number else 4 * PLAYERS)
        time.sleep(whim.uniform(0, 0.3))
        errors = server.stop(signal.SIGKILL)
        load.end()
        server = Server(database)  # every table goes on where it was
        load.move_to(server)
        why = "nobody could move" if not moving else errors[-200:]
        result.attempt(moving and "Traceback" not in errors, 0, why)
    load.begin()
    result.attempt(load.wait(PLAYERS), 0, "the tables are stuck")
    load.end()
    server.stop()
    result.lost = load.lost(in_file(database))
    result.note(f"{load.acknowledged:,} acknowledged moves")
    return result


@fault("second server on the same file", times=10, few=1)
def second(folder: Path, times: int) -> Result:
    result = Result()
    database = folder / "tables.sqlite"
    server = Server(database)
    load = Load([Player(server) for _ in range(2)])
    with load.running():
        for _ in Budget.of(times):
            load.wait(5)
            told = rollwrite("serve", "--port=0", f"--database={database}")
            named = told.returncode == 2 and str(server.process.pid) in told.stderr
            result.attempt(named and load.wait(5), 0, told.stderr[-200:])
    server.stop()
    result.lost = load.lost(in_file(database))
    result.note(f"{load.acknowledged:,} acknowledged moves")
    return result


@fault("database deleted under the server", times=10, few=1)
def deleted(folder: Path, times: int) -> Result:
    """What was acknowledged is in the rescued copy, and can be restored from there."""
    result = Result()
    for number in Budget.of(times):
        place = folder / str(number)
        place.mkdir()
        database = place / "tables.sqlite"
        server = Server(database)
        load = Load([Player(server) for _ in range(2)])
        load.begin()
        load.wait(20)
        database.unlink()
        time.sleep(1.5)
        before = load.acknowledged
        time.sleep(0.5)
        stopped = load.acknowledged == before
        load.end()
        status, _ = Player(server).ask("GET", "/health")
        server.stop()
        copies = [*place.glob("*.rescued-*")]
        back = rollwrite("database", "restore", copies[0], database) if copies else None
        whole = back is not None and back.returncode == 0
        lost = load.lost(in_file(database)) if whole else load.acknowledged
        why = f"acknowledged on: {not stopped}, health {status}, rescued: {len(copies)}"
        result.attempt(stopped and status == 503 and whole, lost, why)
    return result


@fault("torn copies and backups of the live file", times=60, few=3)
def copies(folder: Path, times: int) -> Result:
    """Every backup is whole; every copy is whole, or refused as damaged in a sentence."""
    result, whim = Result(), Random(3)
    database = folder / "tables.sqlite"
    server = Server(database)
    load = Load([Player(server) for _ in range(PLAYERS)])
    refused = 0
    with load.running():
        load.wait(30)
        for number in Budget.of(times):
            load.wait(5)
            copy = folder / f"copy{number}.sqlite"
            if number % 3 == 0:
                before = {key: text for p in load.players for key, text in p.acknowledged.items()}
                told = rollwrite("database", "backup", database, copy)
                missing = _missing(copy, before) if told.returncode == 0 else len(before)
                result.attempt(told.returncode == 0, missing, told.stderr[-200:])
            else:
                for end in (
                    "",
                    WAL,
                ):  # one after the other, the last one cut: nobody's idea of a copy
                    shutil.copyfile(f"{database}{end}", f"{copy}{end}")
                if number % 3 == 2:
                    with open(f"{copy}{WAL}", "rb+") as file:
                        file.truncate(int(whim.random() * file.seek(0, 2)))
                told = rollwrite("database", "check", copy)
                refused += told.returncode == 2
                plain = told.returncode == 0 or "is damaged" in told.stderr
                result.attempt(plain and "Traceback" not in told.stderr, 0, told.stderr[-200:])
    server.stop()
    result.lost += load.lost(in_file(database))
    result.note(f"{refused} torn copies refused as damaged, all backups whole")
    return result


def _missing(copy: Path, acknowledged: dict[tuple[str, int], str]) -> int:
    with closing(sqlite3.connect(copy)) as connection:
        stored = set(connection.execute("select table_id, seq from events").fetchall())
    return sum(key not in stored for key in acknowledged)


@fault("database locked by another process", times=5, few=1)
def locked(folder: Path, times: int) -> Result:
    result = Result()
    database = folder / "tables.sqlite"
    server = Server(database)
    load = Load([Player(server) for _ in range(2)])
    with load.running():
        for _ in Budget.of(times):
            load.wait(10)
            told = sum("locked" in text for text in load.refused())
            with closing(sqlite3.connect(database, isolation_level=None, timeout=30)) as other:
                other.execute("begin immediate")
                while not told and sum("locked" in text for text in load.refused()) == told:
                    time.sleep(0.1)
                time.sleep(0.5)
                other.execute("rollback")
            result.attempt(load.wait(10), 0, "it did not go on")
    server.stop()
    result.lost = load.lost(in_file(database))
    result.note("; ".join(text[:60] for text in load.refused()))
    return result


@fault("graceful end under load", times=10, few=1)
def ended(folder: Path, times: int) -> Result:
    """SIGTERM while everybody moves: exit code 0, and nobody's answer is missing."""
    result = Result()
    database = folder / "tables.sqlite"
    for _ in Budget.of(times):
        server = Server(database)
        load = Load([Player(server) for _ in range(PLAYERS)])
        load.begin()
        moving = load.wait(20)
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        stopping.join(60)
        load.end()
        code = server.process.returncode
        result.attempt(moving and code == 0, load.lost(in_file(database)), f"exit code {code}")
    return result
