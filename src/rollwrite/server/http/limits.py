"""What one address may hold: connections, and time and bytes for a request to come in.

The parser that uvicorn uses reads heads without end, and nothing of uvicorn's limits how long one
may take. So every connection is counted here and looked at once a second.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from rollwrite.server.http.security import subscriber
from rollwrite.server.logs import QUIET
from rollwrite.server.metrics import METRICS
from rollwrite.server.settings import Settings

MOST_HEAD_BYTES = 8_192  # address, names and values together
MOST_HEADERS = 64
MOST_BODY_BYTES = 1 << 20  # with all that may stand around it; what it holds has its own limit
WRITE_SECONDS = 30.0  # within which somebody must begin to read what he has asked for
KEPT_BACK = 0.1  # of all connections, for those who play
LOOK_SECONDS = 1.0

_PHRASES = {
    400: b"Bad Request",
    408: b"Request Timeout",
    413: b"Content Too Large",
    429: b"Too Many Requests",
    431: b"Request Header Fields Too Large",
    503: b"Service Unavailable",
}


class Limits:
    """All connections of a server."""

    def __init__(self, settings: Settings, most: int, plays: Callable[[str, str], bool]) -> None:
        self.settings = settings
        self.plays = plays
        self._most = most
        self._kept_back = int(most * KEPT_BACK)
        self._addresses: Counter[str] = Counter()
        self._open: dict[Any, str | None] = {}  # transports by age, and whom to count them for
        self._http: set[LimitedHttp] = set()

    def protocols(self) -> tuple[type[LimitedHttp], type[LimitedSocket]]:
        """The protocols for connections that count here."""
        mine = {"limits": self}
        return type("Http", (LimitedHttp,), mine), type("Socket", (LimitedSocket,), mine)

    def admit(self, transport: Any) -> bool:
        """Count a new connection; False if its address has too many, or everybody together."""
        address = None
        if not self.settings.trust_proxy:  # behind a proxy, all come from one address
            address = subscriber(str((transport.get_extra_info("peername") or ("-",))[0]))
            if self._addresses[address] >= self.settings.connections_per_address:
                METRICS.limited.inc()
                return False
        if len(self._open) >= self._most and not self._make_room():
            METRICS.limited.inc()
            return False
        self._open[transport] = address
        if address is not None:
            self._addresses[address] += 1
        return True

    def _make_room(self) -> bool:
        """Close the oldest connection that has not even asked for anything yet."""
        waiting = (one for one in self._http if one.waiting)
        oldest = min(waiting, key=lambda one: one.since, default=None)
        if oldest is None:
            return False
        oldest.transport.abort()
        self.release(oldest.transport)
        return True

    def release(self, transport: Any) -> None:
        """A connection has ended."""
        address = self._open.pop(transport, None)
        if address is not None:
            self._addresses[address] -= 1
            if self._addresses[address] <= 0:
                del self._addresses[address]

    @property
    def scarce(self) -> bool:
        """Whether what is left is kept back for those who play."""
        return len(self._open) > self._most - self._kept_back

    def watch(self, one: LimitedHttp) -> None:
        """Look at a connection's deadlines from now on."""
        if not self._http:
            one.loop.call_later(LOOK_SECONDS, self._look, one.loop)
        self._http.add(one)

    def unwatch(self, one: LimitedHttp) -> None:
        """Its requests are over."""
        self._http.discard(one)

    def _look(self, loop: Any) -> None:
        now = loop.time()
        for one in [one for one in self._http if one.deadline < now]:
            one.late()
        if self._http:
            loop.call_later(LOOK_SECONDS, self._look, loop)


class LimitedHttp(HttpToolsProtocol):
    """A connection whose requests must be small and come in time."""

    limits: Limits

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.waiting = True  # for the rest of a head, or for a request at all
        self.since = 0.0
        self._read_by = self._written_by = math.inf
        self._in_body = False
        self._refused = 0  # a status, as soon as it is clear
        self._bytes = 0  # of the head so far, or of the body with what is around it
        self._fields = 0  # bytes of the address and of whole headers

    @property
    def deadline(self) -> float:
        """When whoever is at the other end must have read or written more."""
        return min(self._read_by, self._written_by)

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if not self.limits.admit(transport):
            self._refuse(429)
            return
        self.since = self.loop.time()
        self._read_by = self.since + self.limits.settings.header_seconds
        self.limits.watch(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.limits.unwatch(self)
        self.limits.release(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._unset_keepalive_if_required()
        if self._read_by == math.inf:  # the first bytes of another request
            self._read_by = self.loop.time() + self.limits.settings.header_seconds
            self._bytes = 0
        self._bytes += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():  # any other is answered as if it had not been asked for
                self.limits.unwatch(self)
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._refuse(self._refused or 400)
        else:
            most = MOST_BODY_BYTES if self._in_body else MOST_HEAD_BYTES
            if self._refused or (self._read_by < math.inf and self._bytes > most):
                self._refuse(self._refused or (413 if self._in_body else 431))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self.waiting, self._in_body, self._bytes, self._fields = True, False, 0, 0
        self._read_by = self.loop.time() + self.limits.settings.header_seconds

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._count(len(name) + len(value) + 4)

    def _count(self, more: int) -> None:
        self._fields += more
        if self._fields > MOST_HEAD_BYTES or len(self.headers) > MOST_HEADERS:
            self._refused = self._refused or 431

    def on_headers_complete(self) -> None:
        if not self._refused and self.limits.scarce and not self._plays():
            self._refused = 503
        if self._refused:
            raise ValueError(self._refused)  # ends the parsing; data_received answers
        self.waiting, self._in_body, self._bytes = False, True, 0
        self._read_by = self.loop.time() + self.limits.settings.body_seconds
        super().on_headers_complete()

    def _plays(self) -> bool:
        path = self.url.partition(b"?")[0].decode("latin-1")
        cookies = (value for name, value in self.headers if name == b"cookie")
        return self.limits.plays(path, b"; ".join(cookies).decode("latin-1"))

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._read_by = math.inf
        self._in_body = False

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._read_by == math.inf:
            self.waiting, self.since = True, self.loop.time()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._written_by = self.loop.time() + WRITE_SECONDS

    def resume_writing(self) -> None:
        super().resume_writing()
        self._written_by = math.inf

    def late(self) -> None:
        """Whatever was awaited has not come."""
        METRICS.limited.inc()
        self._refuse(408)

    def _refuse(self, status: int) -> None:
        """Say why in a line, and hang up."""
        METRICS.refused.inc()
        self._refused = self._refused or status
        self._read_by = self._written_by = math.inf
        if self.transport.is_closing():
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()  # somebody is still being answered on it
            return
        phrase = _PHRASES[status]
        self.transport.write(
            b"HTTP/1.1 %d %s\r\ncontent-type: text/plain\r\ncontent-length: %d\r\n"
            b"connection: close\r\n\r\n%s" % (status, phrase, len(phrase), phrase)
        )
        self.transport.close()


class LimitedSocket(WebSocketsSansIOProtocol):
    """A live connection: one that does not read or answer is ended, not waited for."""

    limits: Limits

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.conn.logger = QUIET  # it reports every bad handshake with a traceback

    def connection_lost(self, exc: Exception | None) -> None:
        self.limits.release(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except Exception:
            METRICS.refused.inc()
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        # Closing in good order would wait until everything is read: for ever.
        METRICS.sockets_frozen.inc()
        self.stop_keepalive()
        self.transport.abort()
