"""The daily challenge: today's games, how one did among all, days in a row, earlier days."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import Request

import rollwrite as rw
from rollwrite import web
from rollwrite.server import player_schemas as schemas
from rollwrite.server.http.endpoint import Endpoint, get
from rollwrite.server.http.pages import page
from rollwrite.server.http.request_context import Handler, RequestContext, who_asks
from rollwrite.server.players.streak import Streak, streak
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.daily import checked_day, ends, is_open, today
from rollwrite.server.tables.table import DAILY, OVER, Table


async def _day(at: RequestContext, request: Request) -> tuple[str, str]:
    """The day that is asked about, and today."""
    now = await today(at.registry.store)
    given = request.query_params.get("day")
    return (checked_day(given, now) if given else now), now


@get
async def state(at: RequestContext, request: Request) -> schemas.DailyState:
    (day, now), who = await _day(at, request), who_asks(request)
    dailies = at.registry.store.dailies
    found: dict[str, schemas.DailyGame] = {}
    own = Streak(0, 0, frozenset(), 0)
    if who is not None:
        points = await dailies.points(who, day)
        begun = await dailies.begun(who, day)
        found = {g: schemas.DailyGame(table, points.get(g)) for g, table in begun.items()}
        own = streak(await dailies.days(who), now)
    return schemas.DailyState(day, day == now, ends(now), found, own.days, own.freezes, own.longest)


@page
async def daily(at: RequestContext, request: Request, language: str) -> str:
    day, now = await _day(at, request)
    return web.daily_page(language, day, now, playable=day == now or is_open(day))


@page
async def calendar(at: RequestContext, request: Request, language: str) -> str:
    now, who = await today(at.registry.store), who_asks(request)
    month = request.query_params.get("month", now[:7])
    if month != now[:7]:
        checked_day(f"{month}-28", now)  # in each month, and in the year that can be practised
    days = {} if who is None else await at.registry.store.dailies.days(who)
    own = streak(days, now)
    return web.calendar_page(language, month, now, days, own)


@page
async def compared(at: RequestContext, request: Request, language: str) -> str:
    """How a player did among all, once that gives nothing away."""
    name, now = request.path_params["game"], await today(at.registry.store)
    day, who = checked_day(request.path_params["day"], now), who_asks(request)
    game = web.daily_game(rw.game(name).id)
    if game is None:
        raise Problem(Cause.NO_PAGE, path=request.url.path[:80])
    store = at.registry.store
    begun = {} if who is None else await store.dailies.begun(who, day)
    own = await _own(at, begun.get(game.id))
    if own is None and not is_open(day):
        return web.compared_page(language, web.Compared(game.id, day))
    expert, ask = await at.experts.find(game, day), at.asking(request)
    told = web.Compared(
        game.id,
        day,
        open=True,
        scores=await store.dailies.scores(game.id, day),
        link=f"{at.origin(request)}/daily",
    )
    if expert is not None:
        called = web.expert_name(language)
        sheet = await ask("last_sheet", expert.log, called, language)
        told = told._replace(expert=expert.score, expert_sheet=sheet)
    if own is None or who is None:
        return web.compared_page(language, told)
    table, log = own
    seat = (await store.played.seats([table.id]))[table.id][0]
    told = told._replace(
        table=table.id,
        own=seat.score,
        own_sheet=await ask("last_sheet", log, seat.name or web.you(language), language),
        counted=seat.day == day,
        streak=streak(await store.dailies.days(who), now).days,
        worst=None if seat.worst is None else json.loads(seat.worst),
        reviewed=seat.decisions is not None,
        reviewing=seat.decisions is None and at.judging.ask(who, [table.id]) > 0,
        parted=None if expert is None else await ask("parted", log, expert.log),
    )
    return web.compared_page(language, told)


async def _own(at: RequestContext, id_: str | None) -> tuple[Table, Any] | None:
    """A player's own table of the day, if the game is over, and its log."""
    if id_ is None:
        return None
    table = (await at.registry.get(id_)).table
    if table.status != OVER or table.mode != DAILY:
        return None
    return table, str(table.playing.log)


GETS: dict[str, Endpoint] = {"/api/daily": state}
PAGES: dict[str, Handler] = {
    "/daily": daily,
    "/daily/calendar": calendar,
    "/daily/{game}/{day}": compared,
}
