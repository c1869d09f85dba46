"""The pictures of the party: every symbol has a form of its own, whatever its colour."""

from __future__ import annotations

from functools import lru_cache

from rollwrite.draw.shapes import Circle, Polygon, Rect, Shape, Symbol
from rollwrite.games.clever_kids.sheet import (
    BALLOON,
    CANDLE,
    COLOURS,
    FACES,
    GIFT,
    JOKER,
    STAR,
    TREAT,
    ZONE_OF,
)

# The form and the colour of each balloon.
_BALLOONS = {
    "heart": ("heart", "red"),
    "blue": ("round", "blue"),
    "pink": ("flower", "pink"),
    "green": ("diamond", "green"),
}
_RAINBOW = ("red", "orange", "yellow", "green", "blue")
_ZONE_ICONS = (BALLOON, CANDLE, GIFT, TREAT)  # the face that stands for each zone

Shapes = tuple[Shape, ...]
DIFFERENT = 4096  # pictures that are drawn once: those of a few editions


@lru_cache(DIFFERENT)
def picture(face: int, x: float, y: float, size: float, *, ticked: bool = False) -> Shapes:
    """What a face shows, its middle at (x, y); a ticked one is pale and its candle is out."""
    if face == JOKER:
        return _joker(x, y, size, ticked)
    if face == CANDLE:
        return candle(x, y, size, lit=not ticked)
    if face < CANDLE:
        return _balloon(FACES[face], x, y, size, ticked)
    draw = (_muffin, _donut, _cake, _game, _bag, _sweet, _ball)[face - TREAT]
    return draw(x, y, size / 2, ticked)


def _tone(colour: str, ticked: bool) -> str:
    return f"{colour}.tint" if ticked else colour


def _balloon(kind: str, x: float, y: float, size: float, ticked: bool) -> Shapes:
    form, colour = _BALLOONS[kind]
    r = size * 0.4
    fill, edge = _tone(colour, ticked), f"{colour}.text"
    middle = y - size * 0.08
    body: Shape = (
        Circle(x, middle, r * 0.95, fill, edge, size * 0.04)
        if form == "round"
        else Symbol(form, x, middle, 2 * r, fill, edge)
    )
    foot = middle + r * (0.95 if form != "flower" else 0.72)
    knot = ((x, foot - r * 0.12), (x + r * 0.22, foot + r * 0.25), (x - r * 0.22, foot + r * 0.25))
    return (
        Polygon(knot, fill, edge, size * 0.03),
        body,
        Circle(x - r * 0.36, middle - r * 0.34, r * 0.16, "paper"),
    )


def candle(x: float, y: float, size: float, *, lit: bool = True) -> Shapes:
    """A striped candle; blown out once it is ticked."""
    width, height = size * 0.26, size * 0.56
    left, top = x - width / 2, y + size * 0.42 - height
    stripes = tuple(
        Polygon(
            (
                (left, top + height * (step + 0.2)),
                (left + width, top + height * step),
                (left + width, top + height * (step + 0.16)),
                (left, top + height * (step + 0.36)),
            ),
            "red" if lit else "line",
        )
        for step in (0.06, 0.36, 0.62)
    )
    flame: Shapes = (Rect(x - size * 0.015, top - size * 0.08, size * 0.03, size * 0.08, "ink"),)
    if lit:
        flame += (
            Symbol("flame", x, top - size * 0.18, size * 0.26, "orange", "orange.text"),
            Symbol("flame", x, top - size * 0.14, size * 0.12, "yellow"),
        )
    edge = "red.text" if lit else "faint"
    return (
        Rect(left, top, width, height, "paper", "none", size * 0.04),
        *stripes,
        Rect(left, top, width, height, "none", edge, size * 0.04, size * 0.035),
        *flame,
    )


def _muffin(x: float, y: float, r: float, ticked: bool) -> Shapes:
    cup = "blue.tint" if ticked else "blue"
    pleats = tuple(
        Rect(x + r * dx - r * 0.03, y + r * 0.2, r * 0.06, r * 0.6, "blue.text")
        for dx in (-0.28, 0, 0.28)
    )
    return (
        Symbol("cup", x, y + r * 0.48, r * 1.05, cup, "blue.text"),
        *pleats,
        Symbol("dome", x, y - r * 0.12, r * 1.5, "cream" if ticked else "cocoa", "ink"),
        Circle(x, y - r * 0.8, r * 0.17, _tone("red", ticked), "ink", r * 0.05),
        Circle(x - r * 0.35, y - r * 0.2, r * 0.08, "cream"),
        Circle(x + r * 0.3, y - r * 0.35, r * 0.08, "cream"),
        Circle(x + r * 0.05, y - r * 0.12, r * 0.08, "cream"),
    )


def _donut(x: float, y: float, r: float, ticked: bool) -> Shapes:
    sprinkles = (
        (-0.42, -0.32),
        (0.1, -0.58),
        (0.5, -0.2),
        (0.36, 0.4),
        (-0.16, 0.56),
        (-0.56, 0.16),
    )
    return (
        Symbol("donut", x, y, r * 1.7, "cream" if ticked else "cocoa", "ink"),
        Symbol("ring", x, y, r * 1.36, _tone("pink", ticked)),
        *(
            Rect(x + r * dx * 0.9 - r * 0.05, y + r * dy * 0.9 - r * 0.1, r * 0.1, r * 0.2, "paper",
                 radius=r * 0.05)
            for dx, dy in sprinkles
        ),
    )  # fmt: skip


def _cake(x: float, y: float, r: float, ticked: bool) -> Shapes:
    y -= r * 0.02
    cream = tuple((x + r * 0.88 * px, y + r * 0.88 * py) for px, py in
                  ((-1, 0.42), (1, 0.1), (1, 0.28), (-1, 0.6)))  # fmt: skip
    return (
        Symbol("slice-side", x, y, r * 1.76, _tone("orange", ticked), "ink"),
        Polygon(cream, "paper"),
        Symbol("slice-top", x, y, r * 1.76, "cream", "ink"),
        Circle(x + r * 0.3, y - r * 0.5, r * 0.2, _tone("red", ticked), "ink", r * 0.06),
    )


def _game(x: float, y: float, r: float, ticked: bool) -> Shapes:
    body, ribbon = _tone("red", ticked), _tone("yellow", ticked)
    return (
        Rect(x - r * 0.72, y - r * 0.2, r * 1.44, r * 0.98, body, "ink", r * 0.06, r * 0.08),
        Rect(x - r * 0.15, y - r * 0.2, r * 0.3, r * 0.98, ribbon),
        Rect(x - r * 0.84, y - r * 0.42, r * 1.68, r * 0.36, body, "ink", r * 0.06, r * 0.08),
        Rect(x - r * 0.15, y - r * 0.38, r * 0.3, r * 0.28, ribbon),
        Symbol("bow", x, y - r * 0.58, r * 0.9, ribbon, "ink"),
    )


def _bag(x: float, y: float, r: float, ticked: bool) -> Shapes:
    dots = ((-0.36, 0.15), (0.36, 0.15), (0, 0.4), (-0.4, 0.64), (0.4, 0.64))
    return (
        Symbol("bag", x, y, r * 1.66, _tone("purple", ticked), "ink"),
        *(Circle(x + r * dx, y + r * dy, r * 0.1, "paper") for dx, dy in dots),
    )


def _sweet(x: float, y: float, r: float, ticked: bool) -> Shapes:
    fill = _tone("orange", ticked)
    return (
        Symbol("wrapper", x, y, r * 1.9, fill, "ink"),
        Circle(x, y, r * 0.5, fill, "ink", r * 0.08),
        Symbol("gore", x, y, r * 0.82, "paper"),
    )


def _ball(x: float, y: float, r: float, ticked: bool) -> Shapes:
    return (
        Circle(x, y, r * 0.8, _tone("blue", ticked), "ink", r * 0.08),
        Symbol("gore", x, y, r * 1.5, "paper"),
        Symbol("gore", x, y, r * 1.5 * 0.98, "none", "ink"),
        Rect(x - r * 0.12, y - r * 0.5, r * 0.24, r, _tone("red", ticked), radius=r * 0.12),
    )


def _joker(x: float, y: float, size: float, ticked: bool) -> Shapes:
    r = size * 0.42
    bells = ((-1, -0.5, "yellow"), (0, -0.95, "green"), (1, -0.5, "blue"))
    return (
        Symbol("hat", x, y, 2 * r, _tone("purple", ticked), "ink"),
        Rect(
            x - r * 0.8,
            y + r * 0.5,
            r * 1.6,
            r * 0.36,
            _tone("red", ticked),
            "ink",
            r * 0.12,
            r * 0.08,
        ),
        *(
            Circle(x + r * dx, y + r * dy, r * 0.17, _tone(colour, ticked), "ink", r * 0.07)
            for dx, dy, colour in bells
        ),
    )


@lru_cache(DIFFERENT)
def rainbow_star(x: float, y: float, size: float) -> Shapes:
    """A star in the colours of the rainbow, one inside the other."""
    rings = tuple(
        Symbol("star", x, y + size * 0.03, size * (1 - 0.19 * ring), colour)
        for ring, colour in enumerate(_RAINBOW)
    )
    return (Symbol("star", x, y + size * 0.03, size * 1.04, "ink", "ink"), *rings)


@lru_cache(DIFFERENT)
def badge(zone: int, x: float, y: float, size: float) -> Shapes:
    """A bonus in a zone: a disc of its colour with the zone's own picture."""
    colour = COLOURS[zone - 1]
    return (
        Circle(x, y, size / 2, colour, f"{colour}.text", size * 0.07),
        Circle(x, y, size * 0.36, "paper"),
        *picture(_ZONE_ICONS[zone - 1], x, y, size * 0.6),
    )


def prize(kind: int, x: float, y: float, size: float) -> Shapes:
    """What a symbol brings: a star, a bonus, or nothing."""
    if kind == STAR:
        return rainbow_star(x, y, size)
    return badge(kind, x, y, size) if kind else ()


def background(face: int) -> str:
    """The background colour of a die's face; a joker has none."""
    return COLOURS[ZONE_OF[face] - 1] if ZONE_OF[face] else "white"
