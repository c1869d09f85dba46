"""What is drawn and told of one table, kept for as long as it is true.

Most of what happens at a table changes little of what is seen: a seat's answer changes its own
sheet, a roll the tray. States never change, so whatever was made of a state stays right.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import rollwrite as rw
from rollwrite import web
from rollwrite.draw.shapes import Drawing, Part, Shape

TRAY = -1
KEPT = 3  # pictures of one thing: as everybody knows it, as its owner does, and the one before
_NUMBERS = count(1)  # of all pictures ever drawn, so that no two are taken for the same


class Picture:
    """A drawing as SVG; ``states`` are those it is a picture of."""

    def __init__(self, drawing: Drawing, language: str, name: str) -> None:
        self.drawing = drawing
        self.language = language
        self.name = name
        self.svg = str(web.picture(drawing, language, name or None))
        self.number = next(_NUMBERS)
        self.states: deque[rw.State] = deque(maxlen=8)
        self._labels: dict[str, str] | None = None

    @property
    def labels(self) -> dict[str, str]:
        """The sayable names of all parts."""
        if self._labels is None:
            self._labels = _labels(self.drawing.shapes, self.language)
        return self._labels

    def shows(self, state: rw.State, name: str) -> bool:
        """Whether this is the picture of a state."""
        return self.name == name and any(state is known for known in self.states)


class Painter:
    """Draws one table for everybody who looks at it; what has not changed is not drawn again."""

    def __init__(self) -> None:
        self._pictures: dict[tuple[str, int], deque[Picture]] = {}
        self._told: deque[tuple[rw.State, Any, Any]] = deque(maxlen=24)

    def sheet(self, state: rw.State, seat: int, name: str, language: str) -> Picture:
        """A seat's sheet."""
        return self._picture(state, seat, name, language)

    def tray(self, state: rw.State, language: str) -> Picture:
        """The middle of the table."""
        return self._picture(state, TRAY, "", language)

    def told(self, state: rw.State, key: Any, tell: Callable[[], Any]) -> Any:
        """What was told of a state under a key, or is told now."""
        for known, under, value in self._told:
            if known is state and under == key:
                return value
        value = tell()
        self._told.append((state, key, value))
        return value

    def forget(self) -> None:
        """Let go of everything."""
        self._pictures.clear()
        self._told.clear()

    def _picture(self, state: rw.State, what: int, name: str, language: str) -> Picture:
        kept = self._pictures.setdefault((language, what), deque(maxlen=KEPT))
        for picture in kept:
            if picture.shows(state, name):
                return picture
        told = state.in_language(language)  # words on cards are wrapped in their language
        drawing = told.tray() if what == TRAY else told.sheet(what)
        for picture in kept:
            if picture.name == name and picture.drawing == drawing:
                picture.states.append(state)
                return picture
        picture = Picture(drawing, language, name)
        picture.states.append(state)
        kept.append(picture)
        return picture


def _labels(shapes: Sequence[Shape], language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for shape in shapes:
        if isinstance(shape, Part):
            found[shape.id] = shape.label.text(language)
            found.update(_labels(shape.shapes, language))
    return found
