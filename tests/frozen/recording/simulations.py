"""Frozen runs of many games: random play interpreted, and what compiled runs of bots come to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import rollwrite as rw
from frozen import adapter
from frozen.cases import EDITION_CASES, SEATS, Case
from frozen.store import plain

GAMES, SEED = 4, 3
LINEUPS: dict[str, tuple[str, str | None, str]] = {
    "clever_kids": ("clever_kids", None, "greedy,random"),
    "donnant": ("donnant", "base", "greedy,random"),
    "donnant alone": ("donnant", "solo", "greedy"),
    "one_card": ("one_card", "base", "greedy,random"),
    "one_card advanced": ("one_card", "advanced", "greedy,random"),
    "qwinto": ("qwinto", None, "greedy,random"),
    "twenty_one": ("twenty_one", None, "greedy,random"),
    # How experts think takes long to compile; Donnant's takes minutes, and is left out.
    "clever_kids experts": ("clever_kids", None, "expert,strong"),
    "twenty_one experts": ("twenty_one", None, "expert,strong"),
    "one_card experts": ("one_card", "base", "expert,strong"),
    "qwinto experts": ("qwinto", None, "expert,strong"),
}
Run = Callable[[rw.Game, int, int, int], tuple[list[int], Any]]


def cases() -> list[Case]:
    """Every number of seats of every game, and some editions."""
    own = [Case(game, seats, SEED, variant) for (game, variant), c in SEATS.items() for seats in c]
    return [*own, *EDITION_CASES]


def random_games(run: Run = adapter.simulated) -> dict[str, Any]:
    """Decisions and scores of some random games."""
    found = {case.name: run(case.box(), case.seats, GAMES, SEED) for case in cases()}
    lists: dict[str, Any] = plain(found)
    return lists


def lineup(name: str) -> Any:
    """What a compiled run of bots comes to, as it is printed by ``rollwrite simulate --json``."""
    game, variant, bots = LINEUPS[name]
    seats = 1 if "," not in bots else 2
    found = rw.lab.simulate(
        rw.game(game, variant=variant), bots, games=60, seats=seats, seed=SEED, workers=1
    )
    return plain(found.json())


def tournament() -> Any:
    """A tournament, as it is printed by ``rollwrite tournament --json``."""
    found = rw.lab.tournament("twenty_one", ["greedy", "random"], games=40, seed=SEED, workers=1)
    told = plain(found.json())
    assert told.pop("edition") is None  # which tournaments did not tell at first
    return told
