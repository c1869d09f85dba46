"""The pages people open, and the files they need."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

import rollwrite as rw
from rollwrite import web
from rollwrite.errors import RollwriteError
from rollwrite.server.http import offline_site, paper
from rollwrite.server.http.endpoint import get
from rollwrite.server.http.request_context import (
    Handler,
    RequestContext,
    ensure_secret,
    json_response,
    language_of,
    look_up,
    request_context,
    who_asks,
)
from rollwrite.server.live.host_rules import REVIEWS
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem, say
from rollwrite.server.schemas import Refusal
from rollwrite.server.tables import commands
from rollwrite.server.tables.daily import today
from rollwrite.server.tables.table import HUMAN, Table

LOG = logging.getLogger(__name__)
TOLD = "rollwrite.told"  # in the scope of a request that failed and is in the journal
FOR_EVER = "public, max-age=31536000, immutable"


def page(write: Callable[[RequestContext, Request, str], Awaitable[str]]) -> Handler:
    """An address that shows a page, in the reader's language; refusals are pages too."""

    async def endpoint(request: Request) -> Response:
        METRICS.requests.inc()
        language = language_of(request)
        status = 200
        try:
            at = request_context(request)
            at.check_rate(request, at.reads)
            await look_up(request)
            html = await write(at, request, language)
        except RollwriteError as error:
            status = error.status if isinstance(error, Problem) else 404
            html = web.error_page(language, status, error.text(language))
        headers = {"cache-control": "no-store", "vary": "accept-language, cookie"}
        return ensure_secret(request, HTMLResponse(html, status, headers))

    return endpoint


@page
async def start(at: RequestContext, request: Request, language: str) -> str:
    return web.start_page(
        language, at.registry.levels, commands.BOT_NAMES, await today(at.registry.store)
    )


@page
async def table(at: RequestContext, request: Request, language: str) -> str:
    live = await at.registry.get(request.path_params["table"])
    url = f"{at.origin(request)}/t/{live.table.id}"
    return web.table_page(language, live.table.id, url, live.table.game.id)


@page
async def replay(at: RequestContext, request: Request, language: str) -> str:
    live = await at.registry.get(request.path_params["table"])
    return web.replay_page(language, live.table.id, live.table.game.id)


@page
async def review(at: RequestContext, request: Request, language: str) -> str:
    at.registry.host_rules.check(REVIEWS)
    table = (await at.registry.get(request.path_params["table"])).table
    found = at.reviews.find(at.address(request), table)
    content = found[language] if found is not None else None
    mine = table.mine(who_asks(request))
    opened = mine or _people(table) or [0]
    outcome = _outcome(table, mine[0]) if len(mine) == 1 else None
    return web.review_page(language, table.id, table.game.id, content, opened, outcome)


def _outcome(table: Table, seat: int) -> str | None:
    """What a game came to for a seat that played against others."""
    if table.state is None or not table.state.over or table.state.seats == 1:
        return None
    won = table.state.winners()
    return "lost" if seat not in won else "won" if len(won) == 1 else "shared"


def _people(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.kind == HUMAN]


@page
async def rules(at: RequestContext, request: Request, language: str) -> str:
    return web.rules_page(language, rw.game(request.path_params["game"]).id)


@page
async def score(at: RequestContext, request: Request, language: str) -> str:
    variant = request.query_params.get("variant")
    return web.score_page(language, request.path_params["game"], variant)


@page
async def bring(at: RequestContext, request: Request, language: str) -> str:
    return web.bring_page(language)


@page
async def about(at: RequestContext, request: Request, language: str) -> str:
    return web.about_page(language)


async def static(request: Request) -> Response:
    """A file that the pages need."""
    found = web.asset(request.path_params["path"])
    if found is None:
        return await not_found(request, Exception())
    cache = FOR_EVER if found.immutable else "no-cache"
    headers = {"etag": found.etag, "cache-control": cache}
    if request.headers.get("if-none-match") == found.etag:
        return Response(None, 304, headers)
    return Response(found.body, 200, headers, found.media)


@get
async def offline(at: RequestContext, request: Request) -> Response:
    """A file of the site that plays without this server."""
    found = offline_site.file(at.settings.offline, request.path_params["path"])
    if found is None:
        return await not_found(request, Exception())
    headers = {"etag": found.etag, "cache-control": FOR_EVER if found.immutable else "no-cache"}
    if request.headers.get("if-none-match") == found.etag:
        return Response(None, 304, headers)
    return Response(found.body, 200, headers, found.media)


@get
async def manifest(at: RequestContext, request: Request) -> Response:
    headers = {"cache-control": "no-cache", "vary": "accept-language, cookie"}
    body = web.manifest(language_of(request))
    return Response(body, 200, headers, "application/manifest+json")


@get
async def service_worker(at: RequestContext, request: Request) -> Response:
    body = web.service_worker(offline=bool(at.settings.offline))
    return Response(body, 200, {"cache-control": "no-cache"}, "text/javascript")


async def not_found(request: Request, error: Exception) -> Response:
    """Nothing is there."""
    METRICS.refused.inc()
    language = language_of(request)
    text = say("refused.no_page", path=request.url.path[:80]).text(language)
    if request.url.path.startswith("/api/"):
        return json_response(Refusal(Cause.NO_PAGE.value, text), 404)
    return HTMLResponse(web.error_page(language, 404, text), 404)


async def broken(request: Request, error: Exception) -> Response:
    """A mistake of ours: said plainly, its details only in our journal."""
    METRICS.errors.inc()
    request.scope[TOLD] = True
    path = request.url.path
    LOG.error("%s %s failed", request.method, path, exc_info=error)
    language = language_of(request)
    text = say("refused.broken").text(language)
    if request.url.path.startswith("/api/"):
        return json_response(Refusal("broken", text), 500)
    return HTMLResponse(web.error_page(language, 500, text), 500)


PAGES: dict[str, Handler] = {
    "/": start,
    "/t/{table}": table,
    "/replay/{table}": replay,
    "/review/{table}": review,
    "/rules/{game}": rules,
    "/score/{game}": score,
    "/print/{game}": paper.sheets,
    "/print/table/{table}": paper.game_record,
    "/about": about,
    "/bring": bring,
    "/manifest.webmanifest": manifest.call,
    "/sw.js": service_worker.call,
    "/static/{path:path}": static,
    "/offline/{path:path}": offline.call,
}
