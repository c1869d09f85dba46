"""``rollwrite review``: separate luck from skill in a finished game."""

from __future__ import annotations

import warnings
from pathlib import Path

import click

import rollwrite as rw
from rollwrite.bots.bot import can_prepare
from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE, read_log
from rollwrite.errors import BadOption, say


@click.command()
@click.argument("file", type=FILE)
@click.option("--seat", type=int, help="Review only this seat, counted from 0.")
@click.option("--html", type=FILE, help="Also write the review to this HTML file.")
@lab.force
@options.edition
@options.language
def review(
    file: Path,
    seat: int | None,
    html: Path | None,
    force: bool,
    edition: Path | None,
    language: str,
) -> None:
    """Separate luck from skill in a finished game.

    FILE is the log of the game. The review shows the three costliest decisions of each seat.
    """
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
    lab.note_interpreted(language, compiled=can_prepare(end.game), key="extra.review")
    lab.note_search(end.game, ["expert"])
    with lab.progress_bar(language) as progress:
        found = reviewed(end, progress=progress)
    print(report.text(found, names, language, seats))
    if html:
        lab.write(html, page.page(found, names, language, seats))
