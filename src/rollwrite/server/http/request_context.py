"""What every request needs: who asks, in which language, how often; and how it is refused."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request, cookie_parser
from starlette.responses import Response

from rollwrite.errors import Refused, RollwriteError
from rollwrite.server.http.identity import COOKIE, Identities, Identity
from rollwrite.server.http.security import RateLimiter, address_of, check_origin, origin_of
from rollwrite.server.live.live_table import LiveTable
from rollwrite.server.live.table_registry import TableRegistry
from rollwrite.server.metrics import METRICS
from rollwrite.server.players.challenge import Experts
from rollwrite.server.players.judging import Judging
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.schemas import Refusal, View
from rollwrite.server.settings import Settings
from rollwrite.server.tables import commands
from rollwrite.server.tables.coaching import Hints, Reviews
from rollwrite.server.tables.ids import is_id
from rollwrite.server.tables.view import Viewer, complete
from rollwrite.server.thinking import Ask
from rollwrite.server.thinking.lookups import Lookups
from rollwrite.texts import LANGUAGES

LOG = logging.getLogger(__name__)
COOKIE_SECONDS = 400 * 24 * 3600
LOOK_UPS = 20  # of cookies without a signature, for one address in a minute
HOST_KEYS = 10  # keys for the host's page that one address may try in a minute
_ENCODER = msgspec.json.Encoder()

Handler = Callable[[Request], Awaitable[Response]]


class RequestContext:
    """What the endpoints of one server share."""

    def __init__(self, registry: TableRegistry, settings: Settings) -> None:
        self.registry = registry
        self.settings = settings
        self.posts = RateLimiter(settings.posts_per_second, settings.posts_burst)
        self.creations = RateLimiter(settings.tables_per_minute / 60, settings.tables_per_minute)
        self.reads = RateLimiter(settings.reads_per_second, settings.reads_burst)
        self.look_ups = RateLimiter(LOOK_UPS / 60, LOOK_UPS)
        self.host_keys = RateLimiter(HOST_KEYS / 60, HOST_KEYS)
        self.identities = Identities(registry.store)
        self.sockets: Counter[str] = Counter()
        self.hints = Hints(settings.hints_per_address)
        self.reviews = Reviews(settings.reviews_per_address)
        self.judging = Judging(registry)
        self.experts = Experts(registry.store)
        self.lookups = Lookups()

    async def close(self) -> None:
        """End what is still thought about."""
        await self.judging.close()
        await self.experts.close()
        await self.lookups.close()
        await self.hints.close()
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

    def plays(self, path: str, cookies: str) -> bool:
        """Whether a request comes from somebody who has a seat at the table it is about."""
        parts = path.split("/")
        table = next((part for part in parts if is_id(part)), None)
        known = self.identities.read(cookie_parser(cookies).get(COOKIE))
        return table is not None and known is not None and self.registry.seated(table, known.who)

    def asking(self, request: HTTPConnection) -> Ask:
        """``Lookups.ask`` for whoever sent a request."""
        return partial(self.lookups.ask, self.address(request))

    def address(self, request: HTTPConnection) -> str:
        """Whom to count a request for."""
        return address_of(request.scope, self.settings)

    def check_rate(self, request: HTTPConnection, rates: RateLimiter) -> None:
        """Refuse whoever asks too often."""
        if not rates.allow(self.address(request)):
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
    """The player whom a request comes from, or None if its browser has no cookie of ours."""
    found = identity_of(request)
    return found.who if found is not None else None


def identity_of(request: HTTPConnection) -> Identity | None:
    """The browser that a request comes from, and its player; looked up before (``look_up``)."""
    return request_context(request).identities.read(request.cookies.get(COOKIE))


async def look_up(request: HTTPConnection) -> None:
    """Find out whose cookie a request brings, before anybody asks about it."""
    at, cookie = request_context(request), request.cookies.get(COOKIE)
    if cookie is not None and at.identities.unknown(cookie):
        if at.identities.costly(cookie):
            at.check_rate(request, at.look_ups)
        await at.identities.look_up(cookie)


def ensure_secret(request: Request, response: Response) -> Response:
    """Give a browser that has no secret one, and sign what is not signed yet."""
    identities, cookie = request_context(request).identities, request.cookies.get(COOKIE)
    if not identities.unknown(cookie):  # or the browser would lose what it may own
        known = identities.read(cookie)
        if known is None or not known.signed:
            give_secret(request, response, known or identities.new())
    return response


def give_secret(request: Request, response: Response, identity: Identity) -> None:
    """Set the cookie that owns seats; no script can read it, no other site can use it."""
    at = request_context(request)
    response.set_cookie(
        COOKIE,
        at.identities.cookie(identity),
        COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=at.origin(request).startswith("https://"),
        path="/",
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
