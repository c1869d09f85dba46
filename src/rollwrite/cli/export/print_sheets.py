"""``rollwrite print``: blank sheets, cards, or the record of a finished game as a PDF."""

from __future__ import annotations

import warnings
from pathlib import Path

import click

from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE, find_game, read_log
from rollwrite.errors import BadOption, LogCutShort, require_extra, say
from rollwrite.paper.document import printed
from rollwrite.paper.record import record


@click.command("print")
@click.argument("game", required=False)
@click.option("--log", type=FILE, help="A finished game, as saved or downloaded: print its record.")
@click.option("--sheets", type=int, show_default="a page full, or one deck",
              help="Number of sheets, or of decks in a game that is played on cards.")  # fmt: skip
@click.option("--dice", is_flag=True, help="Add paper dice to cut out, fold and glue.")
@click.option("--paper", default="a4", help="Paper size: a4 or letter.")
@click.option("--output", "-o", type=FILE, required=True, help="Write the PDF to this file.")
@lab.force
@options.variant
@options.edition
@options.language
def print_sheets(
    *,
    game: str | None,
    log: Path | None,
    sheets: int | None,
    dice: bool,
    paper: str,
    output: Path,
    force: bool,
    variant: str | None,
    edition: Path | None,
    language: str,
) -> None:
    """Make a PDF of blank sheets, or of the cards, to print and cut out.

    GAME is one of those that `rollwrite games` lists. The rules stand on the back of the sheets.
    With --log, a finished game on one page instead: sheets, tally, points turn by turn, and log.
    """
    if log is not None:
        _print_record(log, paper, output, edition, language, force=force)
        return
    if game is None:
        raise BadOption(say("print.neither"), language)
    chosen = find_game(game, language, variant, edition)
    require_extra("pdf", language)
    with chosen.localized_errors():
        lab.check_free({"output": output}, force=force)
        made = printed(chosen, sheets, paper, with_dice=dice)
        lab.write(output, made.pdf)
    what = say("print.cards" if made.cards else "print.sheets", count=made.pieces)
    edge = say("print.short_edge" if made.landscape else "print.long_edge")
    print(chosen.text(say("print.done", path=output, what=what, pages=made.pages, edge=edge)))


def _print_record(
    log: Path, paper: str, output: Path, edition: Path | None, language: str, *, force: bool
) -> None:
    require_extra("pdf", language)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", LogCutShort)  # refused in plain words
        end = read_log(log, language, edition)
    with end.game.localized_errors():
        lab.check_free({"output": output}, force=force)
        lab.write(output, record(end, paper=paper))
    print(end.game.text(say("print.record", path=output)))
