"""A client that costs next to nothing, so that a benchmark measures the server and not itself.

HTTP/1.1 and WebSocket by hand on asyncio's protocols: just enough for our own server on loopback.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

_LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)
_COOKIE = re.compile(rb"set-cookie: (who=[^;]+)", re.IGNORECASE)


class Move(msgspec.Struct):
    """A legal move; the rest of it is skipped."""

    text: str


class Seen(msgspec.Struct):
    """What a benchmark reads of a view; what a live message leaves out is as it was."""

    seq: int = 0
    status: str | None = None
    active: int | None = None
    deciding: list[int] | None = None
    moves: dict[str, list[Move]] | None = None

    def after(self, old: Seen) -> Seen:
        """The whole of what is known after this message."""
        for name in ("status", "active", "deciding", "moves"):
            if getattr(self, name) is None:
                setattr(self, name, getattr(old, name))
        return self


PING, PONG = 9, 10
SEEN = msgspec.json.Decoder(Seen)


class Connection(asyncio.Protocol):
    """A kept-alive connection that posts one thing after the other."""

    def __init__(self) -> None:
        self.cookie = b""
        self._data = b""
        self._waiting: deque[asyncio.Future[tuple[int, bytes]]] = deque()
        self._transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._data += data
        while (end := self._data.find(b"\r\n\r\n")) >= 0:
            head = self._data[:end]
            found = _LENGTH.search(head)
            length = int(found[1]) if found else 0
            if len(self._data) < end + 4 + length:
                return
            if cookie := _COOKIE.search(head):
                self.cookie = cookie[1]
            body = self._data[end + 4 : end + 4 + length]
            self._data = self._data[end + 4 + length :]
            self._waiting.popleft().set_result((int(head[9:12]), body))

    def connection_lost(self, _: Exception | None) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_exception(ConnectionError("the server hung up"))

    async def ask(self, port: int, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        """Post a body, or get a page."""
        future = asyncio.get_running_loop().create_future()
        self._waiting.append(future)
        method = "GET" if body is None else "POST"
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: localhost:{port}\r\n"
            f"origin: http://localhost:{port}\r\ncontent-length: {len(body or b'')}\r\n"
        ).encode()
        cookie = b"cookie: " + self.cookie + b"\r\n" if self.cookie else b""
        self._transport.write(head + cookie + b"\r\n" + (body or b""))
        found: tuple[int, bytes] = await future
        return found

    def close(self) -> None:
        """Hang up."""
        self._transport.close()


class Listener(asyncio.Protocol):
    """A WebSocket that hands over every text it hears."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self._heard = heard
        self._data = bytearray()
        self._open = False
        self._transport: Any = None
        self.opened = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def greet(self, port: int, path: str, cookie: bytes) -> None:
        """Ask for the socket."""
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nhost: localhost:{port}\r\norigin: http://localhost:{port}\r\n"
            "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n".encode()
            + b"cookie: "
            + cookie
            + b"\r\n\r\n"
        )

    def data_received(self, data: bytes) -> None:
        self._data += data
        if not self._open:
            end = self._data.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self._data.startswith(b"HTTP/1.1 101"), bytes(self._data[:200])
            del self._data[: end + 4]
            self._open = True
            self.opened.set_result(None)
        while (frame := self._frame()) is not None:
            if frame[0] & 15 == PING:  # whoever does not answer is taken for frozen
                pong = bytes([0x80 | PONG, 0x80 | len(frame) - 1, 0, 0, 0, 0])
                self._transport.write(pong + frame[1:])
            else:
                self._heard(frame[1:])

    def _frame(self) -> bytes | None:
        """The next whole frame: its kind, and what it holds; a server's are not masked."""
        data = self._data
        if len(data) < 2:
            return None
        length, start = data[1] & 127, 2
        if length == 126:
            length, start = int.from_bytes(data[2:4], "big"), 4
        elif length == 127:
            length, start = int.from_bytes(data[2:10], "big"), 10
        if len(data) < start + length:
            return None
        frame = bytes(data[:1] + data[start : start + length])
        del data[: start + length]
        return frame

    def close(self) -> None:
        """Hang up."""
        self._transport.close()


async def connection(port: int) -> Connection:
    """A new connection to a server on this machine."""
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(Connection, "127.0.0.1", port)
    return made


async def listener(
    port: int, table: str, cookie: bytes, heard: Callable[[bytes], None]
) -> Listener:
    """A live socket of a table."""
    loop = asyncio.get_running_loop()
    _, made = await loop.create_connection(lambda: Listener(heard), "127.0.0.1", port)
    made.greet(port, f"/api/tables/{table}/live", cookie)
    await made.opened
    return made
