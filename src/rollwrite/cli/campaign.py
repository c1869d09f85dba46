"""``rollwrite campaign``: the solo levels and the campaign of Donnant Donnant."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import click

import rollwrite as rw
from rollwrite.cli import options
from rollwrite.cli.options import FILE, read_log
from rollwrite.cli.table import Table
from rollwrite.errors import BadOption, did_you_mean
from rollwrite.games.donnant import campaign as climb
from rollwrite.texts import speaker

speak = speaker("rollwrite.games.donnant")
WORDS = ("show", "continue", "restart")


@click.command()
@click.argument("what", default="show", metavar="[show|continue|restart]")
@click.option("--file", type=FILE, help="where the progress is kept")
@click.option("--seed", type=int, help="the same seed rolls the same dice")
@click.option("--real-dice", is_flag=True, help="roll your own dice and type them in")
@options.language
def campaign(
    what: str, file: Path | None, seed: int | None, real_dice: bool, language: str
) -> None:
    """Show the solo levels and the campaign of Donnant Donnant, play on, or begin again."""
    if what not in WORDS:
        hint = did_you_mean(what, WORDS)
        raise BadOption(speak("campaign.what", given=what, hint=hint), language)
    path = file or _own_file()
    progress, aside = climb.load(path)
    if aside is not None:
        _tell(language, "campaign.damaged", path=path, aside=aside)
    if what == "restart" and climb.is_open(progress):
        _game_file(path, progress).unlink(missing_ok=True)
        progress = climb.restarted(progress)
        climb.save(path, progress)
    if what == "continue":
        progress = _play_on(progress, path, language, seed, real_dice)
    _show(progress, language)


def _play_on(
    progress: climb.Progress, path: Path, language: str, seed: int | None, real_dice: bool
) -> climb.Progress:
    """Play the next level, or the game of it that was left; note the result when it is over."""
    level = climb.next_level(progress)
    save = _game_file(path, progress)
    if save.exists():
        state = read_log(save, language)
    else:
        game = rw.game("donnant", variant="solo", language=language, level=level)
        state = game.start(seed=secrets.randbits(64) if seed is None else seed)
    Table(state, {}, save, real_dice=real_dice).play()
    if not save.exists():
        return progress
    state = read_log(save, language)
    if state.over:
        level = state.position()["level"]
        goal = state.game.rules.GOALS[level - 1]
        progress = climb.played(progress, level, state.scores()[0], goal)
        climb.save(path, progress)
    return progress


def _show(progress: climb.Progress, language: str) -> None:
    for result in progress.history:
        outcome = speak(f"campaign.{result.outcome}")
        key = "campaign.climbed" if result.campaign else "campaign.played"
        told = {"level": result.level, "score": result.score, "goal": result.goal}
        _tell(language, key, outcome=outcome, points=result.points, **told)
    if climb.is_open(progress):
        told = {"level": progress.level, "points": progress.points, "summits": progress.summits}
        _tell(language, "campaign.open", **told)
    else:
        level = climb.next_level(progress)
        _tell(language, "campaign.closed", won=progress.won, level=level)


def _tell(language: str, key: str, **values: Any) -> None:
    print(speak(key, **values).text(language))


def _game_file(path: Path, progress: climb.Progress) -> Path:
    """The log of the game in progress, beside the file of the progress.

    Games are numbered, so a finished one is never counted twice.
    """
    return path.with_name(f"{path.stem}-{len(progress.history) + 1}.log")


def _own_file() -> Path:
    from platformdirs import user_data_path

    return user_data_path("rollwrite") / "donnant-campaign.json"
