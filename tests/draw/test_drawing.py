"""Drawings: sound SVG, readable without colours, handwriting that stays the same."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

import rollwrite as rw
from rollwrite.draw.dice import colour_die, die, shadow, tilt
from rollwrite.draw.palette import COLOURS, PAINTS, paint
from rollwrite.draw.pen import strokes
from rollwrite.draw.shapes import Circle, Drawing, Label, Part, Rect, Symbol
from rollwrite.draw.svg import svg
from rollwrite.draw.symbols import OUTLINES
from rollwrite.texts import Message
from rollwrite.web import picture

TITLE = Message("rollwrite.games.qwinto", "tray")
FELT = "#1f5148"


def contrast(one: str, two: str) -> float:
    """WCAG's contrast ratio of two colours."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, light = sorted((luminance(one), luminance(two)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colour", COLOURS)
def test_text_on_every_colour_can_be_read(colour: str) -> None:
    tone = COLOURS[colour]
    assert contrast(tone.on, tone.strong) >= 4.5
    assert contrast(tone.text, PAINTS["paper"]) >= 4.5
    assert contrast(tone.text, tone.tint) >= 4.5


@pytest.mark.parametrize("ink", ["ink", "faint", "pen", "pencil"])
def test_writing_on_paper_can_be_read(ink: str) -> None:
    assert contrast(paint(ink), paint("paper")) >= 4.5
    assert contrast(paint(ink), paint("shade")) >= 4.5


def test_no_two_colours_share_a_symbol_and_each_has_an_outline() -> None:
    for one, two in combinations(COLOURS.values(), 2):
        assert one.symbol != two.symbol
    assert {tone.symbol for tone in COLOURS.values()} <= OUTLINES.keys()


def test_a_rectangle_can_be_turned_and_dotted() -> None:
    plain, turned, dotted = (
        svg(Drawing(9, 9, TITLE, (shape,)))
        for shape in (
            Rect(2, 2, 4, 2, "ink"),
            Rect(2, 2, 4, 2, "ink", turn=-7.5),
            Rect(2, 2, 4, 2, "none", "quiet", dotted=True),
        )
    )
    assert "rotate" not in plain
    assert "dasharray" not in plain
    assert 'transform="rotate(-7.5 4 3)"' in turned
    assert 'stroke-dasharray="0 4.5" stroke-linecap="round"' in dotted


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("value", range(7))
def test_a_die_begins_with_its_outline_and_shows_its_pips(colour: str, value: int) -> None:
    turn = tilt(2, value)
    body, *face, symbol = die(10, 20, colour, value, turn=turn)
    assert isinstance(body, Rect)
    outline = (10, 20, body.width, body.height, turn)
    assert (body.x, body.y, body.width, body.height, body.turn) == outline
    pips = [one for one in face if isinstance(one, Circle) and one.fill == f"{colour}.on"]
    assert len(pips) == value
    assert any(isinstance(one, Label) for one in face) == (value == 0)
    assert isinstance(symbol, Symbol)
    thrown = shadow(10, 20, turn)
    assert thrown.y > body.y
    assert thrown.x > body.x, "the light comes from the upper left"


def test_dice_that_are_not_in_use_leave_a_quiet_place() -> None:
    place, dot, symbol = die(0, 0, "purple", 3, idle=True)
    assert isinstance(place, Rect)
    assert place.dotted
    assert isinstance(dot, Circle)
    assert dot.fill == "purple"
    assert isinstance(symbol, Symbol)


def test_a_die_lies_a_little_askew_and_always_the_same() -> None:
    tilts = [tilt(number, value) for number in range(6) for value in range(1, 7)]
    assert all(abs(one) <= 7 for one in tilts)
    assert len(set(tilts)) > 8
    for number in range(6):
        assert len({tilt(number, value) for value in range(1, 7)}) == 6, "another for each roll"
        assert tilt(number, 0) == 0, "what is not rolled lies straight"


@pytest.mark.parametrize("colour", COLOURS)
def test_the_symbol_of_a_die_is_seen_on_felt_and_on_paper(colour: str) -> None:
    symbol = die(0, 0, colour, 1)[-1]
    assert isinstance(symbol, Symbol)
    assert contrast(paint(symbol.fill), FELT) >= 4.5
    assert contrast(paint(symbol.stroke), "#ffffff") >= 4.5


@pytest.mark.parametrize("colour", [None, *COLOURS])
def test_a_die_with_colours_begins_with_its_outline(colour: str | None) -> None:
    body, *_, letter = colour_die(3, 4, colour, "R", turn=5)
    assert isinstance(body, Rect)
    assert (body.x, body.y, body.turn) == (3, 4, 5)
    assert isinstance(letter, Label)
    assert letter.text == ("R" if colour else "?")


def test_handwriting_is_always_the_same_for_the_same_entry() -> None:
    assert strokes("12", 0, 0, 20, "seat 0 O3") == strokes("12", 0, 0, 20, "seat 0 O3")
    assert strokes("12", 0, 0, 20, "seat 0 O3") != strokes("12", 0, 0, 20, "seat 0 O4")


@pytest.mark.parametrize("character", "0123456789-x/")
def test_everything_players_write_can_be_written(character: str) -> None:
    assert strokes(character, 0, 0, 20, "hand").startswith("M")


def test_texts_and_names_are_escaped() -> None:
    message = Message("rollwrite", "refused.die_twice", {"die": '<b>"&'})
    drawing = Drawing(10, 10, message, (Part("a", message, (Label(1, 1, "<i>&", 3),)),))
    root = ElementTree.fromstring(svg(drawing))
    labels = [element.get("aria-label") for element in root.iter() if element.get("aria-label")]
    assert labels == [message.text(), message.text()]
    assert [element.text for element in root.iter() if element.text] == ["<i>&"]


def test_an_unknown_shape_is_an_error() -> None:
    with pytest.raises(TypeError, match="is no shape"):
        svg(Drawing(1, 1, TITLE, ("not a shape",)))  # type: ignore[arg-type]  # that is the point


def test_unknown_colours_are_errors() -> None:
    with pytest.raises(KeyError):
        svg(Drawing(1, 1, TITLE, (Rect(0, 0, 1, 1, "mauve"),)))


PHONE, THUMB = 390, 40


@pytest.mark.parametrize("name", ["qwinto", "twenty_one"])
def test_fields_are_high_enough_for_a_thumb_on_a_phone(name: str) -> None:
    drawing = rw.game(name).start(2, seed=1).sheet(0)
    parts = [shape for shape in drawing.shapes if isinstance(shape, Part)]
    fields = [part for part in parts if "-" not in part.id]
    assert len(fields) >= 27
    for part in fields:
        boxes = [shape for shape in part.shapes if isinstance(shape, Rect)]
        largest = max(box.height for box in boxes)
        assert largest * PHONE / drawing.width >= THUMB, part.id


def test_pages_leave_out_the_line_that_says_whose_a_sheet_is() -> None:
    state = rw.game("qwinto").start(2, seed=1)
    drawing = state.sheet(0)
    whole, page = svg(drawing), picture(drawing, "en", "Anna")
    sizes = [re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', one) for one in (whole, page)]
    (wide, high), (width, height) = (tuple(map(float, size.groups())) for size in sizes if size)
    assert (width, height) == (wide, high - drawing.head)
    assert drawing.head > 0
    assert f'translate(0 {-drawing.head:.0f})"' in page
    assert "seat 0" in whole, "on paper and in notebooks it stays"


@pytest.mark.parametrize("name", rw.games())
def test_a_notebook_shows_every_sheet(name: str) -> None:
    state = rw.game(name, language="fr").start(rw.game(name).seats[-1], seed=1)
    root = ElementTree.fromstring(state._repr_svg_())
    groups = [element for element in root if element.get("role") == "group"]
    assert len(groups) == state.seats + 1 + (state.market() is not None)
    assert "script" not in state._repr_svg_()
