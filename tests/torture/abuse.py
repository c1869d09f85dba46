"""Clients that send nonsense, nothing, or too slowly, while somebody plays."""

from __future__ import annotations

import asyncio
import base64
import re
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import psutil

from patience import PATIENCE
from rollwrite.server.settings import Settings
from server.running import Server
from torture.campaign import Budget, Result, fault
from torture.load import Load, Player, in_file

AT_ONCE = 16  # connections
# Without the limits that would send these clients away at once: those have tests of their own.
WIDE = {
    "sockets_per_address": "100000",
    "sockets_per_table": "100000",
    "max_sockets": "100000",
    "posts_per_second": "1000000",
    "posts_burst": "1000000",
    "reads_per_second": "1000000",
    "reads_burst": "1000000",
    "connections_per_address": "100000",
}
OPEN = {one.name: WIDE[one.name] for one in fields(Settings) if one.name in WIDE}
MOST_GROWTH = (
    350_000_000  # bytes; ended connections are collected after 200 MB, or when it is quiet
)
STATUS = re.compile(rb"HTTP/1\.1 (\d{3})")
LONGEST_SILENCE = PATIENCE  # whatever else the machine does

Work = Callable[[int, Result], Coroutine[Any, Any, None]]


def _under(folder: Path, times: int, abuse: Work, settings: dict[str, str]) -> Result:
    """Somebody plays while others abuse the server; it goes on, and does not grow."""
    result = Result()
    database = folder / "tables.sqlite"
    server = Server(database, settings)
    load = Load([Player(server)])
    load.begin()
    playing = load.wait(20)
    before = psutil.Process(server.process.pid).memory_info().rss
    asyncio.run(abuse(server.port, result))
    went_on = load.wait(20)
    load.end()
    growth = psutil.Process(server.process.pid).memory_info().rss - before
    slowest = max(player.slowest for player in load.players)
    errors = server.stop()
    well = playing and went_on and "Traceback" not in errors and growth < MOST_GROWTH
    if not well:
        result.survived = 0
        result.failures.append(f"played on: {went_on}; {errors[-300:]}")
    result.lost += load.lost(in_file(database))
    result.note(f"a player’s slowest move {1000 * slowest:.0f} ms")
    result.note(f"memory {growth / 1e6:+.0f} MB, {len(errors):,} bytes in the journal")
    return result


# Nonsense

BODIES = (
    b"{}", b"[]", b"null", b'{"seat":0}', b'{"seat":"x","seq":1,"move":5}', b"\xff\xfe{",
    b'{"seat":0,"seq":1e999,"move":"x"}', b"[" * 900, b'{"move":"' + b"a" * 900 + b'"}', b"",
    b'{"seat":-1,"seq":-1,"move":"\\u0000"}', b'{"game":"../../etc/passwd"}',
)  # fmt: skip
PATHS = (
    b"/api/tables/abcdefghjkmn/move", b"/api/tables", b"/api/tables/%2e%2e/join", b"/%00",
    b"/api/tables/" + b"x" * 300 + b"/move", b"/t/../../x", b"/api/replay/x?step=" + b"9" * 200,
    b"/api/running?tables=" + b"," * 300, b"/rules/..%2f..%2f", b"/static/../../../etc/passwd",
)  # fmt: skip
METHODS = (b"POST", b"GET", b"PUT", b"DELETE", b"HEAD")


def _request(whim: Random, port: int) -> bytes:
    """A request that HTTP allows and the server must refuse."""
    path, body = whim.choice(PATHS), whim.choice(BODIES)
    method = b"POST" if whim.random() < 0.7 else whim.choice(METHODS)
    head = b"%s %s HTTP/1.1\r\nhost: localhost:%d\r\norigin: http://localhost:%d\r\n"
    length = b"content-length: %d\r\n\r\n" % len(body)
    return head % (method, path, port, port) + length + body


def _broken(whim: Random, port: int) -> bytes:
    """Bytes that are no request."""
    whole = _request(whim, port)
    kind = whim.randrange(5)
    if kind == 0:
        return whim.randbytes(whim.randrange(1, 400)) + b"\r\n\r\n"
    if kind == 1:
        return whole[: whim.randrange(1, len(whole))]
    if kind == 2:
        return whole.replace(b"content-length: ", b"content-length: -")
    if kind == 3:
        return b"BREW" + whole[whole.index(b" ") :]
    return whole.replace(b"HTTP/1.1", b"HTTP/9.9")


PIPELINED = 12  # more at once are refused as too much


async def _pipelined(port: int, whim: Random, result: Result) -> None:
    """Many well-formed requests on one connection; none may be answered with a 5xx.

    Those behind one that ends the connection are not answered, and do not count.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asked = [_request(whim, port) for _ in range(PIPELINED)]
    asked.append(b"GET /health HTTP/1.1\r\nhost: localhost:%d\r\nconnection: close\r\n\r\n" % port)
    writer.write(b"".join(asked))
    try:
        await writer.drain()
        answers = _count(await asyncio.wait_for(_all(reader), LONGEST_SILENCE), result)
        result.tried += answers
        result.survived += answers
    except TimeoutError:
        result.attempt(False, 0, "no answer at all")
    except OSError:  # closed on us while we were still sending
        result.attempt(True)
    finally:
        writer.transport.abort()


async def _nonsense(port: int, whim: Random, result: Result) -> None:
    """A connection that says something else than HTTP; the server may just close it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(OSError):
        writer.write(_broken(whim, port))
        writer.write_eof()
        _count(await asyncio.wait_for(_all(reader), LONGEST_SILENCE), result)
    writer.close()
    result.attempt(True)


async def _all(reader: asyncio.StreamReader) -> bytes:
    found = b""
    while piece := await reader.read(1 << 16):
        found += piece
    return found


def _count(answer: bytes, result: Result) -> int:
    statuses = [int(one) for one in STATUS.findall(answer)]
    for status in statuses:
        if status >= 500 and status != 503:
            result.tried += 1
            result.failures.append(f"status {status}")
    return len(statuses)


async def _workers(count: int, each: Callable[[Random], Awaitable[None]]) -> None:
    """Do something some number of times, a few at once."""
    left = Budget.of(count)

    async def work(number: int) -> None:
        whim = Random(number)
        for _ in left:
            with suppress(OSError):
                await each(whim)

    await asyncio.gather(*(work(number) for number in range(AT_ONCE)))


@fault("malformed requests", times=600_000, few=2_000, seconds=240)
def requests(folder: Path, times: int) -> Result:
    async def abuse(port: int, result: Result) -> None:
        broken = times // 20
        await _workers(broken, lambda whim: _nonsense(port, whim, result))
        await _workers((times - broken) // PIPELINED, lambda whim: _pipelined(port, whim, result))

    return _under(folder, times, abuse, OPEN)


# Sockets


async def _upgraded(
    port: int, table: str, cookie: str = ""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A WebSocket that looks at a table."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    key = base64.b64encode(b"0123456789abcdef").decode()
    writer.write(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nhost: localhost:{port}\r\n"
        f"origin: http://localhost:{port}\r\ncookie: {cookie}\r\nconnection: upgrade\r\n"
        "upgrade: websocket\r\nsec-websocket-version: 13\r\n"
        f"sec-websocket-key: {key}\r\n\r\n".encode()
    )
    await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), LONGEST_SILENCE)
    return reader, writer


def _frame(whim: Random) -> bytes:
    """A frame: as it should be but with nonsense in it, or wrong in some way."""
    payload = whim.randbytes(whim.randrange(100))
    head = whim.choice((0x81, 0x82, 0x01, 0x83, 0xF1, 0x89, 0x8A, 0x00))
    masked = 0x80 if whim.random() < 0.95 else 0
    return bytes([head, masked | len(payload)]) + (b"\0\0\0\0" if masked else b"") + payload


FRAMES = 100


@fault("malformed socket messages", times=400_000, few=2_000, seconds=90)
def messages(folder: Path, times: int) -> Result:
    async def abuse(port: int, result: Result) -> None:
        table = await asyncio.to_thread(_table, port)

        async def one(whim: Random) -> None:
            reader, writer = await _upgraded(port, table)
            with suppress(OSError):
                writer.write(b"".join(_frame(whim) for _ in range(FRAMES)))
                await writer.drain()
                # Whoever floods or sends what is no frame is sent away.
                await asyncio.wait_for(_all(reader), LONGEST_SILENCE)
            writer.close()
            result.tried += FRAMES
            result.survived += FRAMES

        await _workers(times // FRAMES, one)

    return _under(folder, times, abuse, OPEN)


def _table(port: int) -> str:
    """A table to look at."""

    class Here:
        def __init__(self, port: int) -> None:
            self.port = port

    player = Player(Here(port))  # type: ignore[arg-type]  # a port is all it uses
    assert player.sit_down(), player.refused
    return player.table


PER_TABLE = 100


@fault("idle sockets", times=5_000, few=200)
def idle(folder: Path, times: int) -> Result:
    """All are open at once, each has been sent its view, and none is closed."""

    async def abuse(port: int, result: Result) -> None:
        opened = []
        for number in range(0, times, 50):
            if number % PER_TABLE == 0:
                table = await asyncio.to_thread(_table, port)
            found = await asyncio.gather(
                *(_upgraded(port, table) for _ in range(50)), return_exceptions=True
            )
            opened += [one for one in found if not isinstance(one, BaseException)]
        await asyncio.sleep(3)
        for reader, _ in opened:
            told = b""
            with suppress(OSError):
                told = await asyncio.wait_for(reader.read(64), LONGEST_SILENCE)
            result.attempt(bool(told) and not reader.at_eof(), 0, "closed")
        result.tried += times - len(opened)
        for _, writer in opened:
            writer.close()

    # These sockets answer no pings: that is for browsers to do.
    return _under(folder, times, abuse, OPEN | {"ping_seconds": "3600"})


@fault("slow clients", times=1_000, few=60)
def slow(folder: Path, times: int) -> Result:
    """Headers and bodies that never end, and sockets that nobody reads: a player goes on."""

    async def abuse(port: int, result: Result) -> None:
        head = f"POST /api/tables HTTP/1.1\r\nhost: localhost:{port}\r\n".encode()
        body = head + f"origin: http://localhost:{port}\r\ncontent-length: 9999\r\n\r\n".encode()
        opened: list[asyncio.StreamWriter] = []
        for number in range(times):
            with suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write((head, body)[number % 2])
                opened.append(writer)
                result.attempt(True)
        end = time.monotonic() + 5
        while time.monotonic() < end:
            for writer in opened:
                if not writer.is_closing():
                    writer.write(b"x")
            await asyncio.sleep(1)
        table = await asyncio.to_thread(_table, port)
        for _ in range(20):
            _, writer = await _upgraded(port, table)
            writer.transport.pause_reading()  # type: ignore[attr-defined]  # sockets have it
            opened.append(writer)
            result.attempt(True)
        await asyncio.sleep(1)
        for writer in opened:
            writer.transport.abort()

    return _under(folder, times, abuse, OPEN)
