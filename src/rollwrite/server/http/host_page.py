"""The host's page: what runs, sizes, a backup, names, switches, removal; behind the host's key."""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from rollwrite import web
from rollwrite.kernel.object_cache import cache_folder
from rollwrite.server.http import host_session
from rollwrite.server.http.endpoint import Endpoint, get, post
from rollwrite.server.http.pages import page
from rollwrite.server.http.request_context import Handler, RequestContext
from rollwrite.server.http.request_schemas import (
    Empty,
    FilterWords,
    HostKey,
    SeatAtTable,
    Switch,
    TableId,
)
from rollwrite.server.live.host_rules import SWITCHES
from rollwrite.server.player_schemas import Gone
from rollwrite.server.players import host_removal
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.name_filter import checked_words
from rollwrite.server.tables.table import Table, shown_name

MOST_SHOWN = 20  # tables of each list
_COPYING = asyncio.Lock()  # one copy of the database at a time


@page
async def host(at: RequestContext, request: Request, language: str) -> str:
    try:
        await host_session.check(at, request)
    except Problem as problem:
        if problem.cause != Cause.NOT_HOST:
            raise
        return web.host_key_page(language)
    registry, hosting = at.registry, at.registry.store.hosting
    people = registry.presence.people()
    wished = request.query_params.get("table", "").strip()
    now = sorted(people, key=lambda name: -len(people[name]))[:MOST_SHOWN]
    latest = [name for name in await hosting.latest(MOST_SHOWN) if name not in now]
    found = await _listed(at, [_id(wished)], people, language) if wished else None
    told = web.Hosted(
        counts=await hosting.counts(),
        people=len(set().union(*people.values())),
        busy=len(people),
        database=await hosting.size(),
        memory=_memory(),
        cache=await asyncio.to_thread(_size, cache_folder()),
        dump=hosting.dump,
        words=registry.host_rules.names.words,
        switches={name: name not in registry.host_rules.off for name in SWITCHES},
        wished=wished,
        found=found,
        now=await _listed(at, now, people, language),
        latest=await _listed(at, latest, people, language),
    )
    return web.host_page(language, told)


def _id(wished: str) -> str:
    """The id of a table, or what stands last in its link."""
    return wished.partition("#")[0].partition("?")[0].rstrip("/").rpartition("/")[2]


async def _listed(
    at: RequestContext, ids: list[str], people: dict[str, set[str]], language: str
) -> list[web.HostedTable]:
    found = []
    for id_ in ids:
        try:
            table = (await at.registry.get(id_)).table
        except Problem as problem:
            if problem.cause != Cause.NO_TABLE:
                raise
            continue  # removed meanwhile
        found.append(_shown(table, len(people.get(id_, ())), language))
    return found


def _shown(table: Table, people: int, language: str) -> web.HostedTable:
    seats = [
        web.HostedSeat(
            number,
            shown_name(seat, number, language),
            bool(seat.who and seat.name and not seat.unnamed),
        )
        for number, seat in enumerate(table.seats)
        if seat.kind != "open"
    ]
    name = table.game.id
    return web.HostedTable(table.id, name, table.status, table.created_at, people, seats)


def _memory() -> int:
    """How many bytes of memory this process takes, or has taken at most."""
    status = Path("/proc/self/statm")
    if status.exists():
        import resource

        return int(status.read_text().split()[1]) * resource.getpagesize()
    try:
        import resource
    except ImportError:  # on Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _size(folder: Path) -> int:
    """How many bytes the files in a folder take."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except OSError:  # deleted meanwhile
            continue
    return total


@get
async def backup(at: RequestContext, request: Request) -> Response:
    """A copy of the database as a file, consistent while people play."""
    await host_session.check(at, request)
    file = at.registry.store.hosting.file
    if file is None:
        raise Problem(Cause.WRONG_TIME, "no_copy")
    if _COPYING.locked():
        raise Problem(Cause.TOO_MANY, "copying")
    async with _COPYING:
        from rollwrite.server.storage import backup as copies

        # Beside the database: a folder for temporary files may be smaller.
        folder = Path(await asyncio.to_thread(tempfile.mkdtemp, ".copy", "", file.parent))
        copy = folder / "tables.sqlite"
        try:
            await asyncio.to_thread(copies.backup, str(file), copy)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
    name = time.strftime("rollwrite-%Y-%m-%d-%H%M.sqlite", time.gmtime())
    headers = {"cache-control": "no-store", "content-encoding": "identity"}  # packing takes time
    clear = BackgroundTask(shutil.rmtree, folder, ignore_errors=True)
    return FileResponse(copy, headers=headers, filename=name, background=clear,
                        media_type="application/vnd.sqlite3")  # fmt: skip


@post(HostKey)
async def enter(at: RequestContext, request: Request, who: str, body: HostKey) -> Gone:
    request.state.host_session = await host_session.enter(at, request, body.key)
    return Gone()


@post(Empty)
async def quit_(at: RequestContext, request: Request, who: str, body: Empty) -> Gone:
    request.state.host_session = ""
    return Gone()


@post(FilterWords)
async def words(at: RequestContext, request: Request, who: str, body: FilterWords) -> Gone:
    await host_session.check(at, request)
    await at.registry.store.hosting.filter_words(checked_words(body.words))
    await at.registry.host_rules.load()
    return Gone()


@post(Switch)
async def switch(at: RequestContext, request: Request, who: str, body: Switch) -> Gone:
    await host_session.check(at, request)
    if body.name not in SWITCHES:
        known = ", ".join(SWITCHES)
        raise Problem(Cause.BAD_REQUEST, "no_switch", name=body.name[:40], known=known)
    rules = at.registry.host_rules
    await rules.load()  # another server may have switched another one
    off = rules.off - {body.name} if body.on else rules.off | {body.name}
    await at.registry.store.hosting.switch_off(sorted(off))
    await rules.load()
    return Gone()


@post(TableId)
async def close(at: RequestContext, request: Request, who: str, body: TableId) -> Gone:
    await host_session.check(at, request)
    await host_removal.close(at.registry, body.table)
    return Gone()


@post(SeatAtTable)
async def unname(at: RequestContext, request: Request, who: str, body: SeatAtTable) -> Gone:
    await host_session.check(at, request)
    await host_removal.unname(at.registry, body.table, body.seat)
    return Gone()


for _endpoint in (enter, quit_):
    _endpoint.call = host_session.giving(_endpoint.call)

POSTS: dict[str, Endpoint] = {
    "/api/host/enter": enter,
    "/api/host/quit": quit_,
    "/api/host/words": words,
    "/api/host/switch": switch,
    "/api/host/close": close,
    "/api/host/unname": unname,
}

PAGES: dict[str, Handler] = {"/host": host, "/host/backup": backup.call}
