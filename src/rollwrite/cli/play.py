"""``rollwrite play``: a game in the terminal."""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Annotated

import typer

import rollwrite as rw
from rollwrite.bots import bot, names
from rollwrite.cli.options import EditionFile, Language, Options, Variant, read_log, read_options
from rollwrite.cli.table import Table
from rollwrite.errors import BadOption, say


def play(
    language: Language,
    game: Annotated[str | None, typer.Argument(help="which game; asked for if left out")] = None,
    seats: Annotated[int | None, typer.Option(help="how many play, bots included")] = None,
    bots: Annotated[int, typer.Option(help="how many of the seats are bots (the last ones)")] = 1,
    level: Annotated[
        str, typer.Option(help=f"how well bots play: {', '.join(names())}")
    ] = "greedy",
    first: Annotated[int, typer.Option(help="the seat that begins")] = 0,
    seed: Annotated[int | None, typer.Option(help="the same seed rolls the same dice")] = None,
    real_dice: Annotated[bool, typer.Option(help="roll your own dice and type them in")] = False,
    variant: Variant = None,
    option: Options = None,
    edition: EditionFile = None,
    save: Annotated[Path | None, typer.Option(help="where the log is kept")] = None,
    resume: Annotated[Path | None, typer.Option(help="go on with a saved game")] = None,
) -> None:
    """Play in the terminal: people around one keyboard, and bots."""
    if resume is not None:
        state = read_log(resume, language, edition)
    else:
        box = rw.game(
            game or _asked(language),
            variant=variant,
            edition=edition,
            language=language,
            **read_options(option),
        )
        state = box.start(seats, secrets.randbits(64) if seed is None else seed, first)
    if not 0 <= bots <= state.seats:
        raise BadOption(
            say("option.count", name="bots", value=bots, low=0, high=state.seats), language
        )
    bots = 0 if state.seats == 1 else bots  # whoever plays alone plays
    bot_seats = {seat: bot(level) for seat in range(state.seats - bots, state.seats)}
    Table(state, bot_seats, save or resume or _new_file(state), real_dice=real_dice).play()


def _asked(language: str) -> str:
    names = rw.games()
    for number, name in enumerate(names, 1):
        print(f"{number}  {rw.game(name, language=language).name}")
    answer = input("? ").strip()
    return names[int(answer) - 1] if answer.isdigit() and 1 <= int(answer) <= len(names) else answer


def _new_file(state: rw.State) -> Path:
    from platformdirs import user_data_path

    name = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{state.game.id}.log"
    return user_data_path("rollwrite") / "games" / name
