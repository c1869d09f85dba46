"""A player's finished games: the list, and the statistics of each game."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from starlette.requests import Request

import rollwrite as rw
from rollwrite import web
from rollwrite.play.registry import games as known
from rollwrite.server.http.pages import page
from rollwrite.server.http.request_context import Handler, RequestContext, who_asks
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.ids import is_id

EARLIEST, LATEST = "1970-01-01", "9999-12-30"


@page
async def history(at: RequestContext, request: Request, language: str) -> str:
    who, asked = who_asks(request), request.query_params
    wish = web.GameFilter(*(asked.get(name, "")[:40] for name in ("game", "with", "from", "to")))
    before = _before(asked.get("before", "")[:60])
    if who is None:
        return web.history_page(language, [], {}, [], wish, None)
    played = at.registry.store.played
    found, older = await played.page(
        who,
        game=rw.game(wish.game).id if wish.game else None,
        other=wish.other or None,
        since=_day("from", wish.since, 0) if wish.since else None,
        until=_day("to", wish.until, 1) if wish.until else None,
        before=before,
    )
    seats = await played.seats([row.table_id for row in found])
    games = [_game(row, seats[row.table_id]) for row in found]
    counts, people = await played.games(who), await played.people(who)
    return web.history_page(language, games, counts, people, wish, older)


def _game(row: Any, seats: list[Any]) -> web.PlayedGame:
    places = sorted(seats, key=lambda seat: (seat.place, seat.seat))
    return web.PlayedGame(
        row.table_id, row.game, row.variant, row.at, row.mode, row.day,
        row.score, row.place, bool(row.won), row.luck, row.loss,
        [
            web.PlayedSeat(seat.name, seat.score, seat.place, seat.seat == row.seat, seat.level)
            for seat in places
        ],
    )  # fmt: skip


def _day(name: str, given: str, days: int) -> float:
    """When a day begins, or some days after it."""
    try:
        if not EARLIEST <= given <= LATEST:
            raise ValueError(given)
        day = datetime.strptime(given, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise Problem(Cause.BAD_REQUEST, "bad_day", name=name, given=given) from None
    return (day + timedelta(days=days)).timestamp()


def _before(given: str) -> tuple[float, str] | None:
    """Where a page of the list ended: a time, and a table."""
    if not given:
        return None
    at, _, table = given.partition("-")
    try:
        found = float(at)
    except ValueError:
        found = -1.0
    if not (0 <= found < 1e12 and is_id(table)):
        raise Problem(Cause.BAD_REQUEST, "bad_page", given=given)
    return found, table


@page
async def statistics(at: RequestContext, request: Request, language: str) -> str:
    name = request.path_params["game"]
    if name not in known():
        raise Problem(Cause.NO_PAGE, path=f"/games/{name[:40]}")
    who = who_asks(request)
    rows = [] if who is None else await at.registry.store.played.of_game(who, name)
    missing = [row.table_id for row in reversed(rows) if row.decisions is None]
    waiting = at.judging.ask(who, missing) if who is not None else 0
    played = [
        web.PlayedBefore(
            row.variant, row.seats, row.score, bool(row.won), row.luck, row.loss, row.decisions,
            not (row.hints or row.stood_in),
        )
        for row in rows
        if row.mode != "device"
    ]  # fmt: skip
    most = at.registry.store.played.most_games
    newest = most if len(rows) == most else None
    return web.stats_page(language, name, played, waiting, newest)


PAGES: dict[str, Handler] = {"/games": history, "/games/{game}": statistics}
