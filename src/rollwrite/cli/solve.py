"""``rollwrite solve``: compute a bot's mind where a game can be solved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

import rollwrite as rw
from rollwrite.cli import lab
from rollwrite.cli.options import Language


def solve(
    game: Annotated[str, typer.Argument(help="which game: twenty_one or clever_kids")],
    language: Language,
    objective: Annotated[
        str | None,
        typer.Option(help="race (twenty_one), solo, or cost=4 (points that a turn costs)"),
    ] = None,
    seed: lab.Seed = 0,
    output: Annotated[
        Path | None, typer.Option(help="a folder for the mind, which plays as expert@FOLDER")
    ] = None,
    as_json: lab.AsJson = False,
    force: lab.Force = False,
) -> None:
    """Solve a game, and keep what was found as a mind for bots."""
    from rollwrite.bots.mind import stem
    from rollwrite.lab.solve import check_portable, check_solvable
    from rollwrite.lab.solve import solve as solve_game

    box = rw.game(game, language=language)
    with box.speaking():
        check_solvable(box)
        if output:
            check_portable(box)
    if output:
        made = {end: output / f"{stem(box)}.{end}" for end in ("bin", "toml")}
        output.mkdir(parents=True, exist_ok=True)
        lab.check_free(made, force=force)
    with lab.progress_bar(language) as progress:
        found = solve_game(box, objective, seed=seed, progress=progress)
    if output:
        found.save(output)
    print(json.dumps(found.json(), indent=2) if as_json else found.text(language))
