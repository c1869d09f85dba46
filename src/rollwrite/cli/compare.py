"""``rollwrite compare``: two editions side by side."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE, own_modules


@click.command()
@click.argument("edition_a", type=FILE)
@click.argument("edition_b", type=FILE, required=False)
@click.option("--game", "name", help="Game of the editions, if it cannot be told from them.")
@click.option("--bots", default="greedy", help="Bots for both editions, separated by commas.")
@click.option(
    "--bots-b",
    show_default="as for EDITION_A",
    help="Other bots for EDITION_B, such as expert@FOLDER.",
)
@click.option("--seats", type=int, help="Number of seats.")
@click.option("--games", default=20_000, help="Number of games per edition.")
@click.option("--study", default=500, help="Games per edition to look at decision by decision.")
@lab.seed
@lab.workers
@lab.cluster
@lab.as_json
@lab.output
@lab.force
@options.variant
@options.language
def compare(
    *,
    edition_a: Path,
    edition_b: Path | None,
    name: str | None,
    bots: str,
    bots_b: str | None,
    seats: int | None,
    games: int,
    study: int,
    seed: int,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
    output: Path | None,
    force: bool,
    variant: str | None,
    language: str,
) -> None:
    """Compare two editions: what differs, with intervals.

    Without EDITION_B, EDITION_A is compared with the game's own cards or sheet. The same seed plays
    both. Figures that differ beyond chance have a star.
    """
    from rollwrite.lab.studies import compare as comparing

    lab.check_free({"output": output} if output else {}, force=force)
    one, other = comparing.editions(edition_a, edition_b, name, variant, language)
    lineups = (bots, bots if bots_b is None else bots_b)
    own_modules(",".join(lineups))
    for game, lineup in zip((one, other), lineups, strict=True):
        lab.note_search(game, lineup.split(","))
    with lab.progress_bar(language) as progress:
        found = comparing.compare(
            one, other, bots, bots_b=bots_b, games=games, study=min(study, games), seats=seats,
            seed=seed, workers=workers, cluster=cluster, progress=progress,
        )  # fmt: skip
    data = json.dumps(found.json(), indent=2)
    print(data if as_json else found.text(language, lab.width()))
    if output:
        lab.write(output, data + "\n")
    if found.interrupted:
        sys.exit(lab.INTERRUPTED)
