"""``rollwrite simulate``: many games between bots."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE, find_game, own_modules


@click.command()
@options.game_id()
@click.option(
    "--bots",
    show_default="greedy,random",
    help="Bots, baseline:NAME, rollouts:N, or module:name of your own, separated by commas.",
)
@click.option("--seats", type=int, help="Number of seats.")
@click.option("--games", default=100_000, help="Number of games.")
@lab.seed
@lab.workers
@lab.device
@lab.cluster
@lab.as_json
@lab.output
@click.option("--plot", type=FILE, help="SVG file for the score distributions.")
@lab.study
@lab.rows
@lab.folder
@lab.row_format
@lab.resume
@lab.force
@options.variant
@options.game_options
@options.edition
@options.language
def simulate(
    *,
    game_id: str,
    bots: str | None,
    seats: int | None,
    games: int,
    seed: int,
    workers: int | None,
    device: str,
    cluster: str | None,
    as_json: bool,
    output: Path | None,
    plot: Path | None,
    study: int,
    rows: str,
    folder: Path | None,
    row_format: str,
    resume: bool,
    force: bool,
    variant: str | None,
    option: tuple[str, ...],
    edition: Path | None,
    language: str,
) -> None:
    """Play many games between bots and report statistics.

    Ctrl-C stops early and reports the games played so far.
    """
    from rollwrite.lab.job import are_compiled, check_games, job
    from rollwrite.lab.simulate import Kept, play

    files = {name: path for name, path in (("output", output), ("plot", plot)) if path}
    lab.check_free(files, force=force)
    game = find_game(game_id, language, variant, edition, option)
    if bots is None:
        bots = "greedy" if 1 in (seats, game.seats[-1]) else "greedy,random"
    own_modules(bots)
    if device == "cpu" and cluster is None:
        lab.note_interpreted(language, compiled=are_compiled(game, *bots.split(",")))
    lab.note_search(game, bots.split(","))
    with game.localized_errors():
        made = job(game, bots, seats, seed, device)
        check_games(games)
    kept = Kept(rows, study, folder, row_format, resume, force)
    with lab.progress_bar(language) as progress:
        found = play(made, games, kept, workers, cluster, progress)
    data = json.dumps(found.json(), indent=2)
    print(data if as_json else found.text(language, lab.width()))
    if output:
        lab.write(output, data + "\n")
    if plot:
        from rollwrite.lab.plots import score_distributions

        lab.write(plot, score_distributions(found, language))
    if found.interrupted:
        sys.exit(lab.INTERRUPTED)
    if found.summary.broken:
        sys.exit(1)
