"""Duet's sheet and dice."""

from __future__ import annotations

from rollwrite.draw.dice import SIZE, die
from rollwrite.draw.palette import COLOURS
from rollwrite.draw.shapes import Drawing, Part, Pen, Rect, Shape, Symbol
from rollwrite.games.contract import GameContext

from .notation import LETTERS, colour, field_name, say
from .rules import FIELDS, ROWS, State, score

NAMES = ("red", "blue")
CELL = 48


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    """Two rows of fields; whoever sees the secret colour has its symbol beside the row."""
    paper = s.sheets[seat]
    shapes: list[Shape] = [Rect(0, 0, CELL * (FIELDS + 1), CELL * ROWS, "paper", "line")]
    for row in range(ROWS):
        shapes += [_field(paper.crosses[row][f], row, f, seat) for f in range(FIELDS)]
        if paper.goal == row + 1:
            x, y = CELL * (FIELDS + 0.5), CELL * (row + 0.5)
            shapes.append(Symbol(COLOURS[NAMES[row]].symbol, x, y, 20, NAMES[row]))
    return Drawing(CELL * (FIELDS + 1), CELL * ROWS, say("title", seat=seat), tuple(shapes))


def _field(crossed: int, row: int, field: int, seat: int) -> Part:
    x, y = CELL * field, CELL * row
    shapes: list[Shape] = [Rect(x, y, CELL, CELL, f"{NAMES[row]}.tint", NAMES[row])]
    if crossed:
        shapes.append(Pen(x + CELL / 2, y + CELL / 2, "x", 30, f"{seat}{row}{field}"))
    name = field_name(row, field)
    state = say("part.crossed" if crossed else "part.empty")
    return Part(name, say("part.field", name=name, state=state), tuple(shapes))


def tray(game: GameContext, s: State) -> Drawing:
    """The two dice."""
    shapes = [
        Part(
            f"die-{LETTERS[row]}",
            say("part.die", colour=colour(row), value=s.dice[row]),
            die(12 + 70 * row, 10, NAMES[row], s.dice[row]),
        )
        for row in range(ROWS)
    ]
    return Drawing(150, SIZE + 32, say("tray"), tuple(shapes))


def text(game: GameContext, s: State, seat: int) -> str:
    rows = [
        f"{LETTERS[row]} " + "".join("x" if cross else "." for cross in s.sheets[seat].crosses[row])
        for row in range(ROWS)
    ]
    return "\n".join([game.text(say("text_head", seat=seat, score=score(s, seat))), *rows])


def tray_text(game: GameContext, s: State) -> str:
    return " ".join(f"{LETTERS[row]}{s.dice[row] or '?'}" for row in range(ROWS))
