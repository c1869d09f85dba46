"""Whether one visitor can slow everybody: ``python -m benchmarks.web_abuse [--beside SRC]``.

Four people move at tables of their own: alone, while somebody sends an endless header, while forty
ask for hints as fast as they are answered, while from other addresses of this machine come 1,000
parallel requests for hints and reviews, 1,000 watched tables of bots and a flood of new tables, and
alone again. All of it at one server, in one run; the target is that the p99 of those moves at most
doubles, against all that were made alone. ``--beside`` measures the code of another checkout too.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.web_client import SEEN, Connection, Listener

MAIN = "from rollwrite.cli.main import main; main()"
HINTS, BOT_TABLES, EACH = 1_000, 1_000, 20  # and so many of them from one address
REVIEWED = 8
REPLAYING = 20  # addresses from which a long game is replayed as fast as it is answered
FORTY = 40  # who ask for hints as fast as they are answered
BEGIN_SECONDS = 240.0
QUIET_SECONDS = 8.0  # for what was asked to be over
END_SECONDS = 60.0  # a thousand sockets that do not answer take a while on a busy machine
THOUGHT = 5.0  # seconds from one hint to the next
FLOOD = 16  # connections that lay tables as fast as they can
MOVES_PER_SECOND = 5.0  # of each of the four
PLAYERS = [f"127.0.0.{number}" for number in (2, 3, 4, 5)]


@contextmanager
def server(database: Path, source: Path | None) -> Iterator[int]:
    """A server as anybody starts it; its port."""
    command = [sys.executable, "-c", MAIN, "serve", "--port=0", f"--database={database}",
               "--language=en"]  # fmt: skip
    environment = {**os.environ, **({"PYTHONPATH": str(source)} if source else {})}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    found = re.search(r":(\d+)", process.stdout.readline())
    assert found is not None, "the server did not start"
    try:
        yield int(found[1])
    finally:
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


async def dial(port: int, address: str) -> Connection:
    """A connection from an address of this machine."""
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(Connection, "127.0.0.1", port, local_addr=(address, 0))
    return made


async def laid(to: Connection, port: int, mode: str, game: str, *kinds: str) -> str:
    """A new table that has begun."""
    seats = [{"kind": kind} for kind in kinds]
    body = json.dumps({"game": game, "mode": mode, "seats": seats}).encode()
    status, answer = await to.ask(port, "/api/tables", body)
    assert status == 201, answer
    table = str(json.loads(answer)["table"])
    if mode != "watch":
        await to.ask(port, f"/api/tables/{table}/seed", b'{"seed":"ab"}')
    return table


async def finished(
    port: int, address: str, game: str = "qwinto", *kinds: str
) -> tuple[Connection, str]:
    """A browser and its finished game."""
    to = await dial(port, address)
    table = await laid(to, port, "device" if kinds else "solo", game, *kinds)
    while True:
        view = SEEN.decode((await to.ask(port, f"/api/tables/{table}/view"))[1])
        if view.status == "over" or not view.deciding or view.moves is None:
            return to, table
        move = view.moves[str(view.deciding[0])][0].text
        body = {"seat": view.deciding[0], "seq": view.seq, "move": move}
        await to.ask(port, f"/api/tables/{table}/move", json.dumps(body).encode())
        await asyncio.sleep(0.03)  # as many posts as one address may send


# Those who play


async def play(port: int, address: str, seconds: float, samples: list[float]) -> None:
    """Move at a table of one's own, again and again; how long each answer took."""
    to = await dial(port, address)
    end = time.perf_counter() + seconds
    whim = Random(address)
    while time.perf_counter() < end:
        table = await laid(to, port, "solo", "qwinto")
        while time.perf_counter() < end:
            view = SEEN.decode((await to.ask(port, f"/api/tables/{table}/view"))[1])
            if not view.deciding or view.moves is None:
                break
            move = view.moves[str(view.deciding[0])][-1].text
            body = {"seat": view.deciding[0], "seq": view.seq, "move": move}
            begun = time.perf_counter()
            status, answer = await to.ask(
                port, f"/api/tables/{table}/move", json.dumps(body).encode()
            )
            samples.append(time.perf_counter() - begun)
            assert status == 200, answer
            await asyncio.sleep(whim.uniform(0.5, 1.5) / MOVES_PER_SECOND)
    to.close()


async def played(port: int, seconds: float) -> list[float]:
    """The moves of all four."""
    samples: list[float] = []
    await asyncio.gather(*(play(port, address, seconds, samples) for address in PLAYERS))
    return samples


# Those who do not


async def everything(port: int, scale: float, ready: Any, stop: Any) -> None:
    """Everything at once, until it is told to stop; what cannot be done is left out."""
    hints, bot_tables = int(scale * HINTS), int(scale * BOT_TABLES)
    addresses = [f"127.0.{1 + n // 200}.{1 + n % 200}" for n in range(hints // EACH)]
    works: list[Awaitable[None]] = []
    for address in addresses:
        to = await dial(port, address)
        tables = [await laid(to, port, "solo", "qwinto") for _ in range(EACH)]
        works += [_ask_for_hints(port, address, to.cookie, table, stop) for table in tables]
    for address in [f"127.1.{1 + n // 200}.{1 + n % 200}" for n in range(bot_tables // EACH)]:
        to = await dial(port, address)
        for _ in range(EACH):
            table = await laid(to, port, "watch", "qwinto", "bot", "bot")
            await _watch(port, address, table, to.cookie)
    works += [_ask_for_reviews(port, f"127.2.0.{n + 1}", stop) for n in range(REVIEWED)]
    works += [_flood(port, "127.3.0.1", stop) for _ in range(FLOOD)]
    ready.set()
    await asyncio.gather(*works, return_exceptions=True)


async def replays(port: int, _scale: float, ready: Any, stop: Any) -> None:
    """The last step of a long finished game, the proof of its dice, and a page of rules."""
    _, table = await finished(port, "127.6.0.1", "donnant", *["me"] * 4)
    paths = [f"/api/replay/{table}?step=9999", f"/api/tables/{table}/verify"]
    paths += ["/rules/donnant"]
    works = [_read(port, f"127.6.1.{number + 1}", paths, stop) for number in range(REPLAYING)]
    ready.set()
    await asyncio.gather(*works, return_exceptions=True)


async def _read(port: int, address: str, paths: list[str], stop: Any) -> None:
    while not stop.is_set():
        with suppress(OSError):
            to = await dial(port, address)
            for path in paths:
                await to.ask(port, path)
            to.close()


async def _watch(port: int, address: str, table: str, cookie: bytes) -> None:
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(
        lambda: Listener(lambda _: None), "127.0.0.1", port, local_addr=(address, 0)
    )
    made.greet(port, f"/api/tables/{table}/live", cookie)
    await made.opened


async def forty(port: int, _scale: float, ready: Any, stop: Any) -> None:
    """Forty who ask for one hint after the other."""
    works: list[Awaitable[None]] = []
    for address in [f"127.4.0.{1 + n}" for n in range(FORTY // EACH)]:
        to = await dial(port, address)
        tables = [await laid(to, port, "solo", "qwinto") for _ in range(EACH)]
        works += [_ask_for_hints(port, address, to.cookie, table, stop, 0) for table in tables]
    ready.set()
    await asyncio.gather(*works, return_exceptions=True)


async def _ask_for_hints(
    port: int, address: str, cookie: bytes, table: str, stop: Any, pause: float = THOUGHT
) -> None:
    """Ask about one decision after the other."""
    to = await dial(port, address)
    to.cookie = cookie
    while not stop.is_set():
        view = SEEN.decode((await to.ask(port, f"/api/tables/{table}/view"))[1])
        if not view.deciding or view.moves is None:
            await asyncio.sleep(1)
            continue
        body: dict[str, object] = {"seat": view.deciding[0], "seq": view.seq}
        status, _ = await to.ask(port, f"/api/tables/{table}/hint", json.dumps(body).encode())
        if status == 200:
            body["move"] = view.moves[str(view.deciding[0])][0].text
            await to.ask(port, f"/api/tables/{table}/move", json.dumps(body).encode())
        await asyncio.sleep(pause * Random(table).uniform(0.5, 1.5))
        to = await _again(to, port, address)


async def _again(to: Connection, port: int, address: str) -> Connection:
    """The same browser on a new connection: refused ones are closed."""
    cookie = to.cookie
    to.close()
    to = await dial(port, address)
    to.cookie = cookie
    return to


async def _ask_for_reviews(port: int, address: str, stop: Any) -> None:
    to = await dial(port, address)
    table = await laid(to, port, "solo", "twenty_one")
    while not stop.is_set():
        view = SEEN.decode((await to.ask(port, f"/api/tables/{table}/view"))[1])
        if view.status == "over":
            await to.ask(port, f"/api/tables/{table}/review")
            await asyncio.sleep(0.2)
        elif view.deciding and view.moves is not None:
            move = view.moves[str(view.deciding[0])][0].text
            body = {"seat": view.deciding[0], "seq": view.seq, "move": move}
            await to.ask(port, f"/api/tables/{table}/move", json.dumps(body).encode())
            await asyncio.sleep(0.1)


async def _flood(port: int, address: str, stop: Any) -> None:
    body = b'{"game":"donnant","mode":"bots","seats":[{"kind":"me"},{"kind":"bot"}]}'
    while not stop.is_set():
        with suppress(OSError):
            to = await dial(port, address)
            await to.ask(port, "/api/tables", body)
            to.close()


async def endless_header(port: int, _scale: float, ready: Any, stop: Any) -> None:
    """A header value that goes on for as long as anybody listens, again and again."""
    ready.set()
    while not stop.is_set():
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\nhost: localhost\r\nx: ")
            while not stop.is_set():
                writer.write(b"x" * 65_536)
                await writer.drain()
                await asyncio.sleep(0)


ABUSE = {
    "endless header": endless_header,
    "forty want hints": forty,
    "many replay games": replays,
    "everything": everything,
}


def _abuse(kind: str, port: int, scale: float, ready: Any, stop: Any) -> None:
    os.nice(5)  # the machine is shared: who measures goes before who disturbs
    asyncio.run(ABUSE[kind](port, scale, ready, stop))


def meanwhile(kind: str, port: int, seconds: float, scale: float) -> list[float]:
    """The moves of the four while others ask for too much; none if those never got going."""
    context = multiprocessing.get_context("spawn")
    ready, stop = context.Event(), context.Event()
    other = context.Process(target=_abuse, args=(kind, port, scale, ready, stop), daemon=True)
    other.start()
    try:
        if not ready.wait(BEGIN_SECONDS):
            return []
        time.sleep(3)
        return asyncio.run(played(port, seconds))
    finally:
        stop.set()
        other.join(10)
        other.kill()
        other.join()


def measured(source: Path | None, seconds: float, scale: float) -> Iterator[str]:
    """All of it at one server."""
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "t.sqlite", source) as port:
        time.sleep(5)  # bots are prepared
        asyncio.run(played(port, 2))
        alone = asyncio.run(played(port, seconds))
        found = {}
        for kind in ABUSE:
            found[kind] = meanwhile(kind, port, seconds, scale)
            time.sleep(QUIET_SECONDS)
            alone += asyncio.run(played(port, seconds))
        yield f"alone             {told(alone)}"
        for kind, samples in found.items():
            yield f"{kind:17} {told(samples, alone)}"


def told(samples: list[float], before: list[float] | None = None) -> str:
    """Quantiles, and how many times those of before."""
    if not samples:
        return "no move was answered"
    p50, p99 = (quantile(samples, q) for q in (0.5, 0.99))
    more = f", p99 {p99 / quantile(before, 0.99):.1f} times" if before else ""
    return f"{len(samples)} moves, p50 {1000 * p50:.1f} p99 {1000 * p99:.1f} ms{more}"


def quantile(samples: list[float], q: float) -> float:
    """The sample below which a share of them lies."""
    found = sorted(samples)
    return found[min(int(len(found) * q), len(found) - 1)]


def main() -> None:
    """Measure this code, and another one's."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--scale", type=float, default=1.0, help="of the hints and tables of bots")
    parser.add_argument("--beside", type=Path, help="the src folder of another checkout")
    given = parser.parse_args()
    sources: list[Path | None] = [given.beside, None] if given.beside else [None]
    for source in sources:
        print(source or "this code", flush=True)
        for line in measured(source, given.seconds, given.scale):
            print(f"  {line}", flush=True)


if __name__ == "__main__":
    main()
