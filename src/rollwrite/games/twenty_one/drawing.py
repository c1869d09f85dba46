"""Twenty One's sheet: five rows of six coloured fields, filled from the top."""

from __future__ import annotations

from itertools import product

from rollwrite.draw.palette import COLOURS as TONES
from rollwrite.draw.shapes import Drawing, Label, Part, Pen, Rect, Shape, Symbol
from rollwrite.games.contract import GameContext
from rollwrite.games.kit import sheets
from rollwrite.games.twenty_one import rules
from rollwrite.games.twenty_one.notation import NAMES, colour, dice, field_id, say
from rollwrite.games.twenty_one.rules import CROSSED, DICE, FIELDS, LETTERS, ROWS, Sheet, State
from rollwrite.texts import Message

CELL, STEP, LEFT, TOP = 66, 72, 44, 48
SCORE = LEFT + FIELDS * STEP + 8
WIDTH, HEIGHT = SCORE + 76, TOP + ROWS * STEP + 92

tray, tray_text = dice.tray, dice.tray_text


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    """The whole paper of one seat."""
    paper = s.sheets[seat]
    letter = LETTERS[paper.model]
    shapes = sheets.paper(WIDTH, HEIGHT, rules.TITLE, seat)
    shapes.append(Label(164, 26, letter, 16, "faint", bold=True, anchor="start"))
    for row in range(ROWS):
        shapes += _row(paper, row, seat)
    shapes += _foot(s, seat)
    return Drawing(WIDTH, HEIGHT, say("title", seat=seat, letter=letter), tuple(shapes))


def emblem(game: GameContext, s: State, seat: int) -> Drawing:
    """A corner of the fields."""
    paper = s.sheets[seat]
    shapes: list[Shape] = [sheets.backdrop("blue")]
    for row, number in product(range(3), range(DICE)):
        if rules.PLACES[paper.model][row][number] < 3:
            shapes.append(_field(paper, row, number, seat))
    return Drawing(238, 238, say("name"), tuple(shapes), left=LEFT - 14, top=TOP - 14)


def _row(paper: Sheet, row: int, seat: int) -> list[Shape]:
    y = TOP + row * STEP
    current = row == paper.row
    shapes: list[Shape] = []
    if current:
        shapes.append(Rect(8, y - 3, WIDTH - 16, STEP, "shade", radius=10))
    shapes.append(
        Label(26, y + CELL / 2, f"{row + 1}", 18, "ink" if current else "faint", bold=current)
    )
    shapes += [_field(paper, row, number, seat) for number in range(DICE)]
    shapes.append(Rect(SCORE, y + 8, 58, CELL - 16, "paper", "ink", 8, 2))
    if any(paper.cells[row]):
        tone = "pen" if row < paper.row else "faint"
        points = str(rules.row_points(paper, row))
        shapes.append(Pen(SCORE + 29, y + CELL / 2, points, 24, f"{seat}row{row}", tone))
    return shapes


def _field(paper: Sheet, row: int, number: int, seat: int) -> Part:
    place = rules.PLACES[paper.model][row][number]
    x, y = LEFT + place * STEP, TOP + row * STEP
    name, id_ = NAMES[number], field_id(row, number)
    printed, value = rules.NUMBERS[row][place], paper.cells[row][place]
    shapes: list[Shape] = [
        Rect(x, y, CELL, CELL, name, "ink", 9, 1.5),
        Label(x + 12, y + 15, str(printed), 18, f"{name}.on", bold=True),
        Symbol(TONES[name].symbol, x + 12, y + CELL - 13, 12, f"{name}.on"),
        Label(x + CELL - 9, y + 12, dice.letter(number), 11, f"{name}.on"),
        Rect(x + 23, y + 20, CELL - 29, CELL - 26, "paper", f"{name}.text", 6, 1),
    ]
    middle = (x + 23 + (CELL - 29) / 2, y + 20 + (CELL - 26) / 2)
    state: Message | int
    if value == CROSSED:
        shapes.append(Pen(*middle, "x", 30, f"{seat}{id_}", "pencil"))
        state = say("part.crossed")
    elif value == printed:
        shapes.append(Pen(middle[0] - 5, middle[1], str(value), 26, f"{seat}{id_}"))
        shapes.append(Pen(middle[0] + 11, middle[1] + 10, "x", 11, f"{seat}{id_}hit"))
        state = say("part.hit", value=value)
    else:
        shapes += [Pen(*middle, str(value), 26, f"{seat}{id_}")] if value else []
        state = sheets.written(value)
    label = say("part.field", row=row + 1, colour=colour(number), printed=printed, state=state)
    return Part(id_, label, tuple(shapes))


def _foot(s: State, seat: int) -> list[Shape]:
    """The bonus table and the total."""
    y = TOP + ROWS * STEP + 10
    shapes: list[Shape] = [
        Label(LEFT, y + 20, say("foot.hits"), 13, "faint", anchor="start"),
        Label(LEFT, y + 48, say("foot.bonus"), 13, "faint", anchor="start"),
    ]
    for count in range(1, FIELDS + 1):
        x = LEFT + 56 + count * 48
        shapes += [
            Rect(x - 21, y + 6, 42, 56, "shade", radius=7),
            Label(x, y + 20, f"{count} ×", 14),
            Label(x, y + 48, f"+{rules.BONUS[count]}", 16, bold=True),
        ]
    return shapes + sheets.score_box(SCORE + 29, y + 35, 66, rules.score(s, seat), f"{seat}total")


def text(game: GameContext, s: State, seat: int) -> str:
    """The sheet in letters: ``R6 ·`` an empty red field of 6, ``R6 4`` written, ``R6 6!`` a hit."""
    paper = s.sheets[seat]
    head = say("text_head", seat=seat, letter=LETTERS[paper.model], score=rules.score(s, seat))
    lines = [game.text(head)]
    for row in range(ROWS):
        cells = [""] * FIELDS
        for number in range(DICE):
            place = rules.PLACES[paper.model][row][number]
            printed, value = rules.NUMBERS[row][place], paper.cells[row][place]
            mark = {0: "·", CROSSED: "x", printed: f"{value}!"}.get(value, str(value))
            cells[place] = f"{rules.COLOURS[number]}{printed} {mark:<2}"
        arrow = ">" if row == paper.row else " "
        total = f"= {rules.row_points(paper, row)}" if any(paper.cells[row]) else ""
        lines.append(f"{arrow}{row + 1} |{'|'.join(cells)}| {total}".rstrip())
    return "\n".join(lines)
