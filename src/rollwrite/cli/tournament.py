"""``rollwrite tournament``: everyone against everyone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

import rollwrite as rw
from rollwrite.cli import lab
from rollwrite.cli.options import EditionFile, Language, Options, Variant, own_modules, read_options


def tournament(
    game: Annotated[str, typer.Argument(help="which game")],
    bots: Annotated[list[str], typer.Argument(help="bots, or module:name of your own")],
    language: Language,
    games: lab.Games = 10_000,
    seats: Annotated[int, typer.Option(help="2, or more in pairs")] = 2,
    seed: lab.Seed = 0,
    workers: lab.Workers = None,
    device: lab.Device = "cpu",
    cluster: lab.Cluster = None,
    as_json: lab.AsJson = False,
    output: lab.Output = None,
    plots: Annotated[Path | None, typer.Option(help="a folder for the plots (SVG)")] = None,
    force: lab.Force = False,
    variant: Variant = None,
    option: Options = None,
    edition: EditionFile = None,
) -> None:
    """Let every bot play every other one: a table with Elo ratings, and plots."""
    files = {"output": output} if output else {}
    if plots:
        plots.mkdir(parents=True, exist_ok=True)
        files |= {name: plots / f"{name}.svg" for name in ("scores", "turns", "wins")}
    lab.check_free(files, force=force)
    own_modules(",".join(bots))
    box = rw.game(game, variant=variant, edition=edition, language=language, **read_options(option))
    with lab.progress_bar(language) as progress:
        found = rw.lab.tournament(
            box, bots, games=games, seats=seats, seed=seed, workers=workers,
            device=device, cluster=cluster, progress=progress,
        )  # fmt: skip
    data = json.dumps(found.json(), indent=2)
    print(data if as_json else found.text(language))
    if output:
        lab.write(output, data + "\n")
    if plots:
        for name, drawing in found.plots(language).items():
            lab.write(files[name], drawing)
    if found.interrupted:
        raise typer.Exit(lab.INTERRUPTED)
    if any(match.summary.broken for match in found.matches.values()):
        raise typer.Exit(1)
