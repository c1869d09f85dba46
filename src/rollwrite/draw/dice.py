"""Dice as shapes: one look for every game."""

from __future__ import annotations

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


def die(
    x: float, y: float, colour: str, letter: Message, value: int, *, idle: bool = False
) -> tuple[Shape, ...]:
    """A die of a colour with its letter and symbol below; 0 is to be rolled, idle lies aside."""
    tone = f"{colour}.on"
    middle = (x + SIZE / 2, y + SIZE / 2)
    face: tuple[Shape, ...] = tuple(
        Circle(middle[0] + dx * SIZE * 0.26, middle[1] + dy * SIZE * 0.26, SIZE * 0.09, tone)
        for dx, dy in _PIPS.get(value, ())
    )
    if value == 0 and not idle:
        face = (Label(*middle, "?", 24, tone, bold=True),)
    return (
        Rect(
            x,
            y,
            SIZE,
            SIZE,
            f"{colour}.tint" if idle else colour,
            "line" if idle else "ink",
            9,
            1.5,
        ),
        *face,
        Symbol(COLOURS[colour].symbol, x + SIZE / 2 - 9, y + SIZE + 12, 12, colour, "ink"),
        Label(x + SIZE / 2 + 9, y + SIZE + 12, letter, 14, "ink", bold=True),
    )


def colour_die(x: float, y: float, colour: str | None, letter: str | Message) -> tuple[Shape, ...]:
    """A die whose faces are colours: symbol and letter on the colour; None is to be rolled."""
    if colour is None:
        return (
            Rect(x, y, SIZE, SIZE, "paper", "ink", 9, 1.5),
            Label(x + SIZE / 2, y + SIZE / 2, "?", 24, "ink", bold=True),
        )
    return (
        Rect(x, y, SIZE, SIZE, colour, "ink", 9, 1.5),
        Symbol(COLOURS[colour].symbol, x + SIZE / 2, y + SIZE * 0.36, 23, f"{colour}.on"),
        Label(x + SIZE / 2, y + SIZE * 0.79, letter, 16, f"{colour}.on", bold=True),
    )
