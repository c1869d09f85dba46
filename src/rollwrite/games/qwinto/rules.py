"""The rules of Qwinto: the record and every rule, Q1 to Q9 of the specification.

A turn: the active seat chooses dice (CHOOSE), they are rolled (ROLL, chance), it keeps or rerolls
them (KEEP, and ROLL again), then every seat answers once (WRITE). Answers wait in the record until
all are in; then they are written at the same time.
"""

from __future__ import annotations

from rollwrite.games.kit.edition import printed
from rollwrite.games.kit.windows import answer, ask_active, ask_all
from rollwrite.kernel.records import Record, i8, many
from rollwrite.kernel.rng import draw
from rollwrite.kernel.rule import rule

TITLE = "Qwinto"
SEATS, DICE, ROWS, FIELDS, WIDTH, MISSES = 6, 3, 3, 9, 12, 4
CHOOSE, ROLL, KEEP, WRITE, OVER = range(5)

# Actions: roll the dice whose bits are set in action + 1, keep, reroll, write in a field, pass.
STAY, REROLL, WRITE_AT = 7, 8, 9
PASS = WRITE_AT + ROWS * FIELDS
ACTIONS = PASS + 1
MOVES = ROWS * FIELDS + 1
EVENT = DICE
ACTION_TABLE = (
    (0, "roll the dice whose bits are set in `action + 1`"),
    (STAY, "keep the roll"),
    (REROLL, "reroll the chosen dice"),
    (WRITE_AT, f"write in field `n % {FIELDS}` of row `n // {FIELDS}`"),
    (PASS, "pass"),
)

_SHEET = printed(__package__)["rows"]
COLUMNS: tuple[tuple[int, ...], ...] = tuple(tuple(row["columns"]) for row in _SHEET)
# Row and column of each pentagon, from left to right: one in every column of three fields.
PENTAGONS: tuple[tuple[int, int], ...] = tuple(
    sorted(
        (
            (r, row["columns"][field - 1])
            for r, row in enumerate(_SHEET)
            for field in row["pentagons"]
        ),
        key=lambda place: place[1],
    )
)
BONUSES = len(PENTAGONS)


# What observations from 0 to 1 divide numbers by, and which fields are bits.
LIMITS = {"rolls": 2, "dice": 6, "cells": 6 * DICE, "misses": MISSES}
BITS = {"chosen": DICE}


class Sheet(Record):
    """One player's paper: the numbers by row and column (0 is empty), and the misses."""

    cells: list[list[int]] = i8[ROWS, WIDTH]
    misses: int = i8


class State(Record):
    """A moment of a game; dice that are not chosen, or not rolled yet, show 0."""

    seats: int = i8
    active: int = i8
    phase: int = i8
    pending: int = i8  # a bit for each seat that is to move
    chosen: int = i8  # a bit for each die in use
    rolls: int = i8
    dice: list[int] = i8[DICE]
    answers: list[int] = i8[SEATS]  # the action of each seat that has answered, else 0
    sheets: list[Sheet] = many(Sheet, SEATS)


@rule
def start(s: State, seats: int, first: int) -> None:
    """Q1: the first player begins."""
    s.seats = seats
    s.active = first
    begin_turn(s)


@rule
def begin_turn(s: State) -> None:
    """Q2: the active player has all three dice to choose from."""
    ask_active(s, CHOOSE)
    s.chosen = 0
    s.rolls = 0
    for die in range(DICE):
        s.dice[die] = 0


@rule
def legal(s: State, seat: int, moves: list[int]) -> int:
    """List what a pending seat may do; return how many moves that is."""
    if s.phase == CHOOSE:
        for action in range(STAY):
            moves[action] = action
        return STAY
    if s.phase == KEEP:
        moves[0] = STAY
        moves[1] = REROLL
        return 2
    count = 0
    for row in range(ROWS):
        if s.chosen >> row & 1:
            count = add_fields(s.sheets[seat], row, number(s), moves, count)
    moves[count] = PASS
    return count + 1


@rule
def number(s: State) -> int:
    """Q4: the announced number is the sum of the rolled dice."""
    return s.dice[0] + s.dice[1] + s.dice[2]


@rule
def add_fields(sheet: Sheet, row: int, total: int, moves: list[int], count: int) -> int:
    """Q5 and Q6: add the fields of a row that take the number; return the new count."""
    cells = sheet.cells[row]
    after = -1  # the last column with a smaller number
    before = WIDTH  # the first column with a larger one
    for column in range(WIDTH):
        if cells[column] >= total:
            before = column
            break
        if cells[column] > 0:
            after = column
    if before < WIDTH and cells[before] == total:
        return count
    for field in range(FIELDS):
        column = COLUMNS[row][field]
        if after < column < before and not in_column(sheet, column, total):
            moves[count] = WRITE_AT + FIELDS * row + field
            count += 1
    return count


@rule
def in_column(sheet: Sheet, column: int, total: int) -> bool:
    """Q6: whether a number stands in a column already."""
    return (
        sheet.cells[0][column] == total
        or sheet.cells[1][column] == total
        or sheet.cells[2][column] == total
    )


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Make a legal move."""
    if s.phase == WRITE:
        if answer(s, seat, action):
            end_turn(s)
    elif action == STAY:
        ask_all(s, WRITE)
    else:
        if s.phase == CHOOSE:
            s.chosen = action + 1
        for die in range(DICE):  # Q3: a reroll takes all the dice chosen
            s.dice[die] = 0
        s.phase = ROLL
        s.pending = 0


@rule
def sample(s: State, event: list[int], rng: list[int]) -> None:
    """Roll the chosen dice."""
    for die in range(DICE):
        if s.chosen >> die & 1:
            event[die] = 1 + draw(rng, 6)
        else:
            event[die] = 0


@rule
def resolve(s: State, event: list[int]) -> None:
    """Q3 and Q4: after the first roll the active player decides; then all may write the number."""
    for die in range(DICE):
        s.dice[die] = event[die]
    s.rolls += 1
    if s.rolls == 1:
        ask_active(s, KEEP)
    else:
        ask_all(s, WRITE)


@rule
def end_turn(s: State) -> None:
    """Q4, Q7 and Q8: write what was answered, then end the game or begin the next turn."""
    over = False
    for seat in range(s.seats):
        sheet = s.sheets[seat]
        given = s.answers[seat]
        s.answers[seat] = 0
        if given != PASS:
            row = (given - WRITE_AT) // FIELDS
            sheet.cells[row][COLUMNS[row][(given - WRITE_AT) % FIELDS]] = number(s)
        elif seat == s.active:
            sheet.misses += 1
        if finished(sheet):
            over = True
    if over:
        s.phase = OVER
    else:
        s.active = (s.active + 1) % s.seats
        begin_turn(s)


@rule
def finished(sheet: Sheet) -> bool:
    """Q8: two full rows, or the fourth miss."""
    full = 0
    for row in range(ROWS):
        if written(sheet, row) == FIELDS:
            full += 1
    return full >= 2 or sheet.misses >= MISSES


@rule
def written(sheet: Sheet, row: int) -> int:
    """How many numbers stand in a row."""
    count = 0
    for column in range(WIDTH):
        if sheet.cells[row][column] != 0:
            count += 1
    return count


@rule
def row_points(sheet: Sheet, row: int) -> int:
    """Q9: a full row scores its rightmost number, any other a point for each number."""
    count = written(sheet, row)
    if count == FIELDS:
        return sheet.cells[row][COLUMNS[row][FIELDS - 1]]
    return count


@rule
def bonus_points(sheet: Sheet, bonus: int) -> int:
    """Q9: a full column of three fields scores the number in its pentagon."""
    column = PENTAGONS[bonus][1]
    for row in range(ROWS):
        if sheet.cells[row][column] == 0:
            return 0
    return sheet.cells[PENTAGONS[bonus][0]][column]


@rule
def score(s: State, seat: int) -> int:
    """Q9: rows, columns, and minus 5 for each miss."""
    sheet = s.sheets[seat]
    points = -5 * sheet.misses
    for row in range(ROWS):
        points += row_points(sheet, row)
    for bonus in range(BONUSES):
        points += bonus_points(sheet, bonus)
    return points


@rule
def standing(s: State, seat: int) -> int:
    """Q9: the highest total wins, equal totals share the victory."""
    return score(s, seat)
