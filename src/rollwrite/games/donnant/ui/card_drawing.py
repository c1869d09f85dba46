"""One card as shapes: colour band, objective cells with their relations, laurel or bonus boxes."""

from __future__ import annotations

from typing import NamedTuple

from rollwrite.draw.palette import COLOURS as TONES
from rollwrite.draw.shapes import Circle, Label, Part, Pen, Rect, Shape, Symbol
from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import ANY_COLOUR, USES
from rollwrite.games.donnant.sheet import APART, COLOURS, NONE, RISING, say
from rollwrite.games.donnant.ui.names import NAMES, card_name, colour, dice
from rollwrite.texts import Message

BAND = 18


class Size(NamedTuple):
    """The measures of a card: in the grid, or smaller in the market."""

    width: float
    height: float
    cell: float
    text: float
    laurel: float


LARGE = Size(116, 142, 25, 9.5, 17)
SMALL = Size(87, 116, 18, 8, 13)


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


def face(
    game: GameContext,
    card: int,
    x: float,
    y: float,
    size: Size,
    on: Filled,
    cells_of: str = "",
    hand: str = "",
) -> list[Shape]:
    """A card at (x, y); its cells are parts of their own if they belong to a place."""
    tone = NAMES[on.colour] if on.colour != NONE else None
    shapes: list[Shape] = [
        Rect(x + 1, y + 1, size.width - 2, size.height - 2, "paper", "ink", 7, 1.2),
        Rect(x + 1, y + 1, size.width - 2, BAND, tone or "shade", "ink", 7, 1.2),
        *_band(game, card, x, y, size, on, hand),
    ]
    shapes += _cells(game, card, x, y + BAND + 4, size, on, cells_of, hand)
    lower = y + BAND + 6 + 2 * (size.cell + 4)
    shapes.append(Rect(x + 6, lower, size.width - 12, 0.8, "line"))
    if game.rules.SUM[card]:
        middle = x + size.width / 2
        total = f"Σ ≥ {game.rules.SUM[card]}"
        shapes += [
            Rect(middle - 22, lower - 6, 44, 12.5, "paper", "line", 5, 1),
            Label(middle, lower + 0.3, total, 10, "ink", bold=True),
        ]
        lower += 4  # what follows keeps clear of it
    if game.rules.EVALUATION[card]:
        shapes += _evaluation(game, card, x, lower, size, on, hand)
    else:
        shapes += _bonus(game, card, x, lower, size, on, hand)
    return shapes


def _band(
    game: GameContext, card: int, x: float, y: float, size: Size, on: Filled, hand: str
) -> list[Shape]:
    """The colour with symbol and letter, the name, the tick."""
    middle = y + 1 + BAND / 2
    ink = f"{NAMES[on.colour]}.on" if on.colour != NONE else "ink"
    shapes: list[Shape] = []
    if on.colour != NONE:
        symbol = TONES[NAMES[on.colour]].symbol
        shapes += [
            Symbol(symbol, x + 12, middle, 11, ink),
            Label(x + 24, middle, dice.letter(on.colour), 11, ink, bold=True),
        ]
    else:
        shapes.append(Label(x + 12, middle, "?", 12, ink, bold=True))
    shapes += [
        Label(x + size.width - 21, middle, card_name(card), 9, ink, anchor="end"),
        Circle(x + size.width - 11, middle, 6, "paper", "ink", 1),
    ]
    if on.points is not None:
        shapes.append(Pen(x + size.width - 11, middle, "x", 11, f"{hand}done"))
    return shapes


def rows_of_cells(game: GameContext, card: int) -> list[list[int]]:
    """The cells of a card line by line: three if signs stand between them, else four."""
    rules = game.rules
    length = rules.LENGTH[card]
    joined = any(rules.RELATION[card][cell] != APART for cell in range(length))
    per_line = 3 if joined else 4
    lines = -(-length // per_line)
    longest = -(-length // lines)
    return [list(range(length))[start : start + longest] for start in range(0, length, longest)]


def _cells(
    game: GameContext,
    card: int,
    x: float,
    y: float,
    size: Size,
    on: Filled,
    cells_of: str,
    hand: str,
) -> list[Shape]:
    rules = game.rules
    lines = rows_of_cells(game, card)
    room = 2 * (size.cell + 4)
    edge = min(size.cell, room / len(lines) - 3)
    joined = any(rules.RELATION[card][cell] != APART for cell in range(rules.LENGTH[card]))
    gap = edge * 0.48 if joined else 2.0
    top = y + (room - len(lines) * (edge + 3)) / 2
    shapes: list[Shape] = []
    for number, line in enumerate(lines):
        width = len(line) * edge + (len(line) - 1) * gap
        left = x + (size.width - width) / 2
        for place, cell in enumerate(line):
            at = left + place * (edge + gap)
            height = top + number * (edge + 3)
            drawn = _cell(game, card, cell, at, height, edge, on, f"{hand}{cells_of}")
            if cells_of:
                label = _cell_label(game, card, cell, cells_of, on)
                shapes.append(Part(f"{cells_of}.{cell + 1}", label, tuple(drawn)))
            else:
                shapes += drawn
            relation = rules.RELATION[card][cell - 1] if cell else APART
            if relation != APART:
                sign = "<" if relation == RISING else "="
                shapes.append(
                    Label(at - gap / 2, height + edge / 2, sign, edge * 0.55, "ink", bold=True)
                )
    return shapes


def _cell(
    game: GameContext,
    card: int,
    cell: int,
    x: float,
    y: float,
    edge: float,
    on: Filled,
    hand: str,
) -> list[Shape]:
    """One cell: its colour with symbol and letter, its number, what is written in it."""
    printed, die = game.rules.NUMBER[card][cell], game.rules.CELL_COLOUR[card][cell]
    value = on.values[cell] or on.chosen[cell]
    tone = NAMES[die] if die != NONE else None
    fill = "glow" if on.chosen[cell] else f"{tone}.tint" if tone else "paper"
    stroke = f"{tone}.text" if tone else "faint"
    shapes: list[Shape] = [Rect(x, y, edge, edge, fill, stroke, 4, 2 if tone else 1)]
    middle = (x + edge / 2, y + edge / 2)
    if tone:
        symbol, ink = TONES[tone].symbol, f"{tone}.text"
        shapes += [
            Symbol(symbol, x + edge * 0.2, y + edge * 0.21, edge * 0.3, tone, ink),
            Label(x + edge * 0.83, y + edge * 0.8, dice.letter(die), edge * 0.3, ink, bold=True),
        ]
    if printed:
        shapes.append(Label(*middle, str(printed), edge * 0.6, "ink", bold=True))
    if value:
        mark = "/" if printed else str(value)
        shapes.append(Pen(*middle, mark, edge * 0.78, f"{hand}{cell}"))
    return shapes


def _cell_label(game: GameContext, card: int, cell: int, place: str, on: Filled) -> Message:
    state: Message | int = on.values[cell] or say("part.empty")
    if on.chosen[cell]:
        state = say("part.chosen", value=on.chosen[cell])
    asks = asked(game, card, cell)
    return say("part.cell", place=place, cell=cell + 1, asks=asks, state=state)


def asked(game: GameContext, card: int, cell: int) -> Message:
    """What a cell asks for, in words."""
    number, die = game.rules.NUMBER[card][cell], game.rules.CELL_COLOUR[card][cell]
    asks = say("part.number", number=number) if number else say("part.any")
    return say("part.of_die", asks=asks, colour=colour(die)) if die != NONE else asks


def _evaluation(
    game: GameContext, card: int, x: float, y: float, size: Size, on: Filled, hand: str
) -> list[Shape]:
    """A laurel with the points a line is worth, what for, and at the end what it brought."""
    rules, kind = game.rules, game.rules.EVALUATION[card]
    centre = (x + size.laurel + 8, y + size.laurel + 7)
    shapes = _laurel(*centre, size.laurel)
    shapes.append(Label(*centre, str(rules.POINTS[card]), size.laurel * 0.95, "ink", bold=True))
    left = x + 2 * size.laurel + 13
    width = size.width - (left - x) - 3
    words = game.text(say(f"short.S{kind}"))
    top = y + 11
    shapes += _lines(words, left, top, width, size.text)
    if rules.TARGET[card] != NONE:
        tone = NAMES[rules.TARGET[card]]
        height = y + size.laurel + 18
        shapes += [
            Symbol(TONES[tone].symbol, left + 7, height, 12, tone, "ink"),
            Label(left + 21, height, dice.letter(rules.TARGET[card]), 12, "ink", bold=True),
        ]
    if on.points is not None:
        below = (x + size.width - 18, y + 2 * size.laurel + 5)
        shapes.append(Pen(*below, str(on.points), size.laurel * 1.1, f"{hand}points"))
    return shapes


def _laurel(x: float, y: float, radius: float) -> list[Shape]:
    """A wreath of leaves, open at the top."""
    from math import cos, pi, sin

    leaves: list[Shape] = []
    for leaf in range(14):
        angle = pi / 2 + (leaf - 6.5) * 0.4
        at = (x + radius * cos(angle), y + radius * sin(angle))
        leaves.append(Circle(*at, radius * 0.17, "green.tint", "green.text", 0.9))
    return leaves


def _bonus(
    game: GameContext, card: int, x: float, y: float, size: Size, on: Filled, hand: str
) -> list[Shape]:
    """What the bonus does, and its three boxes."""
    kind = game.rules.BONUS[card]
    words = game.text(say(f"short.P{kind}"))
    shapes: list[Shape] = [
        Rect(x + 7, y + 7, 22, 16, "ink", "none", 4),
        Label(x + 18, y + 15, f"P{kind}", 10.5, "paper", bold=True),
        *_lines(words, x + 33, y + 11, size.width - 36, size.text),
    ]
    edge = size.laurel * 0.95
    if kind != ANY_COLOUR:
        left = x + (size.width - 3 * edge - 12) / 2
        top = y + 2 * size.laurel + 12 - edge * 0.6
        for use in range(USES):
            at = left + use * (edge + 6)
            shapes.append(Rect(at, top, edge, edge, "paper", "ink", 3, 1.2))
            if use < on.uses:
                middle = (at + edge / 2, top + edge / 2)
                shapes.append(Pen(*middle, "x", edge * 0.8, f"{hand}use{use}"))
    return shapes


def _lines(text: str, x: float, y: float, width: float, size: float) -> list[Shape]:
    """Words in lines of a width, from the first one's middle on."""
    fits = max(4, int(width / (size * 0.55)))
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > fits:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return [
        Label(x, y + number * (size + 1.5), line, size, "ink", anchor="start")
        for number, line in enumerate(lines)
    ]


def lower(game: GameContext, card: int, left: int = USES) -> Message:
    """The lower half of a card, in words."""
    rules = game.rules
    if kind := rules.EVALUATION[card]:
        what = say(f"evaluation.S{kind}", colour=colour(rules.TARGET[card]))
        return say("part.evaluation", points=rules.POINTS[card], what=what)
    kind = rules.BONUS[card]
    what = say(f"bonus.P{kind}")
    if kind == ANY_COLOUR:
        return say("part.wild", what=what)
    return say("part.bonus", what=what, left=left)


def objective(game: GameContext, card: int) -> str:
    """An objective in the notation of the cards' table: ``[3Y] < [·]``."""
    rules = game.rules
    words = []
    for cell in range(rules.LENGTH[card]):
        relation = rules.RELATION[card][cell - 1] if cell else APART
        if relation != APART:
            words.append("<" if relation == RISING else "=")
        die = rules.CELL_COLOUR[card][cell]
        words.append(f"[{rules.NUMBER[card][cell] or '·'}{COLOURS[die] if die != NONE else ''}]")
    if rules.SUM[card]:
        words.append(f"sum≥{rules.SUM[card]}")
    return " ".join(words)
