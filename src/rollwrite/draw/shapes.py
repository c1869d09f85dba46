"""The shapes games draw with: plain data, in no output format yet.

Colours are names from the palette. A length of 48 is a field that is comfortable to tap.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, pi, sin
from typing import TypeAlias

from rollwrite.texts import Message


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, with rounded corners if it has a radius, turned about its middle by degrees."""

    x: float
    y: float
    width: float
    height: float
    fill: str = "none"
    stroke: str = "none"
    radius: float = 0
    line: float = 1.5
    turn: float = field(default=0, kw_only=True)
    dotted: bool = field(default=False, kw_only=True)  # the stroke


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float
    fill: str = "none"
    stroke: str = "none"
    line: float = 1.5


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape with straight edges."""

    points: tuple[tuple[float, float], ...]
    fill: str = "none"
    stroke: str = "none"
    line: float = 1.5


@dataclass(frozen=True, slots=True)
class Symbol:
    """The symbol that goes with a colour, so that nothing depends on colour vision."""

    name: str
    x: float
    y: float
    size: float
    fill: str
    stroke: str = "none"


@dataclass(frozen=True, slots=True)
class Label:
    """Printed text, its middle at (x, y) unless anchored at its start or end."""

    x: float
    y: float
    text: str | Message
    size: float = 14
    fill: str = "ink"
    bold: bool = False
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Pen:
    """Something written by hand around (x, y): digits, or one of the marks.

    Marks are ``x`` a cross, ``/`` a stroke, ``v`` a tick, ``o`` a ring around something. The same
    ``hand`` always writes it the same way.
    """

    x: float
    y: float
    text: str
    size: float
    hand: str
    colour: str = "pen"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece that moves consist of: a field, a die, a box. It has a name that can be said."""

    id: str
    label: Message
    shapes: tuple[Shape, ...]


Shape: TypeAlias = Rect | Circle | Polygon | Symbol | Label | Pen | Part


@dataclass(frozen=True)
class Drawing:
    """Shapes on a piece of paper of some size."""

    width: float
    height: float
    title: Message
    shapes: tuple[Shape, ...] = field(default=())
    left: float = 0  # where the paper begins: what lies further left or higher is cut off
    top: float = 0
    head: float = 0  # the line on top that says what it is and whose; pages say so themselves


def pentagon(x: float, y: float, radius: float) -> tuple[tuple[float, float], ...]:
    """The corners of a pentagon that stands on an edge."""
    angles = [2 * pi * i / 5 for i in range(5)]
    return tuple((x + radius * sin(angle), y - radius * cos(angle)) for angle in angles)
