"""Shapes to SVG: one string, no scripts, no outside fonts; parts carry their id and their name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import singledispatch
from html import escape

from rollwrite.draw.palette import paint
from rollwrite.draw.pen import strokes
from rollwrite.draw.shapes import Circle, Drawing, Label, Part, Pen, Polygon, Rect, Shape, Symbol
from rollwrite.draw.symbols import OUTLINES
from rollwrite.texts import Message

FONT = "Nunito, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"
GAP = 16
_EMPTY = "></g>"


def svg(drawing: Drawing, language: str = "en") -> str:
    """A drawing as a whole SVG document."""
    return stacked([drawing], language)


def stacked(drawings: Sequence[Drawing], language: str = "en") -> str:
    """Several drawings one below the other, each in the middle, as one SVG document."""
    width = max(drawing.width for drawing in drawings)
    pieces, y = [], 0.0
    for drawing in drawings:
        x = (width - drawing.width) / 2 - drawing.left
        body = _all(drawing.shapes, language)
        title = escape(drawing.title.text(language))
        place = f'transform="translate({_n(x)} {_n(y - drawing.top)})"'
        pieces.append(f'<g {place} role="group" aria-label="{title}">{body}</g>')
        y += drawing.height + GAP
    height = y - GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(width)}" height="{_n(height)}" font-family="{FONT}" '
        f'style="max-width:100%;height:auto">{"".join(pieces)}</svg>'
    )


def pieces(
    drawing: Drawing, language: str, known: Mapping[int, str] | None = None
) -> tuple[str, ...]:
    """A drawing as SVG cut into its opening, each of its shapes, and its end.

    ``known`` holds shapes by their place that need not be drawn again.
    """
    known = known or {}
    opening, end = stacked([replace(drawing, shapes=())], language).split(_EMPTY)
    shapes = (
        known[place] if place in known else _draw(shape, language)
        for place, shape in enumerate(drawing.shapes)
    )
    return f"{opening}>", *shapes, f"</g>{end}"


def _all(shapes: Iterable[Shape], language: str) -> str:
    return "".join(_draw(shape, language) for shape in shapes)


@singledispatch
def _draw(shape: object, language: str) -> str:
    raise TypeError(f"{shape!r} is no shape")


@_draw.register
def _rect(shape: Rect, language: str) -> str:
    size = f'width="{_n(shape.width)}" height="{_n(shape.height)}" rx="{_n(shape.radius)}"'
    more = ' stroke-dasharray="0 4.5" stroke-linecap="round"' if shape.dotted else ""
    if shape.turn:
        middle = f"{_n(shape.x + shape.width / 2)} {_n(shape.y + shape.height / 2)}"
        more += f' transform="rotate({_n(shape.turn)} {middle})"'
    return f'<rect x="{_n(shape.x)}" y="{_n(shape.y)}" {size} {_ink(shape)}{more}/>'


@_draw.register
def _circle(shape: Circle, language: str) -> str:
    return f'<circle cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.radius)}" {_ink(shape)}/>'


@_draw.register
def _polygon(shape: Polygon, language: str) -> str:
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
    return f'<polygon points="{points}" stroke-linejoin="round" {_ink(shape)}/>'


@_draw.register
def _symbol(shape: Symbol, language: str) -> str:
    place = f"translate({_n(shape.x)} {_n(shape.y)}) scale({_n(shape.size / 2)})"
    colours = f'fill="{paint(shape.fill)}" stroke="{paint(shape.stroke)}" stroke-width=".12"'
    return f'<path d="{OUTLINES[shape.name]}" fill-rule="evenodd" transform="{place}" {colours}/>'


@_draw.register
def _label(shape: Label, language: str) -> str:
    text = shape.text.text(language) if isinstance(shape.text, Message) else shape.text
    weight = ' font-weight="700"' if shape.bold else ""
    # Renderers disagree on dominant-baseline; shifting by a third of the size agrees everywhere.
    y = shape.y + 0.35 * shape.size
    return (
        f'<text x="{_n(shape.x)}" y="{_n(y)}" font-size="{_n(shape.size)}" '
        f'text-anchor="{shape.anchor}" fill="{paint(shape.fill)}"{weight}>{escape(text)}</text>'
    )


@_draw.register
def _pen(shape: Pen, language: str) -> str:
    path = strokes(shape.text, shape.x, shape.y, shape.size, shape.hand)
    return (
        f'<path d="{path}" fill="none" stroke="{paint(shape.colour)}" '
        f'stroke-width="{_n(max(1.6, shape.size / 9))}" stroke-linecap="round" '
        f'stroke-linejoin="round"/>'
    )


@_draw.register
def _part(shape: Part, language: str) -> str:
    label = escape(shape.label.text(language))
    return (
        f'<g class="part" data-part="{escape(shape.id)}" role="img" aria-label="{label}">'
        f"{_all(shape.shapes, language)}</g>"
    )


def _ink(shape: Rect | Circle | Polygon) -> str:
    if shape.stroke == "none":
        return f'fill="{paint(shape.fill)}"'
    return (
        f'fill="{paint(shape.fill)}" stroke="{paint(shape.stroke)}" stroke-width="{_n(shape.line)}"'
    )


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
