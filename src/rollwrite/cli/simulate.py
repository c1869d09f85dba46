"""``rollwrite simulate``: many games between bots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

import rollwrite as rw
from rollwrite.cli import lab
from rollwrite.cli.options import EditionFile, Language, Options, Variant, own_modules, read_options


def simulate(
    game: Annotated[str, typer.Argument(help="which game")],
    language: Language,
    bots: Annotated[
        str | None,
        typer.Option(help="bots, or module:name of your own, by commas; greedy,random if left out"),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="how many play")] = None,
    games: lab.Games = 100_000,
    seed: lab.Seed = 0,
    workers: lab.Workers = None,
    device: lab.Device = "cpu",
    cluster: lab.Cluster = None,
    as_json: lab.AsJson = False,
    output: lab.Output = None,
    plot: Annotated[
        Path | None, typer.Option(help="an SVG file for the score distributions")
    ] = None,
    force: lab.Force = False,
    variant: Variant = None,
    option: Options = None,
    edition: EditionFile = None,
) -> None:
    """Let bots play many games: scores, victories, length. Ctrl-C keeps what is done."""
    files = {name: path for name, path in (("output", output), ("plot", plot)) if path}
    lab.check_free(files, force=force)
    box = rw.game(game, variant=variant, edition=edition, language=language, **read_options(option))
    if bots is None:
        bots = "greedy" if 1 in (seats, box.seats[-1]) else "greedy,random"
    own_modules(bots)
    with lab.progress_bar(language) as progress:
        found = rw.lab.simulate(
            box, bots, games=games, seats=seats, seed=seed, workers=workers,
            device=device, cluster=cluster, progress=progress,
        )  # fmt: skip
    data = json.dumps(found.json(), indent=2)
    print(data if as_json else found.text(language))
    if output:
        lab.write(output, data + "\n")
    if plot:
        from rollwrite.lab.plots import score_distributions

        lab.write(plot, score_distributions(found, language))
    if found.interrupted:
        raise typer.Exit(lab.INTERRUPTED)
    if found.summary.broken:
        raise typer.Exit(1)
