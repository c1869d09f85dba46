"""Live updates: one socket a browser; what it has seen already is not sent again."""

from __future__ import annotations

import asyncio
import time
from collections import deque

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rollwrite.server.live.live_table import LiveTable
from rollwrite.server.live.table_registry import TableRegistry
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.schemas import Refusal
from rollwrite.server.tables.table import WATCH
from rollwrite.server.tables.view import Viewer
from rollwrite.server.tables.view_delta import ViewDelta

MOST_MESSAGES = 30  # that a browser may send
PER_SECONDS = 10.0
TOO_MANY, TOO_LARGE = 1008, 1009
NOT_FOUND, REFUSED = 4404, 4403  # closing codes of our own


async def refuse(socket: WebSocket, problem: Problem, language: str) -> None:
    """Say why there is nothing to see, and hang up."""
    refusal = Refusal(problem.cause.value, problem.text(language))
    await socket.send_text(msgspec.json.encode(refusal).decode())
    await socket.close(NOT_FOUND if problem.cause == Cause.NO_TABLE else REFUSED)


class Socket:
    """One browser that looks at one table."""

    def __init__(
        self,
        registry: TableRegistry,
        live: LiveTable,
        who: str | None,
        language: str,
        *,
        fast: bool = False,
    ) -> None:
        self.who = who
        self.fast = fast
        self._registry = registry
        self._live = live
        self._language = language
        self._dirty = asyncio.Event()
        self._changes = ViewDelta()

    def changed(self) -> None:
        self._dirty.set()

    async def run(self, socket: WebSocket) -> None:
        """Send views until the browser goes away."""
        live = self._live
        self._registry.watch(live, self)
        METRICS.sockets_opened.inc()
        tasks = [
            asyncio.create_task(self._send(socket)),
            asyncio.create_task(self._receive(socket)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._registry.unwatch(live, self)

    async def _send(self, socket: WebSocket) -> None:
        pings = 0
        while True:
            try:
                async with asyncio.timeout(self._registry.settings.ping_seconds):
                    await self._dirty.wait()
            except TimeoutError:
                pings += 1
                await socket.send_text(f'{{"ping":{pings}}}')
                continue
            if self._live.table.closed:
                gone = Problem(Cause.NO_TABLE, table=self._live.table.id)
                await refuse(socket, gone, self._language)
                return
            if self._live.table.mode == WATCH:
                async with self._registry.background.turn():
                    self._dirty.clear()
                    text = self._text()
            else:
                self._dirty.clear()
                text = self._text()
            await socket.send_text(text)

    def _text(self) -> str:
        begun = time.perf_counter()
        live = self._live
        viewer = Viewer(
            live.table,
            live.render_cache,
            self.who,
            self._language,
            self._registry.levels,
            live.connected(),
        )
        text = self._changes.message(*viewer.view()).decode()
        METRICS.views_sent.inc()
        METRICS.view_seconds.observe(time.perf_counter() - begun)
        return text

    async def _receive(self, socket: WebSocket) -> None:
        """Browsers have nothing to say here but that they live; whoever floods is sent away."""
        recent: deque[float] = deque(maxlen=MOST_MESSAGES)
        try:
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                now = time.monotonic()
                if len(recent) == MOST_MESSAGES and now - recent[0] < PER_SECONDS:
                    METRICS.limited.inc()
                    await socket.close(TOO_MANY)
                    return
                recent.append(now)
        except (WebSocketDisconnect, RuntimeError):
            if socket.client_state == WebSocketState.CONNECTED:
                raise
