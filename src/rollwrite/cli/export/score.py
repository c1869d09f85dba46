"""``rollwrite score``: type in a sheet that was played on paper."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

import rollwrite as rw
from rollwrite.cli import options
from rollwrite.cli.options import find_game
from rollwrite.errors import RollwriteError, say
from rollwrite.play.paper_sheet import ScoredSheet, line_hint, score_sheet, sheet_lines
from rollwrite.texts import Figure


# A line may begin with "-".
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("game_id", metavar="GAME")
@click.argument("lines", nargs=-1)
@options.variant
@options.edition
@options.language
def score(
    game_id: str,
    lines: tuple[str, ...],
    variant: str | None,
    edition: Path | None,
    language: str,
) -> None:
    """Score a sheet that was played on paper, and check it against the rules.

    LINES are the lines of the sheet, in quotes; without them they are asked for one by one. Type
    each from left to right with spaces between, and - for what is empty. The exit code is 1 if the
    sheet breaks the rules.
    """
    game = find_game(game_id, language, variant, edition)
    typed = list(lines) or list(_asked(game))
    found = score_sheet(game, typed)
    _show(found)
    if found.problems:
        sys.exit(1)


def _asked(game: rw.Game) -> Iterator[str]:
    """What is typed, line by line; a line that cannot be is asked for again."""
    kept: list[str] = []
    print(game.text(say("sheet.how")))
    for number in range(len(sheet_lines(game))):
        while True:
            line = sheet_lines(game, kept)[number]
            try:
                text = input(f"{game.text(line.label)} ({game.text(line_hint(line))}): ")
            except EOFError:
                print()
                return
            try:
                sheet_lines(game, [*kept, text])
            except RollwriteError as error:
                if not sys.stdin.isatty():
                    raise
                print(error, file=sys.stderr)
                continue
            break
        kept.append(text)
        yield text


def _show(found: ScoredSheet) -> None:
    state = found.state
    print(f"\n{state.game.definition.drawing.text(state.game, state._record, 0)}\n")
    for line in found.tally():
        if line.points:
            points = Figure(line.points, "d").text(state.game.language)
            print(f"{points:>4}  {line.label}")
    print(state.game.text(say("sheet.score", points=Figure(found.points, "d"))))
    print(state.game.text(say("sheet.broken" if found.problems else "sheet.fine")))
    for problem in found.problems:
        print(f"- {problem}")
