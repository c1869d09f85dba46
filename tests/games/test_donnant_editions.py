"""Editions of Donnant Donnant: what a file may change, and how a mistake in it is named."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

import rollwrite as rw
from rollwrite import BadEdition
from rollwrite.kernel.run import run_compiled, run_interpreted
from rollwrite.testing import check_game

OWN = files("rollwrite.games.donnant").joinpath("sheet.toml").read_text(encoding="utf-8")


def edition(path: Path, change: Callable[[str], str]) -> rw.Game:
    file = path / "mine.toml"
    file.write_text(change('name = "mine"\n' + OWN), encoding="utf-8")
    return rw.game("donnant", edition=file)


def other_cards(text: str) -> str:
    text = text.replace("e = [4, 4, 3, 3]", "e = [5, 3, 2, 1]")
    text = text.replace("[6] [6] [6Y]", "[·] = [·] < [·P] < [4] [2]")
    text = text.replace(
        '"[1] [2] [3] [4]", scores = "S3 O", points = 4', '"[3Y]", scores = "S5", points = 20'
    )
    return text.replace("[4B] [5P] [6Y]", "[·] [·] [·] [·] [·] [·] [·B] [·] sum≥20")  # fmt: skip


@pytest.mark.slow
def test_an_edition_is_played_with_its_own_cards_and_prices(tmp_path: Path) -> None:
    game = edition(tmp_path, other_cards)
    assert game.edition is not None
    assert game.edition.startswith("mine #")
    assert game.rules.PRICES[0] == (5, 3, 2, 1)
    assert game.rules.POINTS[10] == 20
    check_game(game, playthroughs=1, compiled_games=0)
    state = game.start(seats=2, seed=4)
    assert state.position()["edition"] == game.edition
    with pytest.raises(rw.BadPosition, match="edition"):
        rw.game("donnant").position(state.position())


@pytest.mark.compiled
def test_an_edition_runs_compiled_too(tmp_path: Path) -> None:
    game = edition(tmp_path, other_cards)
    start = game.definition.position.start(game, 2, 0, {})
    plain = run_interpreted(game.rules, start, 20, 3)
    compiled = run_compiled(game.rules, start, 20, 3)
    assert compiled.scores.tolist() == plain.scores
    own = run_interpreted(rw.game("donnant").rules, start, 20, 3)
    assert own.scores != plain.scores


def test_more_cards_than_printed(tmp_path: Path) -> None:
    more = "".join(
        f'E{n} = {{ colour = "-", objective = "[{n % 6 + 1}]", scores = "S4", points = 1 }}\n'
        for n in range(30, 61)
    )
    game = edition(tmp_path, lambda text: text.replace("\n[bonus]", f"{more}\n[bonus]"))
    state, random = game.start(seats=4, seed=2), Random(2)
    while not state.over:
        if state.chance:
            state = state.roll()
        else:
            state = state.play(random.choice(state.moves(state.pending[0])))
    names = [
        entry["card"] for sheet in state.position()["sheets"] for entry in sheet["grid"].values()
    ]
    assert any(name > "E29" for name in names)  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("e = [4, 4, 3, 3]", "e = [4, 4, 3]", r"prices\.e.*must be a list of length 4"),
        ("e = [4, 4, 3, 3]", "e = [4, 4, 3, 6]", r"prices\.e\[3\].*from 1 to 5, not 6"),
        ("12, 12, 11", "0, 12, 11", r"solo\.rounds\[0\].*from 1 to 40, not 0"),
        ("[1] [1] [6] [6]", "[1] [1] [6] [7]", r"'\[1\] \[1\] \[6\] \[7\]' is not an objective"),
        ("[1] [1] [6] [6]", "", r"'' is not an objective"),
        ("[1] [1] [6] [6]", "[1] <", r"is not an objective"),
        ("[1] [1] [6] [6]", "[3] < [2]", r"'\[3\] < \[2\]' cannot be completed"),
        ("[1] [1] [6] [6]", "[2] = [4]", r"cannot be completed"),
        ("[1] [1] [6] [6]", "[·] < [·] < [·] < [3]", r"cannot be completed"),
        ("[1] [1] [6] [6]", "[·] [·] sum≥13", r"cannot be completed"),
        ("[1] [1] [6] [6]", "[1] [·] sum≥7", r"a sum needs blank cells"),
        ("[1] [1] [6] [6]", "[1] " * 9, r"9 cells; a card has at most 8"),
        ('"G", objective = "[1] [1]', '"R", objective = "[1] [1]', r"'R' is not allowed"),
        ('scores = "S1", points = 3', 'scores = "S8", points = 3', r"'S8' is not allowed"),
        ('scores = "S1", points = 3', 'scores = "S2", points = 3', r"'S2' is not allowed"),
        ('scores = "S1", points = 3', 'scores = "S1", points = 0', r"from 1 to 50, not 0"),
        ('bonus = "P4"', 'bonus = "P6"', r"'P6' is not allowed"),
        ('{ colour = "-", objective = "[4]', '{ colour = "Y", objective = "[4]', r"wild cards"),
    ],
)  # fmt: skip
def test_bad_editions_name_the_line_and_the_reason(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    with pytest.raises(BadEdition, match=told) as wrong:
        edition(tmp_path, lambda text: text.replace(old, new, 1))
    before = ('name = "mine"\n' + OWN).partition(old)[0]
    assert f"mine.toml, line {before.count(chr(10)) + 1} (" in str(wrong.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("E02 = {", "E31 = {", r"\(evaluation\.E31\): .*E02 comes here, not E31"),
        ("E02 = {", "E03 = {", r"mine\.toml, line 25: this name is already used in the file"),
        ("[bonus]", "[bones]", r"'bonus' is missing"),
        ("[prices]", "[prizes]", r"'prices' is missing"),
        ("points = 3 }", "point = 3 }", r"\(evaluation\.E02\): the field 'points' is missing"),
        ("[solo]", "extra = 1\n[solo]", r"\(prices\): unknown field 'extra'"),
    ],
)
def test_fields_of_editions_that_are_missing_or_unknown(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    with pytest.raises(BadEdition, match=told):
        edition(tmp_path, lambda text: text.replace(old, new, 1))


def test_too_few_cards(tmp_path: Path) -> None:
    def fewer(text: str) -> str:
        return "\n".join(x for x in text.splitlines() if not x.startswith(("E2", "E19", "E18")))

    with pytest.raises(
        BadEdition, match="37 cards are too few for four seats; there must be at least 41"
    ):
        edition(tmp_path, fewer)
    with pytest.raises(BadEdition, match="0 cards; there must be 12 to 60"):
        edition(
            tmp_path,
            lambda text: "\n".join(x for x in text.splitlines() if not x.startswith("E")),
        )
