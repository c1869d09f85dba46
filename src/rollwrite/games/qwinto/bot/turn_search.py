"""A turn of Qwinto, searched to its end: which dice, every sum, keep or reroll, every reply.

A seat's own field is weighed exactly; the others are taken to write what is best for themselves.
What stands on the sheets after the turn is worth what features.py says.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.qwinto.bot.replies import (
    NONE,
    read_numbers,
    read_pass,
    written_points,
    written_worth,
)
from rollwrite.games.qwinto.bot.sheet_view import SheetView, read_sheet, standing_worth
from rollwrite.games.qwinto.bot.style import (
    HASTE,
    IGNORE_OPPONENTS,
    OPEN_RACE,
    PREMIUM,
    best_of_two,
    style_of,
)
from rollwrite.games.qwinto.bot.weights import (
    FAR,
    HIGH,
    MOST_PLACES,
    NUMBERS,
    SOON,
    lacking,
    threat_of,
    time_left,
)
from rollwrite.games.qwinto.rules import (
    CHOOSE,
    FIELDS,
    KEEP,
    OVER,
    PASS,
    ROLL,
    ROWS,
    SEATS,
    WRITE_AT,
    State,
)
from rollwrite.kernel.policy import UNIT, margin
from rollwrite.kernel.records import Record, i8, i32, many, one, slots
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

# About how far a margin may still go, by how soon the game may end.
SWING = (8, 10, 11, 13, 15, 18)

DICE_SETS = 8  # by their bits
COUNT = (0, 1, 1, 2, 1, 2, 2, 3)  # how many dice that is
# How many outcomes of so many dice make each sum, and how many outcomes there are.
WAYS = (
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1),
)
OUTCOMES = (1, 6, 36, 216)


class Reply(Record):
    """What a seat makes of a number, or the best of some seats."""

    worth: int = i32
    points: int = i32
    ends: int = i8  # whether it ends the game


class Workspace(Record):
    """Scratch memory of the evaluator."""

    features: list[int] = i32[MOST_PLACES]
    sheets: list[SheetView] = many(SheetView, SEATS)
    # By seat: what its best rival has now.
    rival_worth: list[int] = i32[SEATS]
    rival_points: list[int] = i32[SEATS]
    reply: Reply = one(Reply)
    premium: int = i32  # what winning is worth beside the margin,
    swing: int = i32  # how far a margin may still go,
    open_race: int = i32  # and how far rivals may still pass each other
    concern: int = i32  # how much of what rivals make counts, up to UNIT
    # As the active seat sees it (0), and as another one does (1): the margin by dice and sum, and
    # what a roll promises after which there is none, or one more.
    margins: list[list[list[int]]] = i32[2, DICE_SETS, NUMBERS]
    last_roll: list[list[int]] = i32[2, DICE_SETS]
    first_roll: list[list[int]] = i32[2, DICE_SETS]
    # For a look at the next turn: the answers expected of the other seats, and the state after.
    planned: list[int] = i8[SEATS]
    after: list[Any] = slots(State, 1)


@rule
def expect(s: Any, seat: int, model: Any, w: Any) -> Any:
    """What a moment is worth to a seat that does not decide now."""
    own = w.own
    if s.phase == OVER:
        read_style(s, model, own)
        points = int(rules.score(s, seat))
        return end_utility(points * UNIT, (points - margin(s, seat)) * UNIT, own)
    number = rules.number(s)
    chosen = int(s.chosen)
    view = 0 if seat == s.active else 1
    if s.phase == CHOOSE:
        read_table(s, DICE_SETS - 1, 1, HIGH, model, own)
        best = 1
        for dice in range(1, DICE_SETS):
            look_ahead(s, seat, dice, own)
            if own.first_roll[0][dice] > own.first_roll[0][best]:
                best = dice
        return own.first_roll[view][best]
    if s.phase in (ROLL, KEEP):
        read_table(s, chosen, COUNT[chosen], 6 * COUNT[chosen], model, own)
        look_ahead(s, seat, chosen, own)
        last = own.last_roll[view][chosen]
        if s.phase == ROLL:
            return own.first_roll[view][chosen] if s.rolls == 0 else last
        if own.margins[0][chosen][number] < own.last_roll[0][chosen]:
            return last
        return own.margins[view][chosen][number]
    read_table(s, chosen, number, number, model, own)
    if s.pending >> seat & 1:
        return best_margin(s, seat, chosen, number, own)
    read_rivals(s, seat, chosen, number, own)
    return answer_worth(seat, s.answers[seat], number, model, own)


@rule
def read_table(s: Any, dice: int, least: int, most: int, model: Any, own: Any) -> None:
    """Take all sheets apart, and fill their tables for some dice and a range of numbers."""
    for seat in range(s.seats):
        wait = (seat - s.active - 1 + s.seats) % s.seats
        read_sheet(s, seat, wait, model, own.sheets[seat])
    soonest = FAR
    for seat in range(s.seats):
        left = FAR
        for other in range(s.seats):
            if other != seat:
                there = own.sheets[other]
                lack = lacking(there.lack[0], there.lack[1], there.lack[2])
                left = min(left, time_left(lack, there.misses))
        soonest = min(soonest, left)
        if s.seats > 1:
            left = max(1, left - style_of(model, HASTE, s.seats) // UNIT)
        view = own.sheets[seat]
        view.left = left
        view.threat = threat_of(left, s.seats)
        read_pass(seat == s.active, model, view)
        read_numbers(s.sheets[seat], dice, least, most, model, view)
    own.swing = SWING[SOON[soonest]] * UNIT
    read_style(s, model, own)
    read_standings(s, model, own)


@rule
def read_style(s: Any, model: Any, own: Any) -> None:
    """How much the others matter at this table."""
    seats = int(s.seats)
    own.premium = 0
    own.concern = 0
    if seats > 1:
        own.premium = style_of(model, PREMIUM, seats)
        own.concern = max(0, UNIT - style_of(model, IGNORE_OPPONENTS, seats))
    own.open_race = style_of(model, OPEN_RACE, seats) * own.swing // UNIT


@rule
def read_standings(s: Any, model: Any, own: Any) -> None:
    """What the best rival of each seat has now."""
    for seat in range(s.seats):
        own.rival_worth[seat] = NONE
        own.rival_points[seat] = NONE
    for other in range(s.seats):
        there = own.sheets[other]
        worth = standing_worth(model, there, there.misses)
        points = there.score * UNIT
        for seat in range(s.seats):
            if seat != other:
                own.rival_worth[seat] = max(own.rival_worth[seat], worth)
                own.rival_points[seat] = max(own.rival_points[seat], points)


@rule
def best_of(table: Any, dice: int, number: int, least: int) -> int:
    """The highest entry of a seat's table in the rows of some dice."""
    best = least
    for row in range(ROWS):
        if dice >> row & 1:
            best = max(best, table[row][number])
    return best


@rule
def ending_points(view: Any, dice: int, number: int) -> int:
    """The most points with which a seat can end the game now; NONE if it cannot."""
    least = view.pass_points if view.pass_ends else NONE
    if view.full_rows == 0:
        return least
    return best_of(view.final, dice, number, least)


@rule
def read_reply(seat: int, dice: int, number: int, own: Any) -> None:
    """What a seat does with a number if it cares for its own sheet first."""
    view = own.sheets[seat]
    best = int(view.pass_worth)
    points = int(view.pass_points)
    for row in range(ROWS):
        if dice >> row & 1 and view.best[row][number] > best:
            best = int(view.best[row][number])
            points = int(view.points[row][number])
    final = ending_points(view, dice, number)
    ahead = final - own.rival_points[seat]
    ends = final > NONE and (best == NONE or ahead > best - own.rival_worth[seat])
    own.reply.worth = final if ends else best
    own.reply.points = final if ends else points
    own.reply.ends = 1 if ends else 0


@rule
def read_rivals(s: Any, seat: int, dice: int, number: int, own: Any) -> None:
    """What the best of the other seats comes to, and whether one of them ends the game."""
    reply = own.reply
    worth = NONE
    points = NONE
    ends = 0
    if own.concern == 0:
        worth = 0
        points = 0
    else:
        for other in range(s.seats):
            if other != seat:
                read_reply(other, dice, number, own)
                worth = best_of_two(worth, reply.worth, own.open_race)
                points = max(points, reply.points)
                ends |= reply.ends
    reply.worth = worth
    reply.points = points
    reply.ends = ends


@rule
def best_margin(s: Any, seat: int, dice: int, number: int, own: Any) -> Any:
    """The margin of a seat that does the best it can with a number."""
    read_rivals(s, seat, dice, number, own)
    view = own.sheets[seat]
    reply = own.reply
    if reply.ends:
        top = best_of(view.top, dice, number, view.pass_points)
        return end_utility(top, reply.points, own)
    best = NONE
    worth = best_of(view.best, dice, number, view.pass_worth)
    if worth > NONE:
        best = rest_utility(worth, reply.worth, own)
    final = ending_points(view, dice, number)
    if final > NONE:
        best = max(best, end_utility(final, reply.points, own))
    return best


@rule
def utility(made: Any, rival: Any, swing: Any, own: Any) -> Any:
    """What points are worth beside a rival's: the margin, as far as that rival is of concern.

    And a premium for as much as the margin is likely to win.
    """
    ahead = made - rival
    worth = made - rival * own.concern // UNIT
    return worth + own.premium * max(-swing, min(swing, ahead)) // swing


@rule
def end_utility(made: Any, rival: Any, own: Any) -> Any:
    """What points at the end are worth."""
    return utility(made, rival, UNIT // 2, own)


@rule
def rest_utility(made: Any, rival: Any, own: Any) -> Any:
    """What a sheet after this turn is worth."""
    return utility(made, rival, own.swing, own)


@rule
def answer_worth(seat: int, action: int, number: int, model: Any, own: Any) -> Any:
    """The margin after one answer of a seat; what the others do has been read."""
    view = own.sheets[seat]
    reply = own.reply
    if action == PASS:
        ends = int(view.pass_ends)
        points = int(view.pass_points)
        worth = int(view.pass_worth)
    else:
        row = (action - WRITE_AT) // FIELDS
        field = (action - WRITE_AT) % FIELDS
        ends = 1 if view.full_rows >= 1 and view.empty[row] == 1 else 0
        written = written_points(view, row, field, number)
        points = written * UNIT
        worth = points
        if ends == 0 and reply.ends == 0:
            worth = written_worth(model, view, row, field, number, written)
    if ends or reply.ends:
        return end_utility(points, reply.points, own)
    return rest_utility(worth, reply.worth, own)


@rule
def look_ahead(s: Any, seat: int, dice: int, own: Any) -> None:
    """What rolling some dice promises, once more or twice, to the active seat and to this one.

    The active seat decides whether to keep a sum.
    """
    count = COUNT[dice]
    kept = own.margins[0][dice]
    for view in range(1 if seat == s.active else 2):
        margins = own.margins[view][dice]
        who = seat if view else s.active
        total = 0
        for number in range(count, 6 * count + 1):
            found = best_margin(s, who, dice, number, own)
            margins[number] = found
            total += found * WAYS[count][number]
        own.last_roll[view][dice] = total // OUTCOMES[count]
    for view in range(1 if seat == s.active else 2):
        margins = own.margins[view][dice]
        last = own.last_roll[view][dice]
        total = 0
        for number in range(count, 6 * count + 1):
            keeps = kept[number] >= own.last_roll[0][dice]
            total += (margins[number] if keeps else last) * WAYS[count][number]
        own.first_roll[view][dice] = total // OUTCOMES[count]
