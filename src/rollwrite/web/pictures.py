"""Drawings for pages: no inline style, the player's name on the paper, real positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

from rollwrite.draw.shapes import Drawing, Label, Part, Rect, Shape
from rollwrite.draw.svg import pieces as svg_pieces
from rollwrite.games.contract import Definition
from rollwrite.games.optional import OptionalDrawings
from rollwrite.play.registry import game as find
from rollwrite.play.state import Move, State
from rollwrite.texts import Message, texts_of
from rollwrite.web.html import Html
from rollwrite.web.translate import about, translator

_STYLE = ' style="max-width:100%;height:auto"'
_EVENTS = 4000  # more than any game has
SEED = 7
_LOOK = 48  # moves looked at: a picture must not keep the first visitor waiting


def picture(drawing: Drawing, language: str = "en", name: str | None = None) -> Html:
    """A drawing as SVG for a page, with a player's name in place of the number of the seat."""
    return Html("".join(pieces(drawing, language, name)))


def pieces(
    drawing: Drawing,
    language: str,
    name: str | None = None,
    before: tuple[Drawing, tuple[str, ...]] | None = None,
) -> tuple[str, ...]:
    """The same cut into pieces; those that ``before`` had in the same place are not drawn again."""
    drawing = _without_head(drawing)  # the page says what it is and whose
    known: dict[int, str] = {}
    if before is not None:
        shapes, drawn = before[0].shapes, before[1]
        pairs = enumerate(zip(shapes, drawing.shapes, strict=False))
        known = {n: drawn[n + 1] for n, (old, new) in pairs if old == new}
    if name is not None:
        fresh = (s if n in known else _with_name(s, name) for n, s in enumerate(drawing.shapes))
        drawing = replace(drawing, shapes=tuple(fresh), title=_title(name))
    opening, *rest = svg_pieces(drawing, language, known)
    return opening.replace(_STYLE, "", 1), *rest


def _without_head(drawing: Drawing) -> Drawing:
    """A sheet without the line with the names; its paper, the first shape, begins below."""
    head, (paper, *rest) = drawing.head, drawing.shapes
    if not head or not isinstance(paper, Rect):
        return drawing
    paper = replace(paper, y=paper.y + head, height=paper.height - head)
    top, height = drawing.top + head, drawing.height - head
    return replace(drawing, shapes=(paper, *rest), top=top, height=height, head=0)


def plain(svg: str) -> Html:
    """A plot that is SVG already, without the inline style that pages do not allow."""
    return Html(svg.replace(_STYLE, "", 1))


def _title(name: str) -> Message:
    return Message(__package__, about("picture.sheet", name), {"name": name})


def _with_name(shape: Shape, name: str) -> Shape:
    if isinstance(shape, Part):
        return replace(shape, shapes=tuple(_with_name(inner, name) for inner in shape.shapes))
    if isinstance(shape, Label) and getattr(shape.text, "key", None) == "seat":
        return replace(shape, text=name)
    return shape


@cache
def sheet_of(id_: str, language: str, share: float = 0.6) -> Html:
    """A sheet of a real game, played by chance from a fixed seed until a share of its events."""
    state = _moment(id_, share)
    game = find(id_, language=language)
    drawing = game.definition.drawing.sheet(game, state._record, _leader(state))
    return picture(drawing, language, translator(language)("picture.example"))


@cache
def emblem_of(id_: str, language: str) -> Html | None:
    """The small picture that stands for a game; None where the game has none of its own."""
    game = find(id_, language=language)
    emblem = OptionalDrawings.of(game.definition.drawing).emblem
    if emblem is None:
        return None
    state = _moment(id_, 0.6)
    drawing = emblem(game, state._record, _leader(state))
    # A picture in a list says nothing: the name stands beside it.
    return picture(replace(drawing, shapes=tuple(_without_parts(drawing.shapes))), language)


def _without_parts(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Part):
            yield from _without_parts(shape.shapes)
        else:
            yield shape


def _leader(state: State) -> int:
    return max(range(state.seats), key=lambda seat: state.scores()[seat])


@cache
def tray_of(id_: str, language: str, share: float = 0.6) -> Html:
    """The dice at the same moment."""
    return picture(_moment(id_, share).in_language(language).tray(), language)


@cache
def market_of(id_: str, language: str, share: float = 0.6) -> Html | None:
    """What lies open for all besides them; None where there is nothing of the kind."""
    market = _moment(id_, share).in_language(language).market()
    return None if market is None else picture(market, language)


def _moment(id_: str, share: float) -> State:
    """A moment at which something lies rolled, after a share of the game."""
    rolled = [
        s for s in moments(id_) if s.pending and s.log.events and s.log.events[-1].seat is None
    ]
    return rolled[int(share * (len(rolled) - 1))]


@cache
def moments(id_: str) -> tuple[State, ...]:
    """Every state of one game in which each seat takes what brings most points at once."""
    game = find(id_)
    state = game.start(max(2, game.seats.start), seed=SEED)
    found = [state]
    rng = Random(SEED)
    while not state.over and len(found) < _EVENTS:
        if state.chance is not None:
            state = state.roll()
        else:
            state = state.play(_likely(state, state.pending[0], rng))
        found.append(state)
    return tuple(found)


def _likely(state: State, seat: int, rng: Random) -> Move:
    """A sensible move: one of those with the best score after it, among some."""
    moves = state.moves(seat)
    some = moves if len(moves) <= _LOOK else rng.sample(moves, _LOOK)
    points = [state.play(move).scores()[seat] for move in some]
    return rng.choice([move for move, own in zip(some, points, strict=True) if own == max(points)])


def game_text(definition: Definition, key: str, language: str) -> str:
    """A text of a game that needs no values."""
    return texts_of(definition.package, language)[key]
