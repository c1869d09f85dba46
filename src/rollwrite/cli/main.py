"""The command ``rollwrite``: collects the commands and turns refusals into plain messages."""

from __future__ import annotations

import sys

import typer

from rollwrite.cli import (
    campaign,
    games,
    play,
    replay,
    review,
    serve,
    simulate,
    solve,
    tournament,
    train,
    verify,
)
from rollwrite.cli.output import print_what_can_be_shown
from rollwrite.errors import RollwriteError

app = typer.Typer(
    help="Play and study roll-and-write dice games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("play")(play.play)
app.command("replay")(replay.replay)
app.command("review")(review.review)
app.command("games")(games.games)
app.command("serve")(serve.serve)
app.command("verify")(verify.verify)
app.command("campaign")(campaign.campaign)
app.command("simulate")(simulate.simulate)
app.command("solve")(solve.solve)
app.command("tournament")(tournament.tournament)
app.command("train")(train.train)


def main() -> None:
    """Run the command line; what is refused is told in a line, with exit code 2."""
    print_what_can_be_shown()
    try:
        app()
    except RollwriteError as error:
        print(f"rollwrite: {error}", file=sys.stderr)
        sys.exit(2)
