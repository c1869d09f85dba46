"""What every request passes first: the name it asks for, and what becomes of unexpected ends."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response

from rollwrite.server.http.hosts import Hosts
from rollwrite.server.http.pages import TOLD, broken
from rollwrite.server.http.request_context import json_response, language_of
from rollwrite.server.http.security import HEADERS
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.schemas import Refusal


class Gate:
    """Serves what asks for this server by a name of its own; keeps failures to one report each."""

    def __init__(self, app: Any, hosts: Hosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        kind = scope["type"]
        if kind != "lifespan" and not self._hosts.allow(scope["headers"]):
            await _refuse(scope, receive, send)
            return
        try:
            await self._app(scope, receive, send)
        except ClientDisconnect:  # broken off by the other side: no fault of ours
            METRICS.broken_off.inc()
        except asyncio.CancelledError:  # the server ends, and somebody still waits for a hint
            if kind == "http":
                with suppress(RuntimeError):  # an answer had begun
                    await _answer(Problem(Cause.UNAVAILABLE, "busy"), scope, receive, send)
        except Exception as error:
            if kind != "http":
                raise
            if TOLD not in scope:  # a move: everything else has its page for errors
                response = await broken(Request(scope), error)
                response.raw_headers.extend(HEADERS)
                await response(scope, receive, send)


async def _refuse(scope: Any, receive: Any, send: Any) -> None:
    METRICS.refused.inc()
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})  # before it is accepted: 403
        return
    host = next((value for name, value in scope["headers"] if name == b"host"), b"-")
    problem = Problem(Cause.WRONG_HOST, host=repr(host.decode("latin-1")[:80]))
    await _answer(problem, scope, receive, send)


async def _answer(problem: Problem, scope: Any, receive: Any, send: Any) -> None:
    language = language_of(HTTPConnection(scope))
    response: Response = json_response(
        Refusal(problem.cause.value, problem.text(language)), problem.status
    )
    response.raw_headers.extend([*HEADERS, (b"connection", b"close")])
    await response(scope, receive, send)
