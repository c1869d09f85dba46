"""``rollwrite print``: blank sheets or cards as a PDF."""

from __future__ import annotations

from pathlib import Path

import click

from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE, find_game
from rollwrite.errors import require_extra, say
from rollwrite.paper.document import printed


@click.command("print")
@click.argument("game")
@click.option("--sheets", type=int, show_default="a page full, or one deck",
              help="Number of sheets, or of decks in a game that is played on cards.")  # fmt: skip
@click.option("--paper", default="a4", help="Paper size: a4 or letter.")
@click.option("--output", "-o", type=FILE, required=True, help="Write the PDF to this file.")
@lab.force
@options.variant
@options.edition
@options.language
def print_sheets(
    game: str,
    sheets: int | None,
    paper: str,
    output: Path,
    force: bool,
    variant: str | None,
    edition: Path | None,
    language: str,
) -> None:
    """Make a PDF of blank sheets, or of the cards, to print and cut out.

    GAME is one of those that `rollwrite games` lists. The rules stand on the back of the sheets.
    """
    chosen = find_game(game, language, variant, edition)
    require_extra("pdf", language)
    with chosen.localized_errors():
        lab.check_free({"output": output}, force=force)
        made = printed(chosen, sheets, paper)
        lab.write(output, made.pdf)
    what = say("print.cards" if made.cards else "print.sheets", count=made.pieces)
    edge = say("print.short_edge" if made.landscape else "print.long_edge")
    print(chosen.text(say("print.done", path=output, what=what, pages=made.pages, edge=edge)))
