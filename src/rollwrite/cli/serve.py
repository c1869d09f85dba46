"""``rollwrite serve``: the web server."""

from __future__ import annotations

import os
import warnings
from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from rollwrite.bots.bot import can_prepare
from rollwrite.cli import lab, options
from rollwrite.cli.options import data_folder
from rollwrite.errors import GameLeftOut, has_extra, require_extra, told_in


@click.command()
@click.option("--host", default="127.0.0.1", help="Address to listen on.")
@click.option("--port", default=8642, help="Port to listen on; 0 picks a free one.")
@click.option(
    "--database", show_default="a file in your data folder", help="A file or postgresql://…"
)
@click.option("--open", "open_browser", is_flag=True, help="Open a browser.")
@click.option("--origin", help="Public address, such as https://games.example, behind a proxy.")
@click.option("--trust-proxy", is_flag=True, help="Trust X-Forwarded-* headers.")
@click.option(
    "--set", "setting", multiple=True, help="Another setting, as name=value; may be repeated."
)
@options.language
def serve(
    host: str,
    port: int,
    database: str | None,
    open_browser: bool,
    origin: str | None,
    trust_proxy: bool,
    setting: tuple[str, ...],
    language: str,
) -> None:
    """Serve the games in the browser.

    Play by link, on one device, against bots, or solo.
    """
    require_extra("server", language)
    from rollwrite.server.settings import Settings, read_settings

    with told_in(language):
        given: dict[str, Any] = read_settings(setting, os.environ)
        given |= {"database": database or given.get("database") or _own_file()}
        if origin is not None:
            given["origin"] = origin
        if trust_proxy:
            given["trust_proxy"] = True
        known = {field.name for field in fields(Settings)}
        settings = Settings(**{name: value for name, value in given.items() if name in known})
        from rollwrite.server.run import run  # most of what is slow to import

        lab.note_interpreted(language, compiled=_compiled())
        run(settings, host, port, language=language, open_browser=open_browser)


def _compiled() -> bool:
    """Whether bots are compiled; games that are left out are told by the server itself."""
    if has_extra("fast"):
        return True
    from rollwrite.bots.precompile import all_games

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GameLeftOut)
        return all(map(can_prepare, all_games()))


def _own_file() -> str:
    path: Path = data_folder() / "tables.sqlite"
    return str(path)
