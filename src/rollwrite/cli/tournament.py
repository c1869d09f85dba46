"""``rollwrite tournament``: a round robin between bots."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE, find_game, own_modules


@click.command()
@options.game_id()
@click.argument("bots", nargs=-1, required=True)
@click.option("--games", default=10_000, help="Number of games per pair.")
@click.option("--seats", default=2, help="Even number of seats; each pair alternates.")
@lab.seed
@lab.workers
@lab.device
@lab.cluster
@lab.as_json
@lab.output
@click.option("--plots", type=FILE, help="Folder for the plots (SVG).")
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
def tournament(
    *,
    game_id: str,
    bots: tuple[str, ...],
    games: int,
    seats: int,
    seed: int,
    workers: int | None,
    device: str,
    cluster: str | None,
    as_json: bool,
    output: Path | None,
    plots: Path | None,
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
    """Play a round robin between bots and report Elo ratings.

    BOTS are two or more names, baseline:NAME for the game's own baselines, rollouts:N for an expert
    that plays its best moves out, or module:name of your own.
    """
    from rollwrite.lab.job import are_compiled
    from rollwrite.lab.simulate import Kept
    from rollwrite.lab.tournament import pairing, play_pairs

    files = {"output": output} if output else {}
    if plots:
        plots.mkdir(parents=True, exist_ok=True)
        files |= {name: plots / f"{name}.svg" for name in ("scores", "turns", "wins")}
    lab.check_free(files, force=force)
    own_modules(",".join(bots))
    game = find_game(game_id, language, variant, edition, option)
    if device == "cpu" and cluster is None:
        lab.note_interpreted(language, compiled=are_compiled(game, *bots))
    lab.note_search(game, bots)
    pairs = pairing(game, bots, games, seats, seed, device)
    kept = Kept(rows, study, folder, row_format, resume, force)
    with lab.progress_bar(language) as progress:
        found = play_pairs(pairs, games, kept, workers, cluster, progress)
    data = json.dumps(found.json(), indent=2)
    print(data if as_json else found.text(language, lab.width()))
    if output:
        lab.write(output, data + "\n")
    if plots:
        for name, drawing in found.plots(language).items():
            lab.write(files[name], drawing)
    if found.interrupted:
        sys.exit(lab.INTERRUPTED)
    if any(match.summary.broken for match in found.matches.values()):
        sys.exit(1)
