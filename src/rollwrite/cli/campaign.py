"""``rollwrite campaign``: the solo levels and the campaign of a game that has them."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any

import click

import rollwrite as rw
from rollwrite.cli import options
from rollwrite.cli.options import FILE, data_folder, read_log
from rollwrite.cli.terminal.table import Table
from rollwrite.errors import BadOption, did_you_mean, say
from rollwrite.games.kit.campaign import Campaign, CampaignProgress
from rollwrite.texts import Message

WORDS = ("show", "continue", "restart")


@click.command()
@click.argument("what", default="show", metavar="[show|continue|restart]")
@click.option("--game", "game_id", help="The game, where several have a campaign.")
@click.option(
    "--file", type=FILE, show_default="in your data folder", help="File with your progress."
)
@click.option("--seed", type=int, help="Random seed; the same seed rolls the same dice.")
@click.option("--real-dice", is_flag=True, help="Roll your own dice and type in the results.")
@options.language
def campaign(
    what: str, game_id: str | None, file: Path | None, seed: int | None, real_dice: bool,
    language: str,
) -> None:  # fmt: skip
    """Play solo levels and a campaign."""
    if what not in WORDS:
        hint = did_you_mean(what, WORDS)
        raise BadOption(say("campaign.what", given=what, hint=hint), language)
    game, climb = _with_campaign(game_id, language)
    path = file or _own_file(game)
    progress, aside = climb.load(path)
    if aside is not None:
        told = {"path": path, "aside": aside}
        print(Message(game.definition.package, "campaign.damaged", told).text(language))
    if what == "restart" and climb.is_open(progress):
        _game_file(path, progress).unlink(missing_ok=True)
        progress = climb.restarted(progress)
        climb.save(path, progress)
    if what == "continue":
        progress = _play_on(game, climb, progress, path, seed, real_dice)
    for line in (*climb.results(progress), climb.standing(progress)):
        print(line.text(language))


def _with_campaign(game_id: str | None, language: str) -> tuple[rw.Game, Campaign]:
    """The game meant, or the only one that has a campaign."""
    having = {name: found for name in rw.games() if (found := rw.game(name).definition.campaign)}
    hint = say("choices", choices=list(having)) if having else say("no_choices")
    if game_id is None:
        if len(having) != 1:
            raise BadOption(say("campaign.which", hint=hint), language)
        (game_id,) = having
    if game_id not in having:
        game = rw.game(game_id, language=language)
        raise BadOption(say("campaign.none", game=game.id, hint=hint), language)
    climb = having[game_id]
    return rw.game(game_id, variant=climb.VARIANT, language=language), climb


def _play_on(
    game: rw.Game, climb: Campaign, progress: CampaignProgress, path: Path, seed: int | None,
    real_dice: bool,
) -> CampaignProgress:  # fmt: skip
    """Play the next level, or resume its unfinished game; save the result when it is over."""
    save = _game_file(path, progress)
    if save.exists():
        state = read_log(save, game.language)
    else:
        level: dict[str, Any] = dict(climb.next_options(progress))
        state = game.start(seed=secrets.randbits(64) if seed is None else seed, **level)
    Table(state, {}, save, forced=False, real_dice=real_dice).play()
    if not save.exists():
        return progress
    state = read_log(save, game.language)
    if state.over:
        progress = climb.finished(state.game, progress, state.position(), state.scores()[0])
        climb.save(path, progress)
    return progress


def _game_file(path: Path, progress: CampaignProgress) -> Path:
    """The log of the game in progress, next to the progress file.

    Games are numbered, so that a finished one is never counted twice.
    """
    return path.with_name(f"{path.stem}-{len(progress.history) + 1}.log")


def _own_file(game: rw.Game) -> Path:
    return data_folder() / f"{game.id}-campaign.json"
