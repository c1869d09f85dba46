"""JSON addresses as functions: what they take is read, what they return is sent, refusals too."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, get_type_hints

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from rollwrite.errors import Refused, RollwriteError
from rollwrite.server.http.request_context import (
    RequestContext,
    body_of,
    give_secret,
    json_response,
    language_of,
    look_up,
    refusal,
    request_context,
    who_asks,
)
from rollwrite.server.http.request_schemas import read
from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause
from rollwrite.server.schemas import Schema, View

Kind = TypeVar("Kind", bound=msgspec.Struct)
Answer = TypeVar("Answer", bound=Schema)
Result = TypeVar("Result", bound=Schema | Response)


class Endpoint:
    """An address: what it takes, what it answers (None: plain text) and with which status."""

    def __init__(
        self,
        call: Callable[[Request], Awaitable[Response]],
        handle: Callable[..., Any],
        takes: type[msgspec.Struct] | None,
        status: int,
    ) -> None:
        self.call = call
        self.takes = takes
        self.status = status
        self._handle = handle

    @property
    def answers(self) -> type[Schema] | None:
        """The type of the answer, as the function that gives it declares."""
        found: Any = get_type_hints(self._handle)["return"]
        return found if issubclass(found, Schema) else None


def post(
    kind: type[Kind], status: int = 200, most: int = 0
) -> Callable[[Callable[[RequestContext, Request, str, Kind], Awaitable[Answer]]], Endpoint]:
    """An address that takes a message of a kind: checked, bounded, refused in plain words.

    ``most`` is for messages that may be larger than those of all other addresses.
    """

    def made(
        handle: Callable[[RequestContext, Request, str, Kind], Awaitable[Answer]],
    ) -> Endpoint:
        async def call(request: Request) -> Response:
            at = request_context(request)
            METRICS.requests.inc()
            who = None
            try:
                at.check_origin(request)
                at.check_rate(request, at.posts)
                await look_up(request)
                who = who_asks(request)
                limit = max(most, at.settings.max_message_bytes)
                message = read(kind, await body_of(request, limit))
                if who is not None:
                    return json_response(await handle(at, request, who, message), status)
                fresh = at.identities.new()
                found = await handle(at, request, fresh.who, message)
                response = json_response(found, status)
                give_secret(request, response, fresh)
                return response
            except ClientDisconnect:
                return Response(status_code=400)  # nobody hears it
            except RollwriteError as error:
                return refusal(request, error, await _fresh(at, request, error, who))

        return Endpoint(call, handle, kind, status)

    return made


async def _fresh(
    at: RequestContext, request: Request, error: RollwriteError, who: str | None
) -> View | None:
    """What a browser needs that was late, or believes something else than we do."""
    if not isinstance(error, Refused) and getattr(error, "cause", None) != Cause.STALE:
        return None
    live = await at.registry.get(request.path_params["table"])
    return at.view(live, who, language_of(request))


def get(handle: Callable[[RequestContext, Request], Awaitable[Result]]) -> Endpoint:
    """An address that only shows something."""
    return _get(handle, limited=True)


def status(handle: Callable[[RequestContext, Request], Awaitable[Result]]) -> Endpoint:
    """An address that says how the server is, however much else it is asked."""
    return _get(handle, limited=False)


def _get(
    handle: Callable[[RequestContext, Request], Awaitable[Result]], *, limited: bool
) -> Endpoint:
    async def call(request: Request) -> Response:
        METRICS.requests.inc()
        at = request_context(request)
        try:
            if limited:
                at.check_rate(request, at.reads)
                await look_up(request)
            found = await handle(at, request)
        except RollwriteError as error:
            return refusal(request, error)
        return found if isinstance(found, Response) else json_response(found)

    return Endpoint(call, handle, None, 200)
