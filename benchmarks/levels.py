"""``python -m benchmarks.levels GAME``: what bots of each level lose per decision, by reviews.

Every seat of a game draws its level, and the game is reviewed as a user would. ``--write`` puts the
figures where history pages compare players with them (``levels.toml`` of the game).
"""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.bots.bot import prepare
from rollwrite.bots.model import LEVELS, model_of
from rollwrite.coach.levels import Loss, name_of, per_decision

DIGITS = 4


def main() -> None:
    """Play, review and print a row for each level."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.levels", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--variant")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--raw", type=Path, help="write what was counted into this file")
    parser.add_argument("--read", type=Path, nargs="*", help="take it from such files instead")
    parser.add_argument("--write", action="store_true", help="write the game's levels.toml")
    given = parser.parse_args()
    game = rw.game(given.game, variant=given.variant)
    if given.read:
        parts = [json.loads(path.read_text("utf-8")) for path in given.read]
        counted = {level: [tuple(one) for part in parts for one in part[level]] for level in LEVELS}
    else:
        counted = count(game, given.seats, range(given.first, given.first + given.games))
    if given.raw:
        given.raw.write_text(json.dumps(counted), "utf-8")
    found = {level: per_decision(own) for level, own in counted.items() if len(own) > 1}
    for level, loss in found.items():
        name = f"{game.name}, {game.variant}" if game.variant else game.name
        print(f"| {name} | {given.seats} | {level} | {loss.games} | {loss.mean:.3f} "
              f"± {loss.half:.3f} |")  # fmt: skip
    if given.write:
        write(game, given.seats, found)


def count(game: rw.Game, seats: int, numbers: Sequence[int]) -> dict[str, list[tuple[float, int]]]:
    """Points lost and decisions of each seat of some games, by its level."""
    prepare(game)
    found: dict[str, list[tuple[float, int]]] = {level: [] for level in LEVELS}
    for number in numbers:
        random = Random(f"levels {game.id} {game.variant} {seats} {number}")
        levels = [random.choice(LEVELS) for _ in range(seats)]
        players = [bot(level, number * seats + seat) for seat, level in enumerate(levels)]
        state = game.start(seats, seed=number)
        while not state.over:
            seat = next(iter(state.pending), None)
            state = state.roll() if seat is None else state.play(players[seat].choose(state, seat))
        review = rw.coach.review(state, compiled=True)
        for seat, level in enumerate(levels):
            decisions = sum(choice.seat == seat for choice in review.decisions)
            found[level].append((review.accounts[seat].errors, decisions))
    return found


def write(game: rw.Game, seats: int, found: dict[str, Loss]) -> None:
    """Put the figures for a number of seats into the file that the game ships."""
    import tomli_w

    model = model_of(game, None)
    assert model is not None
    path = Path(str(rw.__path__[0])) / "games" / game.id / name_of(game)
    known: dict[str, Any] = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
    if known.get("model") != model.manifest["sha256"]:
        known = {"model": model.manifest["sha256"], "seats": {}}
    known["seats"][str(seats)] = {
        level: {"games": loss.games, "mean": round(loss.mean, DIGITS),
                "half": round(loss.half, DIGITS)}
        for level, loss in found.items()
    }  # fmt: skip
    known["seats"] = dict(sorted(known["seats"].items()))
    path.write_text(tomli_w.dumps(known, multiline_strings=False), "utf-8")


if __name__ == "__main__":
    main()
