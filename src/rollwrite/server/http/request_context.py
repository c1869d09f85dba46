"""What every request needs: who asks, in which language, how often; and how it is refused."""

from __future__ import annotations

import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from rollwrite.errors import Refused, RollwriteError
from rollwrite.server.http.security import RateLimiter, address_of, check_origin, origin_of
from rollwrite.server.live.live_table import LiveTable
from rollwrite.server.live.table_registry import TableRegistry
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.schemas import Refusal, View
from rollwrite.server.settings import Settings
from rollwrite.server.tables import commands
from rollwrite.server.tables.coaching import Hints, Reviews
from rollwrite.server.tables.ids import hashed
from rollwrite.server.tables.view import Viewer, complete
from rollwrite.texts import LANGUAGES

LOG = logging.getLogger(__name__)
COOKIE = "who"
COOKIE_SECONDS = 400 * 24 * 3600
_ENCODER = msgspec.json.Encoder()

Handler = Callable[[Request], Awaitable[Response]]


class RequestContext:
    """What the endpoints of one server share."""

    def __init__(self, registry: TableRegistry, settings: Settings) -> None:
        self.registry = registry
        self.settings = settings
        self.posts = RateLimiter(settings.posts_per_second, settings.posts_burst)
        self.creations = RateLimiter(settings.tables_per_minute / 60, settings.tables_per_minute)
        self.sockets: Counter[str] = Counter()
        self.hints = Hints()
        self.reviews = Reviews()

    async def close(self) -> None:
        """End what the coach still thinks about."""
        self.hints.close()
        await self.reviews.close()

    def view(self, live: LiveTable, who: str | None, language: str) -> View:
        """The whole view of a table."""
        viewer = Viewer(
            live.table, live.render_cache, who, language, self.registry.levels, live.connected()
        )
        view = complete(*viewer.view())
        if not live.watchers:  # nobody will ask for the same drawings again soon
            live.render_cache.forget()
        return view

    async def come_back(self, live: LiveTable, who: str) -> LiveTable:
        """Whoever looks at a table again gets his seat back."""
        table = live.table
        if any(table.seats[seat].away for seat in table.mine(who)):
            return await self.registry.act(table.id, lambda t: commands.returned(t, who))
        return await self.registry.get(table.id)

    def check_rate(self, request: HTTPConnection, rates: RateLimiter) -> None:
        """Refuse whoever asks too often."""
        if not rates.allow(address_of(request.scope, self.settings)):
            METRICS.limited.inc()
            raise Problem(Cause.TOO_MANY)

    def check_origin(self, request: HTTPConnection) -> None:
        """Refuse what a page of another site has sent."""
        check_origin(request.scope, self.settings)

    def origin(self, request: HTTPConnection) -> str:
        """The address of this server as browsers write it."""
        return origin_of(request.scope, self.settings)


def request_context(request: HTTPConnection) -> RequestContext:
    """The context of the application a request came to."""
    found: RequestContext = request.app.state.request_context
    return found


def who_asks(request: HTTPConnection) -> str | None:
    """The hash of the browser's secret, or None if it has none yet."""
    secret = request.cookies.get(COOKIE)
    return hashed(secret) if secret and len(secret) <= 64 else None


def ensure_secret(request: Request, response: Response) -> Response:
    """Give a browser that has no secret one."""
    if who_asks(request) is None:
        give_secret(request, response, secrets.token_urlsafe(16))
    return response


def give_secret(request: Request, response: Response, secret: str) -> None:
    """Set the cookie that owns seats; no script can read it, no other site can use it."""
    secure = request_context(request).origin(request).startswith("https://")
    response.set_cookie(
        COOKIE, secret, COOKIE_SECONDS, httponly=True, samesite="lax", secure=secure, path="/"
    )


def language_of(request: HTTPConnection) -> str:
    """The language asked for, else the cookie's, else the browser's."""
    for given in (request.query_params.get("lang"), request.cookies.get("language")):
        if given in LANGUAGES:
            return str(given)
    wishes = []
    for order, item in enumerate(request.headers.get("accept-language", "")[:200].split(",")):
        tag, _, weight = item.partition(";q=")
        try:
            wishes.append((-float(weight or 1), order, tag.strip()[:2].lower()))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(wishes) if tag in LANGUAGES), "en")


def json_response(data: Any, status: int = 200) -> Response:
    """JSON that nobody keeps."""
    headers = {"cache-control": "no-store"}
    return Response(_ENCODER.encode(data), status, headers, "application/json")


async def body_of(request: Request, limit: int) -> bytes:
    """The bytes of a request, refused as soon as they are too many."""
    if int(request.headers.get("content-length") or 0) > limit:
        raise Problem(Cause.TOO_LARGE, limit=limit)
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise Problem(Cause.TOO_LARGE, limit=limit)
    return body


def refusal(request: HTTPConnection, error: RollwriteError, view: View | None = None) -> Response:
    """A refused request: its kind, why in the reader's language, and the fresh view if stale."""
    METRICS.refused.inc()
    status = 400
    kind: str = Cause.BAD_REQUEST.value
    if isinstance(error, Problem):
        status, kind = error.status, error.cause.value
    elif isinstance(error, Refused):
        status, kind = 409, error.kind.value
    response = json_response(Refusal(kind, error.text(language_of(request)), view), status)
    if status in (429, 503):
        response.headers["retry-after"] = "1"
    if status in (413, 429):
        response.headers["connection"] = "close"
    return response
