"""``rollwrite review``: what every choice of a game was worth, and what was luck."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Annotated

import typer

import rollwrite as rw
from rollwrite.cli import lab
from rollwrite.cli.options import EditionFile, Language, read_log
from rollwrite.errors import BadOption, say


def review(
    file: Annotated[Path, typer.Argument(help="the log of a finished game")],
    language: Language,
    seat: Annotated[int | None, typer.Option(help="only this seat")] = None,
    html: Annotated[Path | None, typer.Option(help="a file for the review as one page")] = None,
    force: lab.Force = False,
    edition: EditionFile = None,
) -> None:
    """Review a finished game: luck and skill, and the three costliest decisions of each seat."""
    from rollwrite.coach import page, report
    from rollwrite.coach import review as reviewed

    if html:
        lab.check_free({"html": html}, force=force)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rw.LogCutShort)  # a cut-off log is refused in plain words
        end = read_log(file, language, edition)
    if seat is not None and not 0 <= seat < end.seats:
        message = say("option.count", name="seat", value=seat, low=0, high=end.seats - 1)
        raise BadOption(message, language)
    names = [say("cli.seat", seat=number).text(language) for number in range(end.seats)]
    seats = range(end.seats) if seat is None else [seat]
    with lab.progress_bar(language) as progress:
        found = reviewed(end, progress=progress)
    print(report.text(found, names, language, seats))
    if html:
        lab.write(html, page.page(found, names, language, seats))
