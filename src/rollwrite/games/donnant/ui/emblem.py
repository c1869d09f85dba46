"""The small picture that stands for Donnant Donnant: two cards, as a list shows them."""

from __future__ import annotations

from rollwrite.draw.palette import COLOURS as TONES
from rollwrite.draw.shapes import Drawing, Label, Rect, Shape, Symbol
from rollwrite.draw.tilt import tilted
from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import State
from rollwrite.games.donnant.sheet import say
from rollwrite.games.kit.sheets import backdrop

WIDTH, HEIGHT, BAND, CELL = 76, 98, 22, 24


def emblem(game: GameContext, s: State, seat: int) -> Drawing:
    """A green and a purple card."""
    cards = [*_card(18, 46, "green", "22", -6), *_card(106, 54, "purple", "45", 7)]
    return Drawing(200, 200, say("name"), (backdrop("green"), *cards))


def _card(x: float, y: float, colour: str, numbers: str, turn: float) -> list[Shape]:
    middle = x + WIDTH / 2
    shapes: list[Shape] = [
        Rect(x + 2, y + 4, WIDTH, HEIGHT, "shadow", radius=9),
        Rect(x, y, WIDTH, HEIGHT, "paper", "line", 9, 1),
        Rect(x, y, WIDTH, BAND + 8, colour, radius=9),
        Rect(x + 0.5, y + BAND, WIDTH - 1, 10, "paper"),
        Rect(x, y, WIDTH, BAND / 2, "sheen", radius=8),
        Symbol(TONES[colour].symbol, x + 14, y + BAND / 2, 13, f"{colour}.on"),
        Rect(x + 10, y + 68, WIDTH - 20, 1.5, "line"),
    ]
    for number, side in zip(numbers, (-1, 1), strict=True):
        left = middle + side * (CELL / 2 + 3) - CELL / 2
        shapes.append(Rect(left, y + 33, CELL, CELL, "paper", "faint", 5, 2))
        shapes.append(Label(left + CELL / 2, y + 33 + CELL / 2, number, 15, "faint", True))
    return list(tilted(shapes, (middle, y + HEIGHT / 2), turn))
