"""``rollwrite verify``: whether the dice of a downloaded game were fair."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import rollwrite as rw
from rollwrite.cli.options import Language, read_text


def verify(
    file: Annotated[Path, typer.Argument(help="a log downloaded from a table")], language: Language
) -> None:
    """Roll every die and deal every card of a game again, from its secret and seeds."""
    from rollwrite.server import fair

    text = read_text(file, language)
    try:
        fairness, promised, drawn_first = fair.read_block(text)
        verdict = fair.check(rw.Log.parse(text), fairness, promised, drawn_first)
    except rw.RollwriteError as error:
        error.language = language
        raise
    print(fair.told(verdict, language))
    if not verdict.fair:
        raise typer.Exit(1)
