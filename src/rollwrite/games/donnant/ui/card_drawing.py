"""One card as shapes: colour band, objective cells with their relations, laurel or bonus boxes."""

from __future__ import annotations

from typing import NamedTuple

from rollwrite.draw.palette import COLOURS as TONES
from rollwrite.draw.shapes import Label, Part, Pen, Rect, Shape, Symbol
from rollwrite.draw.words import fitted
from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import ANY_COLOUR, USES, State
from rollwrite.games.donnant.sheet import APART, CELLS, NONE, RISING, say
from rollwrite.games.donnant.ui.card_cells import Cell, cells
from rollwrite.games.donnant.ui.card_icons import icon
from rollwrite.games.donnant.ui.card_words import asked, printed
from rollwrite.games.donnant.ui.names import NAMES
from rollwrite.games.donnant.ui.words import the_card
from rollwrite.games.kit.wording import nth
from rollwrite.texts import Message

WIDTH, HEIGHT = 122, 150  # three of them side by side on a phone
BAND, MARGIN = 25, 5
CELLS_TOP, CELLS_END, SUM_LINE = BAND + 4, 94, 13
TEXT = 11.0


class Filled(NamedTuple):
    """What stands on a card: values, those chosen so far, ticked boxes, its colour, its points."""

    values: list[int]
    chosen: list[int]
    uses: int
    colour: int
    points: int | None  # None while it is not completed


def blank(game: GameContext, card: int) -> Filled:
    """A card on which nothing is written."""
    length = game.rules.LENGTH[card]
    return Filled([0] * length, [0] * length, 0, game.rules.COLOUR[card], None)


def filled(game: GameContext, s: State, seat: int, slot: int) -> Filled:
    """What stands on a card in the grid."""
    rules, paper = game.rules, s.sheets[seat]
    card, length = paper.card[slot] - 1, rules.LENGTH[paper.card[slot] - 1]
    chosen = [0] * CELLS
    if seat == s.active and s.filling == paper.place[slot] + 1:
        chosen = [rules.pick_value(s, cell) if s.picks[cell] else 0 for cell in range(CELLS)]
    points = rules.card_points(paper, slot) if not paper.empty[slot] else None
    return Filled(
        list(paper.cells[slot][:length]),
        chosen[:length],
        paper.uses[slot],
        rules.colour_of(paper, slot),
        points if rules.EVALUATION[card] or points is None else 0,
    )


def face(
    game: GameContext,
    card: int,
    x: float,
    y: float,
    on: Filled,
    cells_of: str = "",
    hand: str = "",
) -> list[Shape]:
    """A card at (x, y); its cells are parts of their own if they belong to a place."""
    shapes: list[Shape] = [
        Rect(x, y, WIDTH, HEIGHT, "paper", "line", 10, 1.5),
        *_band(game, card, x, y, on, hand),
    ]
    shapes += _cells(game, card, x, y, on, cells_of, hand)
    shapes.append(Rect(x + 9, y + CELLS_END + 2, WIDTH - 18, 1, "line"))
    if game.rules.EVALUATION[card]:
        shapes += _evaluation(game, card, x, y + CELLS_END + 2)
    else:
        shapes += _bonus(game, card, x, y + CELLS_END + 2, on, hand)
    return shapes


def _band(game: GameContext, card: int, x: float, y: float, on: Filled, hand: str) -> list[Shape]:
    """The colour with its symbol, all colours on a wild card; a check mark when completed."""
    middle = y + BAND / 2
    left, top, width = x + 0.75, y + 0.75, WIDTH - 1.5
    shapes: list[Shape] = []
    if on.colour == NONE:
        step = width / len(NAMES)
        shapes += [
            Rect(left, top, width / 2, BAND + 8, NAMES[0], radius=9),
            Rect(left + width / 2, top, width / 2, BAND + 8, NAMES[-1], radius=9),
        ]
        shapes += [
            Rect(left + step * place, top, step, BAND + 8, NAMES[place])
            for place in range(1, len(NAMES) - 1)
        ]
        symbols = [Symbol(TONES[name].symbol, left + step * (place + 0.5), middle, 12, f"{name}.on")
                   for place, name in enumerate(NAMES)]  # fmt: skip
    else:
        name = NAMES[on.colour]
        shapes.append(Rect(left, top, width, BAND + 8, name, radius=9))
        shapes.append(Rect(left, top, width, BAND / 2, "sheen", radius=8))
        symbols = [Symbol(TONES[name].symbol, x + 16, middle, 14, f"{name}.on")]
    shapes.append(Rect(left, y + BAND, width, 11, "paper"))
    shapes += symbols
    if on.points is not None:
        wide = 21 + (11 * len(str(on.points)) + 3 if game.rules.EVALUATION[card] else 0)
        right = x + WIDTH - 3
        shapes.append(Rect(right - wide, y + 3, wide, 20, "paper", radius=10))
        shapes.append(Pen(right - 11, middle, "v", 14, f"{hand}done", "green.text"))
        if game.rules.EVALUATION[card]:
            shapes.append(Pen(right - 20 - (wide - 21) / 2, middle, str(on.points), 14,
                              f"{hand}points"))  # fmt: skip
    return shapes


def _cells(
    game: GameContext,
    card: int,
    x: float,
    y: float,
    on: Filled,
    cells_of: str,
    hand: str,
) -> list[Shape]:
    rules = game.rules
    left, top, end = x + MARGIN, y + CELLS_TOP, CELLS_END
    shapes: list[Shape] = []
    if total := rules.SUM[card]:
        end -= SUM_LINE
        words = game.text(say("sum", least=total))
        lines, size = fitted(words, WIDTH - 2 * MARGIN, TEXT, 1)
        shapes.append(Label(x + WIDTH / 2, y + end + SUM_LINE / 2, lines[0], size, "ink", True))
    length = rules.LENGTH[card]
    relations = tuple(rules.RELATION[card][:length])
    places = cells(relations, WIDTH - 2.0 * MARGIN, float(end - CELLS_TOP))
    for cell, place in enumerate(places):
        drawn = _cell(game, card, cell, left, top, place, on, f"{hand}{cells_of}")
        if cells_of:
            label = _cell_label(game, card, cell, on)
            shapes.append(Part(f"{cells_of}.{cell + 1}", label, tuple(drawn)))
        else:
            shapes += drawn
        if cell and relations[cell - 1] != APART:
            before = places[cell - 1]
            sign = "<" if relations[cell - 1] == RISING else "="
            at = (before.x + before.width + place.x) / 2
            size = max(9.0, place.width * 0.42)
            shapes.append(
                Label(left + at, top + place.y + place.height / 2, sign, size, "ink", bold=True)
            )
    return shapes


def _cell(
    game: GameContext,
    card: int,
    cell: int,
    left: float,
    top: float,
    place: Cell,
    on: Filled,
    hand: str,
) -> list[Shape]:
    """One cell: its colour with its symbol, its number, or what is written over it."""
    number, die = game.rules.NUMBER[card][cell], game.rules.CELL_COLOUR[card][cell]
    tone = NAMES[die] if die != NONE else None
    fill = "pen" if on.chosen[cell] else f"{tone}.tint" if tone else "paper"
    stroke = f"{tone}.text" if tone else "faint"
    x, y, edge = left + place.x, top + place.y, place.width
    line = 2 if tone and edge > 20 else 1.5
    shapes: list[Shape] = [Rect(x, y, edge, place.height, fill, stroke, edge / 5, line)]
    middle = (x + edge / 2, y + place.height / 2)
    value = on.values[cell] or on.chosen[cell]
    if number and not value:
        shapes.append(Label(*middle, str(number), edge * 0.62, stroke, bold=True))
    if value:
        ink = "paper" if on.chosen[cell] else "pen"
        shapes.append(Pen(*middle, str(value), min(edge, 30) * 0.8, f"{hand}{cell}", ink))
    if tone:
        size = max(7.0, edge * 0.3)
        at = (x + edge - size * 0.55, y + size * 0.6)
        shapes.append(Symbol(TONES[tone].symbol, *at, size, f"{tone}.text", "paper"))
    return shapes


def _cell_label(game: GameContext, card: int, cell: int, on: Filled) -> Message:
    state: Message | int = on.values[cell] or say("part.empty")
    if on.chosen[cell]:
        state = say("part.chosen", value=on.chosen[cell])
    whose, asks = the_card(game, card, on.colour), asked(game, card, cell)
    return say("part.cell", card=whose, cell=nth(cell + 1), asks=asks, state=state)


def _evaluation(game: GameContext, card: int, x: float, y: float) -> list[Shape]:
    """A laurel with the points a line is worth, and what for: as a picture and in words."""
    rules = game.rules
    centre = (x + 25, y + 28)
    left, right = x + 48, x + WIDTH - 4
    lines, size = fitted(printed(game, card), right - left, TEXT, 2)
    middle = (left + right) / 2
    shapes: list[Shape] = [
        Symbol("laurel", *centre, 42, "green"),
        Label(*centre, str(rules.POINTS[card]), 20, "ink", bold=True),
        *icon(rules.EVALUATION[card], rules.TARGET[card], middle, y + 13),
    ]
    for number, line in enumerate(lines):
        below = y + 30 + 12 * number + (6 if len(lines) == 1 else 0)
        shapes.append(Label(middle, below, line, size, "faint", bold=True))
    return shapes


def _bonus(game: GameContext, card: int, x: float, y: float, on: Filled, hand: str) -> list[Shape]:
    """What the bonus does, and its three boxes."""
    boxes = game.rules.BONUS[card] != ANY_COLOUR
    lines, size = fitted(printed(game, card), WIDTH - 2 * MARGIN - 4, TEXT + 0.5, 2)
    middle = x + WIDTH / 2
    top = y + (15 if boxes else 27) - 6.5 * (len(lines) - 1)
    shapes: list[Shape] = [
        Label(middle, top + 13 * number, line, size, "ink", bold=True)
        for number, line in enumerate(lines)
    ]
    edge, step = 18, 26
    if boxes:
        for use in range(USES):
            at = middle + (use - (USES - 1) / 2) * step
            shapes.append(Rect(at - edge / 2, y + 30, edge, edge, "paper", "faint", 4, 1.5))
            if use < on.uses:
                shapes.append(Pen(at, y + 30 + edge / 2, "v", edge * 0.9, f"{hand}use{use}"))
    return shapes
