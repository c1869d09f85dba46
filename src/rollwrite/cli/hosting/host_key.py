"""``rollwrite host-key``: a new key for the host's page of a server."""

from __future__ import annotations

import asyncio
import os

import click

from rollwrite.cli import options
from rollwrite.cli.options import data_folder
from rollwrite.errors import require_extra, say, told_in


@click.command("host-key")
@click.option(
    "--database", show_default="a file in your data folder", help="A file or postgresql://…"
)
@click.option("--origin", help="Public address, such as https://games.example, behind a proxy.")
@options.language
def host_key(database: str | None, origin: str | None, language: str) -> None:
    """Make a new key for the host's page of a server, also while it runs.

    The old key and whoever has used it count no longer.
    """
    require_extra("server", language)
    from rollwrite.server.settings import read_settings
    from rollwrite.server.storage.hosting import renew_key

    with told_in(language):
        given = read_settings((), os.environ)
        chosen = database or given.get("database") or str(data_folder() / "tables.sqlite")
        key = asyncio.run(renew_key(chosen))
    public = (origin or given.get("origin") or "http://localhost:8642").rstrip("/")
    print(say("database.host_key", url=f"{public}/host#key={key}").text(language))
