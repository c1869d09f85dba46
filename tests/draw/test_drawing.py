"""Drawings: sound SVG, readable without colours, handwriting that stays the same."""

from __future__ import annotations

from itertools import combinations
from xml.etree import ElementTree

import pytest

import rollwrite as rw
from rollwrite.draw.palette import COLOURS, PAINTS, paint
from rollwrite.draw.pen import strokes
from rollwrite.draw.shapes import Drawing, Label, Part, Rect
from rollwrite.draw.svg import svg
from rollwrite.draw.symbols import OUTLINES
from rollwrite.texts import Message

TITLE = Message("rollwrite.games.qwinto", "tray")


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


@pytest.mark.parametrize("name", rw.games())
def test_a_notebook_shows_every_sheet(name: str) -> None:
    state = rw.game(name, language="fr").start(rw.game(name).seats[-1], seed=1)
    root = ElementTree.fromstring(state._repr_svg_())
    groups = [element for element in root if element.get("role") == "group"]
    assert len(groups) == state.seats + 1
    assert "script" not in state._repr_svg_()
