"""Dice as shapes: one look for every game, lit from the upper left, on felt as on white paper."""

from __future__ import annotations

from math import cos, radians, sin

from rollwrite.draw.palette import COLOURS
from rollwrite.draw.shapes import Circle, Label, Rect, Shape, Symbol
from rollwrite.texts import Message

SIZE = 52
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_ROUND, _PIP, _APART = SIZE * 0.25, SIZE * 0.092, SIZE * 0.25
_MOST_TILT = 7


def tilt(number: int, value: int) -> int:
    """By how many degrees a die lies askew: it shows which one it is and what it fell on."""
    return (11 * number + 4 * value) % (2 * _MOST_TILT + 1) - _MOST_TILT if value else 0


def shadow(x: float, y: float, turn: float = 0) -> Rect:
    """What a die at (x, y) throws on the table; it is drawn before the die."""
    return Rect(x + 3, y + 6, SIZE, SIZE, "shadow", radius=_ROUND, turn=turn)


def die(
    x: float, y: float, colour: str, value: int, *, idle: bool = False, turn: float = 0
) -> tuple[Shape, ...]:
    """A die of a colour with its symbol below; 0 is to be rolled, idle leaves only its place.

    The first shape is its outline.
    """
    middle = (x + SIZE / 2, y + SIZE / 2)
    tone = COLOURS[colour]
    symbol = Symbol(tone.symbol, middle[0], y + SIZE + 15, 11, f"{colour}.tint", "ink")
    if idle:
        place = Rect(x + 1, y + 1, SIZE - 2, SIZE - 2, "sheen", "quiet", _ROUND, 1.5, dotted=True)
        return place, Circle(*middle, SIZE * 0.16, colour, "quiet", 1), symbol
    body, *face = _body(x, y, colour, turn)
    if value == 0:
        face.append(Label(*middle, "?", 24, f"{colour}.on", bold=True))
    for across, down in _PIPS.get(value, ()):
        face += _pip(*_turned(middle, across * _APART, down * _APART - 1, turn), colour)
    return body, *face, symbol


def colour_die(
    x: float, y: float, colour: str | None, letter: str | Message, *, turn: float = 0
) -> tuple[Shape, ...]:
    """A die whose faces are colours: symbol and letter on the colour; None is to be rolled."""
    if colour is None:
        question = Label(x + SIZE / 2, y + SIZE / 2, "?", 24, "white.on", bold=True)
        return *_body(x, y, "white", turn), question
    return (
        *_body(x, y, colour, turn),
        Symbol(COLOURS[colour].symbol, x + SIZE / 2, y + SIZE * 0.36, 22, f"{colour}.on"),
        Label(x + SIZE / 2, y + SIZE * 0.76, letter, 15, f"{colour}.on", bold=True),
    )


def _body(x: float, y: float, colour: str, turn: float) -> tuple[Shape, ...]:
    """The cube: its silhouette first, then its lit sides, and the face within them."""
    middle = (x + SIZE / 2, y + SIZE / 2)

    def layer(size: float, right: float, down: float, fill: str, radius: float) -> Rect:
        across, below = _turned(middle, right, down, turn)
        half = size / 2
        return Rect(across - half, below - half, size, size, fill, radius=radius, turn=turn)

    return (
        Rect(x, y, SIZE, SIZE, f"{colour}.edge", radius=_ROUND, turn=turn),
        layer(SIZE - 2.5, -0.5, -1.25, f"{colour}.light", _ROUND - 1),
        layer(SIZE - 4, 0.4, -0.3, colour, _ROUND - 2),
        layer(SIZE - 11, 0.5, -0.6, "shading", SIZE * 0.2),
        layer(SIZE - 12, -0.4, -1.6, colour, SIZE * 0.19),
        layer(SIZE - 12, -0.4, -1.6, "sheen", SIZE * 0.19),
    )


def _pip(x: float, y: float, colour: str) -> list[Shape]:
    """A hollow filled with paint; where the paint is dark, the lamp shows in it."""
    tone = f"{colour}.on"
    if COLOURS[colour].on == "#ffffff":
        return [Circle(x - 0.6, y - 0.7, _PIP, f"{colour}.edge"), Circle(x, y, _PIP, tone)]
    return [Circle(x, y, _PIP, tone), Circle(x - 1.4, y - 1.5, _PIP * 0.3, "gloss")]


def _turned(
    middle: tuple[float, float], right: float, down: float, turn: float
) -> tuple[float, float]:
    """A place on a die that lies askew, given as if it lay straight."""
    angle = radians(turn)
    across = right * cos(angle) - down * sin(angle)
    return middle[0] + across, middle[1] + right * sin(angle) + down * cos(angle)
