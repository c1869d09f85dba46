"""What is printed of a game: its sheets with nothing written on them, or its cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rollwrite.draw.shapes import Circle, Drawing, Label, Part, Pen, Polygon, Rect, Shape
from rollwrite.errors import say
from rollwrite.games.optional import OptionalDrawings, PrintedCard
from rollwrite.play.game import Game

NAME_LINE = 130  # the room to write a name


def sheets(game: Game, count: int) -> tuple[Drawing, ...]:
    """So many blank sheets; those of the seats in turn, where seats have different ones."""
    with game.localized_errors():
        seats = game.seats[-1]
        state = game.start(seats)
        draw = game.definition.drawing.sheet
        different = [blank(draw(game, state._record, seat)) for seat in range(min(seats, count))]
    return tuple(different[number % len(different)] for number in range(count))


def deck(game: Game) -> tuple[PrintedCard, ...]:
    """The cards of a game that is played on cards; nothing in a game that has sheets."""
    cards = OptionalDrawings.of(game.definition.drawing).deck(game)
    return tuple(PrintedCard(blank(card.front), blank(card.back)) for card in cards)


def blank(drawing: Drawing) -> Drawing:
    """A drawing with nothing written on it, a line for a name, and the paper's own white."""
    return replace(drawing, shapes=tuple(_blank(drawing.shapes)))


def clean(drawing: Drawing) -> Drawing:
    """A drawing with all that is written on it, on the paper's own white."""
    return replace(drawing, shapes=tuple(_white(drawing.shapes)))


def _white(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Part):
            yield replace(shape, shapes=tuple(_white(shape.shapes)))
        elif isinstance(shape, Rect | Circle | Polygon) and shape.fill == "paper":
            yield replace(shape, fill="white.tint")  # cream would cost ink
        else:
            yield shape


def _blank(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Part):
            yield replace(shape, shapes=tuple(_blank(shape.shapes)))
        elif isinstance(shape, Label) and getattr(shape.text, "key", None) == "seat":
            yield replace(shape, text=say("print.name"), x=shape.x - NAME_LINE - 6, anchor="end")
            yield Rect(shape.x - NAME_LINE, shape.y + 7, NAME_LINE, 1, "faint")
        elif not isinstance(shape, Pen):
            yield from _white([shape])
