"""Every JSON address and every page; those of moves come first, as they are asked for most."""

from __future__ import annotations

from rollwrite.server.http import host_page, pages, table_commands, table_queries
from rollwrite.server.http.endpoint import Endpoint
from rollwrite.server.http.people import daily, history, passkeys, profile
from rollwrite.server.http.request_context import Handler

POSTS: dict[str, Endpoint] = table_commands.POSTS | profile.POSTS | passkeys.POSTS | host_page.POSTS
GETS: dict[str, Endpoint] = table_queries.GETS | profile.GETS | daily.GETS
PAGES: dict[str, Handler] = (
    pages.PAGES | profile.PAGES | history.PAGES | daily.PAGES | host_page.PAGES
)
