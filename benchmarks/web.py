"""How fast the server is, on loopback, with real processes and files: ``python -m benchmarks.web``.

Every measurement is bounded in time and ends its own server. Targets are those of the project:
a move is seen by the others within 25 ms (p99) at 500 tables of four; 3,000 durable moves a second
on SQLite; a server with 10,000 finished games starts within two seconds; an idle table takes less
than 50 kB.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.web_client import SEEN, Connection, Seen, connection, listener

TURNS = 18  # of six who only pass: in the next one somebody has his fourth miss
MAIN = "from rollwrite.cli.main import main; main()"
WIDE_OPEN = {
    "posts_per_second": 1e6, "posts_burst": 1000000, "tables_per_minute": 1e7,
    "sockets_per_address": 100000, "connections_per_address": 100000, "reads_per_second": 1e6,
    "reads_burst": 1000000, "max_idle_tables": 20000,
    "start_seconds": 3600,
    "bot_seconds": 0, "prepare_bots": 0,
}  # fmt: skip


@contextmanager
def server(
    database: Path | str, folder: Path | None = None
) -> Iterator[tuple[int, subprocess.Popen[str], float]]:
    """A server process: its port, itself, and how long it took to be ready."""
    begun = time.perf_counter()
    words = [f"--set={name}={value:.0f}" for name, value in WIDE_OPEN.items()]
    command = [sys.executable, "-c", MAIN, "serve", "--port=0", f"--database={database}",
               "--language=en", *words]  # fmt: skip
    # As anybody runs it: compiled modules are kept, whatever this environment says.
    compiled = (folder or Path(database).parent) / "compiled"
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    found = re.search(r":(\d+)", process.stdout.readline())
    assert found is not None, "the server did not start"
    try:
        yield int(found[1]), process, time.perf_counter() - begun
    finally:
        process.terminate()
        process.wait(20)


async def post(to: Connection, port: int, path: str, **body: object) -> dict[str, object]:
    """A post that must succeed."""
    status, answer = await to.ask(port, path, json.dumps(body).encode())
    assert status < 300, answer
    found: dict[str, object] = json.loads(answer)
    return found


# A move posted to a move seen


class Watched:
    """A table of four browsers, each with a live socket, at one server or at several in turn."""

    def __init__(self, ports: Sequence[int], samples: list[float]) -> None:
        self.ports = [ports[seat % len(ports)] for seat in range(4)]
        self.samples = samples
        self.bytes = 0
        self.people: list[Connection] = []
        self.seen = [Seen() for _ in range(4)]
        self.id = ""
        self._posted = 0.0
        self._before = 0
        self._mover = -1

    async def lay(self) -> None:
        """Sit four browsers down and start."""
        self.people = [await connection(port) for port in self.ports]
        seats = [{"kind": "me"}, *[{"kind": "open"}] * 3]
        host = self.people[0]
        made = await post(
            host, self.ports[0], "/api/tables", game="qwinto", mode="friends", seats=seats
        )
        self.id = str(made["table"])
        for person, port in zip(self.people[1:], self.ports[1:], strict=True):
            await post(person, port, f"/api/tables/{self.id}/join", name="x")
        await post(host, self.ports[0], f"/api/tables/{self.id}/start")
        for seat, person in enumerate(self.people):
            await listener(self.ports[seat], self.id, person.cookie, self._hear(seat))

    def _hear(self, seat: int) -> Callable[[bytes], None]:
        def heard(message: bytes) -> None:
            now = time.perf_counter()
            self.bytes += len(message)
            view = SEEN.decode(message)
            if not view.seq:
                return
            fresh = self.seen[seat].seq <= self._before < view.seq
            if fresh and self._before and seat != self._mover:
                self.samples.append(now - self._posted)
            self.seen[seat] = view.after(self.seen[seat])

        return heard

    async def move(self) -> bool:
        """Let somebody who may decide do so; False when the game is over."""
        for seat, view in enumerate(self.seen):
            if view.deciding:
                self._mover, self._before = seat, max(s.seq for s in self.seen)
                if min(s.seq for s in self.seen) < self._before:
                    return True  # somebody has not seen the last move yet: no fair start
                assert view.moves is not None
                text = view.moves[str(seat)][-1].text
                body = {"seat": seat, "seq": view.seq, "move": text}
                self._posted = time.perf_counter()
                await self.people[seat].ask(
                    self.ports[seat], f"/api/tables/{self.id}/move", json.dumps(body).encode()
                )
                return True
        return self.seen[0].status != "over"


class Latency(NamedTuple):
    """What was measured while everybody played."""

    samples: list[float]  # from posted to seen
    late: list[float]  # by how much this client's own clock rang late: what it adds itself
    moves: int
    busy: float


async def latency(port: int, process: subprocess.Popen[str], given: argparse.Namespace) -> Latency:
    """Everybody plays at a human pace for a while; how long each move took to be seen."""
    tables, pause = given.tables, given.pause
    samples: list[float] = []
    laid = [Watched([port], samples) for _ in range(tables)]
    for first in range(0, tables, 20):
        await asyncio.gather(*(table.lay() for table in laid[first : first + 20]))
    await asyncio.sleep(2)
    samples.clear()
    late: list[float] = []
    clock = asyncio.create_task(_ring(late))
    busy = _busy(process.pid)
    end = time.perf_counter() + given.seconds
    moves = 0

    async def play(table: Watched, whim: Random) -> None:
        nonlocal moves
        await asyncio.sleep(whim.uniform(0, pause))
        while time.perf_counter() < end and await table.move():
            moves += 1
            await asyncio.sleep(whim.uniform(0.5 * pause, 1.5 * pause))

    await asyncio.gather(*(play(table, Random(n)) for n, table in enumerate(laid)))
    busy = _busy(process.pid) - busy
    await asyncio.sleep(0.5)
    clock.cancel()
    return Latency(samples, late, moves, busy)


async def _ring(late: list[float]) -> None:
    while True:
        due = time.perf_counter() + 0.005
        await asyncio.sleep(0.005)
        late.append(time.perf_counter() - due)


def commits(database: Path, seconds: float = 2.0) -> list[float]:
    """How long the disk takes for a move of its own: two rows made durable, without any server."""
    found: list[float] = []
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("pragma journal_mode = WAL")
        connection.execute("pragma synchronous = FULL")
        connection.execute("create table rows (a integer primary key, b text)")
        end = time.perf_counter() + seconds
        while (begun := time.perf_counter()) < end:
            connection.execute("insert into rows (b) values (?), (?)", ("x" * 80, "y" * 80))
            found.append(time.perf_counter() - begun)
            time.sleep(0.004)
    return found


# Durable moves


async def durable(port: int, players: int, seconds: float) -> tuple[int, float]:
    """As many moves as the server takes, each durable before the next one of its table."""
    end, count = 0.0, 0
    tables = [await _device(port) for _ in range(players)]

    async def play(to: Connection, table: str, seat: int) -> None:
        nonlocal count
        path, seq = f"/api/tables/{table}/move", 9
        for _ in range(TURNS):
            decisions = [(seat, "roll O"), (seat, "keep"), *((n, "pass") for n in range(6))]
            for who, text in decisions:
                if time.perf_counter() > end:
                    return
                body = f'{{"seat":{who},"seq":{seq},"move":"{text}"}}'.encode()
                status, answer = await to.ask(port, path, body)
                assert status == 200, answer
                seq = json.loads(answer)["seq"]
                count += 1
            seat = (seat + 1) % 6

    async def again(to: Connection, table: str, seat: int) -> None:
        while time.perf_counter() < end:
            await play(to, table, seat)
            if time.perf_counter() < end:
                to, table, seat = await _device(port, to)

    begun = time.perf_counter()
    end = begun + seconds
    await asyncio.gather(*(again(*table) for table in tables))
    return count, time.perf_counter() - begun


async def _device(port: int, to: Connection | None = None) -> tuple[Connection, str, int]:
    to = to or await connection(port)
    made = await post(to, port, "/api/tables", game="qwinto", mode="device",
                      seats=[{"kind": "me"}] * 6)  # fmt: skip
    table = str(made["table"])
    await post(to, port, f"/api/tables/{table}/seed", seed="ab")
    _, view = await to.ask(port, f"/api/tables/{table}/view")
    return to, table, SEEN.decode(view).active or 0


# Starting, and memory


async def finished_game(port: int) -> str:
    """A table whose game is over."""
    to = await connection(port)
    made = await post(to, port, "/api/tables", game="twenty_one", mode="bots",
                      seats=[{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}])  # fmt: skip
    table = str(made["table"])
    await post(to, port, f"/api/tables/{table}/seed", seed="ab")
    while True:
        view = SEEN.decode((await to.ask(port, f"/api/tables/{table}/view"))[1])
        if view.status == "over":
            return table
        for seat in view.deciding or ():
            move = (view.moves or {})[str(seat)][0].text
            body = json.dumps({"seat": seat, "seq": view.seq, "move": move}).encode()
            await to.ask(port, f"/api/tables/{table}/move", body)
        await asyncio.sleep(0.005)


def multiply(database: Path, table: str, times: int) -> int:
    """Store a finished game many times; how many entries that makes."""
    with sqlite3.connect(database) as connection:
        rows = connection.execute("select * from events where table_id = ?", (table,)).fetchall()
        letters = "abcdefghjkmn"
        for number in range(times):
            digits = f"{number:012o}".translate(str.maketrans("01234567", letters[:8]))
            copies = [(digits, *row[1:]) for row in rows]
            connection.executemany("insert into events values (?, ?, ?, ?, ?, ?)", copies)
    connection.close()
    return len(rows) * times


async def idle_memory(port: int, process: subprocess.Popen[str], tables: int) -> float:
    """Bytes that one more table takes, begun and with nobody looking."""
    to = await connection(port)
    for _ in range(50):
        await _device(port, to)
    await asyncio.sleep(6)
    before = _memory(process.pid)
    for _ in range(tables):
        _, table, seat = await _device(port, to)
        path, seq = f"/api/tables/{table}/move", 9
        for who, text in ((seat, "roll OYP"), (seat, "keep"), *((n, "pass") for n in range(6))):
            body = f'{{"seat":{who},"seq":{seq},"move":"{text}"}}'.encode()
            seq = json.loads((await to.ask(port, path, body))[1])["seq"]
    await asyncio.sleep(7)
    return (_memory(process.pid) - before) / tables


def _busy(pid: int) -> float:
    """Seconds of processor time a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> int:
    text = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+)", text)
    assert found is not None
    return int(found[1]) * 1024


def main() -> None:
    """Measure everything, or what is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="*", default=["latency", "durable", "start", "memory"])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--pause", type=float, default=3.0, help="between two moves at a table")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for what in given.what:
            print(f"{what:8}", MEASURES[what](Path(folder) / f"{what}.sqlite", given), flush=True)


def measure_latency(database: Path, given: argparse.Namespace) -> str:
    """Post to seen."""
    alone = commits(database.with_name("alone.sqlite"))
    with server(database) as (port, process, _), _no_pauses():
        found = asyncio.run(latency(port, process, given))
    return (
        f"{given.tables} tables of four, {found.moves / given.seconds:.0f} moves/s, "
        f"{len(found.samples)} sightings: {_quantiles(found.samples)} (target p99 25); "
        f"the server was busy {100 * found.busy / given.seconds:.0f} % of the time; "
        f"this client's clock was late by {_quantiles(found.late)}; "
        f"a commit by itself takes {_quantiles(alone)}"
    )


@contextmanager
def _no_pauses() -> Iterator[None]:
    """The client must not stop to look for rubbish: the server would be blamed for it."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _quantiles(seconds: list[float]) -> str:
    found = sorted(seconds)
    p50, p99 = (1000 * found[int(len(found) * q)] for q in (0.5, 0.99))
    return f"p50 {p50:.1f} p99 {p99:.1f} ms"


def measure_durable(database: Path, given: argparse.Namespace) -> str:
    """Moves a second."""
    with server(database) as (port, process, _), _no_pauses():
        before = _busy(process.pid)
        count, seconds = asyncio.run(durable(port, 64, min(given.seconds, 8)))
        busy = _busy(process.pid) - before
    return (
        f"{count / seconds:,.0f} durable moves/s on SQLite (target 3,000), "
        f"{1e6 * busy / count:.0f} µs of the server's time each"
    )


def measure_start(database: Path, given: argparse.Namespace) -> str:
    """Start with a full database."""
    with server(database) as (port, _, _):
        table = asyncio.run(finished_game(port))
    entries = multiply(database, table, 10_000)
    with server(database) as (_, _, seconds):
        pass
    return f"{seconds:.2f} s to start with 10,000 games ({entries:,} entries; target 2)"


def measure_memory(database: Path, given: argparse.Namespace) -> str:
    """An idle table."""
    with server(database) as (port, process, _):
        each = asyncio.run(idle_memory(port, process, 1000))
    return f"{each / 1000:.1f} kB an idle table (target 50)"


MEASURES = {
    "latency": measure_latency,
    "durable": measure_durable,
    "start": measure_start,
    "memory": measure_memory,
}

if __name__ == "__main__":
    main()
