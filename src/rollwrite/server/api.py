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
from rollwrite.server import commands, replays
from rollwrite.server.commands import Steps, hashed
from rollwrite.server.daily import todays
from rollwrite.server.desk import (
    Desk,
    answer,
    body_of,
    desk,
    give_secret,
    language_of,
    refusal,
    who_asks,
)
from rollwrite.server.guard import address_of
from rollwrite.server.live import Socket
from rollwrite.server.messages import (
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
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.table import DAILY, OVER, SOLO, Table
from rollwrite.server.view import Viewer
from rollwrite.server.why import why_not

Endpoint = Callable[[Request], Awaitable[Response]]
Kind = TypeVar("Kind", bound=msgspec.Struct)
CAMPAIGN = "campaign"
NOT_FOUND, REFUSED = 4404, 4403  # closing codes of sockets


def post(kind: type[Kind]) -> Callable[[Callable[..., Awaitable[Response]]], Endpoint]:
    """An address that takes a message of a kind: checked, bounded, refused in plain words."""

    def made(handle: Callable[..., Awaitable[Response]]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            at = desk(request)
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


async def _fresh(at: Desk, request: Request, error: RollwriteError, who: str | None) -> Any:
    """What a browser needs that was late, or believes something else than we do."""
    if not isinstance(error, Refused) and getattr(error, "cause", None) != Cause.STALE:
        return None
    place = await at.hub.place(request.path_params["table"])
    return at.view(place, who, language_of(request))


async def _act(
    at: Desk, request: Request, command: Callable[[Table], Steps], seen: int = 0
) -> Response:
    place = await at.hub.act(request.path_params["table"], command, seen)
    return answer({"seq": place.table.seq})


# Posts


@post(NewTable)
async def create(at: Desk, request: Request, who: str, wish: NewTable) -> Response:
    at.check_rate(request, at.creations)
    game = _game(wish)
    daily = await todays(at.hub.store, game.id) if wish.mode == DAILY else None
    seats = [msgspec.to_builtins(seat) for seat in wish.seats]
    created = commands.create(game, wish.mode, seats, who, wish.name, at.hub.levels, daily=daily)
    place = await at.hub.create(created)
    return answer({"table": place.table.id, "url": f"/t/{place.table.id}"}, 201)


def _game(wish: NewTable) -> rw.Game:
    """The game wished for; who plays alone gets a variant that can be played alone."""
    definition, variant = rw.game(wish.game).definition, wish.variant
    if variant is None and wish.mode in (SOLO, DAILY):
        alone = [v for v in definition.variants if 1 in rw.Game(definition, v).seats]
        variant = next(iter(alone), None)
    return rw.Game(definition, variant, options=wish.options)


@post(Join)
async def join(at: Desk, request: Request, who: str, wish: Join) -> Response:
    return await _act(at, request, lambda t: commands.join(t, who, wish.name, wish.seat))


@post(Seed)
async def seed(at: Desk, request: Request, who: str, wish: Seed) -> Response:
    return await _act(at, request, lambda t: commands.seed(t, who, wish.seed))


@post(Nothing)
async def start(at: Desk, request: Request, who: str, wish: Nothing) -> Response:
    return await _act(at, request, lambda t: commands.start(t, who))


@post(Decision)
async def move(at: Desk, request: Request, who: str, wish: Decision) -> Response:
    METRICS.moves += 1
    return await _act(
        at,
        request,
        lambda t: commands.move(t, who, wish.seat, wish.seq, wish.move),
        wish.seq,
    )


@post(OfDecision)
async def hint(at: Desk, request: Request, who: str, wish: OfDecision) -> Response:
    """What the coach would do; that it was asked is known to all before it answers."""
    place = await at.hub.act(
        request.path_params["table"],
        lambda t: commands.hint(t, who, wish.seat, wish.seq),
        wish.seq,
    )
    language = language_of(request)
    viewer = Viewer(place.table, place.painter, who, language, at.hub.levels)
    labels = viewer.named(wish.seat)
    return answer(await at.hints.hint(place.table, wish.seat, labels, language))


@post(TakeBack)
async def take_back(at: Desk, request: Request, who: str, wish: TakeBack) -> Response:
    return await _act(
        at, request, lambda t: commands.take_back(t, who, wish.seat, wish.seq), wish.seq
    )


@post(Rename)
async def rename(at: Desk, request: Request, who: str, wish: Rename) -> Response:
    return await _act(at, request, lambda t: commands.rename(t, who, wish.seat, wish.name))


@post(OfSeat)
async def leave(at: Desk, request: Request, who: str, wish: OfSeat) -> Response:
    return await _act(at, request, lambda t: commands.leave(t, who, wish.seat))


@post(Remove)
async def remove(at: Desk, request: Request, who: str, wish: Remove) -> Response:
    level = commands.checked_level(wish.level, at.hub.levels)
    return await _act(at, request, lambda t: commands.remove(t, who, wish.seat, level))


@post(OfSeat)
async def link(at: Desk, request: Request, who: str, wish: OfSeat) -> Response:
    made: list[str] = []

    def command(table: Table) -> Steps:
        steps, token = commands.link(table, who, wish.seat)
        made.append(token)
        return steps

    place = await at.hub.act(request.path_params["table"], command)
    return answer({"url": f"{at.origin(request)}/t/{place.table.id}/seat/{made[-1]}"})


@post(Claim)
async def claim(at: Desk, request: Request, who: str, wish: Claim) -> Response:
    return await _act(at, request, lambda t: commands.claim(t, who, wish.token))


@post(Nothing)
async def rematch(at: Desk, request: Request, who: str, wish: Nothing) -> Response:
    place = await at.hub.place(request.path_params["table"])
    if place.table.rematch is None:
        laid = commands.rematch(place.table, who, at.hub.levels)
        await at.hub.create(laid)
        place = await at.hub.act(place.table.id, lambda t: commands.offer_rematch(t, laid.table))
    assert place.table.rematch is not None
    return answer({"table": place.table.rematch, "url": f"/t/{place.table.rematch}"})


@post(Progress)
async def progress(at: Desk, request: Request, who: str, wish: Progress) -> Response:
    """Where a browser stands in a game's campaign; every finished table counts once."""
    store, kept = at.hub.store, wish.progress
    known = await store.remembered(who, rw.game(wish.game).id)
    kept = known.get(CAMPAIGN, kept)
    finished = None
    if wish.table is not None and f"table {wish.table}" not in known:
        table = (await at.hub.place(wish.table)).table
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


def get(handle: Callable[[Desk, Request], Awaitable[Response]]) -> Endpoint:
    """An address that only shows something."""

    async def endpoint(request: Request) -> Response:
        METRICS.requests += 1
        try:
            return await handle(desk(request), request)
        except RollwriteError as error:
            return refusal(request, error)

    return endpoint


@get
async def view(at: Desk, request: Request) -> Response:
    who = who_asks(request)
    place = await at.hub.place(request.path_params["table"])
    if who is not None:
        place = await _come_back(at, place.table, who)
    return answer(at.view(place, who, language_of(request)))


async def _come_back(at: Desk, table: Table, who: str) -> Any:
    """Whoever looks at a table again gets his seat back."""
    if any(table.seats[seat].away for seat in table.mine(who)):
        return await at.hub.act(table.id, lambda t: commands.returned(t, who))
    return await at.hub.place(table.id)


@get
async def log(at: Desk, request: Request) -> Response:
    place = await at.hub.place(request.path_params["table"])
    text = replays.log_text(place.table, who_asks(request))
    name = f"rollwrite-{place.table.game.id}-{place.table.id}.log"
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return PlainTextResponse(text, headers=headers)


@get
async def replay(at: Desk, request: Request) -> Response:
    place = await at.hub.place(request.path_params["table"])
    step = _number(request, "step", 0)
    return answer(await replays.replay_view(place.table, step, language_of(request)))


@get
async def review(at: Desk, request: Request) -> Response:
    table = (await at.hub.place(request.path_params["table"])).table
    ready = at.reviews.find(table) is not None
    return answer({"ready": ready, "url": f"/review/{table.id}"})


@get
async def verify(at: Desk, request: Request) -> Response:
    place = await at.hub.place(request.path_params["table"])
    return answer(await replays.verified(place.table, language_of(request)))


@get
async def why(at: Desk, request: Request) -> Response:
    place = await at.hub.place(request.path_params["table"])
    seat, part = _number(request, "seat", 0), request.query_params.get("part", "")
    if seat not in place.table.mine(who_asks(request)):
        raise Problem(Cause.NOT_YOUR_SEAT, seat=seat)
    return answer({"text": await why_not(place.table, seat, part[:100], language_of(request))})


def _number(request: Request, name: str, default: int) -> int:
    given = request.query_params.get(name)
    if given is None:
        return default
    if not given.isascii() or not given.isdigit() or len(given) > 9:
        raise Problem(Cause.BAD_REQUEST, "number", name=name, given=given[:40])
    return int(given)


@get
async def health(at: Desk, request: Request) -> Response:
    await at.hub.store.healthy()
    return answer({"status": "ok", "version": rw.__version__, "time": time.time()})


@get
async def metrics(at: Desk, request: Request) -> Response:
    return PlainTextResponse(METRICS.text(**at.hub.counts()))


# Live


async def live(socket: WebSocket) -> None:
    """Views as they change; the first one at once."""
    at = desk(socket)
    address = address_of(socket.scope, at.settings)
    try:
        at.check_origin(socket)
        _check_room(at, address)
        who = who_asks(socket)
        place = await at.hub.place(socket.path_params["table"])
        if len(place.watchers) >= at.settings.sockets_a_table:
            raise Problem(Cause.FULL, "sockets")
        if who is not None:
            place = await _come_back(at, place.table, who)
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
        await Socket(at.hub, place, who, language_of(socket), fast=fast).run(socket)
    finally:
        at.sockets[address] -= 1
        if not at.sockets[address]:
            del at.sockets[address]


def _check_room(at: Desk, address: str) -> None:
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
