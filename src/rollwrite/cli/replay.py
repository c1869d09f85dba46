"""``rollwrite replay``: show a saved game turn by turn."""

from __future__ import annotations

import sys
import warnings
from pathlib import Path

import click

import rollwrite as rw
from rollwrite.cli import options
from rollwrite.cli.options import FILE, read_log, state_before
from rollwrite.cli.terminal.table import print_result
from rollwrite.errors import BadOption, say
from rollwrite.texts import Figure


@click.command()
@click.argument("file", type=FILE)
@click.option("--turn", type=int, help="Show only this turn and the sheets after it.")
@options.edition
@options.language
def replay(file: Path, turn: int | None, edition: Path | None, language: str) -> None:
    """Show a saved game turn by turn.

    FILE is a log, as saved by `rollwrite play` or downloaded from a table.
    """
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", rw.LogCutShort)
        end = read_log(file, language, edition)
    turns = list(_turns(end.log))
    if turn is not None and not 1 <= turn <= len(turns):
        raise BadOption(
            say("option.count", name="turn", value=turn, low=1, high=len(turns)), language
        )
    for number, events in enumerate(turns, 1):
        if turn in (None, number):
            state = state_before(end, sum(map(len, turns[:number])) + 1)
            print(f"{number}. {'; '.join(map(str, events))}")
            if turn == number:
                print(f"\n{state}")
            else:
                points = (Figure(score, "d").text(language) for score in state.scores())
                print(f"   {' : '.join(points)}")
    if turn is None:
        print(f"\n{end}\n")
        print_result(end)
    for warning in told:
        print(f"rollwrite: {warning.message}", file=sys.stderr)


def _turns(log: rw.Log) -> list[list[rw.Event]]:
    turns: list[list[rw.Event]] = []
    for event in log.events:
        if event.opens_turn or not turns:
            turns.append([])
        turns[-1].append(event)
    return turns
