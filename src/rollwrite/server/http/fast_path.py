"""The fast path: a post of a move skips everything that only other requests need, queues too."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request

from rollwrite.server.http.admission import Admission
from rollwrite.server.http.security import HEADERS, address_of
from rollwrite.server.http.table_commands import move
from rollwrite.server.settings import Settings

PREFIX, SUFFIX = "/api/tables/", "/move"
UNQUEUED = ("/health", "/metrics")  # what operators ask however much is asked
_ENDLESS = b"transfer-encoding"
_GONE = "the handler is closed"  # how uvloop says that a connection has just broken


class FastPath:
    """Routes moves straight to their endpoint, and everything else to the application, in turn.

    An answer to a move is a few bytes: it needs the security headers, but no search for its
    address, no compression and no page for errors. A request that does not say how long it is may
    have no end: its connection is closed with the answer, whatever that is.
    """

    def __init__(self, app: Any, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._admission = Admission()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            send = _to_whoever_is_there(send)
        if scope["type"] == "http" and any(name == _ENDLESS for name, _ in scope["headers"]):
            send = _closing(send)
        table = _table(scope)
        if table is None:
            if scope["type"] == "http" and scope["path"] not in UNQUEUED:
                await self._admission.enter(address_of(scope, self._settings))
            await self._app(scope, receive, send)
            return
        scope["app"] = self._app
        scope["path_params"] = {"table": table}
        response = await move.call(Request(scope, receive))
        response.raw_headers.extend(HEADERS)
        await response(scope, receive, send)


def _to_whoever_is_there(send: Any) -> Any:
    """Let nobody fail because a client went away in the very moment of its answer."""

    async def quiet(message: Any) -> None:
        try:
            await send(message)
        except RuntimeError as error:
            if _GONE not in str(error):
                raise

    return quiet


def _closing(send: Any) -> Any:
    async def closing(message: Any) -> None:
        if message["type"] == "http.response.start":
            headers = [pair for pair in message["headers"] if pair[0] != b"connection"]
            message = {**message, "headers": [*headers, (b"connection", b"close")]}
        await send(message)

    return closing


def _table(scope: Any) -> str | None:
    """The table a move is posted to, or None if this is anything else."""
    if scope["type"] != "http" or scope["method"] != "POST":
        return None
    path: str = scope["path"]
    if not path.startswith(PREFIX) or not path.endswith(SUFFIX):
        return None
    table = path[len(PREFIX) : -len(SUFFIX)]
    return None if "/" in table else table
