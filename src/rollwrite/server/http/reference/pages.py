"""The list of addresses, as a document and as a page."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from rollwrite import web
from rollwrite.server.http.endpoint import get
from rollwrite.server.http.pages import page
from rollwrite.server.http.reference.openapi import document
from rollwrite.server.http.request_context import (
    Handler,
    RequestContext,
    json_response,
    language_of,
)


@get
async def openapi(at: RequestContext, request: Request) -> Response:
    return json_response(document(language_of(request)))


@page
async def api_reference(at: RequestContext, request: Request, language: str) -> str:
    return web.api_page(language, document(language))


PAGES: dict[str, Handler] = {"/api": api_reference, "/openapi.json": openapi.call}
