"""The address of live views: a socket for each browser that looks at a table."""

from __future__ import annotations

from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from rollwrite.server.http.request_context import (
    RequestContext,
    language_of,
    look_up,
    request_context,
    who_asks,
)
from rollwrite.server.http.security import address_of
from rollwrite.server.live.sockets import Socket, refuse
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem


async def live(socket: WebSocket) -> None:
    """Views as they change; the first one at once."""
    at = request_context(socket)
    address = address_of(socket.scope, at.settings)
    try:
        at.check_origin(socket)
        _check_room(at, address)
        await look_up(socket)
        who = who_asks(socket)
        live = await at.registry.get(socket.path_params["table"])
        if len(live.watchers) >= at.settings.sockets_per_table:
            raise Problem(Cause.FULL, "sockets")
        if who is not None:
            live = await at.come_back(live, who)
    except Problem as error:
        METRICS.refused.inc()
        with suppress(WebSocketDisconnect):  # gone before it heard why
            await socket.accept()
            await refuse(socket, error, language_of(socket))
        return
    at.sockets[address] += 1
    try:
        with suppress(WebSocketDisconnect):
            await socket.accept()
        fast = socket.query_params.get("fast") == "1"
        await Socket(at.registry, live, who, language_of(socket), fast=fast).run(socket)
    finally:
        at.sockets[address] -= 1
        if not at.sockets[address]:
            del at.sockets[address]


def _check_room(at: RequestContext, address: str) -> None:
    settings = at.settings
    if at.sockets[address] >= settings.sockets_per_address:
        METRICS.limited.inc()
        raise Problem(Cause.TOO_MANY, "sockets")
    if at.sockets.total() >= settings.max_sockets:
        raise Problem(Cause.FULL, "sockets")
