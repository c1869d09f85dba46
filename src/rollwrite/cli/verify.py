"""``rollwrite verify``: check that the dice of a downloaded game were fair."""

from __future__ import annotations

import sys
from pathlib import Path

import click

import rollwrite as rw
from rollwrite.cli import options
from rollwrite.cli.options import FILE, read_text
from rollwrite.errors import told_in


@click.command()
@click.argument("file", type=FILE)
@options.language
def verify(file: Path, language: str) -> None:
    """Check that the dice of a downloaded game were fair.

    FILE is a log downloaded from a table. Its rolls and deals must follow from secret and seeds.
    """
    from rollwrite.server.tables import fair

    text = read_text(file, language)
    with told_in(language):
        fairness, promised, drawn_first = fair.read_block(text)
        verdict = fair.check(rw.Log.parse(text), fairness, promised, drawn_first)
    print(fair.verdict_text(verdict, language))
    if not verdict.fair:
        sys.exit(1)
