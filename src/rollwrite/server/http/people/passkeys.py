"""The addresses of passkeys: making one for a profile, and using it in another browser."""

from __future__ import annotations

from starlette.requests import Request

from rollwrite.server import player_schemas as schemas
from rollwrite.server.http.endpoint import Endpoint, post
from rollwrite.server.http.request_context import RequestContext, identity_of
from rollwrite.server.http.request_schemas import Empty
from rollwrite.server.players import passkeys, profiles
from rollwrite.server.players.devices import device
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.ids import public_id

MOST = 8  # of one profile


def _site(at: RequestContext, request: Request) -> passkeys.Site:
    return passkeys.Site(at.origin(request), at.identities.signing_key)


def _device(request: Request) -> str:
    return device(request.headers.get("user-agent", ""))


@post(Empty)
async def passkey_options(
    at: RequestContext, request: Request, who: str, body: Empty
) -> schemas.PasskeyOptions:
    players = at.registry.store.players
    profile = await players.make(who, "")
    known = [one.id for one in await players.passkeys(who)]
    if len(known) >= MOST:
        raise Problem(Cause.TOO_MANY, "passkeys", limit=MOST)
    site = _site(at, request)
    return schemas.PasskeyOptions(passkeys.creation(site, who, public_id(who), profile.name, known))


@post(schemas.Credential)
async def passkey(
    at: RequestContext, request: Request, who: str, body: schemas.Credential
) -> schemas.Gone:
    """Keep a passkey that the browser has made for the profile."""
    made = passkeys.created(_site(at, request), who, body.credential)
    await at.registry.store.players.add_passkey(
        who, made.id, made.public_key, made.uses, _device(request)
    )
    return schemas.Gone()


@post(Empty)
async def no_passkeys(at: RequestContext, request: Request, who: str, body: Empty) -> schemas.Gone:
    await at.registry.store.players.drop_passkeys(who)
    return schemas.Gone()


@post(Empty)
async def unlock_options(
    at: RequestContext, request: Request, who: str, body: Empty
) -> schemas.PasskeyOptions:
    return schemas.PasskeyOptions(passkeys.request(_site(at, request)))


@post(schemas.Credential)
async def unlock(
    at: RequestContext, request: Request, who: str, body: schemas.Credential
) -> schemas.Gone:
    """Use in this browser the profile that a passkey is for."""
    here, players = identity_of(request), at.registry.store.players
    if here is None:
        raise Problem(Cause.WRONG_TIME, "no_profile")
    known = await players.passkey(passkeys.id_of(body.credential))
    if known is None:
        raise Problem(Cause.BAD_LINK, "no_passkey")
    kept = passkeys.Passkey(known.id, known.public_key, known.uses)
    count = passkeys.used(_site(at, request), kept, body.credential)
    await players.use_passkey(known.id, count)
    if known.who == who:
        raise Problem(Cause.WRONG_TIME, "own_profile")
    await profiles.add(at.registry, known.who, here.key, who, "passkey", _device(request))
    return schemas.Gone()


POSTS: dict[str, Endpoint] = {
    "/api/me/passkey_options": passkey_options,
    "/api/me/passkey": passkey,
    "/api/me/no_passkeys": no_passkeys,
    "/api/me/unlock_options": unlock_options,
    "/api/me/unlock": unlock,
}
