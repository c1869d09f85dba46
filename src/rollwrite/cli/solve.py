"""``rollwrite solve``: compute the value of a game, and a bot model from it."""

from __future__ import annotations

import json
from pathlib import Path

import click

import rollwrite as rw
from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE


@click.command()
@options.game_id()
@click.option("--objective", help="What to solve for; an unknown one is refused with the list.")
@lab.seed
@click.option("--output", type=FILE, help="Folder for the model; play with it as expert@FOLDER.")
@lab.as_json
@lab.force
@options.language
def solve(
    game_id: str,
    objective: str | None,
    seed: int,
    output: Path | None,
    as_json: bool,
    force: bool,
    language: str,
) -> None:
    """Solve a game exactly, where it can be solved."""
    from rollwrite.bots.model import stem
    from rollwrite.lab.solve import check_portable, check_solvable
    from rollwrite.lab.solve import solve as solve_game

    game = rw.game(game_id, language=language)
    with game.localized_errors():
        check_solvable(game)
        if output:
            check_portable(game)
    if output:
        made = {end: output / f"{stem(game)}.{end}" for end in ("bin", "toml")}
        output.mkdir(parents=True, exist_ok=True)
        lab.check_free(made, force=force)
    with lab.progress_bar(language) as progress:
        found = solve_game(game, objective, seed=seed, progress=progress)
    if output:
        found.save(output)
    print(json.dumps(found.json(), indent=2) if as_json else found.text(language))
