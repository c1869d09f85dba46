"""The evaluator of Qwinto: searches this turn and the next, then asks the learned model.

turn_search.py searches a turn. The numbers that seem best are written on a copy, with the replies
expected of the others, and the next turn is searched too: it shows what a move means for the end
of the game, and for the others.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.qwinto.bot.features import HIGH, MOST_PLACES, NUMBERS, places
from rollwrite.games.qwinto.bot.replies import (
    BEST,
    FINAL,
    HIGHER,
    LOW,
    NONE,
    NUMBER,
    PASS_ENDS,
    PASS_POINTS,
    PASS_WORTH,
    ROOM,
    written_points,
    written_worth,
)
from rollwrite.games.qwinto.bot.turn_search import (
    COUNT,
    DICE_SETS,
    FIRST_ROLL,
    FURTHER,
    IGNORE_OPPONENTS,
    LAST_ROLL,
    MARGINS,
    REPLY_ENDS,
    REPLY_WORTH,
    TURN_WORK,
    answer_worth,
    expect,
    look_ahead,
    read_rivals,
    read_table,
    reply,
)
from rollwrite.games.qwinto.rules import (
    CHOOSE,
    FIELDS,
    KEEP,
    MISSES,
    PASS,
    ROWS,
    SEATS,
    STAY,
    WRITE,
    WRITE_AT,
    State,
)
from rollwrite.kernel.policy import HEAD, UNIT
from rollwrite.kernel.records import Record, i32, i64, slots
from rollwrite.kernel.rule import rule

__all__ = [
    "COMMAND", "FEATURES", "VERSION", "WEIGHTS", "Workspace",
    "expect", "features", "progress", "quick_rate", "rate", "resting",
]  # fmt: skip

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

VERSION = 3
COMMAND = "rollwrite train qwinto"
FEATURES = MOST_PLACES
WEIGHTS = IGNORE_OPPONENTS + 1 - HEAD
PLANNED = TURN_WORK  # the answers of the other seats, after what searching a turn needs
WORK = PLANNED + SEATS


class Workspace(Record):
    """Scratch memory of the evaluator."""

    features: list[int] = i32[FEATURES]
    work: list[int] = i64[WORK]
    spare: list[Any] = slots(State, 4)


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Write what each move of a pending seat is worth to it."""
    quick_rate(s, seat, moves, count, model, w)
    if s.phase == WRITE and count > 1 and model[FURTHER] > 0:
        look_further(s, seat, moves, count, model, w)


@rule
def quick_rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Write what each move of a pending seat is worth to it, by this turn alone."""
    work, worth = w.own.work, w.worth
    if s.phase == CHOOSE:
        read_table(s, DICE_SETS - 1, 1, HIGH, model, work)
        for place in range(count):
            dice = moves[place] + 1
            look_ahead(s, seat, dice, work)
            worth[place] = work[FIRST_ROLL + dice]
    elif s.phase == KEEP:
        read_table(s, s.chosen, COUNT[s.chosen], 6 * COUNT[s.chosen], model, work)
        look_ahead(s, seat, s.chosen, work)
        for place in range(count):
            if moves[place] == STAY:
                worth[place] = work[MARGINS + s.chosen * NUMBERS + rules.number(s)]
            else:
                worth[place] = work[LAST_ROLL + s.chosen]
    else:
        number = rules.number(s)
        read_table(s, s.chosen, number, number, model, work)
        read_rivals(s, seat, s.chosen, number, work)
        for place in range(count):
            worth[place] = answer_worth(seat, moves[place], number, model, work)


@rule
def look_further(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Weigh the best answers of a seat by what the next turn makes of them.

    The others, less good by what is known of this turn, stay as much behind the best.
    """
    work, spare, worth = w.own.work, w.own.spare, w.worth
    number = rules.number(s)
    for other in range(s.seats):
        if other != seat:
            reply(other, s.chosen, number, work)
            work[PLANNED + other] = answer_of(
                s, other, s.chosen, number, work[REPLY_ENDS], work[REPLY_WORTH], model, work
            )
    before = worth[0]
    for place in range(1, count):
        before = max(before, worth[place])
    seen = 0
    best = NONE
    for place in range(count):
        if worth[place] > before - model[FURTHER]:
            spare[0] = s
            after = spare[0]
            for other in range(s.seats):
                if other != seat:
                    after.answers[other] = work[PLANNED + other]
            after.pending = 1 << seat
            rules.apply(after, seat, moves[place])
            worth[place] = expect(after, seat, model, w)
            best = max(best, worth[place])
            seen |= 1 << place
    for place in range(count):
        if seen >> place & 1 == 0:
            worth[place] += best - before


@rule
def answer_of(
    s: Any, seat: int, dice: int, number: int, ends: int, worth: int, model: Any, work: Any
) -> int:
    """The answer that is worth so much to a seat; or leaves so many points, if it ends the game."""
    at = seat * ROOM
    if work[at + PASS_ENDS] == ends and work[at + (PASS_POINTS if ends else PASS_WORTH)] == worth:
        return PASS
    sheet = s.sheets[seat]
    for row in range(ROWS):
        entry = at + row * NUMBERS + number
        if dice >> row & 1 and work[entry + (FINAL if ends else BEST)] == worth:
            for field in range(FIELDS):
                cell = at + row * FIELDS + field
                fits = work[cell + LOW] < number < work[cell + HIGHER]
                column = rules.COLUMNS[row][field]
                if work[cell + NUMBER] == 0 and fits and not rules.in_column(sheet, column, number):
                    points = written_points(work, at, row, field, number)
                    found = points * UNIT
                    if ends == 0:
                        found = written_worth(model, work, at, row, field, number, points)
                    if found == worth:
                        return WRITE_AT + FIELDS * row + field
    return PASS


@rule
def progress(s: Any) -> int:
    """How far the game has come, from 0 to 15: by the seat that is nearest to its end."""
    far = 0
    for seat in range(s.seats):
        sheet = s.sheets[seat]
        least = FIELDS
        total = 0
        for row in range(ROWS):
            count = rules.written(sheet, row)
            least = min(least, count)
            total += count
        far = max(far, (total - least) * 15 // (2 * FIELDS), sheet.misses * 15 // MISSES)
    return min(far, 15)


@rule
def resting(s: Any) -> bool:
    """Whether a turn begins."""
    return bool(s.phase == CHOOSE)


@rule
def features(s: Any, seat: int, own: Any) -> int:
    """Where the weights lie that add up to the points a seat still makes."""
    return places(s, seat, own.features)
