"""Small pictures of what a card scores: neighbours, cards of a colour, lines of three."""

from __future__ import annotations

from collections.abc import Callable

from rollwrite.draw.palette import COLOURS as TONES
from rollwrite.draw.shapes import Pen, Rect, Shape, Symbol
from rollwrite.games.donnant.sheet import NONE
from rollwrite.games.donnant.ui.names import NAMES

CARD_WIDTH, CARD_HEIGHT, GAP = 12, 16, 2


def icon(kind: int, target: int, x: float, y: float) -> list[Shape]:
    """What an evaluation counts (1 to 7 for S1 to S7), around (x, y)."""
    name = NAMES[target] if target != NONE else "green"
    return _ICONS[kind - 1](name, x, y)


def _card(x: float, y: float, fill: str = "paper", mark: str = "") -> list[Shape]:
    half = CARD_WIDTH / 2
    edge = "faint" if fill == "paper" else f"{fill}.text"
    card = Rect(x - half, y - CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT, fill, edge, 2, 1.2)
    pen = Pen(x, y, mark, 9, mark, "green.text" if fill == "paper" else "ink")
    return [card, pen] if mark else [card]


def _symbol(name: str, x: float, y: float, size: float) -> Shape:
    return Symbol(TONES[name].symbol, x, y, size, name, f"{name}.text")


def _cards(x: float, y: float, *looks: tuple[str, str]) -> list[Shape]:
    step = CARD_WIDTH + GAP
    shapes: list[Shape] = []
    for place, (fill, mark) in enumerate(looks):
        shapes += _card(x + (place - (len(looks) - 1) / 2) * step, y, fill, mark)
    return shapes


def _done_neighbour(name: str, x: float, y: float) -> list[Shape]:
    return _cards(x, y, ("paper", ""), ("paper", "v"))


def _card_of_colour(name: str, x: float, y: float) -> list[Shape]:
    return [_symbol(name, x, y, 16)]


def _neighbour_of_colour(name: str, x: float, y: float) -> list[Shape]:
    return [*_cards(x, y, ("paper", ""), (name, "")),
            Symbol(TONES[name].symbol, x + (CARD_WIDTH + GAP) / 2, y, 7, f"{name}.on")]  # fmt: skip


def _done_line(name: str, x: float, y: float) -> list[Shape]:
    return _cards(x, y, ("paper", "v"), ("paper", "v"), ("paper", "v"))


def _all_colours(name: str, x: float, y: float) -> list[Shape]:
    return [_symbol(each, x + 13 * (place - 2), y, 11) for place, each in enumerate(NAMES)]


def _line_of_colour(name: str, x: float, y: float) -> list[Shape]:
    """Any colour: which one is no matter, three alike."""
    return _cards(x, y, ("orange", ""), ("orange", ""), ("orange", ""))


def _bonus_kinds(name: str, x: float, y: float) -> list[Shape]:
    edge = 11
    shapes: list[Shape] = []
    for at in (x - 16, x, x + 16):
        box = Rect(at - edge / 2, y - edge / 2, edge, edge, "paper", "faint", 3, 1.2)
        shapes += [box, Pen(at, y, "v", 10, "bonus")]
    return shapes


_ICONS: tuple[Callable[[str, float, float], list[Shape]], ...] = (
    _done_neighbour,
    _card_of_colour,
    _neighbour_of_colour,
    _done_line,
    _all_colours,
    _line_of_colour,
    _bonus_kinds,
)
