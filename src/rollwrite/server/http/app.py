"""The application: which address does what."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route, WebSocketRoute

from rollwrite.server.http import pages
from rollwrite.server.http.live_socket import live
from rollwrite.server.http.reference.addresses import GETS, PAGES, POSTS
from rollwrite.server.http.reference.pages import PAGES as REFERENCE
from rollwrite.server.http.request_context import RequestContext
from rollwrite.server.http.security import SecurityHeaders
from rollwrite.server.live.table_registry import TableRegistry
from rollwrite.server.settings import Settings
from rollwrite.server.storage.messages import KEYS

if TYPE_CHECKING:
    from rollwrite.server.storage.store import Store

LOG = logging.getLogger(__name__)


def make_app(settings: Settings, store: Store) -> Starlette:
    """The application on an open store, which it closes when the server ends."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        registry = TableRegistry(store, settings)
        at = app.state.request_context = RequestContext(registry, settings)
        await at.identities.open()
        await registry.open({KEYS: at.identities.forget})
        try:
            yield
        finally:
            await at.close()
            await registry.close()
            await store.close()

    packed = Middleware(GZipMiddleware, minimum_size=1200, compresslevel=6)
    return Starlette(
        routes=routes(),
        lifespan=lifespan,
        middleware=[Middleware(SecurityHeaders), packed],
        exception_handlers={404: pages.not_found, 405: pages.not_found, Exception: pages.broken},
    )


def routes() -> list[Route | WebSocketRoute]:
    """Every address; those of moves come first, as they are asked for most."""
    posts = [Route(path, one.call, methods=["POST"]) for path, one in POSTS.items()]
    gets = [Route(path, one.call) for path, one in GETS.items()]
    shown = [Route(path, call) for path, call in (PAGES | REFERENCE).items()]
    return [*posts, WebSocketRoute("/api/tables/{table}/live", live), *gets, *shown]
