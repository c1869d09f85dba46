"""``python -m benchmarks.calibration GAME``: how true the coach is; rows of docs/luck.md.

Games between levels that are drawn for each seat are played and watched, with every number of
seats unless told otherwise. ``--write`` fits the calibration that the game ships to them. In any
case they measure: half of the games foretell the other half. ``--reviews`` reviews some games as a
user would, for what the coach does not foresee.
"""

from __future__ import annotations

import argparse
import tomllib
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import tomli_w

import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.bots.bot import prepare
from rollwrite.bots.model import LEVELS, model_of
from rollwrite.coach.calibration import CURVES, Calibration, calibration_of, name_of
from rollwrite.coach.collecting import Extent, collect
from rollwrite.coach.fitting import Fit, check, fit

SHIPPED = Path("shipped")  # stands for the folder of the game
RARE = 0.01  # of all moments: a bin with fewer is not told
HEAD = (
    "| game | seats | games | mean luck of a seat | chance to win, farthest of ten bins "
    "| a point lost by the model, in results | losses told | the same played to the end "
    "| not foreseen |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|"
)


def main() -> None:
    """Collect, fit if so wished, and print a row."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--variant")
    parser.add_argument("--seats", type=int, nargs="+", help="numbers of seats (all)")
    for name, value in Extent()._asdict().items():
        parser.add_argument(f"--{name}", type=int, default=value)
    parser.add_argument("--reviews", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=1, help="processes; they change no figure")
    parser.add_argument("--bins", action="store_true", help="print all bins")
    told = "write the calibration of the game, or into another folder"
    parser.add_argument("--write", nargs="?", const=SHIPPED, type=Path, metavar="FOLDER", help=told)
    given = parser.parse_args()
    game = rw.game(given.game, variant=given.variant)
    extent = Extent(*(getattr(given, name) for name in Extent._fields))
    print(HEAD)
    for seats in given.seats or game.seats:
        if not extent.games:  # nothing but reviews
            print(f"| {titled(game)} | {seats} | {unforeseen(game, seats, given)} |", flush=True)
            continue
        found = collect(game, seats, extent, given.jobs)
        if given.write:
            write(game, seats, fit(found, seats), extent, given.write)
        fitted = check(found, seats)
        print(row(game, seats, fitted, unforeseen(game, seats, given)), flush=True)
        if given.bins:
            for predicted, observed, part in fitted.bins:
                print(f"| {predicted:.1%} | {observed:.1%} | {part:.1%} |", flush=True)


def titled(game: rw.Game) -> str:
    """The name of a game, with its variant."""
    return f"{game.name}, {game.variant}" if game.variant else game.name


def row(game: rw.Game, seats: int, found: Fit, unforeseen: str) -> str:
    """A row of the table."""
    common = [observed - predicted for predicted, observed, part in found.bins if part >= RARE]
    certain = all(observed == 1 for _, observed, _ in found.bins)  # alone, without a goal
    off = "–" if certain else f"{100 * max(common, key=abs):+.1f}"
    luck, scale, played = (
        "{:+.2f} ± {:.2f}".format(*one) for one in (found.luck, found.scale, found.played)
    )
    return (
        f"| {titled(game)} | {seats} | {found.games:,} | {luck} | {off} "
        f"| {scale.lstrip('+')} | {found.told:.2f} | {played.lstrip('+')} | {unforeseen} |"
    )


def unforeseen(game: rw.Game, seats: int, given: argparse.Namespace) -> str:
    """What reviews did not foresee, as a part of the sum of all terms without their signs."""
    prepare(game)
    with ProcessPoolExecutor(given.jobs, get_context("fork")) as pool:
        found = list(pool.map(partial(reviewed, game, seats), range(given.reviews)))
    parts = [part for one in found for part in one]
    return f"{fmean(parts):.0%} of {given.reviews}" if parts else ""


def reviewed(game: rw.Game, seats: int, number: int) -> list[float]:
    """The part that was not foreseen in one game, by seats."""
    random = Random(f"review {number}")
    players = [bot(random.choice(LEVELS)) for _ in range(seats)]
    options = {
        option.name: random.choice(option.values)
        for option in game.definition.options
        if option.values is not None and game.variant in (option.variants or (game.variant,))
    }
    state = game.start(seats, seed=number, **options)
    while not state.over:
        seat = next(iter(state.pending), None)
        state = state.roll() if seat is None else state.play(players[seat].choose(state, seat))
    found = []
    for account in rw.coach.review(state).accounts:
        terms = [abs(term) for term in account[:-1]]
        found.append(abs(account.unforeseen) / max(sum(terms), 1e-9))
    return found


def write(game: rw.Game, seats: int, found: Calibration, extent: Extent, folder: Path) -> None:
    """Put a fit for a number of seats into a calibration: that which the game ships, or another."""
    model = model_of(game, None)
    assert model is not None
    shipped = Path(str(rw.__path__[0])) / "games" / game.id
    path = (shipped if folder == SHIPPED else folder) / name_of(game)
    known: dict[str, Any] = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    if known.get("model") != model.manifest["sha256"]:
        known = {"model": model.manifest["sha256"], "seats": {}}
    options = " ".join(f"--{name} {value}" for name, value in extent._asdict().items())
    variant = f" --variant {game.variant}" if game.variant else ""
    curves = {name: [round(one, 4) for one in getattr(found, name)] for name in CURVES}
    known["seats"][str(seats)] = {
        "made_by": f"python -m benchmarks.calibration {game.id}{variant} --seats {seats} {options}"
        " --write",
        **curves,
        "scale": found.scale,
        "doubt": found.doubt,
    }
    known["seats"] = dict(sorted(known["seats"].items()))
    path.write_text(tomli_w.dumps(known, multiline_strings=False), "utf-8")
    calibration_of.cache_clear()


if __name__ == "__main__":
    main()
