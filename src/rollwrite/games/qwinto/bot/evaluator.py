"""The evaluator of Qwinto: searches this turn and the next, then asks the learned model.

turn_search.py searches a turn. The numbers that seem best are written on a copy, with the replies
expected of the others, and the next turn is searched too: it shows what a move means for the end
of the game, and for the others.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.qwinto.bot.features import features
from rollwrite.games.qwinto.bot.replies import NONE, written_points, written_worth
from rollwrite.games.qwinto.bot.style import END, FURTHER, style_of
from rollwrite.games.qwinto.bot.turn_search import (
    COUNT,
    DICE_SETS,
    Workspace,
    answer_worth,
    expect,
    look_ahead,
    read_reply,
    read_rivals,
    read_table,
)
from rollwrite.games.qwinto.bot.weights import HIGH, MOST_PLACES
from rollwrite.games.qwinto.rules import (
    CHOOSE,
    FIELDS,
    KEEP,
    MISSES,
    PASS,
    ROWS,
    STAY,
    WRITE,
    WRITE_AT,
)
from rollwrite.kernel.policy import HEAD, UNIT
from rollwrite.kernel.rule import rule

__all__ = [
    "COMMAND", "FEATURES", "VERSION", "WEIGHTS", "Workspace",
    "expect", "features", "progress", "quick_rate", "rate", "resting",
]  # fmt: skip

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

VERSION = 3
COMMAND = "rollwrite train qwinto"
FEATURES = MOST_PLACES
WEIGHTS = END - HEAD


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Write what each move of a pending seat is worth to it."""
    quick_rate(s, seat, moves, count, model, w)
    if s.phase == WRITE and count > 1 and style_of(model, FURTHER, s.seats) > 0:
        look_further(s, seat, moves, count, model, w)


@rule
def quick_rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Write what each move of a pending seat is worth to it, by this turn alone."""
    own, worth = w.own, w.worth
    if s.phase == CHOOSE:
        read_table(s, DICE_SETS - 1, 1, HIGH, model, own)
        for index in range(count):
            dice = moves[index] + 1
            look_ahead(s, seat, dice, own)
            worth[index] = own.first_roll[0][dice]
    elif s.phase == KEEP:
        read_table(s, s.chosen, COUNT[s.chosen], 6 * COUNT[s.chosen], model, own)
        look_ahead(s, seat, s.chosen, own)
        for index in range(count):
            if moves[index] == STAY:
                worth[index] = own.margins[0][s.chosen][rules.number(s)]
            else:
                worth[index] = own.last_roll[0][s.chosen]
    else:
        number = rules.number(s)
        read_table(s, s.chosen, number, number, model, own)
        read_rivals(s, seat, s.chosen, number, own)
        for index in range(count):
            worth[index] = answer_worth(seat, moves[index], number, model, own)


@rule
def look_further(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Weigh the best answers of a seat by what the next turn makes of them.

    The others, less good by what is known of this turn, stay as much behind the best.
    """
    own, worth = w.own, w.worth
    within = style_of(model, FURTHER, s.seats)
    for other in range(s.seats):
        if other != seat:
            own.planned[other] = expected_answer(s, other, model, own)
    before = worth[0]
    for index in range(1, count):
        before = max(before, worth[index])
    seen = 0
    best = NONE
    for index in range(count):
        if worth[index] > before - within:
            own.after[0] = s
            after = own.after[0]
            for other in range(s.seats):
                if other != seat:
                    after.answers[other] = own.planned[other]
            after.pending = 1 << seat
            rules.apply(after, seat, moves[index])
            worth[index] = expect(after, seat, model, w)
            best = max(best, worth[index])
            seen |= 1 << index
    for index in range(count):
        if seen >> index & 1 == 0:
            worth[index] += best - before


@rule
def expected_answer(s: Any, seat: int, model: Any, own: Any) -> int:
    """The answer of a seat that cares for its own sheet first: the one its reply is worth."""
    number = rules.number(s)
    read_reply(seat, s.chosen, number, own)
    ends, worth = own.reply.ends, own.reply.worth
    view = own.sheets[seat]
    if view.pass_ends == ends and worth == (view.pass_points if ends else view.pass_worth):
        return PASS
    sheet = s.sheets[seat]
    for row in range(ROWS):
        table = view.final if ends else view.best
        if s.chosen >> row & 1 and table[row][number] == worth:
            for field in range(FIELDS):
                fits = view.lows[row][field] < number < view.highs[row][field]
                column = rules.COLUMNS[row][field]
                empty = view.numbers[row][field] == 0
                if empty and fits and not rules.in_column(sheet, column, number):
                    points = written_points(view, row, field, number)
                    found = points * UNIT
                    if ends == 0:
                        found = written_worth(model, view, row, field, number, points)
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
