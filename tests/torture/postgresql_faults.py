"""PostgreSQL that is restarted or cut off while two servers are under load."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from server import postgresql
from server.postgresql import PostgreSQL
from server.proxy import Proxy
from server.running import Browser, Server, heard
from torture.campaign import Budget, Result, fault
from torture.load import Load, Player

PLAYERS = 3  # at each server


def in_postgresql(database: str) -> Callable[[str], dict[int, str]]:
    """What a PostgreSQL has of a table."""

    async def read(table: str) -> dict[int, str]:
        import asyncpg

        connection = await asyncpg.connect(database)
        rows = await connection.fetch("select seq, data from events where table_id = $1", table)
        await connection.close()
        return {row["seq"]: row["data"] for row in rows}

    return lambda table: asyncio.run(read(table))


class Nodes:
    """Two servers under load, and a table of two people who sit at different ones."""

    def __init__(self, database: PostgreSQL) -> None:
        self.database = database
        self.proxy = Proxy(database.socket)
        self.servers = [Server(database.uri), Server(self.proxy.database)]
        self.load = Load([Player(one) for one in self.servers for _ in range(PLAYERS)])
        self.anna, self.ben = (Browser(one) for one in self.servers)
        self.table = self.anna.create("qwinto", "friends", "me", "open")
        self.ben.ok(f"/api/tables/{self.table}/join", name="Ben")
        self._names = 0

    def close(self) -> list[str]:
        said = [one.stop() for one in self.servers]
        self.proxy.close()
        return said

    def health(self, browser: Browser) -> tuple[int, float]:
        """What health says, and after how many seconds."""
        begun = time.monotonic()
        status = browser.http.get("/health").status_code
        return status, time.monotonic() - begun

    def healthy(self, seconds: float = 60.0) -> float:
        """Wait until both servers say that they are well; for how many seconds that took."""
        begun = time.monotonic()
        while any(self.health(one)[0] != 200 for one in (self.anna, self.ben)):
            assert time.monotonic() - begun < seconds, "the servers do not recover"
            time.sleep(0.05)
        return time.monotonic() - begun

    def rename(self) -> str:
        """Change the table at the first server."""
        self._names += 1
        name = f"Anna {self._names}"
        self.anna.ok(f"/api/tables/{self.table}/rename", seat=0, name=name)
        return name

    def seen(self, name: str, seconds: float = 30.0) -> float:
        """After how many seconds somebody who looks on at the other server sees a new name."""
        begun = time.monotonic()
        with self.ben.live(self.table) as socket:
            while heard(socket, seconds)["seats"][0]["name"] != name:
                pass
        return time.monotonic() - begun


@contextmanager
def nodes() -> Iterator[Nodes]:
    with postgresql.running() as database:
        found = Nodes(database)
        try:
            yield found
        finally:
            found.load.end()


def _finished(found: Nodes, result: Result, **figures: list[float]) -> Result:
    found.load.end()
    said = found.close()
    faults = [one for one in said if "Traceback" in one]
    result.attempt(not faults, 0, "".join(faults)[:200] + "".join(faults)[-1500:])
    result.lost += found.load.lost(in_postgresql(found.database.uri))
    result.note(f"{found.load.acknowledged:,} acknowledged moves")
    for name, values in figures.items():
        result.note(f"{name.replace('_', ' ')} {max(values):.1f} s at most")
    return result


@fault("PostgreSQL restarts, two servers under load", times=12, few=1, postgresql=True)
def restarted(folder: Path, times: int) -> Result:
    result = Result()
    well: list[float] = []
    seen: list[float] = []
    with nodes() as found:
        found.load.begin(patient=True)
        for number in Budget.of(times):
            moving = found.load.wait(10)
            found.database.restart(("fast", "immediate")[number % 2])
            well.append(found.healthy())
            seen.append(found.seen(found.rename()))
            result.attempt(moving and found.load.wait(10), 0, "it did not go on")
        return _finished(found, result, both_well_again_after=well, views_equal_after=seen)


@fault("PostgreSQL cut off from one of two servers", times=10, few=1, postgresql=True)
def cut(folder: Path, times: int) -> Result:
    """Packets are dropped: nothing is closed. Health says so in time; views are equal after it."""
    result = Result()
    told: list[float] = []
    answers: list[float] = []
    seen: list[float] = []
    with nodes() as found:
        found.load.begin(patient=True)
        for _ in Budget.of(times):
            moving = found.load.wait(10)
            found.proxy.cut()
            begun = time.monotonic()
            ended = begun + 30
            while time.monotonic() < ended:
                status, seconds = found.health(found.ben)
                answers.append(seconds)
                if status == 503:
                    break
            told.append(time.monotonic() - begun)
            name = found.rename()
            found.proxy.heal()
            seen.append(found.seen(name))
            found.healthy()
            ok = moving and status == 503 and max(answers) < 9 and found.load.wait(10)
            result.attempt(ok, 0, f"health {status} after {seconds:.1f} s")
        return _finished(
            found, result, deaf_told_after=told, health_answered_within=answers,
            views_equal_after=seen,
        )  # fmt: skip


@fault("connections to PostgreSQL reset", times=20, few=1, postgresql=True)
def reset(folder: Path, times: int) -> Result:
    result = Result()
    seen: list[float] = []
    with nodes() as found:
        found.load.begin(patient=True)
        for _ in Budget.of(times):
            moving = found.load.wait(10)
            found.proxy.reset()
            seen.append(found.seen(found.rename()))
            result.attempt(moving and found.load.wait(10), 0, "it did not go on")
        return _finished(found, result, views_equal_after=seen)


@fault("kill -9 of one of two servers", times=10, few=1, postgresql=True)
def killed(folder: Path, times: int) -> Result:
    """Its players go on at the other one at once."""
    import signal

    result = Result()
    with postgresql.running() as database:
        one, two = Server(database.uri), Server(database.uri)
        load = Load([Player(two) for _ in range(2 * PLAYERS)])
        for _ in Budget.of(times):
            load.begin()
            moving = load.wait(10)
            two.stop(signal.SIGKILL)
            load.end()
            load.move_to(one)
            load.begin()
            result.attempt(moving and load.wait(10), 0, "they could not go on")
            load.end()
            one, two = Server(database.uri), one
        said: list[Any] = [one.stop(), two.stop()]
        result.attempt("Traceback" not in "".join(said), 0, said[0][-300:])
        result.lost = load.lost(in_postgresql(database.uri))
        result.note(f"{load.acknowledged:,} acknowledged moves")
    return result
