"""The host's session: a cookie that the server gives for the key, and believes for a while."""

from __future__ import annotations

import hmac
import re
import time

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from rollwrite.server.http.request_context import Handler, RequestContext, request_context
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.ids import hashed

COOKIE = "host"
SESSION_SECONDS = 12 * 3600
_KEY = re.compile(r"[A-Za-z0-9_-]{32}")
_SESSION = re.compile(r"(\d{1,12})\.([0-9a-f]{64})")


async def enter(at: RequestContext, request: HTTPConnection, key: str) -> str:
    """A session for whoever brings the key."""
    at.check_rate(request, at.host_keys)
    kept = await at.registry.store.hosting.key_hash()
    right = _KEY.fullmatch(key) is not None and kept is not None
    if not right or not hmac.compare_digest(hashed(key), kept or ""):
        raise Problem(Cause.BAD_LINK, "host_key")
    until = str(int(time.time()) + SESSION_SECONDS)
    return f"{until}.{_signature(kept or '', until)}"


async def check(at: RequestContext, request: HTTPConnection) -> None:
    """Refuse whoever has no session; another key has ended all that were before it."""
    parts = _SESSION.fullmatch(request.cookies.get(COOKIE, ""))
    if parts is not None and float(parts[1]) > time.time():
        kept = await at.registry.store.hosting.key_hash()
        if kept is not None and hmac.compare_digest(parts[2], _signature(kept, parts[1])):
            return
    raise Problem(Cause.NOT_HOST, "not_server_host")


def _signature(kept: str, until: str) -> str:
    return hmac.digest(kept.encode(), f"host|{until}".encode(), "sha256").hex()


def giving(call: Handler) -> Handler:
    """An address that begins or ends a session, by ``request.state.host_session``."""

    async def called(request: Request) -> Response:
        response = await call(request)
        session = getattr(request.state, "host_session", None)
        if session is not None:
            _give(request, response, session)
        return response

    return called


def _give(request: Request, response: Response, session: str) -> None:
    """Set the cookie of a session; no script can read it, no other site can use it."""
    response.set_cookie(
        COOKIE,
        session,
        SESSION_SECONDS if session else 0,
        httponly=True,
        samesite="strict",
        secure=request_context(request).origin(request).startswith("https://"),
        path="/",
    )
