"""The JSON addresses: tables, moves, seats, views, logs, replays, live sockets."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.websockets import WebSocket

import rollwrite as rw
from rollwrite import web
from rollwrite.errors import Refused, RollwriteError
from rollwrite.server.http.messages import (
    Claim,
    Decision,
    Join,
    NewTable,
    Nothing,
    OfDecision,
    OfSeat,
    Progress,
    Remove,
    Rename,
    Seed,
    TakeBack,
    read,
)
from rollwrite.server.http.request_context import (
    RequestContext,
    answer,
    body_of,
    give_secret,
    language_of,
    refusal,
    request_context,
    who_asks,
)
from rollwrite.server.http.security import address_of
from rollwrite.server.live.sockets import Socket
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables import commands, replays
from rollwrite.server.tables.commands import Steps
from rollwrite.server.tables.daily import todays
from rollwrite.server.tables.ids import hashed
from rollwrite.server.tables.table import DAILY, OVER, SOLO, Table
from rollwrite.server.tables.view import Viewer, why_not

Endpoint = Callable[[Request], Awaitable[Response]]
Kind = TypeVar("Kind", bound=msgspec.Struct)
CAMPAIGN = "campaign"
NOT_FOUND, REFUSED = 4404, 4403  # closing codes of sockets


def post(kind: type[Kind]) -> Callable[[Callable[..., Awaitable[Response]]], Endpoint]:
    """An address that takes a message of a kind: checked, bounded, refused in plain words."""

    def made(handle: Callable[..., Awaitable[Response]]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            at = request_context(request)
            METRICS.requests += 1
            who = who_asks(request)
            try:
                at.check_origin(request)
                at.check_rate(request, at.posts)
                message = read(kind, await body_of(request, at.settings.message_bytes))
                if who is not None:
                    return await handle(at, request, who, message)
                secret = secrets.token_urlsafe(16)
                response = await handle(at, request, hashed(secret), message)
                give_secret(request, response, secret)
                return response
            except RollwriteError as error:
                return refusal(request, error, await _fresh(at, request, error, who))

        endpoint.kind = kind  # type: ignore[attr-defined]  # for the list of addresses
        return endpoint

    return made


async def _fresh(
    at: RequestContext, request: Request, error: RollwriteError, who: str | None
) -> Any:
    """What a browser needs that was late, or believes something else than we do."""
    if not isinstance(error, Refused) and getattr(error, "cause", None) != Cause.STALE:
        return None
    live = await at.registry.get(request.path_params["table"])
    return at.view(live, who, language_of(request))


async def _act(
    at: RequestContext, request: Request, command: Callable[[Table], Steps], seen: int = 0
) -> Response:
    live = await at.registry.act(request.path_params["table"], command, seen)
    return answer({"seq": live.table.seq})


# Posts


@post(NewTable)
async def create(at: RequestContext, request: Request, who: str, wish: NewTable) -> Response:
    at.check_rate(request, at.creations)
    game = _game(wish)
    daily = await todays(at.registry.store, game.id) if wish.mode == DAILY else None
    seats = [msgspec.to_builtins(seat) for seat in wish.seats]
    created = commands.create(
        game, wish.mode, seats, who, wish.name, at.registry.levels, daily=daily
    )
    live = await at.registry.create(created)
    return answer({"table": live.table.id, "url": f"/t/{live.table.id}"}, 201)


def _game(wish: NewTable) -> rw.Game:
    """The game wished for; who plays alone gets a variant that can be played alone."""
    definition, variant = rw.game(wish.game).definition, wish.variant
    if variant is None and wish.mode in (SOLO, DAILY):
        alone = [v for v in definition.variants if 1 in rw.Game(definition, v).seats]
        variant = next(iter(alone), None)
    return rw.Game(definition, variant, options=wish.options)


@post(Join)
async def join(at: RequestContext, request: Request, who: str, wish: Join) -> Response:
    return await _act(at, request, lambda t: commands.join(t, who, wish.name, wish.seat))


@post(Seed)
async def seed(at: RequestContext, request: Request, who: str, wish: Seed) -> Response:
    return await _act(at, request, lambda t: commands.seed(t, who, wish.seed))


@post(Nothing)
async def start(at: RequestContext, request: Request, who: str, wish: Nothing) -> Response:
    return await _act(at, request, lambda t: commands.start(t, who))


@post(Decision)
async def move(at: RequestContext, request: Request, who: str, wish: Decision) -> Response:
    METRICS.moves += 1
    return await _act(
        at,
        request,
        lambda t: commands.move(t, who, wish.seat, wish.seq, wish.move),
        wish.seq,
    )


@post(OfDecision)
async def hint(at: RequestContext, request: Request, who: str, wish: OfDecision) -> Response:
    """What the coach would do; that it was asked is known to all before it answers."""
    live = await at.registry.act(
        request.path_params["table"],
        lambda t: commands.hint(t, who, wish.seat, wish.seq),
        wish.seq,
    )
    language = language_of(request)
    viewer = Viewer(live.table, live.render_cache, who, language, at.registry.levels)
    labels = viewer.named(wish.seat)
    return answer(await at.hints.hint(live.table, wish.seat, labels, language))


@post(TakeBack)
async def take_back(at: RequestContext, request: Request, who: str, wish: TakeBack) -> Response:
    return await _act(
        at, request, lambda t: commands.take_back(t, who, wish.seat, wish.seq), wish.seq
    )


@post(Rename)
async def rename(at: RequestContext, request: Request, who: str, wish: Rename) -> Response:
    return await _act(at, request, lambda t: commands.rename(t, who, wish.seat, wish.name))


@post(OfSeat)
async def leave(at: RequestContext, request: Request, who: str, wish: OfSeat) -> Response:
    return await _act(at, request, lambda t: commands.leave(t, who, wish.seat))


@post(Remove)
async def remove(at: RequestContext, request: Request, who: str, wish: Remove) -> Response:
    level = commands.checked_level(wish.level, at.registry.levels)
    return await _act(at, request, lambda t: commands.remove(t, who, wish.seat, level))


@post(OfSeat)
async def link(at: RequestContext, request: Request, who: str, wish: OfSeat) -> Response:
    made: list[str] = []

    def command(table: Table) -> Steps:
        steps, token = commands.link(table, who, wish.seat)
        made.append(token)
        return steps

    live = await at.registry.act(request.path_params["table"], command)
    return answer({"url": f"{at.origin(request)}/t/{live.table.id}/seat/{made[-1]}"})


@post(Claim)
async def claim(at: RequestContext, request: Request, who: str, wish: Claim) -> Response:
    return await _act(at, request, lambda t: commands.claim(t, who, wish.token))


@post(Nothing)
async def rematch(at: RequestContext, request: Request, who: str, wish: Nothing) -> Response:
    live = await at.registry.get(request.path_params["table"])
    if live.table.rematch is None:
        laid = commands.rematch(live.table, who, at.registry.levels)
        await at.registry.create(laid)
        live = await at.registry.act(live.table.id, lambda t: commands.offer_rematch(t, laid.table))
    assert live.table.rematch is not None
    return answer({"table": live.table.rematch, "url": f"/t/{live.table.rematch}"})


@post(Progress)
async def progress(at: RequestContext, request: Request, who: str, wish: Progress) -> Response:
    """Where a browser stands in a game's campaign; every finished table counts once."""
    store, kept = at.registry.store, wish.progress
    known = await store.remembered(who, rw.game(wish.game).id)
    kept = known.get(CAMPAIGN, kept)
    finished = None
    if wish.table is not None and f"table {wish.table}" not in known:
        table = (await at.registry.get(wish.table)).table
        if not table.mine(who) or table.game.id != wish.game:
            raise Problem(Cause.NOT_YOUR_SEAT, "no_seat")
        finished = table.state if table.status == OVER and len(table.seats) == 1 else None
    found = web.progress(wish.game, language_of(request), kept, finished)
    if found is None:
        raise Problem(Cause.NO_PAGE, "no_campaign", game=wish.game)
    if finished is not None:
        await store.remember(who, wish.game, CAMPAIGN, found["progress"])
        await store.remember(who, wish.game, f"table {wish.table}", True)
    return answer(found)


# Gets


def get(handle: Callable[[RequestContext, Request], Awaitable[Response]]) -> Endpoint:
    """An address that only shows something."""

    async def endpoint(request: Request) -> Response:
        METRICS.requests += 1
        try:
            return await handle(request_context(request), request)
        except RollwriteError as error:
            return refusal(request, error)

    return endpoint


@get
async def view(at: RequestContext, request: Request) -> Response:
    who = who_asks(request)
    live = await at.registry.get(request.path_params["table"])
    if who is not None:
        live = await _come_back(at, live.table, who)
    return answer(at.view(live, who, language_of(request)))


async def _come_back(at: RequestContext, table: Table, who: str) -> Any:
    """Whoever looks at a table again gets his seat back."""
    if any(table.seats[seat].away for seat in table.mine(who)):
        return await at.registry.act(table.id, lambda t: commands.returned(t, who))
    return await at.registry.get(table.id)


@get
async def log(at: RequestContext, request: Request) -> Response:
    live = await at.registry.get(request.path_params["table"])
    text = replays.log_text(live.table, who_asks(request))
    name = f"rollwrite-{live.table.game.id}-{live.table.id}.log"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)


@get
async def replay(at: RequestContext, request: Request) -> Response:
    live = await at.registry.get(request.path_params["table"])
    step = _number(request, "step", 0)
    return answer(await replays.replay_view(live.table, step, language_of(request)))


@get
async def review(at: RequestContext, request: Request) -> Response:
    table = (await at.registry.get(request.path_params["table"])).table
    ready = at.reviews.find(table) is not None
    return answer({"ready": ready, "url": f"/review/{table.id}"})


@get
async def verify(at: RequestContext, request: Request) -> Response:
    live = await at.registry.get(request.path_params["table"])
    return answer(await replays.verified(live.table, language_of(request)))


@get
async def why(at: RequestContext, request: Request) -> Response:
    live = await at.registry.get(request.path_params["table"])
    seat, part = _number(request, "seat", 0), request.query_params.get("part", "")
    if seat not in live.table.mine(who_asks(request)):
        raise Problem(Cause.NOT_YOUR_SEAT, seat=seat)
    return answer({"text": await why_not(live.table, seat, part[:100], language_of(request))})


def _number(request: Request, name: str, default: int) -> int:
    given = request.query_params.get(name)
    if given is None:
        return default
    if not given.isascii() or not given.isdigit() or len(given) > 9:
        raise Problem(Cause.BAD_REQUEST, "number", name=name, given=given[:40])
    return int(given)


@get
async def health(at: RequestContext, request: Request) -> Response:
    await at.registry.store.healthy()
    return answer({"status": "ok", "version": rw.__version__, "time": time.time()})


@get
async def metrics(at: RequestContext, request: Request) -> Response:
    return PlainTextResponse(METRICS.text(**at.registry.counts()))


# Live


async def live(socket: WebSocket) -> None:
    """Views as they change; the first one at once."""
    at = request_context(socket)
    address = address_of(socket.scope, at.settings)
    try:
        at.check_origin(socket)
        _check_room(at, address)
        who = who_asks(socket)
        live = await at.registry.get(socket.path_params["table"])
        if len(live.watchers) >= at.settings.sockets_a_table:
            raise Problem(Cause.FULL, "sockets")
        if who is not None:
            live = await _come_back(at, live.table, who)
    except Problem as error:
        METRICS.refused += 1
        await socket.accept()
        text = {"error": error.cause.value, "text": error.text(language_of(socket))}
        await socket.send_text(msgspec.json.encode(text).decode())
        await socket.close(NOT_FOUND if error.cause == Cause.NO_TABLE else REFUSED)
        return
    at.sockets[address] += 1
    try:
        await socket.accept()
        fast = socket.query_params.get("fast") == "1"
        await Socket(at.registry, live, who, language_of(socket), fast=fast).run(socket)
    finally:
        at.sockets[address] -= 1
        if not at.sockets[address]:
            del at.sockets[address]


def _check_room(at: RequestContext, address: str) -> None:
    settings = at.settings
    if at.sockets[address] >= settings.sockets_an_address:
        METRICS.limited += 1
        raise Problem(Cause.TOO_MANY, "sockets")
    if at.sockets.total() >= settings.sockets:
        raise Problem(Cause.FULL, "sockets")


POSTS: dict[str, Endpoint] = {
    "/api/tables/{table}/move": move,
    "/api/tables/{table}/take_back": take_back,
    "/api/tables/{table}/hint": hint,
    "/api/tables": create,
    "/api/tables/{table}/join": join,
    "/api/tables/{table}/leave": leave,
    "/api/tables/{table}/start": start,
    "/api/tables/{table}/rename": rename,
    "/api/tables/{table}/remove": remove,
    "/api/tables/{table}/rematch": rematch,
    "/api/tables/{table}/seed": seed,
    "/api/tables/{table}/link": link,
    "/api/tables/{table}/claim": claim,
    "/api/progress": progress,
}
GETS: dict[str, Endpoint] = {
    "/api/tables/{table}/view": view,
    "/api/tables/{table}/log": log,
    "/api/tables/{table}/verify": verify,
    "/api/tables/{table}/why": why,
    "/api/tables/{table}/review": review,
    "/api/replay/{table}": replay,
    "/health": health,
    "/metrics": metrics,
}
