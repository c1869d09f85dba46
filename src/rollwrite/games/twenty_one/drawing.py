"""Twenty One's sheet: five rows of six coloured fields, filled from the top."""

from __future__ import annotations

from rollwrite.draw.dice import die, shadow, tilt
from rollwrite.draw.palette import COLOURS as TONES
from rollwrite.draw.shapes import Drawing, Label, Part, Pen, Rect, Shape, Symbol
from rollwrite.games.contract import GameContext
from rollwrite.games.kit import sheets
from rollwrite.games.twenty_one import rules
from rollwrite.games.twenty_one.notation import NAMES, colour, dice, field_id, say
from rollwrite.games.twenty_one.rules import CROSSED, DICE, FIELDS, LETTERS, ROWS, Sheet, State
from rollwrite.texts import Message

CELL, STEP, LEFT, TOP = 72, 78, 38, sheets.HEAD + 12
SCORE = LEFT + FIELDS * STEP + 4
WIDTH, HEIGHT = SCORE + 72, TOP + ROWS * STEP + 86
EMBLEM = ((8, 38, "blue", 2), (74, 52, "white", 5), (140, 36, "red", 1))

tray, tray_text, picking = dice.tray, dice.tray_text, dice.picking
TEXT_COLOURS = dict(zip(rules.COLOURS, NAMES, strict=True))


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    """The whole paper of one seat."""
    paper = s.sheets[seat]
    letter = LETTERS[paper.model]
    shapes = sheets.paper(WIDTH, HEIGHT, rules.TITLE, seat)
    shapes.append(Label(164, 26, letter, 16, "faint", bold=True, anchor="start"))
    for row in range(ROWS):
        shapes += _row(paper, row, seat)
    shapes += _foot(s, seat)
    title = say("title", seat=seat, letter=letter)
    return Drawing(WIDTH, HEIGHT, title, tuple(shapes), head=sheets.HEAD)


def emblem(game: GameContext, s: State, seat: int) -> Drawing:
    """Three of the dice."""
    shapes: list[Shape] = [sheets.backdrop("blue")]
    for number, (x, y, name, value) in enumerate(EMBLEM):
        turn = tilt(number, value)
        *cube, _ = die(x, y, name, value, turn=turn)
        shapes += [shadow(x, y, turn), *cube]
    return Drawing(200, 200, say("name"), tuple(shapes), top=-30)


def _row(paper: Sheet, row: int, seat: int) -> list[Shape]:
    y = TOP + row * STEP
    current = row == paper.row
    shapes: list[Shape] = []
    if current:
        shapes.append(Rect(6, y - 4, WIDTH - 12, STEP + 2, "shade", radius=14))
    shapes.append(
        Label(22, y + CELL / 2, f"{row + 1}", 19, "ink" if current else "faint", bold=current)
    )
    shapes += [_field(paper, row, number, seat) for number in range(DICE)]
    shapes.append(Rect(SCORE, y + 9, 58, CELL - 18, "paper", "faint", 12, 1.5))
    if any(paper.cells[row]):
        tone = "pen" if row < paper.row else "faint"
        points = str(rules.row_points(paper, row))
        shapes.append(Pen(SCORE + 29, y + CELL / 2, points, 27, f"{seat}row{row}", tone))
    return shapes


def _field(paper: Sheet, row: int, number: int, seat: int) -> Part:
    place = rules.PLACES[paper.model][row][number]
    x, y = LEFT + place * STEP, TOP + row * STEP
    name, id_ = NAMES[number], field_id(row, number)
    printed, value = rules.NUMBERS[row][place], paper.cells[row][place]
    inner = (x + 24, y + 18, CELL - 29, CELL - 25)
    shapes: list[Shape] = [
        Rect(x, y, CELL, CELL, f"{name}.edge", radius=14),
        Rect(x, y, CELL, CELL - 3, name, radius=13),
        Rect(x + 2.5, y + 2, CELL - 5, CELL * 0.42, "sheen", radius=11),
        Label(x + 13, y + 17, str(printed), 21, f"{name}.on", bold=True),
        Symbol(TONES[name].symbol, x + 13, y + CELL - 18, 14, f"{name}.on"),
        Rect(*inner, "paper", f"{name}.edge", 11, 1),
    ]
    middle = (inner[0] + inner[2] / 2, inner[1] + inner[3] / 2)
    state: Message | int
    if value == CROSSED:
        shapes.append(Pen(*middle, "x", 33, f"{seat}{id_}", "pencil"))
        state = say("part.crossed")
    elif value == printed:
        shapes.append(Pen(middle[0] - 5, middle[1], str(value), 31, f"{seat}{id_}"))
        shapes.append(Pen(middle[0] + 13, middle[1] + 12, "x", 13, f"{seat}{id_}hit"))
        state = say("part.hit", value=value)
    else:
        shapes += [Pen(*middle, str(value), 31, f"{seat}{id_}")] if value else []
        state = sheets.written(value)
    label = say("part.field", row=row + 1, colour=colour(number), printed=printed, state=state)
    return Part(id_, label, tuple(shapes))


def _foot(s: State, seat: int) -> list[Shape]:
    """The bonus table and the total."""
    y = TOP + ROWS * STEP + 10
    shapes: list[Shape] = [
        Label(LEFT, y + 20, say("foot.hits"), 15, "faint", anchor="start"),
        Label(LEFT, y + 48, say("foot.bonus"), 15, "faint", anchor="start"),
    ]
    for count in range(1, FIELDS + 1):
        x = LEFT + 66 + count * 52
        shapes += [
            Rect(x - 23, y + 4, 46, 60, "shade", radius=10),
            Label(x, y + 20, f"{count} ×", 15),
            Label(x, y + 47, f"+{rules.BONUS[count]}", 18, bold=True),
        ]
    return shapes + sheets.score_box(SCORE + 29, y + 35, 62, rules.score(s, seat), f"{seat}total")


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
