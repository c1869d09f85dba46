"""Qwinto's sheet: three staggered rows of round fields, five of them pentagons."""

from __future__ import annotations

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
from rollwrite.games.kit import sheets
from rollwrite.games.kit.wording import nth
from rollwrite.games.qwinto import rules
from rollwrite.games.qwinto.notation import LETTERS, NAMES, colour, dice, field_id, say
from rollwrite.games.qwinto.rules import COLUMNS, FIELDS, PENTAGONS, ROWS, WIDTH, Sheet, State

CELL, STEP, BAND = 48, 90, 82
MARGIN, TOP = 8, sheets.HEAD + 12
FOOT = TOP + ROWS * STEP + 32
SHEET_WIDTH, SHEET_HEIGHT = WIDTH * CELL + 2 * MARGIN, FOOT + 44
BOX = 46  # from one box of the line below the rows to the next

tray, tray_text, picking = dice.tray, dice.tray_text, dice.picking
TEXT_COLOURS = dict(zip(LETTERS, NAMES, strict=True))


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    """The whole paper of one seat."""
    shapes = sheets.paper(SHEET_WIDTH, SHEET_HEIGHT, rules.TITLE, seat)
    for row in range(ROWS):
        shapes += _row(s.sheets[seat], row, seat)
    shapes += _score_line(s, seat)
    title = say("title", seat=seat)
    return Drawing(SHEET_WIDTH, SHEET_HEIGHT, title, tuple(shapes), head=sheets.HEAD)


def emblem(game: GameContext, s: State, seat: int) -> Drawing:
    """The three rows, in the middle of a game."""
    shapes: list[Shape] = [sheets.backdrop("orange")]
    for row in range(ROWS):
        shapes += _row(s.sheets[seat], row, seat)
    side, middle = SHEET_WIDTH + 24, TOP + ROWS * STEP / 2
    return Drawing(side, side, say("name"), tuple(shapes), left=-12, top=middle - side / 2)


def _x(column: int) -> float:
    return MARGIN + column * CELL + CELL / 2


def _y(row: int) -> float:
    return TOP + row * STEP + STEP / 2


def _row(paper: Sheet, row: int, seat: int) -> list[Shape]:
    """A band, with its symbol in the gap that it has instead of a field."""
    name, columns = NAMES[row], COLUMNS[row]
    gap = next(c for c in range(columns[0], columns[-1]) if c not in columns)
    left, width = _x(columns[0]) - CELL / 2, (columns[-1] - columns[0] + 1) * CELL
    return [
        *sheets.band(left, _y(row) - BAND / 2, width, BAND, name),
        Symbol(TONES[name].symbol, _x(gap), _y(row), 20, f"{name}.edge"),
        *(_field(paper, row, field, seat) for field in range(FIELDS)),
    ]


def _field(paper: Sheet, row: int, field: int, seat: int) -> Part:
    """A field; the whole height of its band takes the taps."""
    column, name = COLUMNS[row][field], NAMES[row]
    x, y, value = _x(column), _y(row), paper.cells[row][column]
    id_, bonus = field_id(row, field), (row, column) in PENTAGONS
    outline: Shape = (
        Polygon(pentagon(x, y + 1.5, 24.5), "paper", f"{name}.edge", 2)
        if bonus
        else Circle(x, y, 22, "paper")
    )
    around = Rect(x - CELL / 2, y - BAND / 2, CELL, BAND, "clear")
    size = 29 if value < 10 else 25
    number = Pen(x, y + 2 * bonus, str(value), size, f"{seat}{id_}") if value else None
    kind = "part.bonus" if bonus else "part.field"
    label = say(kind, row=colour(row), field=nth(field + 1), state=sheets.written(value))
    return sheets.field(id_, label, [outline, around], number)


def _score_line(s: State, seat: int) -> list[Shape]:
    """Rows, pentagons, misses and total, as the printed sheet has them below the rows."""
    paper = s.sheets[seat]
    shapes: list[Shape] = []
    x = MARGIN + 30.0
    for row in range(ROWS):
        name = NAMES[row]
        shapes.append(Rect(x - 20, FOOT - 20, 40, 40, f"{name}.tint", f"{name}.edge", 10))
        if rules.written(paper, row):
            shapes.append(Pen(x, FOOT, str(rules.row_points(paper, row)), 21, f"{seat}row{row}"))
        else:
            shapes.append(Symbol(TONES[name].symbol, x, FOOT, 12, name))
        x += BOX
    for bonus in range(rules.BONUSES):
        name = NAMES[PENTAGONS[bonus][0]]
        shapes.append(Polygon(pentagon(x, FOOT + 1, 23), f"{name}.tint", f"{name}.edge"))
        if points := rules.bonus_points(paper, bonus):
            shapes.append(Pen(x, FOOT + 2, str(points), 21, f"{seat}bonus{bonus}"))
        x += BOX
    misses = [_miss(place, place < paper.misses) for place in range(rules.MISSES)]
    x += 2
    shapes += sheets.Boxes(x, FOOT - 8, step=28).draw(misses, f"{seat}")
    shapes.append(Label(x + 42, FOOT + 17, say("foot.misses"), 14, "faint"))
    total = SHEET_WIDTH - MARGIN - 34
    return shapes + sheets.score_box(total, FOOT, 56, rules.score(s, seat), f"{seat}total")


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
