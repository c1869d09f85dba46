"""``rollwrite play``: play in the terminal."""

from __future__ import annotations

import secrets
import time
from pathlib import Path

import click

import rollwrite as rw
from rollwrite.bots import bot, names
from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE, data_folder, find_game, read_log
from rollwrite.cli.terminal.table import Table
from rollwrite.errors import BadOption, say


@click.command()
@options.game_id(required=False)
@click.option("--seats", type=int, help="Number of seats, bots included.")
@click.option("--bots", default=1, help="Number of bots; they take the last seats.")
@click.option("--level", default="casual", help=f"Level of the bots: {', '.join(names())}.")
@click.option("--first", default=0, help="Seat that starts, counted from 0.")
@click.option("--seed", type=int, help="Random seed; the same seed rolls the same dice.")
@click.option(
    "--forced/--ask-forced", default=True, help="Make the only possible move without asking."
)
@click.option("--real-dice", is_flag=True, help="Roll your own dice and type in the results.")
@options.variant
@options.game_options
@options.edition
@click.option("--save", type=FILE, show_default="in your data folder", help="File for the log.")
@click.option("--resume", type=FILE, help="Resume the game saved in this log.")
@options.language
def play(
    *,
    game_id: str | None,
    seats: int | None,
    bots: int,
    level: str,
    first: int,
    seed: int | None,
    forced: bool,
    real_dice: bool,
    variant: str | None,
    option: tuple[str, ...],
    edition: Path | None,
    save: Path | None,
    resume: Path | None,
    language: str,
) -> None:
    """Play in the terminal, against people and bots.

    Without GAME, you choose from a list.
    """
    if resume is not None:
        state = read_log(resume, language, edition)
    else:
        game = find_game(game_id or _asked(language), language, variant, edition, option)
        state = game.start(seats, secrets.randbits(64) if seed is None else seed, first)
    if not 0 <= bots <= state.seats:
        raise BadOption(
            say("option.count", name="bots", value=bots, low=0, high=state.seats), language
        )
    bots = 0 if state.seats == 1 else bots  # whoever plays alone plays
    if bots:
        lab.note_search(state.game, [level])
    bot_seats = {seat: bot(level) for seat in range(state.seats - bots, state.seats)}
    table = Table(
        state,
        bot_seats,
        save or resume or _new_file(state),
        forced=forced,
        real_dice=real_dice,
    )
    table.play()


def _asked(language: str) -> str:
    names = rw.games()
    for number, name in enumerate(names, 1):
        print(f"{number}  {rw.game(name, language=language).name}")
    answer = input("? ").strip()
    return names[int(answer) - 1] if answer.isdigit() and 1 <= int(answer) <= len(names) else answer


def _new_file(state: rw.State) -> Path:
    name = f"{time.strftime('%Y-%m-%d-%H%M%S')}-{state.game.id}.log"
    return data_folder() / "games" / name
