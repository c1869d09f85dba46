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

Work = Callable[[Server, Result], Coroutine[Any, Any, None]]


def _under(folder: Path, times: int, abuse: Work, settings: dict[str, str]) -> Result:
    """Somebody plays while others abuse the server; it goes on, and does not grow."""
    result = Result()
    database = folder / "tables.sqlite"
    server = Server(database, settings)
    load = Load([Player(server)])
    load.begin()
    playing = load.wait(20)
    before = _memory(server)
    asyncio.run(abuse(server, result))
    went_on = load.wait(20)
    load.end()
    growth = _memory(server) - before
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


def _memory(server: Server) -> int:
    """Bytes that a server takes."""
    found: int = psutil.Process(server.process.pid).memory_info().rss
    return found


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


@fault("malformed requests", times=200_000, few=2_000, seconds=240)
def requests(folder: Path, times: int) -> Result:
    async def abuse(server: Server, result: Result) -> None:
        port, broken = server.port, times // 20
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


def _frame(whim: Random, head: int, payload: bytes) -> bytes:
    """A frame as browsers send them."""
    key = whim.randbytes(4)
    masked = bytes(byte ^ key[place % 4] for place, byte in enumerate(payload))
    return bytes([head, 0x80 | len(payload)]) + key + masked


SAID = (
    b"", b"{}", b"[]", b"null", b"1e999", b'{"ping":-1}', b"[" * 90, b'{"move":"\\u0000"}',
    b"\xc3\xa9", b'{"seat":0,"seq":1,"move":"roll O"}', b"GET / HTTP/1.1\r\n\r\n",
)  # fmt: skip
TEXT, BINARY, PING, PONG = 0x81, 0x82, 0x89, 0x8A


def _nonsense_said(whim: Random) -> bytes:
    """What may be sent, with nonsense in it."""
    head = whim.choice((TEXT, BINARY, PING, PONG))
    payload = whim.choice(SAID) if head == TEXT else whim.randbytes(whim.randrange(100))
    return _frame(whim, head, payload)


def _no_frame(whim: Random) -> bytes:
    """Bytes that end a connection: no text, no mask, an unknown kind, too large, or anything."""
    return whim.choice(
        (
            _frame(whim, TEXT, b"\xff\xfe"),
            bytes([TEXT, 5]) + b"naked",
            _frame(whim, whim.choice((0x83, 0x8B, 0xF1, 0x80)), b"x"),
            bytes([TEXT, 0xFF]) + (1 << 62).to_bytes(8, "big") + b"key!",
            bytes([PING, 0xFE]) + (999).to_bytes(2, "big") + b"key!" + b"x" * 999,
        )
    )


MESSAGES = 25  # on a connection, fewer than the server takes for a flood, and then what is none


@fault("malformed socket messages", times=800_000, few=2_000, seconds=150)
def messages(folder: Path, times: int) -> Result:
    """Each connection is ended by the server, which has read all that was sent before."""

    async def abuse(server: Server, result: Result) -> None:
        table = await asyncio.to_thread(_table, server.port)

        async def one(whim: Random) -> None:
            reader, writer = await _upgraded(server.port, table)
            frames = [*(_nonsense_said(whim) for _ in range(MESSAGES)), _no_frame(whim)]
            writer.write(b"".join(frames))
            try:
                await asyncio.wait_for(_all(reader), LONGEST_SILENCE)
            except TimeoutError:
                result.attempt(False, 0, "a connection that should have ended")
                return
            except OSError:  # reset: it has ended
                pass
            finally:
                writer.transport.abort()
            result.tried += len(frames)
            result.survived += len(frames)

        await _workers(times // (MESSAGES + 1), one)

    return _under(folder, times, abuse, OPEN)


def _table(port: int) -> str:
    """A table to look at."""

    class Here:
        def __init__(self, port: int) -> None:
            self.port = port

    player = Player(Here(port))  # type: ignore[arg-type]  # a port is all it uses
    assert player.sit_down(), player.refused
    return player.table


PER_TABLE, AT_A_TIME = 100, 50


@fault("idle sockets", times=5_000, few=200)
def idle(folder: Path, times: int) -> Result:
    """All are open at once, each has been sent its view, and none is closed."""

    async def abuse(server: Server, result: Result) -> None:
        places = range(-(-times // PER_TABLE))
        tables = [await asyncio.to_thread(_table, server.port) for _ in places]
        opened = [await _upgraded(server.port, table) for table in tables]  # and it is drawn
        await asyncio.sleep(1)
        before, first = _memory(server), len(opened)
        for number in range(first, times, AT_A_TIME):
            numbers = range(number, min(number + AT_A_TIME, times))
            asked = [tables[one % len(tables)] for one in numbers]
            found = await asyncio.gather(
                *(_upgraded(server.port, table) for table in asked), return_exceptions=True
            )
            opened += [one for one in found if not isinstance(one, BaseException)]
        await asyncio.sleep(3)
        taken = (_memory(server) - before) / (len(opened) - first)
        result.note(f"{taken / 1e3:.0f} kB for each open socket")
        for reader, _ in opened:
            told = b""
            with suppress(OSError):
                told = await asyncio.wait_for(reader.read(64), LONGEST_SILENCE)
            result.attempt(bool(told) and not reader.at_eof(), 0, "closed")
        result.tried += max(0, times - len(opened))
        for _, writer in opened:
            writer.close()

    # These sockets answer no pings: that is for browsers to do.
    return _under(folder, times, abuse, OPEN | {"ping_seconds": "3600"})


@fault("slow clients", times=1_000, few=60)
def slow(folder: Path, times: int) -> Result:
    """Headers and bodies that never end, and sockets that nobody reads: a player goes on."""

    async def abuse(server: Server, result: Result) -> None:
        port = server.port
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
