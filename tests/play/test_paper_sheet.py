"""Sheets that were played on paper: what they score, and where they break the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest
from click.testing import CliRunner

import rollwrite as rw
from rollwrite.cli.main import app
from rollwrite.draw.svg import svg
from rollwrite.errors import BadPosition
from rollwrite.play.paper_sheet import score_sheet, sheet_lines
from rollwrite.texts import LANGUAGES

# Lines of a sheet, its score, and the rules that it breaks.
SHEETS: list[tuple[str, list[str], int, list[str]]] = [
    # Q7: a point for each number, the last one of a full row; -5 for a miss.
    ("qwinto", ["1 2 3 4 5 6 7 8 9", "3", "", "x x"], 9 + 1 - 10, []),
    ("qwinto", ["3 9 5"], 3, ["Q5"]),
    ("qwinto", ["- - 3", "- 3"], 2, []),
    ("qwinto", ["3", "- 3", "- - 3"], 6, ["Q6"]),
    ("qwinto", ["1 2 3 4 5 6 7 8 9", "2 3 4 5 6 7 8 9 10", "", "4"], 9 + 10 - 20, ["Q8"]),
    # T6: the numbers, and 10 for five hits; a cross counts nothing.
    ("twenty_one", ["A", "65x321", "3"], 17 + 15 + 3, []),
    ("twenty_one", ["A", "666321"], 24 + 10, ["T4", "T4"]),
    ("twenty_one", ["B", "1 - 1", "1"], 3, ["T3"]),
    ("twenty_one", ["C", "- - x"], 0, ["T5"]),
    ("twenty_one", ["", "1"], 1, [""]),
    ("clever_kids", ["4", "2"], 2, []),
    ("clever_kids", ["x - x"], 0, ["K5"]),
    ("clever_kids", ["12", "10", "xxxx", "xxxx", "xxxx"], 12, ["K9"]),
    # C6: three full rows, and a bonus for their suns.
    ("one_card", ["7 O Y B", "8 r"], 18 + 3, []),
    ("one_card", ["7 OYB", "7"], 18, ["C1"]),
    ("one_card", ["7 R"], 0, [""]),
    ("one_card", ["1", "2", "3"], 0, ["C7"]),
    ("one_card", ["R 7"], 0, [""]),
    ("one_card", [f"{card} ROYBGV" for card in range(1, 6)], 100, ["", "", "", "", "", "C8"]),
    ("donnant", ["c3 E01 1 2 3 4", "c4 E02"], 0, []),
    ("donnant", ["c3 E01 1 2 3 4", "c4 E02 1 1 6 6"], 5, []),
    ("donnant", ["c3 E01", "e1 E02", "a5 B01"], 0, ["D3"]),
    ("donnant", ["c3 E01 4 3"], 0, ["D15"]),
    ("donnant", ["c3 E01", "c3 E02"], 0, ["D3"]),
    ("donnant", ["E01 c3"], 0, [""]),
    ("qwinto", ["9 3 2", "- - - 2", "- 7", "-"], 5, ["Q5", "Q5", "Q6"]),
    ("twenty_one", ["A", "1 - x", "1"], 2, ["T3", "T5"]),
    ("donnant", ["c3 E01 1 2 3 4 5", "c4 E01 b2"], 0, ["4 cells, not 5", "twice", "'b2' cannot"]),
]


@pytest.mark.parametrize(("id_", "lines", "points", "broken"), SHEETS)
def test_a_sheet_is_scored_and_checked(
    id_: str, lines: list[str], points: int, broken: list[str]
) -> None:
    found = score_sheet(rw.game(id_), lines)
    assert (found.points, sum(line.points for line in found.tally())) == (points, points)
    assert len(found.problems) == len(broken), found.problems
    for problem, rule in zip(found.problems, broken, strict=True):
        assert rule in problem
    assert svg(found.state.sheet(0))


@pytest.mark.parametrize(
    ("id_", "lines", "told"),
    [
        ("qwinto", ["19"], "Orange row: '19' cannot stand there, only 1 to 18."),
        ("qwinto", ["", "1 2 3 4 5 6 7 8 9 10"], "Yellow row: 10 entries are too many; there are"),
        ("qwinto", ["", "", "", "5"], "Misses: '5' cannot stand there, only x for each cross"),
        ("qwinto", [""] * 5, "A sheet of this game has 4 lines, not 5."),
        ("twenty_one", ["G"], "Sheet: 'G' cannot stand there, only A B C D E F."),
        ("clever_kids", ["13"], "'13' cannot stand there"),
        (
            "donnant",
            ["c3 E99"],
            "Card 1: 'E99' cannot stand there, only something like c3 E12 1 - 4.",
        ),
        ("qwinto", ["1" * 401], "Orange row: a line has at most 400 letters."),
    ],
)
def test_what_is_no_sheet_is_refused(id_: str, lines: list[str], told: str) -> None:
    with pytest.raises(BadPosition) as refused:
        score_sheet(rw.game(id_), lines)
    assert told in str(refused.value)


def typed_of(state: rw.State) -> list[str]:
    """The lines in which somebody would type seat 0's sheet of Qwinto in."""
    sheet: Any = state.position()["sheets"][0]
    rows = [" ".join(str(number or "-") for number in sheet[letter]) for letter in "OYP"]
    return [*rows, str(sheet["misses"])]


def test_every_sheet_that_was_played_keeps_the_rules() -> None:
    whim = random.Random(1)
    for seed in range(20):
        state = rw.game("qwinto").start(2, seed)
        while not state.over:
            if state.chance is not None:
                state = state.roll()
            else:
                seat = state.pending[0]
                state = state.play(whim.choice(state.moves(seat)), seat)
        found = score_sheet(rw.game("qwinto"), typed_of(state))
        assert (found.points, found.problems) == (state.scores()[0], ())


@pytest.mark.parametrize("id_", rw.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_are_named_in_every_language(id_: str, language: str) -> None:
    game = rw.game(id_, language=language)
    names = [game.text(line.label) for line in sheet_lines(game)]
    assert len(set(names)) == len(names)
    parts = [part for line in sheet_lines(game) for part in line.parts]
    drawn = score_sheet(game, []).state.sheet(0)
    assert all(f'"{part}"' in svg(drawn) for part in parts)


def test_the_command_scores_checks_and_asks() -> None:
    told = CliRunner().invoke(app, ["score", "qwinto", "-l", "en", "3 5", "", "- 2 8", "x"])
    assert told.exit_code == 0
    assert "Score: −1\nThis sheet keeps the rules." in told.output
    broken = CliRunner().invoke(app, ["score", "qwinto", "-l", "en"], input="3 9 5\n\n\n\n")
    assert broken.exit_code == 1
    assert "Orange row (1 to 18): " in broken.output
    problem = (
        "Numbers must increase from left to right, but 5 comes after 9 in the orange row (Q5)."
    )
    assert f"This sheet breaks the rules:\n- {problem}" in broken.output
