"""Whether reviews can be used against others: ``python -m benchmarks.web_reviews [--beside SRC]``.

Somebody asks sixty times for the review of one game, each time under another name, and then another
player asks for his. At last the server is killed in the middle of a review, and it is
measured how long its child processes go on. ``--beside`` measures the code of another checkout too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psutil

from benchmarks.web_abuse import finished, server
from benchmarks.web_client import Connection

NAMES = 60
PATIENCE = 300.0  # seconds for a review: the first one compiles the rules
LONG = "donnant"  # whose reviews take longest
GREEDY, MODEST, LAST = "127.5.0.1", "127.5.0.2", "127.5.0.3"


async def reviewed(to: Connection, port: int, table: str) -> tuple[float, Counter[int]]:
    """Seconds until a review is there, and what was answered meanwhile."""
    begun, statuses = time.perf_counter(), Counter[int]()
    while time.perf_counter() - begun < PATIENCE:
        status, answer = await to.ask(port, f"/api/tables/{table}/review")
        statuses[status] += 1
        if status == 200 and json.loads(answer)["ready"]:
            break
        await asyncio.sleep(0.5)
    return time.perf_counter() - begun, statuses


async def contended(port: int) -> str:
    """How long a modest player waits behind a greedy one."""
    greedy, table = await finished(port, GREEDY)
    first, _ = await reviewed(greedy, port, table)
    for number in range(NAMES):
        name = json.dumps({"seat": 0, "name": f"Nobody {number}"}).encode()
        await greedy.ask(port, f"/api/tables/{table}/rename", name)
        await greedy.ask(port, f"/api/tables/{table}/review")
    modest, own = await finished(port, MODEST)
    seconds, statuses = await reviewed(modest, port, own)
    told = ", ".join(f"{count} times {status}" for status, count in sorted(statuses.items()))
    return f"alone after {first:.1f} s; behind {NAMES} names after {seconds:.1f} s ({told})"


async def begun(port: int) -> None:
    """A review that is being made."""
    to, table = await finished(port, LAST, LONG, *["me"] * 4)
    await to.ask(port, f"/api/tables/{table}/review")
    await asyncio.sleep(0.5)


def measured(source: Path | None) -> Iterator[str]:
    """Both at one server."""
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "t.sqlite", source) as port:
        yield f"another’s review  {asyncio.run(contended(port))}"
        asyncio.run(begun(port))
        own = next(one for one in psutil.Process().children() if one.is_running())
        children = own.children(recursive=True)
        own.kill()
        killed = time.monotonic()
        while alive(children) and time.monotonic() - killed < PATIENCE:
            time.sleep(0.1)
        gone = time.monotonic() - killed
        yield f"server killed     {len(children)} children, the last one gone after {gone:.1f} s"
        for child in alive(children):
            child.kill()


def alive(processes: list[psutil.Process]) -> list[psutil.Process]:
    """Those that still run."""
    return [p for p in processes if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]


def main() -> None:
    """Measure this code, and another one's."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=Path, help="the src folder of another checkout")
    given = parser.parse_args()
    for source in [given.beside, None] if given.beside else [None]:
        print(source or "this code", flush=True)
        for line in measured(source):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
