"""``rollwrite check``: whether a game keeps what every game must."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rollwrite.cli import options
from rollwrite.cli.options import find_game
from rollwrite.errors import install_command, say

if TYPE_CHECKING:
    import rollwrite as rw
    from rollwrite.testing import Report

MANY = 8  # things never reached that are named; the others are counted


@click.command()
@options.game_id()
@click.option("--thorough", is_flag=True, help="Play more games, with every number of seats.")
@click.option("--seed", default=1, help="Random seed; the same seed checks the same games.")
@options.variant
@options.game_options
@options.edition
@options.language
def check(
    *,
    game_id: str,
    thorough: bool,
    seed: int,
    variant: str | None,
    option: tuple[str, ...],
    edition: Path | None,
    language: str,
) -> None:
    """Check that a game keeps what every game must.

    Plays many games and prints everything it finds, for authors of games: with exit code 1 if
    anything was found. Then what was never reached, and how far it looked.
    """
    from rollwrite.testing import inspect_game

    game = find_game(game_id, language, variant, edition, option)
    report = inspect_game(game, thorough=thorough, seed=seed)
    found = report.lines()
    for line in found:
        print(line)
    key = "check.found" if found else "check.nothing"
    print(game.text(say(key, game=game.id, count=len(found))))
    _print_reached(game, report)
    if found:
        sys.exit(1)


def _print_reached(game: rw.Game, report: Report) -> None:
    """What was met and what never was, how far the check looked, and what it left out."""
    print()
    for what, met, of, never in report.coverage.reached(game.definition.package, game.rules):
        line = say("check.reached", what=what, met=met, of=of)
        names = ", ".join(never[:MANY]) + (f" (+{len(never) - MANY})" if never[MANY:] else "")
        print(game.text(say("check.never", reached=line, names=names) if never else line))
    print()
    coverage = report.coverage
    ways = ", ".join(f"{way} {count}" for way, count in coverage.games.items())
    print(
        game.text(
            say("check.looked", games=ways, decisions=coverage.decisions, rolls=coverage.rolls)
        )
    )
    for reason in report.left_out:
        print(game.text(say(f"check.left_out.{reason}", command=install_command(_EXTRA[reason]))))


# What was left out for want of an extra, or (rules) because of what was found.
_EXTRA = {"compiled": "fast", "guides": "server", "rules": "fast"}
