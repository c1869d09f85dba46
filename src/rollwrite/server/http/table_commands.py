"""The JSON addresses that change something: tables, moves, seats, campaigns."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from starlette.requests import Request

import rollwrite as rw
from rollwrite import web
from rollwrite.server import schemas
from rollwrite.server.http import paper
from rollwrite.server.http.endpoint import Endpoint, post
from rollwrite.server.http.request_context import RequestContext, language_of
from rollwrite.server.http.request_schemas import (
    Claim,
    Decision,
    Empty,
    GameFile,
    HintRequest,
    Join,
    NewTable,
    Progress,
    Remove,
    Rename,
    Roll,
    SeatRequest,
    Seed,
    TakeBack,
)
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables import commands
from rollwrite.server.tables.commands import Steps
from rollwrite.server.tables.daily import dice_of
from rollwrite.server.tables.table import DAILY, OVER, SOLO, Table

CAMPAIGN = "campaign"
LARGEST_FILE = 65_536  # bytes of a game that somebody brings; long ones have a tenth of it


async def _act(
    at: RequestContext, request: Request, command: Callable[[Table], Steps], seen: int = 0
) -> schemas.Accepted:
    live = await at.registry.act(request.path_params["table"], command, seen)
    return schemas.Accepted(live.table.seq)


@post(NewTable, 201)
async def create(
    at: RequestContext, request: Request, who: str, body: NewTable
) -> schemas.CreatedTable:
    at.check_rate(request, at.creations)
    game = _game(body)
    daily = await dice_of(at.registry.store, game.id, body.day) if body.mode == DAILY else None
    if daily is not None and not daily.practice:
        begun = await at.registry.store.dailies.begun(who, daily.day)
        if game.id in begun:  # perhaps in another browser: it goes on there
            return schemas.CreatedTable(begun[game.id], f"/t/{begun[game.id]}")
    seats = [msgspec.to_builtins(seat) for seat in body.seats]
    created = commands.create(
        game,
        body.mode,
        seats,
        who,
        body.name,
        at.registry.levels,
        daily=daily,
        own_dice=body.own_dice,
    )
    table = (await at.registry.create(created)).table.id
    if daily is not None and not daily.practice:
        table = await at.registry.store.dailies.begin(who, daily.day, game.id, table)
    return schemas.CreatedTable(table, f"/t/{table}")


@post(GameFile, 201, most=LARGEST_FILE)
async def bring(
    at: RequestContext, request: Request, who: str, body: GameFile
) -> schemas.CreatedTable:
    """A new table, at which a game goes on that was begun without this server."""
    at.check_rate(request, at.creations)
    made = await at.asking(request)("bring", body.file, who, at.registry.levels)
    live = await at.registry.create(*made)
    return schemas.CreatedTable(live.table.id, f"/t/{live.table.id}")


def _game(body: NewTable) -> rw.Game:
    """The game wished for; who plays alone gets a variant that can be played alone."""
    definition, variant = rw.game(body.game).definition, body.variant
    if variant is None and body.mode in (SOLO, DAILY):
        alone = [v for v in definition.variants if 1 in rw.Game(definition, v).seats]
        variant = next(iter(alone), None)
    return rw.Game(definition, variant, options=body.options)


@post(Join)
async def join(at: RequestContext, request: Request, who: str, body: Join) -> schemas.Accepted:
    return await _act(at, request, lambda t: commands.join(t, who, body.name, body.seat))


@post(Seed)
async def seed(at: RequestContext, request: Request, who: str, body: Seed) -> schemas.Accepted:
    return await _act(at, request, lambda t: commands.seed(t, who, body.seed))


@post(Empty)
async def start(at: RequestContext, request: Request, who: str, body: Empty) -> schemas.Accepted:
    return await _act(at, request, lambda t: commands.start(t, who))


@post(Decision)
async def move(at: RequestContext, request: Request, who: str, body: Decision) -> schemas.Accepted:
    METRICS.moves.inc()
    return await _act(
        at,
        request,
        lambda t: commands.move(t, who, body.seat, body.seq, body.move),
        body.seq,
    )


@post(Roll)
async def roll(at: RequestContext, request: Request, who: str, body: Roll) -> schemas.Accepted:
    return await _act(at, request, lambda t: commands.enter(t, who, body.seq, body.roll), body.seq)


@post(Roll)
async def correct(at: RequestContext, request: Request, who: str, body: Roll) -> schemas.Accepted:
    return await _act(
        at, request, lambda t: commands.correct(t, who, body.seq, body.roll), body.seq
    )


@post(HintRequest)
async def hint(at: RequestContext, request: Request, who: str, body: HintRequest) -> schemas.Hint:
    """What the coach would do; that it was asked is known to all before it answers."""
    at.hints.check(owner := at.address(request))
    live = await at.registry.act(
        request.path_params["table"],
        lambda t: commands.hint(t, who, body.seat, body.seq),
        body.seq,
    )
    language = language_of(request)
    return await at.hints.hint(owner, live.table, body.seat, language)


@post(TakeBack)
async def take_back(
    at: RequestContext, request: Request, who: str, body: TakeBack
) -> schemas.Accepted:
    return await _act(
        at, request, lambda t: commands.take_back(t, who, body.seat, body.seq), body.seq
    )


@post(Rename)
async def rename(at: RequestContext, request: Request, who: str, body: Rename) -> schemas.Accepted:
    return await _act(at, request, lambda t: commands.rename(t, who, body.seat, body.name))


@post(SeatRequest)
async def leave(
    at: RequestContext, request: Request, who: str, body: SeatRequest
) -> schemas.Accepted:
    return await _act(at, request, lambda t: commands.leave(t, who, body.seat))


@post(Remove)
async def remove(at: RequestContext, request: Request, who: str, body: Remove) -> schemas.Accepted:
    level = commands.checked_level(body.level, at.registry.levels)
    return await _act(at, request, lambda t: commands.remove(t, who, body.seat, level))


@post(SeatRequest)
async def link(
    at: RequestContext, request: Request, who: str, body: SeatRequest
) -> schemas.SeatLink:
    made: list[str] = []

    def command(table: Table) -> Steps:
        steps, token = commands.link(table, who, body.seat)
        made.append(token)
        return steps

    live = await at.registry.act(request.path_params["table"], command)
    # Behind the #, browsers keep it to themselves: no journal, proxy or referrer ever sees it.
    return schemas.SeatLink(f"{at.origin(request)}/t/{live.table.id}#seat={made[-1]}")


@post(Claim)
async def claim(at: RequestContext, request: Request, who: str, body: Claim) -> schemas.Accepted:
    return await _act(at, request, lambda t: commands.claim(t, who, body.token))


@post(Empty)
async def rematch(
    at: RequestContext, request: Request, who: str, body: Empty
) -> schemas.CreatedTable:
    live = await at.registry.get(request.path_params["table"])
    if live.table.rematch is None:
        created = commands.rematch(live.table, who, at.registry.levels)
        await at.registry.create(created)
        live = await at.registry.act(
            live.table.id, lambda t: commands.offer_rematch(t, created.table)
        )
    assert live.table.rematch is not None
    return schemas.CreatedTable(live.table.rematch, f"/t/{live.table.rematch}")


@post(Progress)
async def progress(
    at: RequestContext, request: Request, who: str, body: Progress
) -> schemas.CampaignStanding:
    """Where a browser stands in a game's campaign; every finished table counts once."""
    store, kept = at.registry.store, body.progress
    known = await store.remembered(who, rw.game(body.game).id)
    kept = known.get(CAMPAIGN, kept)
    finished = None
    if body.table is not None and f"table {body.table}" not in known:
        table = (await at.registry.get(body.table)).table
        if not table.mine(who) or table.game.id != body.game:
            raise Problem(Cause.NOT_YOUR_SEAT, "no_seat")
        finished = table.state if table.status == OVER and len(table.seats) == 1 else None
    found = web.progress(body.game, language_of(request), kept, finished)
    if found is None:
        raise Problem(Cause.NO_PAGE, "no_campaign", game=body.game)
    if finished is not None:
        await store.remember(who, body.game, CAMPAIGN, found["progress"])
        await store.remember(who, body.game, f"table {body.table}", True)
    return schemas.CampaignStanding(**found)


POSTS: dict[str, Endpoint] = {
    "/api/tables/{table}/move": move,
    "/api/tables/{table}/take_back": take_back,
    "/api/tables/{table}/roll": roll,
    "/api/tables/{table}/correct": correct,
    "/api/tables/{table}/hint": hint,
    "/api/score": paper.score,
    "/api/tables": create,
    "/api/bring": bring,
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
