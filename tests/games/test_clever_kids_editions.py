"""Clever Kids with sheets and dice of one's own, and what is said about faulty ones."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

import rollwrite as rw
from rollwrite.testing import check_game

OWN = files("rollwrite.games.clever_kids").joinpath("sheet.toml").read_text(encoding="utf-8")

SMALL = """
name = "Tiny party"
[yellow]
balloons = ["pink (yellow)"]
[red]
wagons = [1]
[green]
gifts = ["4"]
rows = ["(red)"]
columns = [""]
[blue]
muffin = [""]
donut = ["*"]
cake = ["(blue)"]
"""

LARGE = """
name = "Grand party"
[yellow]
balloons = [
    "heart", "blue *", "pink (red)", "green", "heart (green)", "blue", "green", "pink *",
    "heart", "blue", "heart", "blue *", "pink (blue)", "green", "heart (yellow)", "blue",
    "green", "pink *", "heart", "blue *",
]
[red]
wagons = [1, 2, "3 *", 4, "5 (green)", 1, 2, "3 *", 4, "5 *", 1, 2, "3 (blue)", 4, "5 *"]
[green]
gifts = ["123412", "234123", "341234", "412341", "123412"]
rows = ["*", "*", "(blue)", "", "*"]
columns = ["*", "(yellow)", "(red)", "(blue)", "*", "(green)"]
[blue]
muffin = ["*", "(yellow)", "*", "*", "", "*"]
donut = ["(red)", "*", "*", "*", "(green)", "*"]
cake = ["(green)", "*"]
[dice]
D1 = ["joker", "joker", "candle", "muffin", "donut", "gift1"]
D2 = ["joker", "blue", "candle", "donut", "cake", "gift2"]
D3 = ["joker", "pink", "candle", "cake", "muffin", "gift3"]
D4 = ["candle", "heart", "green", "muffin", "joker", "gift4"]
D5 = ["candle", "candle", "joker", "pink", "green", "cake"]
"""


def edition(tmp_path: Path, source: str) -> rw.Game:
    path = tmp_path / "mine.toml"
    path.write_text(source, encoding="utf-8")
    return rw.game("clever_kids", edition=path)


@pytest.mark.parametrize(
    ("source", "compiled"),
    [
        pytest.param(SMALL, 0, id="smallest"),
        pytest.param(LARGE, 50, id="largest", marks=pytest.mark.compiled),
    ],
)
def test_an_edition_keeps_every_promise(tmp_path: Path, source: str, compiled: int) -> None:
    check_game(edition(tmp_path, source), playthroughs=1, compiled_games=compiled)


def test_our_own_sheet_as_an_edition_plays_the_same_games(tmp_path: Path) -> None:
    own, copy = rw.game("clever_kids"), edition(tmp_path, OWN)
    one, two = own.start(seats=2, seed=8), copy.start(seats=2, seed=8)
    while not one.over:
        if one.chance:
            one, two = one.roll(), two.roll()
        else:
            seat = one.pending[-1]
            assert [str(move) for move in one.moves(seat)] == [str(m) for m in two.moves(seat)]
            one, two = one.play(one.moves(seat)[0]), two.play(two.moves(seat)[0])
    assert one.scores() == two.scores()
    assert two.position()["edition"] == copy.edition
    assert "edition" not in one.position()


def test_what_an_edition_leaves_out_is_as_in_our_own_sheet(tmp_path: Path) -> None:
    dice = OWN[OWN.index("[dice]") :].replace('"heart", "green"', '"heart", "heart"')
    game = edition(tmp_path, f'name = "My dice"\n{dice}')
    assert game.rules.BALLOONS == 12
    assert dict(game.start(seats=1).chance_outcomes())[
        "joker joker joker heart cake"
    ] == pytest.approx(2 / 7776)


def test_an_edition_changes_what_is_played(tmp_path: Path) -> None:
    game = edition(tmp_path, SMALL)
    state = game.start(seats=1).roll("heart blue joker candle cake").play("zone yellow")
    state = state.play("tick Y1")
    assert state.over, "one balloon is the whole zone, and its own bonus lapses"
    state = game.start(seats=1).roll("heart cake joker candle cake").play("zone blue")
    assert [str(move) for move in state.moves()] == ["tick C1"]
    state = state.play("tick C1")
    assert [str(move) for move in state.moves()] == ["tick M1", "tick D1", "decline"]
    assert not state.play("decline").over


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ('D4 = ["candle", ', "D4 = [", 26, r"dice\.D4\): D4 must have 6 faces, not 5"),
        (
            'D5 = ["candle", "candle"',
            'D5 = ["candle", "kandle"',
            27,
            r"dice\.D5\[1\]\): 'kandle' is not a face of a die. Did you mean candle\?",
        ),
        ("D5 = ", "D6 = ", 22, r"dice\): the field 'D5' is missing"),
        (
            'muffin = ["*", "(yellow)", "*"]',
            "muffin = []",
            18,
            r"blue\.muffin\): a zone needs at least one symbol",
        ),
        (
            'muffin = ["*", ',
            'muffin = ["muffin *", ',
            18,
            r"blue\.muffin\[0\]\): this must be a prize",
        ),
        (
            '"pink (blue)", "green *"',
            '"pink (violet)", "green *"',
            7,
            r"yellow\.balloons\[2\]\): 'violet' is not the colour of a zone",
        ),
        (
            '["heart", "blue"',
            '["hart", "blue"',
            7,
            r"yellow\.balloons\[0\]\): 'hart' is not a balloon. Did you mean heart\?",
        ),
        ('["heart", "blue"', '["joker", "blue"', 7, r"'joker' is not a balloon"),
        ('["heart", "blue"', '["heart **", "blue"', 7, r"'heart \*\*' is not valid"),
        ('["heart", "blue"', '[true, "blue"', 7, r"True is not valid"),
        (
            'wagons = ["1", ',
            'wagons = ["6", ',
            10,
            r"red\.wagons\[0\]\): a wagon has 1 to 5 candles, not '6'",
        ),
        ('wagons = ["1", ', 'wagons = ["0", ', 10, r"a wagon has 1 to 5 candles, not '0'"),
        ('wagons = ["1", ', 'wagons = "1" #', 10, r"red\.wagons\): must be a list"),
        (
            'gifts = ["1234", "2341", "3412"]',
            "gifts = []",
            13,
            r"green\.gifts\): a zone needs at least one symbol",
        ),
        (
            '"2341"',
            '"234"',
            13,
            r"green\.gifts\[1\]\): all rows .* same length: the first has 4, this one 3",
        ),
        ('"2341"', '"2345"', 13, r"'5' is not a kind of gift"),
        ('"2341"', "2341", 13, r"a row of gifts must be 1 to 6 digits in quotes, not 2341"),
        (
            '"2341", "3412"]',
            '"2341", "3412", "1234", "1234", "1234"]',
            13,
            r"1 to 5 entries, not 6",
        ),
        (
            'rows = ["*", "*", "*"]',
            'rows = ["*", "*"]',
            14,
            r"green\.rows\): there must be 3 entries, .* not 2",
        ),
        (
            'rows = ["*", "*", "*"]',
            'rows = ["*", "star", "*"]',
            14,
            r"this must be a prize, .* not 'star'",
        ),
        (
            'columns = ["*", ',
            'columns = ["*", "*", ',
            15,
            r"green\.columns\): there must be 4 entries, .* not 5",
        ),
        ("[yellow] #", "colour = 1\n[yellow] #", 1, r"unknown field 'colour'"),
        ("rows = [", "cols = 1\nrows = [", 12, r"unknown field 'cols'."),
        ('name = "Clever Kids"', "name = 3", 3, r"an edition needs a name in quotes"),
    ],
)
def test_faulty_editions_are_told_with_line_and_reason(
    tmp_path: Path, old: str, new: str, line: int, told: str
) -> None:
    assert OWN.count(old) == 1, "the test changes one place"
    with pytest.raises(rw.BadEdition, match=told) as reason:
        edition(tmp_path, OWN.replace(old, new))
    assert f"mine.toml, line {line} (" in str(reason.value)


def test_a_sheet_that_the_dice_cannot_fill_is_refused(tmp_path: Path) -> None:
    source = OWN.replace('"joker"', '"heart"').replace('"3 *"]', '"5 *"]')
    assert edition(tmp_path, source).rules.WAGONS == 10, "all five dice have a candle"
    without = source.replace('D4 = ["candle"', 'D4 = ["heart"')
    with pytest.raises(rw.BadEdition, match=r"needs 5 dice with candle at once, but only 4 dice"):
        edition(tmp_path, without)


def test_a_file_that_is_no_toml_or_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(rw.BadEdition, match=r"mine\.toml is not valid TOML: Invalid value"):
        edition(tmp_path, "name = \n")
    with pytest.raises(rw.BadEdition, match=r"Cannot read the edition file .*: No such file"):
        rw.game("clever_kids", edition=tmp_path / "nowhere.toml")
