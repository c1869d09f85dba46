"""Drawings: sound, in known colours, each part once, and with every part that is spoken of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from xml.etree import ElementTree

from rollwrite.draw.palette import paint
from rollwrite.draw.shapes import Drawing, Label, Part, Shape, Symbol
from rollwrite.draw.svg import svg
from rollwrite.draw.symbols import OUTLINES
from rollwrite.games.optional import OptionalDrawings
from rollwrite.play.state import Move, State
from rollwrite.testing.inspection import Inspection
from rollwrite.texts import LANGUAGES, catalogue


class Drawings:
    """The drawings of one game; what looks as it did the last time is as sound as then."""

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self._sound: dict[int | str, dict[str | int, Shape]] = {}  # by seat, tray, market
        self._tray: tuple[State | None, set[str]] = (None, set())

    def check(self, state: State, seat: int, moves: list[Move]) -> None:
        """Every part of a move or of a line of the tally is drawn; of a move, or is a button."""
        look = self._inspection
        drawing, record = look.game.definition.drawing, state._record
        if self._tray[0] is not state:
            self._tray = (state, set())
            with look.guard("drawing the tray"):
                parts = self._parts("tray", drawing.tray(look.game, record))
                if market := OptionalDrawings.of(drawing).market(look.game, record):
                    parts |= self._parts("market", market)
                self._tray = (state, parts)
        drawn = set(self._tray[1])
        with look.guard(f"drawing the sheet of seat {seat}"):
            drawn |= self._parts("sheet", drawing.sheet(look.game, record, seat), seat)
        look.report.coverage.drawn |= drawn
        buttons = catalogue(look.game.definition.package, "en")
        for part in sorted({part for move in moves for part in move.parts} - drawn):
            if f"button.{part}" in buttons:
                look.report.coverage.said.add((look.game.definition.package, f"button.{part}"))
            else:
                what = f"the part {part!r} of a move is neither drawn nor a button"
                look.report.add("drawing", "drawing", f"{what} (text button.{part})", look.at)
        for line in look.game.definition.tally.lines(look.game, record, seat):
            for part in sorted(set(line.parts) - drawn):
                what = f"the line {line.label.key} names the part {part!r}, which is not drawn"
                look.report.add("drawing", "tally.lines", what, look.at)

    def check_emblem(self) -> None:
        """The emblem, if there is one, is square and can be drawn before the first move."""
        look = self._inspection
        emblem = OptionalDrawings.of(look.game.definition.drawing).emblem
        if emblem is None:
            return
        with look.guard("drawing the emblem"):
            drawing = emblem(look.game, look.game.start(seed=1)._record, 0)
            for language in LANGUAGES:
                ElementTree.fromstring(svg(drawing, language))
            if drawing.width != drawing.height:
                what = f"the emblem is {drawing.width} by {drawing.height}, not square"
                look.report.add("drawing", "drawing.emblem", what)

    def _parts(self, name: str, drawing: Drawing, seat: int | None = None) -> set[str]:
        """The ids of a drawing's parts."""
        look, where = self._inspection, f"drawing.{name}"
        whose = name if seat is None else seat
        sound = self._sound.get(whose, {})
        shapes: dict[str | int, Shape] = {
            shape.id if isinstance(shape, Part) else number: shape
            for number, shape in enumerate(drawing.shapes)
        }
        fresh = tuple(shape for number, shape in shapes.items() if sound.get(number) != shape)
        self._sound[whose] = shapes
        look.ear.hear(drawing.title, where)
        if fresh and self._known(where, fresh):
            language = look.random.choice(LANGUAGES)
            with look.guard(f"writing {where} as SVG in {language}"):
                ElementTree.fromstring(svg(replace(drawing, shapes=fresh), language))
        ids = Counter(part.id for part in all_parts(drawing.shapes))
        for part in [part for part, times in ids.items() if times > 1]:
            what = f"the part {part!r} is drawn {ids[part]} times"
            look.report.add("drawing", where, what, look.at)
        return set(ids)

    def _known(self, where: str, shapes: Iterable[Shape], part: str = "") -> bool:
        """Whether every colour, symbol and text of some shapes is known."""
        known = True
        inside = f" in the part {part!r}" if part else ""
        for shape in shapes:
            for what in _unknown(shape):
                known = self._inspection.that(False, "drawing", where, what + inside)
            for text in _texts(shape):
                self._inspection.ear.hear(text, f"{where}{inside}")
            if isinstance(shape, Part):
                known &= self._known(where, shape.shapes, shape.id)
        return known


def _unknown(shape: Shape) -> Iterator[str]:
    """The colours and symbols of a shape that nobody can draw."""
    for name in ("fill", "stroke", "colour"):
        colour = getattr(shape, name, "none")
        try:
            paint(colour)
        except (KeyError, AttributeError):
            yield f"{type(shape).__name__} has the unknown colour {colour!r} (see draw/palette.py)"
    if isinstance(shape, Symbol) and shape.name not in OUTLINES:
        yield f"the symbol {shape.name!r} is unknown (see draw/symbols.py)"


def _texts(shape: Shape) -> Iterator[object]:
    if isinstance(shape, Part):
        yield shape.label
    elif isinstance(shape, Label) and not isinstance(shape.text, str):
        yield shape.text


def all_parts(shapes: tuple[Shape, ...]) -> Iterator[Part]:
    """The parts among some shapes, and the parts inside them."""
    for shape in shapes:
        if isinstance(shape, Part):
            yield shape
            yield from all_parts(shape.shapes)
