"""Drawings for pages: no inline style, the player's name on the paper, real positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

from rollwrite.draw.shapes import Drawing, Label, Part, Shape
from rollwrite.draw.svg import svg
from rollwrite.games.contract import Definition
from rollwrite.play.registry import game as find
from rollwrite.play.state import Move, State
from rollwrite.texts import Message, catalogue
from rollwrite.web.html import Html
from rollwrite.web.words import words

_STYLE = ' style="max-width:100%;height:auto"'
_EVENTS = 4000  # more than any game has
SEED = 7
_LOOK = 48  # moves looked at: a picture must not keep the first visitor waiting


def picture(drawing: Drawing, language: str = "en", name: str | None = None) -> Html:
    """A drawing as SVG for a page, with a player's name in place of the number of the seat."""
    if name is not None:
        shapes = tuple(_named(drawing.shapes, name))
        drawing = replace(drawing, shapes=shapes, title=_title(name))
    return Html(svg(drawing, language).replace(_STYLE, "", 1))


def _title(name: str) -> Message:
    return Message(__package__, "picture.sheet", {"name": name})


def _named(shapes: tuple[Shape, ...], name: str) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Part):
            yield replace(shape, shapes=tuple(_named(shape.shapes, name)))
        elif isinstance(shape, Label) and getattr(shape.text, "key", None) == "seat":
            yield replace(shape, text=name)
        else:
            yield shape


@cache
def sheet_of(game: str, language: str, share: float = 0.6) -> Html:
    """A sheet of a real game, played by chance from a fixed seed until a share of its events."""
    state = _moment(game, share)
    best = max(range(state.seats), key=lambda seat: state.scores()[seat])
    box = find(game, language=language)
    drawing = box.definition.drawing.sheet(box, state._record, best)
    return picture(drawing, language, words(language)("picture.example"))


@cache
def tray_of(game: str, language: str, share: float = 0.6) -> Html:
    """The middle of the table at the same moment."""
    state = _moment(game, share)
    box = find(game, language=language)
    return picture(box.definition.drawing.tray(box, state._record), language)


def _moment(game: str, share: float) -> State:
    """A moment at which something lies rolled, after a share of the game."""
    moments = _moments(game)
    rolled = [s for s in moments if s.pending and s.log.events and s.log.events[-1].seat is None]
    return rolled[int(share * (len(rolled) - 1))]


@cache
def _moments(game: str) -> tuple[State, ...]:
    """Every state of one game in which each seat takes what brings most points at once."""
    box = find(game)
    state = box.start(max(2, box.seats.start), seed=SEED)
    found = [state]
    whim = Random(SEED)
    while not state.over and len(found) < _EVENTS:
        if state.chance is not None:
            state = state.roll()
        else:
            state = state.play(_likely(state, state.pending[0], whim))
        found.append(state)
    return tuple(found)


def _likely(state: State, seat: int, whim: Random) -> Move:
    """A sensible move: one of those with the best score after it, among some."""
    moves = state.moves(seat)
    some = moves if len(moves) <= _LOOK else whim.sample(moves, _LOOK)
    points = [state.play(move).scores()[seat] for move in some]
    return whim.choice([move for move, own in zip(some, points, strict=True) if own == max(points)])


def told(definition: Definition, key: str, language: str) -> str:
    """A text of a game that needs no values."""
    return catalogue(definition.package, language)[key]
