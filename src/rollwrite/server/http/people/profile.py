"""A player's profile: its name, its browsers, taking it along, all of it as a file, its end."""

from __future__ import annotations

import re
import secrets
import time

from starlette.requests import Request
from starlette.responses import Response

from rollwrite import web
from rollwrite.server import player_schemas as schemas
from rollwrite.server.http.endpoint import Endpoint, get, post
from rollwrite.server.http.pages import FOR_EVER, page
from rollwrite.server.http.request_context import Handler, RequestContext, identity_of, who_asks
from rollwrite.server.http.request_schemas import Empty
from rollwrite.server.players import profiles
from rollwrite.server.players.devices import device
from rollwrite.server.players.download import archive
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.commands import clean_name
from rollwrite.server.tables.ids import hashed, is_id, public_id

MOST_LINKS = 8
LINK_SECONDS = 3600
_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


@get
async def me(at: RequestContext, request: Request) -> schemas.Profile:
    return await _shown(at, request, _who(request))


async def _shown(at: RequestContext, request: Request, who: str) -> schemas.Profile:
    own, here = await profiles.own(at.registry.store, who), identity_of(request)
    return profiles.shown(own, here.key if here is not None else "")


def _who(request: Request) -> str:
    """Whoever asks about a profile must have a cookie, as everybody has who has seen a page."""
    found = who_asks(request)
    if found is None:
        raise Problem(Cause.WRONG_TIME, "no_profile")
    return found


@post(schemas.NewName)
async def name(
    at: RequestContext, request: Request, who: str, body: schemas.NewName
) -> schemas.Profile:
    own = clean_name(body.name)
    if not own:
        raise Problem(Cause.BAD_REQUEST, "no_name")
    at.registry.host_rules.names.check(own)
    players = at.registry.store.players
    await players.make(who, own)
    await players.rename(who, own)
    return await _shown(at, request, who)


@post(Empty)
async def carry(at: RequestContext, request: Request, who: str, body: Empty) -> schemas.ProfileLink:
    """A link that adds a browser, once; behind the #, no journal or proxy ever sees it."""
    players = at.registry.store.players
    await players.make(who, "")
    if len(await players.links(who)) >= MOST_LINKS:
        raise Problem(Cause.TOO_MANY, "links", limit=MOST_LINKS)
    token, until = secrets.token_urlsafe(16), time.time() + LINK_SECONDS
    await players.make_link(who, hashed(token), until)
    url = f"{at.origin(request)}/me#add={token}"
    return schemas.ProfileLink(url, web.qr_code(url), until)


@post(Empty)
async def withdraw(at: RequestContext, request: Request, who: str, body: Empty) -> schemas.Profile:
    await at.registry.store.players.drop_links(who)
    return await _shown(at, request, who)


@post(schemas.Token)
async def offer(
    at: RequestContext, request: Request, who: str, body: schemas.Token
) -> schemas.Offer:
    """Whose profile a link leads to: nobody is added to one unasked."""
    found = await at.registry.store.players.link_of(_token(body))
    if found is None:
        raise Problem(Cause.BAD_LINK, "bad_profile_link")
    if found.who == who:
        raise Problem(Cause.WRONG_TIME, "own_profile")
    own = await profiles.own(at.registry.store, who)
    return schemas.Offer(schemas.Player(found.public, found.name), own.games)


@post(schemas.Token)
async def add(at: RequestContext, request: Request, who: str, body: schemas.Token) -> schemas.Gone:
    """Use a profile in this browser too; what it has played alone comes along."""
    here = identity_of(request)
    if here is None:
        raise Problem(Cause.WRONG_TIME, "no_profile")
    players, token = at.registry.store.players, _token(body)
    found = await players.link_of(token)
    if found is not None and found.who == who:
        raise Problem(Cause.WRONG_TIME, "own_profile")
    if found is None or not await players.use_link(token):
        raise Problem(Cause.BAD_LINK, "bad_profile_link")
    told = device(request.headers.get("user-agent", ""))
    await profiles.add(at.registry, found.who, here.key, who, "link", told)
    return schemas.Gone()


def _token(body: schemas.Token) -> str:
    """The hash of a token, if it can be one at all."""
    return hashed(body.token) if _TOKEN.fullmatch(body.token) else ""


@post(schemas.BrowserId)
async def revoke(
    at: RequestContext, request: Request, who: str, body: schemas.BrowserId
) -> schemas.Gone:
    """Let a browser count for nobody any more: one's own, or one that was lost or stolen."""
    players = at.registry.store.players
    found = [row.key for row in await players.keys(who) if public_id(row.key) == body.id]
    if not found:
        raise Problem(Cause.BAD_REQUEST, "no_browser", id=body.id[:40])
    await players.revoke(who, found)
    return schemas.Gone()


@post(Empty)
async def delete(at: RequestContext, request: Request, who: str, body: Empty) -> schemas.Gone:
    """Delete everything: the tables keep "a player"."""
    await profiles.delete(at.registry, who)
    return schemas.Gone()


@get
async def download(at: RequestContext, request: Request) -> Response:
    body = await archive(at.registry, _who(request))
    headers = {
        "content-disposition": 'attachment; filename="rollwrite.zip"',
        "cache-control": "no-store",
    }
    return Response(body, 200, headers, "application/zip")


@get
async def picture(at: RequestContext, request: Request) -> Response:
    """The picture of a player, drawn from what others may know."""
    public = request.path_params["public"].removesuffix(".svg")
    if not is_id(public):
        raise Problem(Cause.NO_PAGE, path=public[:40])
    headers = {"cache-control": FOR_EVER}
    return Response(web.player_picture(public), 200, headers, "image/svg+xml")


@page
async def profile(at: RequestContext, request: Request, language: str) -> str:
    found = identity_of(request)
    if found is None:
        return web.profile_page(language, None)
    own = await profiles.own(at.registry.store, found.who)
    return web.profile_page(language, profiles.shown(own, found.key))


@page
async def privacy(at: RequestContext, request: Request, language: str) -> str:
    return web.privacy_page(language)


POSTS: dict[str, Endpoint] = {
    "/api/me/name": name,
    "/api/me/carry": carry,
    "/api/me/withdraw": withdraw,
    "/api/me/offer": offer,
    "/api/me/add": add,
    "/api/me/revoke": revoke,
    "/api/me/delete": delete,
}
GETS: dict[str, Endpoint] = {"/api/me": me}
PAGES: dict[str, Handler] = {
    "/me": profile,
    "/me/download": download.call,
    "/players/{public}": picture.call,
    "/privacy": privacy,
}
