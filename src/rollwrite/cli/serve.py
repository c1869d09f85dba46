"""``rollwrite serve``: the games in the browser."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer

from rollwrite.cli.options import Language
from rollwrite.errors import RollwriteError


def serve(
    language: Language,
    host: Annotated[str, typer.Option(help="the address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="the port; 0 takes any free one")] = 8642,
    database: Annotated[
        str | None, typer.Option(help="postgresql://… or a file; by default in your data folder")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="open a browser too")] = False,
    origin: Annotated[
        str | None, typer.Option(help="the address people type, if a proxy is in front")
    ] = None,
    trust_proxy: Annotated[bool, typer.Option(help="believe X-Forwarded-* headers")] = False,
    setting: Annotated[
        list[str] | None, typer.Option("--set", help="any other setting, as name=value")
    ] = None,
) -> None:
    """Play in the browser: tables by link, against bots, around one device."""
    from rollwrite.server.run import run
    from rollwrite.server.settings import Settings, read_settings

    try:
        given: dict[str, Any] = read_settings(setting or [], os.environ)
        given |= {"database": database or given.get("database") or _own_file()}
        if origin is not None:
            given["origin"] = origin
        if trust_proxy:
            given["trust_proxy"] = True
        known = {field.name for field in fields(Settings)}
        settings = Settings(**{name: value for name, value in given.items() if name in known})
        run(settings, host, port, language=language, open_browser=open_browser)
    except RollwriteError as error:
        error.language = language
        raise


def _own_file() -> str:
    from platformdirs import user_data_path

    path: Path = user_data_path("rollwrite") / "tables.sqlite"
    return str(path)
