"""The rules of Twenty One: the record and every rule, T1 to T7 of the specification.

A turn: six dice are rolled (ROLL, chance), the active seat keeps or rerolls them (KEEP, and ROLL
again), then every seat fills its own current row (WRITE). Answers wait in the record until all are
in; then they are written at the same time.
"""

from __future__ import annotations

from rollwrite.games.kit.edition import printed
from rollwrite.games.kit.windows import answer, ask_active, ask_all
from rollwrite.kernel.records import Record, i8, many
from rollwrite.kernel.rng import draw
from rollwrite.kernel.rule import rule

TITLE = "Twenty One"
SEATS, DICE, ROWS, FIELDS = 6, 6, 5, 6
ROLL, KEEP, WRITE, OVER = range(4)
CROSSED = -1  # in a field; 0 is empty

# Actions: keep, reroll, cross out; then write the dice whose bits are set in action - WRITE_DICE.
STAY, REROLL, CROSS, WRITE_DICE = 0, 1, 2, 2
ACTIONS = WRITE_DICE + (1 << DICE)
MOVES = 1 << DICE
EVENT = DICE
ACTION_TABLE = (
    (STAY, "keep the roll"),
    (REROLL, "reroll"),
    (CROSS, "cross out"),
    (WRITE_DICE + 1, "write the dice whose bits are set in `n + 1`"),
)

COLOURS = "RYGBWK"  # the dice in the order of the notation
_SHEET = printed(__package__)
LETTERS = "".join(_SHEET["sheets"])
NUMBERS: tuple[tuple[int, ...], ...] = tuple(map(tuple, _SHEET["numbers"]))
BONUS: tuple[int, ...] = tuple(_SHEET["bonus"])
# PLACES[sheet][row][die]: the field of a die's colour.
PLACES: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(tuple(row.index(colour) for colour in COLOURS) for row in rows)
    for rows in _SHEET["sheets"].values()
)


# What observations divide numbers by: they come to lie between -1 (crossed) and 1.
LIMITS = {"rolls": 3, "dice": 6, "model": SEATS - 1, "row": ROWS, "cells": 6}


class Sheet(Record):
    """One player's paper: which of the six it is, the row in progress, and what stands in it."""

    model: int = i8
    row: int = i8
    cells: list[list[int]] = i8[ROWS, FIELDS]


class State(Record):
    """A moment of a game; dice that are to be rolled show 0."""

    seats: int = i8
    active: int = i8
    phase: int = i8
    pending: int = i8  # a bit for each seat that is to move
    rolls: int = i8
    dice: list[int] = i8[DICE]
    answers: list[int] = i8[SEATS]  # the action of each seat that has answered, else 0
    sheets: list[Sheet] = many(Sheet, SEATS)


@rule
def start(s: State, seats: int, first: int) -> None:
    """T1: every player has a different sheet; the first player begins."""
    s.seats = seats
    s.active = first
    for seat in range(seats):
        s.sheets[seat].model = seat
    begin_turn(s)


@rule
def begin_turn(s: State) -> None:
    """T2: all six dice are to be rolled."""
    s.phase = ROLL
    s.pending = 0
    s.rolls = 0
    for die in range(DICE):
        s.dice[die] = 0


@rule
def legal(s: State, seat: int, moves: list[int]) -> int:
    """List what a pending seat may do; return how many moves that is."""
    if s.phase == KEEP:
        moves[0] = STAY
        moves[1] = REROLL
        return 2 if rerollable(s) else 1
    moves[0] = CROSS  # T5: always allowed
    count = 1
    fitting = fitting_dice(s, seat)
    chosen = 0
    while chosen != fitting:  # T3: any of them, at least one; every subset of the bits, rising
        chosen = (chosen - fitting) & fitting
        moves[count] = WRITE_DICE + chosen
        count += 1
    return count


@rule
def rerollable(s: State) -> bool:
    """T2: 1s are locked; whether any other die is there to reroll."""
    for die in range(DICE):
        if s.dice[die] != 1:
            return True
    return False


@rule
def fitting_dice(s: State, seat: int) -> int:
    """The dice, as bits, that may be written in a seat's current row."""
    fitting = 0
    for die in range(DICE):
        if fits(s.sheets[seat], die, s.dice[die]):
            fitting |= 1 << die
    return fitting


@rule
def fits(sheet: Sheet, die: int, value: int) -> bool:
    """T4: the field of the die's colour is empty, and the value is at most the printed number."""
    place = PLACES[sheet.model][sheet.row][die]
    return sheet.cells[sheet.row][place] == 0 and value <= NUMBERS[sheet.row][place]


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Make a legal move."""
    if s.phase == WRITE:
        if answer(s, seat, action):
            end_turn(s)
    elif action == STAY:
        ask_all(s, WRITE)
    else:
        for die in range(DICE):  # T2: every die that does not show 1 is rerolled
            if s.dice[die] != 1:
                s.dice[die] = 0
        s.phase = ROLL
        s.pending = 0


@rule
def sample(s: State, event: list[int], rng: list[int]) -> None:
    """Roll the dice that are to be rolled; the others take no part."""
    for die in range(DICE):
        if s.dice[die] == 0:
            event[die] = 1 + draw(rng, 6)
        else:
            event[die] = 0


@rule
def resolve(s: State, event: list[int]) -> None:
    """T2 and T3: after the first roll the active player decides; then all fill their rows."""
    for die in range(DICE):
        if event[die] != 0:
            s.dice[die] = event[die]
    s.rolls += 1
    if s.rolls == 1:
        ask_active(s, KEEP)
    else:
        ask_all(s, WRITE)


@rule
def end_turn(s: State) -> None:
    """T3, T6 and T7: write what was answered, then end the game or begin the next turn."""
    over = False
    for seat in range(s.seats):
        sheet = s.sheets[seat]
        fill(s, sheet, s.answers[seat])
        s.answers[seat] = 0
        if complete(sheet):
            sheet.row += 1
            if sheet.row == ROWS:
                over = True
    if over:
        s.phase = OVER
    else:
        s.active = (s.active + 1) % s.seats
        begin_turn(s)


@rule
def fill(s: State, sheet: Sheet, answer: int) -> None:
    """T3 and T5: write the chosen dice, or cross out the leftmost empty field."""
    if answer == CROSS:
        place = 0
        while sheet.cells[sheet.row][place] != 0:
            place += 1
        sheet.cells[sheet.row][place] = CROSSED
    else:
        for die in range(DICE):
            if answer - WRITE_DICE >> die & 1:
                sheet.cells[sheet.row][PLACES[sheet.model][sheet.row][die]] = s.dice[die]


@rule
def complete(sheet: Sheet) -> bool:
    """T6: whether all six fields of the current row are filled or crossed out."""
    for place in range(FIELDS):
        if sheet.cells[sheet.row][place] == 0:
            return False
    return True


@rule
def hits(sheet: Sheet, row: int) -> int:
    """T4: how many fields of a row hold exactly the printed number."""
    count = 0
    for place in range(FIELDS):
        if sheet.cells[row][place] == NUMBERS[row][place]:
            count += 1
    return count


@rule
def row_points(sheet: Sheet, row: int) -> int:
    """T6: the sum of the written numbers and the bonus for the hits."""
    points = BONUS[hits(sheet, row)]
    for place in range(FIELDS):
        if sheet.cells[row][place] > 0:
            points += sheet.cells[row][place]
    return points


@rule
def score(s: State, seat: int) -> int:
    """T7: all rows, the current one as it stands."""
    points = 0
    for row in range(ROWS):
        points += row_points(s.sheets[seat], row)
    return points


@rule
def standing(s: State, seat: int) -> int:
    """T7: the highest total wins, equal totals share the victory."""
    return score(s, seat)
