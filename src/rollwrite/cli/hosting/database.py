"""``rollwrite database``: check, back up and restore the file of a server."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rollwrite.cli import options
from rollwrite.cli.options import FILE
from rollwrite.errors import require_extra, say, told_in

if TYPE_CHECKING:  # importing it needs the extra "server"
    from rollwrite.server.storage.backup import Content


@click.group(no_args_is_help=True)
def database() -> None:
    """Check, back up and restore the SQLite file of a server.

    For PostgreSQL, use pg_dump and pg_restore.
    """


@database.command()
@click.argument("file")
@options.language
def check(file: str, language: str) -> None:
    """Read the whole of FILE and say whether it is damaged, also while a server runs."""
    require_extra("server", language)
    from rollwrite.server.storage import backup as copies

    with told_in(language):
        found = copies.check(file)
    _tell("whole", file, found, language)


@database.command()
@click.argument("file")
@click.argument("copy", type=FILE)
@options.language
def backup(file: str, copy: Path, language: str) -> None:
    """Copy FILE to the new file COPY, also while a server runs."""
    require_extra("server", language)
    from rollwrite.server.storage import backup as copies

    with told_in(language):
        found = copies.backup(file, copy)
    _tell("written", copy, found, language)


@database.command()
@click.argument("copy")
@click.argument("file", type=FILE)
@click.option("--salvage", is_flag=True, help="Save what can be read of a damaged database.")
@options.language
def restore(copy: str, file: Path, salvage: bool, language: str) -> None:
    """Make the new database FILE of COPY, if COPY is not damaged."""
    require_extra("server", language)
    from rollwrite.server.storage import backup as copies

    with told_in(language):
        found = copies.salvage(copy, file) if salvage else copies.restore(copy, file)
    content = found.content if isinstance(found, copies.Salvaged) else found
    _tell("written", file, content, language)
    if isinstance(found, copies.Salvaged):
        print(say("database.lost", entries=found.lost).text(language))


def _tell(what: str, file: str | Path, found: Content, language: str) -> None:
    values = {"database": file, "tables": found.tables, "entries": found.entries}
    print(say(f"database.{what}", **values).text(language))
