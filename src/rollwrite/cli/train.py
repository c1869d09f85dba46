"""``rollwrite train``: a mind for the bots of a game, learnt from games against itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import rollwrite as rw
from rollwrite.cli import lab
from rollwrite.cli.options import Language, Options, Variant, read_options
from rollwrite.errors import BadOption, say
from rollwrite.texts import Figure


def train(
    game: Annotated[str, typer.Argument(help="which game")],
    output: Annotated[Path, typer.Argument(help="a folder for the mind and its checkpoints")],
    language: Language,
    games: Annotated[int | None, typer.Option(help="how many games to learn from")] = None,
    seats: Annotated[str | None, typer.Option(help="how many play, by commas: 1,2,4")] = None,
    seed: lab.Seed = 1,
    noise: Annotated[float | None, typer.Option(help="points of noise while learning")] = None,
    pace: Annotated[float | None, typer.Option(help="size of corrections, 0 to 1")] = None,
    trust: Annotated[float | None, typer.Option(help="how much the end counts, 0 to 1")] = None,
    checkpoints: Annotated[int | None, typer.Option(help="how many minds to choose from")] = None,
    begin: Annotated[Path | None, typer.Option("--from", help="go on from this mind")] = None,
    batch: Annotated[int | None, typer.Option(help="games between corrections")] = None,
    passes: Annotated[int | None, typer.Option(help="corrections from each batch")] = None,
    resume: Annotated[bool, typer.Option(help="go on with a lesson that was broken off")] = False,
    device: lab.Device = "cpu",
    panel: Annotated[int, typer.Option(help="games against each of the panel")] = 2000,
    workers: lab.Workers = None,
    force: lab.Force = False,
    variant: Variant = None,
    option: Options = None,
) -> None:
    """Train the bots of a game; use the mind as expert@FOLDER. The same seed, the same mind."""
    from rollwrite.lab import train as training

    box = rw.game(game, variant=variant, language=language, **read_options(option))
    if output.exists() and any(output.iterdir()) and not (force or resume):
        raise BadOption(say("lab.exists", path=output), language)
    lesson = training.lesson(
        box, games=games, seats=seats, seed=seed, noise=noise, pace=pace, trust=trust,
        checkpoints=checkpoints, batch=batch, passes=passes,
    )  # fmt: skip
    with lab.progress_bar(language) as progress:
        made = training.train(
            box, lesson, output, workers, progress, begin, device=device, resume=resume
        )
    best = made[0], -1.0
    for folder, share in training.select(box, made, panel, seed, workers):
        print(say("train.share", folder=folder.name, share=Figure(share, ".1%")).text(language))
        best = max(best, (folder, share), key=lambda found: found[1])
    noises = training.finish(box, best[0], output, seed, panel, workers)
    told = ", ".join(f"{level} {points}" for level, points in noises.items())
    print(say("train.done", folder=best[0].name, noise=told, output=output).text(language))
