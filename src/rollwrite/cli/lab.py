"""What the lab commands share: options, a progress bar, output files."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from signal import SIGINT
from typing import TYPE_CHECKING, Any

import click

from rollwrite.bots import bot
from rollwrite.cli.options import FILE
from rollwrite.errors import BadOption, has_extra, install_command, say

if TYPE_CHECKING:
    from rollwrite import Game
    from rollwrite.lab.parts import Progress as Shown

INTERRUPTED = 128 + SIGINT  # exit code after Ctrl-C, as shells expect

seed = click.option("--seed", default=0, help="Random seed; the same seed plays the same games.")
workers = click.option(
    "--workers", type=int, show_default="all cores", help="Number of parallel workers."
)
device = click.option("--device", default="cpu", help="Where to run: cpu or gpu.")
cluster = click.option("--cluster", help="Address of a Dask scheduler, such as tcp://host:8786.")
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
output = click.option("--output", type=FILE, help="Write the full result to this JSON file.")
study = click.option(
    "--study", default=0, help="Look at so many games decision by decision, for more figures."
)
rows = click.option("--rows", default="none", help="Rows to keep: none, games or decisions.")
folder = click.option("--folder", type=FILE, help="Keep the run and its rows in this folder.")
row_format = click.option(
    "--format", "row_format", default="csv", help="Format of the rows: csv or parquet."
)
resume = click.option("--resume", is_flag=True, help="Go on with the run kept in the folder.")
force = click.option("--force", is_flag=True, help="Overwrite existing files.")


def note_interpreted(language: str, *, compiled: bool, key: str = "extra.interpreted") -> None:
    """Note on stderr that rules run interpreted where the extra ``fast`` would compile them."""
    if not compiled and not has_extra("fast"):
        print(say(key, command=install_command("fast")).text(language), file=sys.stderr)


def note_search(game: Game, bots: Iterable[str]) -> None:
    """Note on stderr that bots without a model for this edition search instead."""
    for name in bots:
        if ":" not in name and bot(name).note(game):
            values = {"edition": game.edition or game.name}
            told = say("bots.no_table", **values)
            if game.definition.training and game.edition_file:
                edition = shlex.quote(game.edition_file.name)
                command = f"rollwrite train {game.id} FOLDER --edition {edition}"
                told = say("bots.train", command=command, **values)
            print(told.text(game.language), file=sys.stderr)
            return


def width() -> int | None:
    """The columns of the terminal, or of ``COLUMNS``; None where output goes elsewhere."""
    if not sys.stdout.isatty() and "COLUMNS" not in os.environ:
        return None
    return max(20, shutil.get_terminal_size((100, 24)).columns)


@contextmanager
def progress_bar(language: str) -> Iterator[Shown]:
    """A progress bar on stderr with rate and remaining time; none if stderr is no terminal."""
    label = say("lab.working").text(language)
    with ExitStack() as shown:
        bars: list[Any] = []

        def show(done: int, total: int) -> None:
            if not sys.stderr.isatty():
                return
            if not bars:
                bar = click.progressbar(length=total, label=label, show_pos=True, file=sys.stderr)
                bars.append(shown.enter_context(bar))
            (bar,) = bars
            seconds = time.time() - bar.start
            bar.label = f"{label} {done / seconds:,.0f}/s" if seconds > 1 else label
            bar.update(done - bar.pos)

        yield show


def check_free(paths: Mapping[str, Path], *, force: bool) -> None:
    """Refuse output files that exist, or whose folder does not, before anything runs."""
    for path in paths.values():
        if path.exists() and not force:
            raise BadOption(say("lab.exists", path=path))
        if not path.parent.is_dir():
            reason = say("lab.no_folder", path=path.parent)
            raise BadOption(say("lab.unwritable", path=path, reason=reason))


def write(path: Path, content: str | bytes) -> None:
    """Write a file atomically."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(content.encode() if isinstance(content, str) else content)
        part.replace(path)
    except OSError as error:
        raise BadOption(say("lab.unwritable", path=path, reason=error.strerror)) from None
