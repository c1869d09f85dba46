"""One Card with other cards than its own: what an edition file may hold, and what is wrong."""

from __future__ import annotations

import pickle
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from rollwrite.testing import check_game

SHEET = files("rollwrite.games.one_card").joinpath("sheet.toml").read_text(encoding="utf-8")
PRINTED: dict[str, str] = tomllib.loads(SHEET)["cards"]
GOOD = "R4* Y3* B6 G2 V5"


def written(folder: Path, cards: dict[Any, str], name: str = 'name = "Ours"') -> Path:
    """An edition file: a name on line 1, [cards] on line 3, the first card on line 4."""
    lines = [name, "", "[cards]", *(f'{number} = "{card}"' for number, card in cards.items())]
    path = folder / "ours.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def many(count: int, first: int = 1) -> dict[Any, str]:
    return dict.fromkeys(range(first, first + count), GOOD)


def test_the_own_cards_are_balanced() -> None:
    """Every colour has 25 rows, 100 boxes and 10 suns on the 30 cards."""
    for colour in "ROYBGV":
        rows = [row for card in PRINTED.values() for row in card.split() if row[0] == colour]
        assert len(rows) == 25
        assert sum(int(row[1]) for row in rows) == 100
        assert sum(row.endswith("*") for row in rows) == 10


def test_an_edition_is_played_with_its_own_cards(tmp_path: Path) -> None:
    path = written(tmp_path, {**many(29, 101), 7: "v6, b5* o4 g3* r2"})
    game = rw.game("one_card", edition=path)
    state = game.start(seats=1, seed=1)
    assert dict(state.chance_outcomes()).keys() == {"deal 7"} | {
        f"deal {n}" for n in range(101, 130)
    }
    state = state.roll("deal 7")
    assert "V6  ......  B5* .....   O4  ....    G3* ...     R2  .." in str(state)
    assert state.position()["edition"] == game.edition
    assert game.position(state.position()) == state
    assert pickle.loads(pickle.dumps(state)) == state
    with pytest.raises(rw.BadPosition, match="a position of the edition 'Ours #"):
        rw.game("one_card").position(state.position())
    with pytest.raises(rw.IllegalRoll, match="There is no card 1 in this game"):
        state.roll("deal 1")


def test_an_edition_is_the_same_whatever_the_order_of_its_lines(tmp_path: Path) -> None:
    cards = {**many(29), 30: "R4 Y3 B6* G2 V5*"}
    first = rw.game("one_card", edition=written(tmp_path, cards))
    path = written(tmp_path, dict(reversed(cards.items())))
    path.write_text("# typed in anew\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert rw.game("one_card", edition=path) == first
    assert rw.game("one_card", edition=written(tmp_path, many(30))) != first


@pytest.mark.compiled
@pytest.mark.parametrize(("variant", "count"), [("advanced", 27), ("base", 60)])
def test_the_smallest_and_the_largest_editions_are_whole_games(
    tmp_path: Path, variant: str, count: int
) -> None:
    """With 27 cards the deck is just enough for four seats."""
    path = written(tmp_path, many(count, first=940))
    check_game(rw.game("one_card", variant, path), playthroughs=1, compiled_games=100)


def test_with_27_cards_the_last_one_can_be_dealt(tmp_path: Path) -> None:
    """Everybody has scored three cards, and the last to draw empties the deck."""
    game = rw.game("one_card", "advanced", written(tmp_path, many(27)))
    numbers = iter(range(1, 28))
    sheets = [
        {
            "cards": [{"card": next(numbers)} for _ in range(3)],
            "scored": [{"card": next(numbers), "points": 12} for _ in range(3)],
        }
        for _ in range(4)
    ]
    position = {
        "seats": 4, "active": 0, "phase": "deal", "rolls": 1, "dice": "RROBV",
        "open": [None, next(numbers), next(numbers)], "sheets": sheets,
    }  # fmt: skip
    state = game.position(position)
    assert state.position()["deck"] == [27]
    state = state.roll("deal 27")
    assert state.position()["deck"] == []
    assert state.chance == ("roll", ("1", "2", "3", "4", "5")), "nobody needs another card"


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("R4* Y4* B6 G2 V5", r"number of boxes on the card: 21; there must be 20"),
        ("R3* Y3* B6 G2 V5", r"number of boxes on the card: 19; there must be 20"),
        ("R4* Y3* B6* G2 V5", r"number of suns on the card: 3; there must be 2"),
        ("R4* Y3 B6 G2 V5", r"number of suns on the card: 1; there must be 2"),
        ("R4* R3* B6 G2 V5", r"the colour R appears twice"),
        ("R4* P3* B6 G2 V5", r"P in 'P3\*' is not a colour; choose from: R, O, Y, B, G, V"),
        ("R1* Y6* B6 G2 V5", r"a row has 2 to 6 boxes, not 1 \(R1\*\)"),
        ("R7* Y3* B3 G2 V5", r"a row has 2 to 6 boxes, not 7 \(R7\*\)"),
        ("R6* Y6* B6 G2", r"number of rows on the card: 4; there must be 5"),
        ("R4* Y3* B4 G2 V5 O2", r"number of rows on the card: 6; there must be 5"),
        ("", r"number of rows on the card: 0; there must be 5"),
        ("R4* Y3** B6 G2 V5", r"'Y3\*\*' is not a row; write the colour letter"),
        ("4R* Y3* B6 G2 V5", r"'4R\*' is not a row"),
        ("R4 * Y3* B6 G2 V5", r"'\*' is not a row"),
    ],
)
def test_a_faulty_card_is_named_with_its_line(tmp_path: Path, card: str, told: str) -> None:
    path = written(tmp_path, {**many(25), 26: card, **many(4, 27)})
    with pytest.raises(rw.BadEdition, match=rf"^ours\.toml, line 29 \(cards\.26\): {told}"):
        rw.game("one_card", edition=path)


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        (many(26), r"line 3 \(cards\): there are 26 cards; an edition needs 27 to 60"),
        (many(61), r"line 3 \(cards\): there are 61 cards; an edition needs 27 to 60"),
        ({**many(30), "A": GOOD}, r"line 34 \(cards\.A\): 'A' is not a card number"),
        ({**many(30), "07": GOOD}, r"line 34 \(cards\.07\): '07' is not a card number"),
        ({"0": GOOD, **many(30)}, r"line 4 \(cards\.0\): '0' is not a card number"),
        ({"1000": GOOD, **many(30)}, r"line 4 \(cards\.1000\): .* from 1 to 999"),
    ],
)
def test_a_faulty_set_of_cards_is_named(tmp_path: Path, cards: dict[Any, str], told: str) -> None:
    with pytest.raises(rw.BadEdition, match=told):
        rw.game("one_card", edition=written(tmp_path, cards))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("\n30 =", "\n29 =", r"^ours\.toml, line 33: this name is already used in the file"),
        ('name = "Ours"', "", r"line 1 \(ours\.toml\): the field 'name' is missing"),
        (
            'name = "Ours"',
            "name = 5",
            r"line 1 \(name\): an edition needs a name in quotes, on one line",
        ),
        ("[cards]", "[card]", r"line 1 \(ours\.toml\): the field 'cards' is missing"),
        ("[cards]", 'edtion = "x"\n[cards]', r"unknown field 'edtion'"),
        (f'\n12 = "{GOOD}"', "\n12 = 20", r"line 15 \(cards\.12\): a card is written in quotes"),
        (f'\n12 = "{GOOD}"', f"\n12 = {GOOD}", r"is not valid TOML: .*line 15"),
    ],
)
def test_a_faulty_file_is_named(tmp_path: Path, old: str, new: str, told: str) -> None:
    path = written(tmp_path, many(30))
    source = path.read_text(encoding="utf-8")
    assert old in source
    path.write_text(source.replace(old, new), encoding="utf-8")
    with pytest.raises(rw.BadEdition, match=told):
        rw.game("one_card", edition=path)


def test_a_repeated_card_on_the_last_line_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, many(30))
    path.write_text(path.read_text(encoding="utf-8") + f'3 = "{GOOD}"', encoding="utf-8")
    with pytest.raises(rw.BadEdition, match="line 34: this name is already used in the file"):
        rw.game("one_card", edition=path)


def test_an_edition_error_speaks_the_players_language(tmp_path: Path) -> None:
    path = written(tmp_path, {**many(29), 30: "R4* Y4* B6 G2 V5"})
    with pytest.raises(rw.BadEdition, match="Zahl der Kästchen der Karte: 21"):
        rw.game("one_card", edition=path, language="de")
