"""The PDF: pages of sheets or cards with cutting marks, their backs, and the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rollwrite.draw.shapes import Drawing
from rollwrite.draw.svg import svg
from rollwrite.errors import BadOption, say
from rollwrite.paper import dice
from rollwrite.paper.blank import deck, sheets
from rollwrite.paper.layout import INSET, MARGIN, PAPERS, Layout, for_cards, for_sheets
from rollwrite.paper.markup import from_markdown, quoted
from rollwrite.paper.typeset import check_paper, filled, typeset
from rollwrite.play.game import Game
from rollwrite.play.guide import guide

MOST = 200  # sheets, or decks of cards
PAD, MARK = 7.0, 4.0  # millimetres: around the rules behind a sheet, and a mark of a cut
FOOT = 5.0  # from the edge of the page to its footer
TWO_COLUMNS = 110.0  # as wide as this, rules are set in two columns


class Printed(NamedTuple):
    """A PDF, and what is in it."""

    pdf: bytes
    pieces: int  # sheets or cards
    cards: bool
    pages: int  # without those of the rules
    landscape: bool


def printed(
    game: Game, count: int | None = None, paper: str = "a4", *, with_dice: bool = False
) -> Printed:
    """Blank sheets of a game, or decks of its cards, with the rules, to print on both sides.

    ``count`` is the number of sheets, a page full unless told, or of decks, one unless told.
    ``with_dice`` adds the dice, unfolded; BadOption where the faces of a game's dice are unknown.
    """
    check_paper(game, paper)
    with game.localized_errors():
        if count is not None and not 1 <= count <= MOST:
            raise BadOption(say("option.count", name="sheets", value=count, low=1, high=MOST))
    if cards := deck(game):
        cards *= count or 1
        fronts = [card.front for card in cards]
        layout = for_cards(paper, fronts[0].width, fronts[0].height)
        backs = [card.back for card in cards]
    else:
        (first,) = sheets(game, 1)
        layout = for_sheets(paper, first.width, first.height)
        fronts = list(sheets(game, count or layout.pieces))
        backs = []
    pages = -(-len(fronts) // layout.pieces)
    nets = list(dice.pages(game, paper)) if with_dice else []
    if with_dice and not nets:
        raise BadOption(say("print.no_dice", game=game.name), game.language)
    source = _source(game, layout, fronts, backs)
    if nets:
        size = "#set page(width: {}mm, height: {}mm)".format(*PAPERS[paper])
        source += "\n".join(["", size, "\n#pagebreak()\n".join(nets)])
    return Printed(typeset(source), len(fronts), bool(cards), pages, layout.width > layout.height)


def _source(game: Game, layout: Layout, fronts: Sequence[Drawing], backs: Sequence[Drawing]) -> str:
    """The document in Typst's language."""
    rules = from_markdown(guide(game.definition, game.language))
    pictures: dict[str, str] = {}  # by their markup: many sheets are alike
    pages = []
    for begin in range(0, len(fronts), layout.pieces):
        some = slice(begin, begin + layout.pieces)
        count = len(fronts[some])
        front = _page(game, layout, fronts[some], pictures, back=False)
        pages.append([*_cuts(layout, count), *front])
        pages[-1].append(f"#small[#{quoted(_footer(game, layout))}]")
        if backs:
            back = _page(game, layout, backs[some], pictures, back=True)
            pages.append([*_marks(layout, count), *back])
        elif rules:
            pages.append([*_marks(layout, count), _behind(layout, count)])
    body = "\n#pagebreak()\n".join("\n".join(page) for page in pages)
    if rules and backs:
        body += "\n#pagebreak()\n#own-pages"
    elif rules:
        body += f"\n#context if {_size(layout)} == none {{ pagebreak(); own-pages }}"
    named = [f"#let {name} = {markup}" for markup, name in pictures.items()]
    return "\n".join((_preamble(game, layout, rules), *named, body))


def _preamble(game: Game, layout: Layout, rules: str) -> str:
    values = {
        "TITLE": quoted(game.name),
        "LANGUAGE": quoted(game.language),
        "WIDTH": f"{layout.width}",
        "HEIGHT": f"{layout.height}",
        "MARGIN": f"{MARGIN}",
        "FOOT": f"{layout.height - FOOT}",
        "RULES": rules,
    }
    return filled("preamble.typ", values)


def _page(
    game: Game, layout: Layout, drawings: Sequence[Drawing], pictures: dict[str, str], *, back: bool
) -> Iterator[str]:
    """Pieces on their places."""
    wide, tall = layout.piece
    for (x, y), drawing in zip(layout.cells(mirrored=back), drawings, strict=False):
        picture, told = svg(drawing, game.language), drawing.title.text(game.language)
        markup = f"drawn({quoted(picture)}, {wide:.3f}, {tall:.3f}, {quoted(told)})"
        name = pictures.setdefault(markup, f"picture{len(pictures)}")
        yield f"#at({x + INSET:.3f}, {y + INSET:.3f}, {name})"


def _lines(layout: Layout, count: int) -> Iterator[tuple[float, float, float, float]]:
    """The lines along which so many pieces are cut: from where, and how long."""
    left, top = layout.corner
    wide, tall = layout.cell
    rows = -(-count // layout.columns)
    for column in range(layout.columns + 1):
        yield left + column * wide, top, 0, rows * tall
    for row in range(rows + 1):
        yield left, top + row * tall, layout.columns * wide, 0


def _cuts(layout: Layout, count: int) -> Iterator[str]:
    """Dashed lines to cut along, and their marks."""
    for x, y, wide, tall in _lines(layout, count):
        yield f"#cut({x:.3f}, {y:.3f}, {wide:.3f}, {tall:.3f})"
    yield from _marks(layout, count)


def _marks(layout: Layout, count: int) -> Iterator[str]:
    """Short lines in the margin, front and back in the same places: held to the light they meet."""
    for x, y, wide, tall in _lines(layout, count):
        dx, dy = (MARK, 0.0) if wide else (0.0, MARK)
        yield f"#mark({x - dx - 1 * (dx > 0):.3f}, {y - dy - 1 * (dy > 0):.3f}, {dx}, {dy})"
        yield f"#mark({x + wide + (dx > 0):.3f}, {y + tall + (dy > 0):.3f}, {dx}, {dy})"


def _size(layout: Layout) -> str:
    """The size at which the rules fit behind a sheet."""
    wide, tall = _room(layout)
    return f"fitting({wide:.3f}, {tall:.3f}, {_columns(layout)})"


def _behind(layout: Layout, count: int) -> str:
    """The rules behind each sheet of a page."""
    wide, tall = _room(layout)
    block = f"behind({wide:.3f}, {tall:.3f}, {_columns(layout)}, size)"
    cells = list(layout.cells(mirrored=True))[:count]
    places = "; ".join(f"at({x + PAD:.3f}, {y + PAD:.3f}, {block})" for x, y in cells)
    return f"#context {{ let size = {_size(layout)}; if size != none {{ {places} }} }}"


def _room(layout: Layout) -> tuple[float, float]:
    wide, tall = layout.cell
    return wide - 2 * PAD, tall - 2 * PAD


def _columns(layout: Layout) -> int:
    return 2 if layout.cell[0] >= TWO_COLUMNS else 1


def _footer(game: Game, layout: Layout) -> str:
    """What the printer must be told, in the margin."""
    edge = say("print.short_edge" if layout.width > layout.height else "print.long_edge")
    name = f"{game.name}, {game.edition}" if game.edition else game.name
    return game.text(say("print.footer", game=name, edge=edge))
