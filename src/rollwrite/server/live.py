"""Live updates: one socket a browser; what it has seen already is not sent again."""

from __future__ import annotations

import asyncio
import time
from collections import deque

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rollwrite.server.changes import Changes
from rollwrite.server.hub import Hub
from rollwrite.server.metrics import METRICS
from rollwrite.server.place import Place
from rollwrite.server.view import Viewer

MOST_MESSAGES = 30  # that a browser may send
PER_SECONDS = 10.0
TOO_MANY, TOO_LARGE = 1008, 1009


class Socket:
    """One browser that looks at one table."""

    def __init__(
        self, hub: Hub, place: Place, who: str | None, language: str, *, fast: bool = False
    ) -> None:
        self.who = who
        self.fast = fast
        self._hub = hub
        self._place = place
        self._language = language
        self._dirty = asyncio.Event()
        self._changes = Changes()

    def changed(self) -> None:
        self._dirty.set()

    async def run(self, socket: WebSocket) -> None:
        """Send views until the browser goes away."""
        place = self._place
        self._hub.watch(place, self)
        METRICS.sockets_opened += 1
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
            self._hub.unwatch(place, self)

    async def _send(self, socket: WebSocket) -> None:
        pings = 0
        while True:
            try:
                async with asyncio.timeout(self._hub.settings.ping_seconds):
                    await self._dirty.wait()
            except TimeoutError:
                pings += 1
                await socket.send_text(f'{{"ping":{pings}}}')
                continue
            self._dirty.clear()
            await socket.send_text(self._text())

    def _text(self) -> str:
        begun = time.perf_counter()
        place = self._place
        viewer = Viewer(
            place.table,
            place.painter,
            self.who,
            self._language,
            self._hub.levels,
            place.connected(),
        )
        text = self._changes.message(*viewer.view()).decode()
        METRICS.views_sent += 1
        METRICS.view_seconds.add(time.perf_counter() - begun)
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
                    METRICS.limited += 1
                    await socket.close(TOO_MANY)
                    return
                recent.append(now)
        except (WebSocketDisconnect, RuntimeError):
            if socket.client_state == WebSocketState.CONNECTED:
                raise
