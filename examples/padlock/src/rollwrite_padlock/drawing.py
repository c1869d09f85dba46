"""Padlock's sheet: four coloured rows of boxes with a lock at their end."""

from __future__ import annotations

from rollwrite.draw.shapes import Drawing, Label, Rect, Shape
from rollwrite.games.contract import GameContext
from rollwrite.games.kit.sheets import Box, Boxes, mark, paper, score_box
from rollwrite_padlock import rules
from rollwrite_padlock.notation import (
    COLOURS,
    ROW_LETTERS,
    colour,
    dice,
    field_id,
    locked_rows,
    printed,
    say,
)
from rollwrite_padlock.rules import FAULTS, PLACES, ROWS, WHITES, Sheet, State

CELL, LEFT, TOP, STEP = 40, 92, 52, 54
WIDTH, HEIGHT = LEFT + PLACES * CELL + 10, TOP + ROWS * STEP + 70

tray, tray_text, picking = dice.tray, dice.tray_text, dice.picking


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    """The whole paper of one seat."""
    own = s.sheets[seat]
    shapes = paper(WIDTH, HEIGHT, rules.TITLE, seat)
    for row in range(ROWS):
        name, y = COLOURS[WHITES + row], TOP + row * STEP + STEP / 2
        shut = bool(s.locked >> row & 1)
        shapes += [
            Rect(16, y - 24, WIDTH - 32, 48, f"{name}.tint" if shut else name, radius=12),
            *mark(36, y, name),
        ]
        shapes += Boxes(LEFT, y, CELL, 34, f"{name}.text").draw(_row(own, row), f"{seat}")
    return Drawing(WIDTH, HEIGHT, say("title", seat=seat), (*shapes, *_foot(s, seat)))


def _row(own: Sheet, row: int) -> list[Box]:
    boxes = []
    for place in range(PLACES):
        crossed = bool(own.rows[row] >> place & 1)
        state = say("part.crossed" if crossed else "part.empty")
        label = say("part.field", colour=colour(row), number=printed(row, place), state=state)
        boxes.append(Box(field_id(row, place), label, crossed, str(printed(row, place))))
    return boxes


def _foot(s: State, seat: int) -> list[Shape]:
    """The faults and the total."""
    y, own = HEIGHT - 36, s.sheets[seat]
    faults = [
        Box(f"fault-{n + 1}", say("part.fault", place=n + 1), n < own.faults) for n in range(FAULTS)
    ]
    total = score_box(WIDTH - 60, y, 70, rules.score(s, seat), f"{seat}total")
    return [Label(34, y, "−5 ×", 14, "faint"), *Boxes(74, y).draw(faults, f"{seat}"), *total]


def text(game: GameContext, s: State, seat: int) -> str:
    """The sheet in letters: a number is free, ``xx`` is crossed."""
    own = s.sheets[seat]
    head = say("text_head", seat=seat, faults=own.faults, score=rules.score(s, seat))
    lines = [game.text(head)]
    for row in range(ROWS):
        cells = [
            "xx" if own.rows[row] >> place & 1 else f"{printed(row, place):>2}"
            for place in range(PLACES)
        ]
        lines.append(f"{ROW_LETTERS[row]} {' '.join(cells)}")
    if locked := locked_rows(s):
        lines.append(game.text(say("locked", rows=locked)))
    return "\n".join(lines)
