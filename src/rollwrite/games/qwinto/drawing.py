"""Qwinto's sheet: three staggered rows of round fields, five of them pentagons."""

from __future__ import annotations

from rollwrite.draw.dice import SIZE, die
from rollwrite.draw.palette import COLOURS as TONES
from rollwrite.draw.shapes import (
    Circle,
    Drawing,
    Label,
    Part,
    Pen,
    Polygon,
    Rect,
    Shape,
    Symbol,
    pentagon,
)
from rollwrite.games.contract import GameContext
from rollwrite.games.qwinto.notation import LETTERS, colour, letter, say
from rollwrite.games.qwinto.rules import (
    BONUSES,
    COLUMNS,
    DICE,
    FIELDS,
    MISSES,
    PENTAGONS,
    ROWS,
    WIDTH,
    Sheet,
    State,
    bonus_points,
    row_points,
    score,
    written,
)
from rollwrite.texts import Message

NAMES = ("orange", "yellow", "purple")
CELL, LEFT, TOP, STEP = 48, 56, 52, 58
SHEET_WIDTH, SHEET_HEIGHT = LEFT + WIDTH * CELL + 20, TOP + ROWS * STEP + 84


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    """The whole paper of one seat."""
    paper = s.sheets[seat]
    shapes: list[Shape] = [
        Rect(1, 1, SHEET_WIDTH - 2, SHEET_HEIGHT - 2, "paper", "line", 14),
        Label(20, 26, "Qwinto", 20, "ink", bold=True, anchor="start"),
        Label(SHEET_WIDTH - 20, 26, say("seat", seat=seat), 14, "faint", anchor="end"),
    ]
    for row in range(ROWS):
        shapes += _row(paper, row, seat)
    shapes += _score_line(s, seat)
    return Drawing(SHEET_WIDTH, SHEET_HEIGHT, say("title", seat=seat), tuple(shapes))


def _x(column: int) -> float:
    return LEFT + column * CELL + CELL / 2


def _y(row: int) -> float:
    return TOP + row * STEP + STEP / 2


def _row(paper: Sheet, row: int, seat: int) -> list[Shape]:
    name, columns = NAMES[row], COLUMNS[row]
    gap = next(c for c in range(columns[0], columns[-1]) if c not in columns)
    left = _x(columns[0]) - CELL / 2
    shapes: list[Shape] = [
        Rect(
            left - 34, _y(row) - 26, (columns[-1] - columns[0] + 1) * CELL + 38, 52, name, radius=26
        ),
        Symbol(TONES[name].symbol, left - 22, _y(row), 13, f"{name}.on"),
        Label(left - 8, _y(row), letter(row), 13, f"{name}.on", bold=True),
        Rect(_x(gap) - 13, _y(row) - 17, 26, 34, "paper", radius=13),
    ]
    shapes += [_field(paper, row, field, seat) for field in range(FIELDS)]
    return shapes


def _field(paper: Sheet, row: int, field: int, seat: int) -> Part:
    column = COLUMNS[row][field]
    x, y, value = _x(column), _y(row), paper.cells[row][column]
    id_ = f"{LETTERS[row]}{field + 1}"
    bonus = (row, column) in PENTAGONS
    outline: Shape = (
        Polygon(pentagon(x, y + 1.5, 24), "paper", "ink", 2)
        if bonus
        else Circle(x, y, 20, "paper", f"{NAMES[row]}.text", 1.2)
    )
    shapes: list[Shape] = [outline]
    if value:
        shapes.append(Pen(x, y + (2 if bonus else 0), str(value), 23, f"{seat}{id_}"))
    state = say("part.empty") if value == 0 else value
    kind = "part.bonus" if bonus else "part.field"
    return Part(id_, say(kind, row=colour(row), field=field + 1, state=state), tuple(shapes))


def _score_line(s: State, seat: int) -> list[Shape]:
    """Rows, pentagons, misses and total, as the printed sheet has them below the rows."""
    paper = s.sheets[seat]
    y = TOP + ROWS * STEP + 42
    shapes: list[Shape] = []
    x = 32.0
    for row in range(ROWS):
        name = NAMES[row]
        shapes += [
            Rect(x - 18, y - 18, 40, 36, f"{name}.tint", f"{name}.text", 8),
            Symbol(TONES[name].symbol, x + 2, y - 26, 11, name, "ink"),
        ]
        if written(paper, row):
            shapes.append(Pen(x + 2, y, str(row_points(paper, row)), 19, f"{seat}row{row}"))
        x += 47
    for bonus in range(BONUSES):
        name = NAMES[PENTAGONS[bonus][0]]
        shapes.append(Polygon(pentagon(x + 4, y + 1, 22), f"{name}.tint", f"{name}.text"))
        if points := bonus_points(paper, bonus):
            shapes.append(Pen(x + 4, y + 2, str(points), 19, f"{seat}bonus{bonus}"))
        x += 47
    shapes.append(Label(x - 12, y, "−5 ×", 14, "faint", anchor="start"))
    x += 42
    for place in range(MISSES):
        shapes.append(_miss(paper, place, x, y, seat))
        x += 29
    shapes += [
        Label(x, y, "=", 20, "faint"),
        Rect(x + 13, y - 20, 60, 40, "paper", "ink", 8, 2),
        Pen(x + 43, y, str(score(s, seat)), 23, f"{seat}total"),
    ]
    return shapes


def _miss(paper: Sheet, place: int, x: float, y: float, seat: int) -> Part:
    shapes: list[Shape] = [Rect(x - 12, y - 12, 24, 24, "paper", "faint", 4)]
    marked = place < paper.misses
    if marked:
        shapes.append(Pen(x, y, "x", 20, f"{seat}miss{place}", "pencil"))
    state = say("part.marked" if marked else "part.empty")
    return Part(f"miss-{place + 1}", say("part.miss", place=place + 1, state=state), tuple(shapes))


def tray(game: GameContext, s: State) -> Drawing:
    """The three dice; those not in use lie back."""
    shapes: list[Shape] = []
    for number in range(DICE):
        x = 12 + number * (SIZE + 18)
        in_use = bool(s.chosen >> number & 1)
        state: Message | int = say("part.not_rolled") if not s.dice[number] else s.dice[number]
        label = say("part.die", row=colour(number), state=state)
        face = die(x, 10, NAMES[number], letter(number), s.dice[number], idle=not in_use)
        shapes.append(Part(f"die-{LETTERS[number]}", label, face))
    return Drawing(24 + DICE * (SIZE + 18) - 18, SIZE + 32, say("tray"), tuple(shapes))


def text(game: GameContext, s: State, seat: int) -> str:
    """The sheet in letters: ``(  )`` a field, ``<  >`` a pentagon, ``##`` the gap."""
    paper = s.sheets[seat]
    lines = []
    for row in range(ROWS):
        cells = []
        for column in range(WIDTH):
            value = paper.cells[row][column]
            inside = f"{value:>2}" if value else "  "
            if (row, column) in PENTAGONS:
                cells.append(f"<{inside}>")
            elif column in COLUMNS[row]:
                cells.append(f"({inside})")
            else:
                inner = COLUMNS[row][0] < column < COLUMNS[row][-1]
                cells.append(" ## " if inner else "    ")
        lines.append(f"{LETTERS[row]} {' '.join(cells)}".rstrip())
    misses = "x" * paper.misses + "." * (MISSES - paper.misses)
    head = game.text(say("text_head", seat=seat, misses=misses, score=score(s, seat)))
    return "\n".join([head, *lines])


def tray_text(game: GameContext, s: State) -> str:
    """The dice in use; ``?`` is still to be rolled."""
    return " ".join(
        f"{LETTERS[number]}{s.dice[number] or '?'}"
        for number in range(DICE)
        if s.chosen >> number & 1
    )
