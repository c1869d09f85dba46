"""The application: which address does what."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route, WebSocketRoute

from rollwrite.server import api, pages
from rollwrite.server.desk import Desk
from rollwrite.server.guard import Headed
from rollwrite.server.hub import Hub
from rollwrite.server.settings import Settings
from rollwrite.server.store import Store

LOG = logging.getLogger(__name__)


def make_app(settings: Settings, store: Store) -> Starlette:
    """The application on an open store, which it closes when the server ends."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        hub = Hub(store, settings)
        app.state.desk = Desk(hub, settings)
        await hub.open()
        try:
            yield
        finally:
            await app.state.desk.close()
            await hub.close()
            await store.close()

    return Starlette(
        routes=routes(),
        lifespan=lifespan,
        middleware=[Middleware(Headed), Middleware(GZipMiddleware, minimum_size=1200)],
        exception_handlers={404: pages.not_found, 405: pages.not_found, Exception: pages.broken},
    )


def routes() -> list[Route | WebSocketRoute]:
    """Every address; those of moves come first, as they are asked for most."""
    posts = [Route(path, call, methods=["POST"]) for path, call in api.POSTS.items()]
    gets = [Route(path, call) for path, call in {**api.GETS, **pages.PAGES}.items()]
    return [*posts, WebSocketRoute("/api/tables/{table}/live", api.live), *gets]
