"""Qwinto's sheet: three staggered rows of round fields, five of them pentagons."""

from __future__ import annotations

from rollwrite.draw.shapes import Circle, Drawing, Label, Part, Pen, Polygon, Rect, Shape, pentagon
from rollwrite.games.contract import GameContext
from rollwrite.games.kit import sheets
from rollwrite.games.qwinto import rules
from rollwrite.games.qwinto.notation import LETTERS, NAMES, colour, dice, field_id, say
from rollwrite.games.qwinto.rules import COLUMNS, FIELDS, PENTAGONS, ROWS, WIDTH, Sheet, State

CELL, LEFT, TOP, STEP = 48, 56, 52, 58
SHEET_WIDTH, SHEET_HEIGHT = LEFT + WIDTH * CELL + 20, TOP + ROWS * STEP + 84

tray, tray_text = dice.tray, dice.tray_text


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    """The whole paper of one seat."""
    shapes = sheets.paper(SHEET_WIDTH, SHEET_HEIGHT, rules.TITLE, seat)
    for row in range(ROWS):
        shapes += _row(s.sheets[seat], row, seat)
    shapes += _score_line(s, seat)
    return Drawing(SHEET_WIDTH, SHEET_HEIGHT, say("title", seat=seat), tuple(shapes))


def emblem(game: GameContext, s: State, seat: int) -> Drawing:
    """Where the three rows begin."""
    paper = s.sheets[seat]
    shapes: list[Shape] = [sheets.backdrop("orange")]
    for row in range(ROWS):
        shapes += _row(paper, row, seat)
    middle = TOP + ROWS * STEP / 2
    return Drawing(240, 240, say("name"), tuple(shapes), left=14, top=middle - 120)


def _x(column: int) -> float:
    return LEFT + column * CELL + CELL / 2


def _y(row: int) -> float:
    return TOP + row * STEP + STEP / 2


def _row(paper: Sheet, row: int, seat: int) -> list[Shape]:
    name, columns = NAMES[row], COLUMNS[row]
    gap = next(c for c in range(columns[0], columns[-1]) if c not in columns)
    left = _x(columns[0]) - CELL / 2
    width = (columns[-1] - columns[0] + 1) * CELL + 38
    shapes: list[Shape] = [
        Rect(left - 34, _y(row) - 26, width, 52, name, radius=26),
        *sheets.mark(left - 22, _y(row), name),
        Rect(_x(gap) - 13, _y(row) - 17, 26, 34, "paper", radius=13),
    ]
    shapes += [_field(paper, row, field, seat) for field in range(FIELDS)]
    return shapes


def _field(paper: Sheet, row: int, field: int, seat: int) -> Part:
    column = COLUMNS[row][field]
    x, y, value = _x(column), _y(row), paper.cells[row][column]
    id_, bonus = field_id(row, field), (row, column) in PENTAGONS
    outline: Shape = (
        Polygon(pentagon(x, y + 1.5, 24), "paper", "ink", 2)
        if bonus
        else Circle(x, y, 20, "paper", f"{NAMES[row]}.text", 1.2)
    )
    number = Pen(x, y + (2 if bonus else 0), str(value), 23, f"{seat}{id_}") if value else None
    kind = "part.bonus" if bonus else "part.field"
    label = say(kind, row=colour(row), field=field + 1, state=sheets.written(value))
    return sheets.field(id_, label, [outline], number)


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
            sheets.symbol(x + 2, y - 26, name),
        ]
        if rules.written(paper, row):
            shapes.append(Pen(x + 2, y, str(rules.row_points(paper, row)), 19, f"{seat}row{row}"))
        x += 47
    for bonus in range(rules.BONUSES):
        name = NAMES[PENTAGONS[bonus][0]]
        shapes.append(Polygon(pentagon(x + 4, y + 1, 22), f"{name}.tint", f"{name}.text"))
        if points := rules.bonus_points(paper, bonus):
            shapes.append(Pen(x + 4, y + 2, str(points), 19, f"{seat}bonus{bonus}"))
        x += 47
    shapes.append(Label(x - 12, y, "−5 ×", 14, "faint", anchor="start"))
    misses = [_miss(place, place < paper.misses) for place in range(rules.MISSES)]
    shapes += sheets.Boxes(x + 42, y).draw(misses, f"{seat}")
    x += 42 + 29 * rules.MISSES
    shapes.append(Label(x, y, "=", 20, "faint"))
    return shapes + sheets.score_box(x + 43, y, 60, rules.score(s, seat), f"{seat}total")


def _miss(place: int, marked: bool) -> sheets.Box:
    state = say("part.marked") if marked else sheets.written(0)
    label = say("part.miss", place=place + 1, state=state)
    return sheets.Box(f"miss-{place + 1}", label, marked)


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
    misses = "x" * paper.misses + "." * (rules.MISSES - paper.misses)
    head = game.text(say("text_head", seat=seat, misses=misses, score=rules.score(s, seat)))
    return "\n".join([head, *lines])
