"""The ``rollwrite`` command: collects the subcommands and prints errors as one line."""

from __future__ import annotations

import sys

import click

from rollwrite.cli import (
    campaign,
    compare,
    completion,
    games,
    play,
    replay,
    review,
    rollouts,
    serve,
    simulate,
    solve,
    tournament,
    train,
    verify,
)
from rollwrite.cli.export import build, docs, print_sheets, score, site
from rollwrite.cli.help import language_of, translate
from rollwrite.cli.hosting import database, host_key
from rollwrite.cli.output import print_warnings_as_sentences, print_what_can_be_shown
from rollwrite.cli.plugin import check, new_game
from rollwrite.errors import RollwriteError


@click.version_option(package_name="rollwrite", message="%(prog)s %(version)s")
@click.group(no_args_is_help=True, context_settings={"show_default": True})
def app() -> None:
    """Play and study roll-and-write dice games."""


app.add_command(play.play)
app.add_command(replay.replay)
app.add_command(review.review)
app.add_command(rollouts.rollouts)
app.add_command(games.games)
app.add_command(print_sheets.print_sheets)
app.add_command(score.score)
app.add_command(serve.serve)
app.add_command(database.database)
app.add_command(host_key.host_key)
app.add_command(verify.verify)
app.add_command(check.check)
app.add_command(campaign.campaign)
app.add_command(simulate.simulate)
app.add_command(solve.solve)
app.add_command(tournament.tournament)
app.add_command(compare.compare)
app.add_command(train.train)
app.add_command(new_game.new_game)
app.add_command(build.build)
app.add_command(completion.completion)
app.add_command(docs.docs)
app.add_command(site.export)


def main() -> None:
    """Run the command line; a RollwriteError is printed as one line, with exit code 2."""
    print_what_can_be_shown()
    print_warnings_as_sentences()
    translate(app, language_of(sys.argv[1:]))
    try:
        app(prog_name="rollwrite")
    except RollwriteError as error:
        print(f"rollwrite: {error}", file=sys.stderr)
        sys.exit(2)
