"""Parts of sheets that many games have: the paper, coloured bands, fields, boxes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rollwrite.draw.palette import COLOURS
from rollwrite.draw.shapes import Label, Part, Pen, Rect, Shape, Symbol
from rollwrite.games.kit.dice import colour_letter
from rollwrite.texts import Message, speaker

_say = speaker(__package__)


def paper(width: float, height: float, title: str | Message, seat: int) -> list[Shape]:
    """An empty sheet with the name of the game and of its owner on top."""
    return [
        Rect(1, 1, width - 2, height - 2, "paper", "line", 14),
        Label(20, 26, title, 20, "ink", bold=True, anchor="start"),
        Label(width - 20, 26, _say("seat", seat=seat), 14, "faint", anchor="end"),
    ]


def backdrop(colour: str) -> Rect:
    """The ground of an emblem, wide enough for a place of any shape."""
    return Rect(-1000, -1000, 3000, 3000, f"{colour}.tint")


def mark(x: float, y: float, colour: str) -> list[Shape]:
    """What tells a colour without colour: its symbol, and its letter in the reader's language."""
    return [
        Symbol(COLOURS[colour].symbol, x, y, 13, f"{colour}.on"),
        Label(x + 14, y, colour_letter(colour), 13, f"{colour}.on", bold=True),
    ]


def symbol(x: float, y: float, colour: str) -> Symbol:
    """The symbol of a colour on paper."""
    return Symbol(COLOURS[colour].symbol, x, y, 11, colour, "ink")


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
            Rect(x - half, self.y - half, self.size, self.size, "paper", self.edge, 4)
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
    shapes: list[Shape] = [Rect(x - width / 2, y - 20, width, 40, "paper", "ink", 8, 2)]
    return shapes if points is None else [*shapes, Pen(x, y, str(points), 23, hand)]
