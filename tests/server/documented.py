"""Holds every response to the type that the list of addresses names for it."""

from __future__ import annotations

import re
from typing import Any

import httpx
import msgspec

from rollwrite.server import schemas
from rollwrite.server.http.reference.addresses import GETS, POSTS

LISTED = {
    (method, re.compile(re.sub(r"\{\w+\}", "[^/]+", path))): endpoint.answers
    for method, endpoints in (("GET", GETS), ("POST", POSTS))
    for path, endpoint in endpoints.items()
}


def kind_of(method: str, path: str) -> Any:
    """The type of what an address answers; None for plain text and for pages."""
    found = (kind for (how, form), kind in LISTED.items() if how == method and form.fullmatch(path))
    return next(found, None)


def check(response: httpx.Response) -> None:
    """Fail if a response is not what is listed; for a client that reads all it is sent."""
    if "json" not in response.headers.get("content-type", ""):
        return
    refused = response.status_code >= 400
    kind = kind_of(response.request.method, response.request.url.path)
    kind = schemas.Refusal if refused and kind else kind
    if kind is not None:
        msgspec.json.decode(response.read(), type=kind)
