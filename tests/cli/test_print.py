"""Printed sheets and cards: what the PDF holds, and what is refused."""

from __future__ import annotations

import random
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result
from pypdf import PdfReader

import rollwrite as rw
from rollwrite import errors
from rollwrite.cli.main import app
from rollwrite.draw.svg import svg
from rollwrite.errors import RollwriteError
from rollwrite.paper import dice
from rollwrite.paper.document import MOST, printed
from rollwrite.paper.layout import INSET, MARGIN, PAPERS, for_cards, for_sheets
from rollwrite.paper.record import record
from rollwrite.texts import LANGUAGES

POINT = 72 / 25.4


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(app, ["print", *map(str, words)])


def told(result: Result) -> str:
    assert isinstance(result.exception, RollwriteError), result.output
    return str(result.exception)


def fonts(reader: PdfReader) -> list[bool]:
    """Whether each typeface of all pages lies in the file."""
    found: list[Any] = [
        one.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        for page in reader.pages
        for one in cast(Any, page["/Resources"]).get("/Font", {}).values()
    ]
    return [any(key.startswith("/FontFile") for key in descriptor) for descriptor in found]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id_", rw.games())
def test_every_game_prints_as_vectors_with_its_rules(id_: str, language: str) -> None:
    game = rw.game(id_, language=language)
    made = printed(game)
    reader = PdfReader(BytesIO(made.pdf))
    sides = sorted(float(side) / POINT for side in reader.pages[0].mediabox[2:])
    assert sides == pytest.approx(sorted(PAPERS["a4"]), abs=0.1)
    text = "".join(page.extract_text() for page in reader.pages)
    assert game.name in text
    assert len(reader.pages) >= 2 * made.pages
    assert not any(page.images for page in reader.pages)
    assert "\u202f" not in text
    assert fonts(reader)
    assert all(fonts(reader))


def test_sheets_fill_pages_with_the_rules_behind(tmp_path: Path) -> None:
    path = tmp_path / "sheets.pdf"
    made = run("qwinto", "--sheets=5", "--paper=letter", "-o", path, "--language=en")
    assert made.exit_code == 0, made.output
    assert str(path) in made.output
    pages = PdfReader(path).pages
    assert len(pages) == 4  # four sheets and one, each with its back
    sides = [float(side) / POINT for side in pages[0].mediabox[2:]]
    assert sides == pytest.approx(PAPERS["letter"][::-1], abs=0.1)
    assert [page.extract_text().count("Name") for page in pages] == [4, 0, 1, 0]
    assert [page.extract_text().count("Where numbers can go") for page in pages] == [0, 4, 0, 1]


def test_cards_are_the_whole_deck() -> None:
    reader = PdfReader(BytesIO(printed(rw.game("one_card")).pdf))
    deck = "".join(page.extract_text() for page in reader.pages)
    assert all(f"no. {number}" in deck for number in range(1, 31))
    assert printed(rw.game("one_card"), 2).pieces == 60


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", [(592, 398), (720, 814), (30, 900), (900, 30), (260, 254)])
def test_pieces_stay_within_the_margins(paper: str, size: tuple[int, int]) -> None:
    for layout in (for_sheets(paper, *size), for_cards(paper, 260, 254)):
        wide, tall = layout.cell
        for mirrored in (False, True):
            cells = list(layout.cells(mirrored=mirrored))
            assert len(set(cells)) == layout.pieces
            for x, y in cells:
                assert MARGIN - 0.01 <= x <= layout.width - MARGIN - wide + 0.01
                assert MARGIN - 0.01 <= y <= layout.height - MARGIN - tall + 0.01
        fronts, backs = layout.cells(), layout.cells(mirrored=True)
        for (x, y), (behind, same) in zip(fronts, backs, strict=True):
            assert (layout.width - x - wide, y) == pytest.approx((behind, same))
        assert layout.piece[0] == pytest.approx(wide - 2 * INSET)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--paper=a5"], "a5"),
        (["--sheets=0"], "0"),
        (["--sheets=1000"], str(MOST)),
        (["--variant=none"], "none"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    words: list[str], named: str, language: str, tmp_path: Path
) -> None:
    path = tmp_path / "no.pdf"
    assert named in told(run("one_card", *words, "-o", path, "--language", language))
    assert not path.exists()


def test_files_that_cannot_be_used_are_named(tmp_path: Path) -> None:
    there = tmp_path / "there.pdf"
    there.write_text("mine")
    assert str(there) in told(run("qwinto", "-o", there))
    assert there.read_text() == "mine"
    missing = tmp_path / "missing" / "new.pdf"
    assert str(missing.parent) in told(run("qwinto", "-o", missing))
    edition = tmp_path / "cards.toml"
    edition.write_text("[cards]\n1 = 3\n")
    wrong = run("one_card", "--edition", edition, "-o", tmp_path / "new.pdf")
    assert isinstance(wrong.exception, rw.BadEdition)
    assert not (tmp_path / "new.pdf").exists()
    assert run("qwinto", "-o", there, "--force").exit_code == 0
    assert there.read_bytes().startswith(b"%PDF")


def test_without_the_extra_the_command_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errors, "has_extra", lambda extra: extra != "pdf")
    assert told(run("qwinto", "-o", tmp_path / "q.pdf")).endswith('pip install "rollwrite[pdf]"')


def test_rules_too_long_for_a_back_have_pages_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may be those of any package; what is markup to Typst is text in them."""
    told = '## *A* #b $c "d" \\e\n\n1. one\n\n<b>x</b> `code`\n\n' + "word " * 4000 + "last"
    monkeypatch.setattr("rollwrite.paper.document.guide", lambda *_: told)
    pages = [p.extract_text() for p in PdfReader(BytesIO(printed(rw.game("qwinto")).pdf)).pages]
    assert [page.count("word") > 0 for page in pages[:3]] == [False, False, True]
    text = "".join(pages)
    assert (text.count("word"), text.count("last")) == (4000, 1)
    assert '#b $c "d" \\e' in text
    assert "<b>x</b>" in text
    monkeypatch.setattr("rollwrite.paper.document.guide", lambda *_: "")
    assert len(PdfReader(BytesIO(printed(rw.game("qwinto")).pdf)).pages) == 1


def finished(id_: str, seats: int, language: str = "en") -> rw.State:
    """The end of a game in which everybody takes the first move that there is, or any."""
    whim = random.Random(id_)
    state = rw.game(id_, language=language).start(seats, seed=5)
    while not state.over:
        if state.chance is not None:
            state = state.roll()
        else:
            state = state.play(whim.choice(state.moves(state.pending[0])))
    return state


@pytest.mark.parametrize(("id_", "seats"), [("qwinto", 6), ("clever_kids", 1), ("donnant", 4)])
def test_a_finished_game_is_one_page(id_: str, seats: int) -> None:
    end = finished(id_, seats)
    reader = PdfReader(BytesIO(record(end)))
    (page,) = reader.pages
    text = " ".join(page.extract_text().split())
    assert all(fonts(reader))
    assert not page.images
    for seat in range(seats):
        assert f"Seat {seat}" in text
        for line in end.tally(seat):
            assert not line.points or line.label.split()[0] in text
    assert "Points turn by turn" in text
    assert f"over: {' '.join(map(str, end.scores()))}" in text
    assert "1. " in text


def test_a_record_has_names_and_the_paper_asked_for(tmp_path: Path) -> None:
    end = finished("twenty_one", 2, "de")
    reader = PdfReader(BytesIO(record(end, ["Anna <#>", 'Ben "Jr" \\'], "letter")))
    (page,) = reader.pages
    sides = [float(side) / POINT for side in page.mediabox[2:]]
    assert sides == pytest.approx(PAPERS["letter"], abs=0.1)
    assert "Anna <#>" in page.extract_text()
    assert 'Ben "Jr" \\' in page.extract_text()
    path, log = tmp_path / "record.pdf", tmp_path / "game.log"
    log.write_text(str(end.log))
    made = run("--log", log, "-o", path, "--language=fr")
    assert made.exit_code == 0, made.output
    assert "Points tour par tour" in PdfReader(path).pages[0].extract_text()
    assert "exists" in told(run("--log", log, "-o", path, "-l", "en"))


def test_only_finished_games_have_a_record(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text(str(rw.game("qwinto").start(2, seed=1).play("roll O").log))
    made = run("--log", log, "-o", tmp_path / "record.pdf", "-l", "en")
    assert "not over after 1 events" in told(made)
    assert "--log FILE" in told(run("-o", tmp_path / "record.pdf", "-l", "en"))
    log.write_text(str(finished("twenty_one", 1).log))
    wrong = run("--log", log, "--paper=a5", "-o", tmp_path / "record.pdf", "-l", "en")
    assert "Unknown paper size 'a5'. Choose one of: a4, letter." in told(wrong)
    assert not (tmp_path / "record.pdf").exists()


@pytest.mark.parametrize(("id_", "count"), [("one_card", 5), ("donnant", 5), ("twenty_one", 6)])
@pytest.mark.parametrize("paper", PAPERS)
def test_dice_of_paper_are_on_a_page_of_their_own(id_: str, count: int, paper: str) -> None:
    game = rw.game(id_)
    plain, more = printed(game, 1, paper), printed(game, 1, paper, with_dice=True)
    before, after = (PdfReader(BytesIO(made.pdf)).pages for made in (plain, more))
    assert len(after) == len(before) + 1
    assert len(dice.dice(game)) == count
    sides = [float(side) / POINT for side in after[-1].mediabox[2:]]
    assert sides == pytest.approx(PAPERS[paper], abs=0.1)
    for faces in dice.dice(game):
        assert len({svg(face) for face in faces}) == 6


def test_opposite_faces_of_paper_dice_add_up_to_seven() -> None:
    strip = {row: place for place, (column, row) in enumerate(dice.CROSS, 1) if column == 1}
    sides = [place for place, (column, _) in enumerate(dice.CROSS, 1) if column != 1]
    assert strip[0] + strip[2] == strip[1] + strip[3] == sum(sides) == 7


def test_dice_whose_faces_are_unknown_are_refused(tmp_path: Path) -> None:
    refused = run("clever_kids", "--dice", "-l", "en", "-o", tmp_path / "no.pdf")
    assert "The faces of the dice of Clever Kids are not known" in told(refused)
