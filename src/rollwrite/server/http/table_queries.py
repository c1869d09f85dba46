"""The JSON addresses that only show something: views, logs, replays, and how the server is."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import PlainTextResponse

import rollwrite as rw
from rollwrite.server import schemas
from rollwrite.server.http.endpoint import Endpoint, get, status
from rollwrite.server.http.request_context import RequestContext, language_of, who_asks
from rollwrite.server.live.host_rules import REVIEWS
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables import entering_view, replays
from rollwrite.server.tables.decision_view import DecisionViewer, why_not
from rollwrite.server.tables.running import running_tables

MOST_TABLES = 12  # that one request may ask about: loading an old one takes a while


@get
async def view(at: RequestContext, request: Request) -> schemas.View:
    who = who_asks(request)
    live = await at.registry.get(request.path_params["table"])
    if who is not None:
        live = await at.come_back(live, who)
    return at.view(live, who, language_of(request))


@get
async def running(at: RequestContext, request: Request) -> schemas.RunningTables:
    asked = list(dict.fromkeys(filter(None, request.query_params.get("tables", "").split(","))))
    if len(asked) > MOST_TABLES:
        raise Problem(Cause.BAD_REQUEST, "many_tables", most=MOST_TABLES, given=len(asked))
    found = []
    for id_ in asked:
        try:
            found.append((await at.registry.get(id_)).table)
        except Problem as missing:  # the list is a browser's own, and may be old
            if missing.cause != Cause.NO_TABLE:
                raise
    return running_tables(found, who_asks(request), language_of(request))


@get
async def log(at: RequestContext, request: Request) -> PlainTextResponse:
    live = await at.registry.get(request.path_params["table"])
    text = replays.log_text(live.table, who_asks(request))
    name = f"rollwrite-{live.table.game.id}-{live.table.id}.log"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)


@get
async def replay(at: RequestContext, request: Request) -> schemas.View:
    live = await at.registry.get(request.path_params["table"])
    step = _number(request, "step", 0)
    return await replays.replay_view(live.table, step, language_of(request), at.asking(request))


@get
async def review(at: RequestContext, request: Request) -> schemas.ReviewStatus:
    at.registry.host_rules.check(REVIEWS)
    table = (await at.registry.get(request.path_params["table"])).table
    ready = at.reviews.find(at.address(request), table) is not None
    return schemas.ReviewStatus(ready, f"/review/{table.id}")


@get
async def verify(at: RequestContext, request: Request) -> schemas.Verdict:
    live = await at.registry.get(request.path_params["table"])
    return await replays.verified(live.table, language_of(request), at.asking(request))


@get
async def why(at: RequestContext, request: Request) -> schemas.WhyNot:
    live = await at.registry.get(request.path_params["table"])
    seat, part = _number(request, "seat", 0), request.query_params.get("part", "")
    if seat not in live.table.mine(who_asks(request)):
        raise Problem(Cause.NOT_YOUR_SEAT, seat=seat)
    ask = at.asking(request)
    return schemas.WhyNot(await why_not(live.table, seat, part[:100], language_of(request), ask))


@get
async def preview(at: RequestContext, request: Request) -> schemas.Preview:
    live = await at.registry.get(request.path_params["table"])
    seat, move = _number(request, "seat", 0), request.query_params.get("move", "")
    if seat not in live.table.mine(who_asks(request)):
        raise Problem(Cause.NOT_YOUR_SEAT, seat=seat)
    if live.table.state is None:
        raise Problem(Cause.WRONG_TIME, "not_begun")
    viewer = DecisionViewer(live.table, live.render_cache, language_of(request))
    return at.registry.bounded(live, lambda: viewer.preview(seat, move[:100]))


@get
async def faces(at: RequestContext, request: Request) -> schemas.Picking:
    live = await at.registry.get(request.path_params["table"])
    last = _number(request, "last", 0) > 0
    return entering_view.picking(live.table, who_asks(request), language_of(request), last=last)


def _number(request: Request, name: str, default: int) -> int:
    given = request.query_params.get(name)
    if given is None:
        return default
    if not given.isascii() or not given.isdigit() or len(given) > 9:
        raise Problem(Cause.BAD_REQUEST, "number", name=name, given=given[:40])
    return int(given)


@status
async def health(at: RequestContext, request: Request) -> schemas.Health:
    await at.registry.store.healthy()
    return schemas.Health("ok", rw.__version__, time.time())


@status
async def metrics(at: RequestContext, request: Request) -> PlainTextResponse:
    at.registry.measure()
    return PlainTextResponse(METRICS.text())


GETS: dict[str, Endpoint] = {
    "/api/tables/{table}/view": view,
    "/api/running": running,
    "/api/tables/{table}/log": log,
    "/api/tables/{table}/verify": verify,
    "/api/tables/{table}/why": why,
    "/api/tables/{table}/preview": preview,
    "/api/tables/{table}/faces": faces,
    "/api/tables/{table}/review": review,
    "/api/replay/{table}": replay,
    "/health": health,
    "/metrics": metrics,
}
