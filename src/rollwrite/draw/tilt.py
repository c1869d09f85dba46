"""Shapes that lie askew: a card on a table, a die beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import cos, radians, sin

from rollwrite.draw.shapes import Part, Polygon, Rect, Shape

Middle = tuple[float, float]


def tilted(shapes: Iterable[Shape], middle: Middle, degrees: float) -> Iterator[Shape]:
    """Shapes turned about a point. Text and what is written stay upright where they come to lie."""

    def moved(x: float, y: float) -> Middle:
        angle = radians(degrees)
        right, down = x - middle[0], y - middle[1]
        return (
            middle[0] + right * cos(angle) - down * sin(angle),
            middle[1] + right * sin(angle) + down * cos(angle),
        )

    for shape in shapes:
        if isinstance(shape, Rect):
            half, tall = shape.width / 2, shape.height / 2
            x, y = moved(shape.x + half, shape.y + tall)
            yield replace(shape, x=x - half, y=y - tall, turn=shape.turn + degrees)
        elif isinstance(shape, Polygon):
            yield replace(shape, points=tuple(moved(*point) for point in shape.points))
        elif isinstance(shape, Part):
            yield replace(shape, shapes=tuple(tilted(shape.shapes, middle, degrees)))
        else:
            x, y = moved(shape.x, shape.y)
            yield replace(shape, x=x, y=y)
