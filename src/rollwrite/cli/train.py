"""``rollwrite train``: learn a bot model by self-play."""

from __future__ import annotations

from pathlib import Path

import click

from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE, find_game
from rollwrite.errors import BadOption, say
from rollwrite.texts import Figure


@click.command()
@options.game_id()
@click.argument("output", type=FILE)
@click.option("--games", type=int, help="Number of games to learn from.")
@click.option("--seats", help="Numbers of seats to train with, such as 1,2,4.")
@click.option("--seed", default=1, help="Random seed; the same seed gives the same model.")
@click.option("--noise", type=float, help="Exploration noise, in points.")
@click.option("--learning-rate", type=float, help="Initial learning rate, 0 to 1.")
@click.option("--td-lambda", type=float, help="Lambda of TD(lambda), 0 to 1.")
@click.option("--checkpoints", type=int, help="Number of checkpoints to choose from.")
@click.option("--from", "begin", type=FILE, help="Folder with a model to start from.")
@click.option("--batch", type=int, help="Games per batch.")
@click.option("--epochs", type=int, help="Passes over each batch.")
@click.option("--resume", is_flag=True, help="Resume an interrupted training.")
@lab.device
@click.option("--cluster", help="Train on this Dask cluster: the address of its scheduler.")
@click.option("--panel", default=2000, help="Games per opponent to compare checkpoints.")
@lab.workers
@lab.force
@options.variant
@options.game_options
@options.edition
@options.language
def train(
    *,
    game_id: str,
    output: Path,
    games: int | None,
    seats: str | None,
    seed: int,
    noise: float | None,
    learning_rate: float | None,
    td_lambda: float | None,
    checkpoints: int | None,
    begin: Path | None,
    batch: int | None,
    epochs: int | None,
    resume: bool,
    device: str,
    cluster: str | None,
    panel: int,
    workers: int | None,
    force: bool,
    variant: str | None,
    option: tuple[str, ...],
    edition: Path | None,
    language: str,
) -> None:
    """Train a model for the bots of a game by self-play.

    OUTPUT is a folder for the model and its checkpoints; play with it as expert@OUTPUT. Options
    without a default shown get one that suits the game.
    """
    from rollwrite.lab import train as training

    game = find_game(game_id, language, variant, edition, option)
    if output.exists() and any(output.iterdir()) and not (force or resume):
        raise BadOption(say("lab.exists", path=output), language)
    config = training.training_config(
        game, games=games, seats=seats, seed=seed, noise=noise, learning_rate=learning_rate,
        td_lambda=td_lambda, checkpoints=checkpoints, batch=batch, epochs=epochs,
    )  # fmt: skip
    with lab.progress_bar(language) as progress:
        made = training.train(
            game,
            config,
            output,
            workers,
            progress,
            begin,
            device=device,
            resume=resume,
            cluster=cluster,
        )
    best = made[0], -1.0
    for folder, share in training.select(game, made, panel, seed, workers, cluster):
        print(say("train.share", folder=folder.name, share=Figure(share, ".1%")).text(language))
        best = max(best, (folder, share), key=lambda found: found[1])
    noises = training.finish(game, best[0], output, seed, panel, workers, cluster)
    told = ", ".join(f"{level} {points}" for level, points in noises.items())
    print(say("train.done", folder=best[0].name, noise=told, output=output).text(language))
