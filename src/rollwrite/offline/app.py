"""The application of the server in a browser: requests and sockets come from its pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Protocol, cast

from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from rollwrite.kernel.ahead.wasm_loops import install
from rollwrite.offline.store import BrowserShelf, BrowserStore, Kept
from rollwrite.server.http.app import make_app
from rollwrite.server.http.endpoint import get
from rollwrite.server.http.identity import COOKIE
from rollwrite.server.http.request_context import RequestContext
from rollwrite.server.settings import Settings
from rollwrite.server.tables import taken_along

HOST = "offline"
ORIGIN = f"https://{HOST}"
MANY = 1_000_000
# There is one player, and nobody to protect from him.
SETTINGS = Settings(
    database="",
    origin=ORIGIN,
    prepare_bots=False,
    start_seconds=0.5,
    posts_per_second=MANY,
    posts_burst=MANY,
    tables_per_minute=MANY,
    reads_per_second=MANY,
    reads_burst=MANY,
)


@get
async def along(at: RequestContext, request: Request) -> PlainTextResponse:
    """The file with which a game goes on at a server; no server tells of its secrets like that."""
    live = await at.registry.get(request.path_params["table"])
    return PlainTextResponse(taken_along.written(live.table))


class Answer(Protocol):
    """Whoever gets the messages of a socket."""

    def __call__(self, text: str | None) -> None:
        """The next message, or None at the end."""


class OfflineApp:
    """The application, and who plays: whoever uses this browser."""

    def __init__(self, app: Any, store: BrowserStore) -> None:
        self._app = app
        self._store = store
        self._cookie = ""
        self._sockets: dict[int, asyncio.Task[None]] = {}

    @classmethod
    async def open(cls, kept: Kept, version: str) -> OfflineApp:
        """Start the application, of a version, on what a browser keeps."""
        store = BrowserStore(kept)
        app = make_app(SETTINGS, cast(Any, store))
        app.router.routes.append(Route("/api/tables/{table}/along", along.call))
        found = cls(app, store)
        # It runs until the worker ends: nobody is left then to shut it down.
        await app.router.lifespan_context(app).__aenter__()
        app.state.request_context.reviews.shelf = BrowserShelf(kept, version)
        identities = app.state.request_context.identities
        found._cookie = await store.setting("cookie", lambda: identities.cookie(identities.new()))
        return found

    async def request(self, method: str, address: str, language: str, body: str) -> str:
        """The answer to a request: its status, kind and content, as JSON."""
        given = [{"type": "http.request", "body": body.encode()}]
        found: dict[str, Any] = {"content": ""}

        async def receive() -> dict[str, Any]:
            return given.pop() if given else {"type": "http.disconnect"}

        async def send(message: Mapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                found["status"] = message["status"]
                found["headers"] = {name.decode(): v.decode() for name, v in message["headers"]}
            else:
                found["content"] += message.get("body", b"").decode()

        await self._app(self._scope("http", address, language) | {"method": method}, receive, send)
        return json.dumps(found)

    async def connect(self, number: int, address: str, language: str, answer: Answer) -> None:
        """Open a socket that sends views of a table as they change."""
        self._sockets[number] = asyncio.ensure_future(self._run(address, language, answer))

    async def disconnect(self, number: int) -> None:
        """Close a socket."""
        if (task := self._sockets.pop(number, None)) is not None:
            task.cancel()

    async def published(self, payload: str) -> None:
        """Another tab has appended to tables: their ids and last numbers."""
        self._app.state.request_context.registry.follower.published(payload)

    async def _run(self, address: str, language: str, answer: Answer) -> None:
        opened = [{"type": "websocket.connect"}]
        never = asyncio.Event()

        async def receive() -> dict[str, Any]:
            if not opened:
                await never.wait()
            return opened.pop()

        async def send(message: Mapping[str, Any]) -> None:
            if message["type"] == "websocket.send":
                answer(message["text"])

        try:
            await self._app(self._scope("websocket", address, language), receive, send)
        finally:
            answer(None)

    def _scope(self, kind: str, address: str, language: str) -> dict[str, Any]:
        path, _, query = address.partition("?")
        headers = {
            "host": HOST,
            "origin": ORIGIN,
            "cookie": f"{COOKIE}={self._cookie}",
            "accept-language": language,
        }
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "https" if kind == "http" else "wss",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "server": (HOST, 443),
            "client": ("127.0.0.1", 0),
            "subprotocols": [],
        }


opened = OfflineApp.open


def use_module(manifest: Any, code: Any) -> None:
    """Let a module of WebAssembly, given as JavaScript's bytes, think for the bots."""
    install(manifest.to_bytes(), code.to_bytes())
