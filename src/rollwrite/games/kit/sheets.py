"""Parts of sheets that many games have: the paper, coloured bands, fields, boxes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rollwrite.draw.palette import COLOURS
from rollwrite.draw.shapes import Drawing, Label, Part, Pen, Rect, Shape, Symbol
from rollwrite.draw.words import fitted
from rollwrite.games.kit.dice import colour_letter
from rollwrite.texts import Message, speaker

HEAD = 40  # the height of the line with the names on top of a sheet

_say = speaker(__package__)


def paper(width: float, height: float, title: str | Message, seat: int) -> list[Shape]:
    """An empty sheet with the name of the game and of its owner on top, ``HEAD`` high."""
    return [
        Rect(1, 1, width - 2, height - 2, "paper", "line", 14),
        Label(20, 26, title, 20, "ink", bold=True, anchor="start"),
        Label(width - 20, 26, _say("seat", seat=seat), 14, "faint", anchor="end"),
    ]


def backdrop(colour: str) -> Rect:
    """The ground of an emblem, wide enough for a place of any shape."""
    return Rect(-1000, -1000, 3000, 3000, f"{colour}.tint")


def card_back(
    title: Message, size: tuple[float, float], colour: str, lines: tuple[str, ...]
) -> Drawing:
    """The back of a card: a coloured frame, its symbol, and below it lines as large as fit."""
    width, height = size
    edge, pitch = width / 20, width / 8
    shapes: list[Shape] = [
        Rect(0.75, 0.75, width - 1.5, height - 1.5, colour, f"{colour}.edge", edge, 1.5),
        Rect(edge, edge, width - 2 * edge, height - 2 * edge, "none", f"{colour}.on", edge / 2, 1),
        Symbol(COLOURS[colour].symbol, width / 2, height * 0.3, width / 5, f"{colour}.on"),
    ]
    for place, text in enumerate(lines):
        y = height * 0.58 + place * pitch * 1.3
        (line,), letters = fitted(text, width * 0.8, pitch * 0.8**place, 1)
        shapes.append(Label(width / 2, y, line, letters, f"{colour}.on", bold=True))
    return Drawing(width, height, title, tuple(shapes))


def band(x: float, y: float, width: float, height: float, colour: str) -> list[Shape]:
    """A coloured band with round ends; the lamp shines on its upper half."""
    round_ = height / 2
    return [
        Rect(x, y + 2, width, height - 2, f"{colour}.edge", radius=round_ - 1),
        Rect(x, y, width, height - 3, colour, radius=round_ - 1.5),
        Rect(x + 3, y + 2.5, width - 6, height * 0.48, "sheen", radius=height * 0.24),
    ]


def mark(x: float, y: float, colour: str) -> list[Shape]:
    """What tells a colour without colour: its symbol, and its letter in the reader's language."""
    return [
        Symbol(COLOURS[colour].symbol, x, y, 13, f"{colour}.on"),
        Label(x + 14, y, colour_letter(colour), 13, f"{colour}.on", bold=True),
    ]


def field(id_: str, label: Message, printed: list[Shape], pen: Pen | None) -> Part:
    """A field to write in: what is printed, and what somebody wrote."""
    return Part(id_, label, (*printed, *([] if pen is None else [pen])))


def written(value: int | Message) -> int | Message:
    """What stands in a field, in words: its number, or that it is empty."""
    return value or _say("part.empty")


@dataclass(frozen=True)
class Boxes:
    """A row of boxes to cross: where the first one is, and how they look."""

    x: float
    y: float
    step: float = 29
    size: float = 24
    edge: str = "faint"

    def draw(self, boxes: Iterable[Box], hand: str) -> list[Shape]:
        """The boxes, the crossed ones with a cross by hand."""
        return [self._box(box, self.x + n * self.step, hand) for n, box in enumerate(boxes)]

    def _box(self, box: Box, x: float, hand: str) -> Part:
        half = self.size / 2
        printed: list[Shape] = [
            Rect(x - half, self.y - half, self.size, self.size, "paper", self.edge, 6)
        ]
        if box.printed:
            printed.append(Label(x, self.y, box.printed, self.size * 0.6, bold=True))
        cross = Pen(x, self.y, "x", self.size * 0.83, f"{hand}{box.id}", "pencil")
        return field(box.id, box.label, printed, cross if box.crossed else None)


class Box(NamedTuple):
    """A box to cross: its part, its name in words, whether it is crossed, what is printed in it."""

    id: str
    label: Message
    crossed: bool
    printed: str = ""


def score_box(x: float, y: float, width: float, points: int | None, hand: str) -> list[Shape]:
    """A box around (x, y) in which points are written; None leaves it empty."""
    shapes: list[Shape] = [Rect(x - width / 2, y - 20, width, 40, "paper", "ink", 12, 2)]
    return shapes if points is None else [*shapes, Pen(x, y, str(points), 23, hand)]
