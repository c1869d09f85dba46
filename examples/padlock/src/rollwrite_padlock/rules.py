"""The rules of Padlock: four rows of numbers to cross from left to right, and a lock on each.

A turn: all dice are rolled (ROLL, chance); every seat may cross the sum of the white dice in one
row (SHARE); then the active seat may cross the sum of a white and a coloured die in the row of that
colour (OWN). Answers to SHARE wait until all are in.
"""

from __future__ import annotations

from rollwrite.games.kit.windows import answer, ask_active, ask_all
from rollwrite.kernel.records import Record, i8, i16, many
from rollwrite.kernel.rng import draw
from rollwrite.kernel.rule import rule

TITLE = "Padlock"
SEATS, ROWS, PLACES, DICE, WHITES = 5, 4, 11, 6, 2
ROLL, SHARE, OWN, OVER = range(4)
NEEDED, LOCKS, FAULTS = 5, 2, 4  # crosses before the last one; locks and faults that end the game

# Actions: cross a place of a row, or pass. A waiting answer of 0 is none, so they begin with 1.
CROSS = 1
PASS = CROSS + ROWS * PLACES
ACTIONS = PASS + 1
MOVES = WHITES * ROWS + 1
EVENT = DICE


class Sheet(Record):
    """One player's paper: a bit for each crossed place of a row, and the faults."""

    rows: list[int] = i16[ROWS]
    faults: int = i8


class State(Record):
    """A moment of a game; dice that are not rolled yet, or gone for good, show 0."""

    seats: int = i8
    active: int = i8
    phase: int = i8
    pending: int = i8
    locked: int = i8  # a bit for each row
    idle: int = i8  # 1 if the active seat crossed nothing yet in this turn
    dice: list[int] = i8[DICE]  # two white ones, then one for each row
    answers: list[int] = i8[SEATS]
    sheets: list[Sheet] = many(Sheet, SEATS)


@rule
def start(s: State, seats: int, first: int) -> None:
    """P1: the first player begins."""
    s.seats = seats
    s.active = first
    begin_turn(s)


@rule
def begin_turn(s: State) -> None:
    """P2: all dice but those of locked rows are rolled."""
    s.phase = ROLL
    s.pending = 0
    s.idle = 1
    for die in range(DICE):
        s.dice[die] = 0


@rule
def rolled(s: State, die: int) -> bool:
    """P6: whether a die is still in the game: that of a locked row is not."""
    return die < WHITES or s.locked >> die - WHITES & 1 == 0


@rule
def sample(s: State, event: list[int], rng: list[int]) -> None:
    """Roll the dice."""
    for die in range(DICE):
        event[die] = 0
        if rolled(s, die):
            event[die] = 1 + draw(rng, 6)


@rule
def resolve(s: State, event: list[int]) -> None:
    """P3: everybody may use the white dice."""
    for die in range(DICE):
        s.dice[die] = event[die]
    ask_all(s, SHARE)


@rule
def place_of(row: int, total: int) -> int:
    """P1: the first two rows rise from 2 to 12, the others fall from 12 to 2."""
    return total - 2 if row < 2 else 12 - total


@rule
def open_for(s: State, seat: int, row: int, place: int) -> bool:
    """P4 and P5: right of all crosses of a row, and the last place only after five others."""
    bits = s.sheets[seat].rows[row]
    if s.locked >> row & 1 or bits >> place != 0:
        return False
    return place < PLACES - 1 or crosses(bits) >= NEEDED


@rule
def crosses(bits: int) -> int:
    """How many places are crossed."""
    count = 0
    for place in range(PLACES):
        count += bits >> place & 1
    return count


@rule
def legal(s: State, seat: int, moves: list[int]) -> int:
    """List what a pending seat may do; return how many moves that is."""
    count = 0
    for row in range(ROWS):
        if s.phase == SHARE:
            first = place_of(row, s.dice[0] + s.dice[1])
            second = first
        else:
            own = s.dice[WHITES + row]
            one = place_of(row, s.dice[0] + own)
            two = place_of(row, s.dice[1] + own)
            first = min(one, two)
            second = max(one, two)
        if open_for(s, seat, row, first):
            moves[count] = CROSS + PLACES * row + first
            count += 1
        if second != first and open_for(s, seat, row, second):
            moves[count] = CROSS + PLACES * row + second
            count += 1
    moves[count] = PASS
    return count + 1


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Make a legal move."""
    if s.phase == OWN:
        locks = cross(s, seat, action)
        end_turn(s, locks)
    elif answer(s, seat, action):
        locks = 0
        for other in range(s.seats):
            locks |= cross(s, other, s.answers[other])
            s.answers[other] = 0
        s.locked |= locks
        ask_active(s, OWN)


@rule
def cross(s: State, seat: int, action: int) -> int:
    """P4: cross a place; return the row that it locks as a bit, or 0."""
    if action == PASS:
        return 0
    row = (action - CROSS) // PLACES
    place = (action - CROSS) % PLACES
    s.sheets[seat].rows[row] |= 1 << place
    if seat == s.active:
        s.idle = 0
    return 1 << row if place == PLACES - 1 else 0


@rule
def end_turn(s: State, locks: int) -> None:
    """P6 and P7: a fault for having crossed nothing; then the end, or the next turn."""
    s.locked |= locks
    s.sheets[s.active].faults += s.idle
    if crosses(s.locked) >= LOCKS or s.sheets[s.active].faults >= FAULTS:
        s.phase = OVER
        s.pending = 0
    else:
        s.active = (s.active + 1) % s.seats
        begin_turn(s)


@rule
def row_points(sheet: Sheet, row: int) -> int:
    """P8: 1, 3, 6, 10 … points for 1, 2, 3, 4 … crosses; a lock counts as one more cross."""
    count = crosses(sheet.rows[row]) + (sheet.rows[row] >> PLACES - 1 & 1)
    return count * (count + 1) // 2


@rule
def score(s: State, seat: int) -> int:
    """P8: all rows, and minus 5 for each fault."""
    sheet = s.sheets[seat]
    points = -5 * sheet.faults
    for row in range(ROWS):
        points += row_points(sheet, row)
    return points


@rule
def standing(s: State, seat: int) -> int:
    """P8: the highest total wins, equal totals share the victory."""
    return score(s, seat)
