"""What every installed game must keep, and the golden move-count tables."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from rollwrite.games.contract import Option
from rollwrite.testing import check_game, check_options, count_positions

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.toml"))


def boxes() -> list[rw.Game]:
    """Every game in every variant."""
    found = []
    for name in rw.games():
        game = rw.game(name)
        found += [rw.game(name, variant=v) for v in game.definition.variants] or [game]
    return found


@pytest.mark.compiled
@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_check_game(game: rw.Game) -> None:
    check_game(game, thorough=True)


@pytest.mark.parametrize(
    ("variant", "wrong"),
    [
        ("solo", Option("level", range(1, 9), ("solo",))),
        ("solo", Option("level", range(2, 8), ("solo",))),
        ("base", Option("level", range(1, 8))),
    ],
)
def test_options_are_what_they_are_said_to_be(variant: str, wrong: Option) -> None:
    definition = replace(rw.game("donnant").definition, options=(wrong,))
    with pytest.raises(AssertionError, match="level="):
        check_options(rw.Game(definition, variant))


def test_every_game_has_a_golden_table() -> None:
    assert {path.stem for path in GOLDEN} == set(rw.games())


def tables() -> list[Any]:
    """Each start of each golden file."""
    return [
        pytest.param(path.stem, start, id=f"{path.stem}: {start['what']}")
        for path in GOLDEN
        for start in tomllib.loads(path.read_text(encoding="utf-8"))["starts"]
    ]


@pytest.mark.parametrize(("name", "start"), tables())
def test_move_counts(name: str, start: dict[str, Any]) -> None:
    """The number of different positions after 1, 2, … decisions is as it always was."""
    game = rw.game(name, **start.get("game", {}))
    state = game.replay(start["log"].lstrip())
    assert count_positions(state, len(start["positions"])) == start["positions"]
