"""What the commands of the lab share: their options, a progress bar, files never overwritten."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT
from typing import TYPE_CHECKING, Annotated

import typer

from rollwrite.errors import BadOption, say

if TYPE_CHECKING:
    from rollwrite.lab.simulate import Progress as Shown

INTERRUPTED = 128 + SIGINT  # how a command ends that Ctrl-C has stopped, as shells expect it

Games = Annotated[int, typer.Option(help="how many games")]
Seed = Annotated[int, typer.Option(help="the same seed plays the same games")]
Workers = Annotated[int | None, typer.Option(help="how many at once; all cores if left out")]
Device = Annotated[str, typer.Option(help="cpu or gpu")]
Cluster = Annotated[str | None, typer.Option(help="the address of a Dask scheduler")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON instead of a table")]
Output = Annotated[Path | None, typer.Option(help="a file for everything found, as JSON")]
Force = Annotated[bool, typer.Option(help="write over files that exist")]


@contextmanager
def progress_bar(language: str) -> Iterator[Shown]:
    """A bar on stderr with rate and remaining time; none where nobody watches."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task(say("lab.working").text(language), total=None, rate="")

        def show(done: int, total: int) -> None:
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f}/s" if speed else ""
            bar.update(task, completed=done, total=total, rate=rate)

        yield show


def check_free(paths: Mapping[str, Path], *, force: bool) -> None:
    """Refuse, before anything runs, to write over a file or into a folder that is not there."""
    for path in paths.values():
        if path.exists() and not force:
            raise BadOption(say("lab.exists", path=path))
        if not path.parent.is_dir():
            raise BadOption(say("lab.unwritable", path=path, reason=f"no folder {path.parent}"))


def write(path: Path, text: str) -> None:
    """Write a whole file or none."""
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(text, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise BadOption(say("lab.unwritable", path=path, reason=error.strerror)) from None
