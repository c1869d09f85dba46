"""A turn of Qwinto, searched to its end: which dice, every sum, keep or reroll, every reply.

A seat's own field is weighed exactly; the others are taken to write what is best for themselves.
What stands on the sheets after the turn is worth what features.py says.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.qwinto.bot.features import (
    FAR,
    HIGH,
    NUMBERS,
    SIZE,
    SIZES,
    SOON,
    lacking,
    threat_of,
    time_left,
)
from rollwrite.games.qwinto.bot.replies import (
    BEST,
    EMPTY,
    FINAL,
    FULL,
    LACK,
    LEFT,
    MISSED,
    NONE,
    PASS_ENDS,
    PASS_POINTS,
    PASS_WORTH,
    POINTS,
    ROOM,
    SCORE,
    THREAT,
    TOP,
    read_numbers,
    read_pass,
    read_sheet,
    standing_worth,
    written_points,
    written_worth,
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
)
from rollwrite.kernel.policy import HEAD, UNIT, margin
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

# After the weights of sheets, a manner: what winning is worth beside the margin, in points; by how
# much the others are taken to come nearer to the end in this turn, in thirds of a field; within how
# many points of the best the moves lie that are looked at a turn further; and whether the others do
# not matter at all (1), as if everybody played for points alone.
PREMIUM = HEAD + SIZES * SIZE
HASTE = PREMIUM + 1
FURTHER = HASTE + 1
IGNORE_OPPONENTS = FURTHER + 1
# About how far a margin may still go, by how soon the game may end.
SWING = (8, 10, 11, 13, 15, 18)

DICE_SETS = 8  # by their bits
COUNT = (0, 1, 1, 2, 1, 2, 2, 3)  # how many dice that is
# In how many ways so many dice make a sum, and in how many they fall.
WAYS = (
    (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0, 0),
    (0, 0, 0, 1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1),
)
FALLS = (1, 6, 36, 216)

# After the seats' sheets in ``work``: what the best rival has now, by seat; a reply; and, as the
# active seat and as another one see it, the margin by dice and sum and what a roll promises.
RIVAL_WORTH = SEATS * ROOM
RIVAL_POINTS = RIVAL_WORTH + SEATS
REPLY_WORTH = RIVAL_POINTS + SEATS
REPLY_POINTS = REPLY_WORTH + 1
REPLY_ENDS = REPLY_POINTS + 1
WINNING = REPLY_ENDS + 1  # the premium, and the swing of this turn
SWINGING = WINNING + 1
ALONE = SWINGING + 1  # whether nobody else matters
MARGINS = ALONE + 1
VIEW = DICE_SETS * NUMBERS
LAST_ROLL = MARGINS + 2 * VIEW
FIRST_ROLL = LAST_ROLL + 2 * DICE_SETS
TURN_WORK = FIRST_ROLL + 2 * DICE_SETS


@rule
def expect(s: Any, seat: int, model: Any, w: Any) -> Any:
    """What a moment is worth to a seat that does not decide now."""
    work = w.own.work
    if s.phase == OVER:
        return utility(margin(s, seat) * UNIT, UNIT // 2, model[PREMIUM])
    number = rules.number(s)
    chosen = int(s.chosen)
    view = 0 if seat == s.active else 1
    if s.phase == CHOOSE:
        read_table(s, DICE_SETS - 1, 1, HIGH, model, work)
        best = 1
        for dice in range(1, DICE_SETS):
            look_ahead(s, seat, dice, work)
            if work[FIRST_ROLL + dice] > work[FIRST_ROLL + best]:
                best = dice
        return work[FIRST_ROLL + view * DICE_SETS + best]
    if s.phase in (ROLL, KEEP):
        read_table(s, chosen, COUNT[chosen], 6 * COUNT[chosen], model, work)
        look_ahead(s, seat, chosen, work)
        last = work[LAST_ROLL + view * DICE_SETS + chosen]
        if s.phase == ROLL:
            return work[FIRST_ROLL + view * DICE_SETS + chosen] if s.rolls == 0 else last
        if work[MARGINS + chosen * NUMBERS + number] < work[LAST_ROLL + chosen]:
            return last
        return work[MARGINS + view * VIEW + chosen * NUMBERS + number]
    read_table(s, chosen, number, number, model, work)
    if s.pending >> seat & 1:
        return best_margin(s, seat, chosen, number, work)
    read_rivals(s, seat, chosen, number, work)
    return answer_worth(seat, s.answers[seat], number, model, work)


@rule
def read_table(s: Any, dice: int, least: int, most: int, model: Any, work: Any) -> None:
    """Take all sheets apart, and fill their tables for some dice and a range of numbers."""
    for seat in range(s.seats):
        wait = (seat - s.active - 1 + s.seats) % s.seats
        read_sheet(s, seat, wait, model, work, seat * ROOM)
    soonest = FAR
    for seat in range(s.seats):
        at = seat * ROOM
        left = FAR
        for other in range(s.seats):
            if other != seat:
                there = other * ROOM + LACK
                lack = lacking(work[there], work[there + 1], work[there + 2])
                left = min(left, time_left(lack, work[other * ROOM + MISSED]))
        soonest = min(soonest, left)
        if s.seats > 1:
            left = max(1, left - model[HASTE] // UNIT)
        work[at + LEFT] = left
        work[at + THREAT] = threat_of(left, s.seats)
        read_pass(seat == s.active, model, work, at)
        read_numbers(s, seat, dice, least, most, model, work, at)
    work[ALONE] = 1 if s.seats == 1 else model[IGNORE_OPPONENTS]
    work[WINNING] = model[PREMIUM] if s.seats > 1 else 0
    work[SWINGING] = SWING[SOON[soonest]] * UNIT
    for seat in range(s.seats):
        work[RIVAL_WORTH + seat] = NONE
        work[RIVAL_POINTS + seat] = NONE
    for other in range(s.seats):
        at = other * ROOM
        worth = standing_worth(model, work, at, work[at + MISSED])
        for seat in range(s.seats):
            if seat != other:
                work[RIVAL_WORTH + seat] = max(work[RIVAL_WORTH + seat], worth)
                points = work[at + SCORE] * UNIT
                work[RIVAL_POINTS + seat] = max(work[RIVAL_POINTS + seat], points)


@rule
def best_of(table: int, seat: int, dice: int, number: int, least: int, work: Any) -> int:
    """The highest entry of a seat's table in the rows of some dice."""
    best = least
    for row in range(ROWS):
        if dice >> row & 1:
            best = max(best, work[seat * ROOM + table + row * NUMBERS + number])
    return best


@rule
def ending_points(seat: int, dice: int, number: int, work: Any) -> int:
    """The most points with which a seat can end the game now; NONE if it cannot."""
    at = seat * ROOM
    least = work[at + PASS_POINTS] if work[at + PASS_ENDS] else NONE
    if work[at + FULL] == 0:
        return least
    return best_of(FINAL, seat, dice, number, least, work)


@rule
def reply(seat: int, dice: int, number: int, work: Any) -> None:
    """What a seat does with a number if it cares for its own sheet first."""
    at = seat * ROOM
    best = work[at + PASS_WORTH]
    points = work[at + PASS_POINTS]
    for row in range(ROWS):
        if dice >> row & 1:
            entry = at + row * NUMBERS + number
            if work[entry + BEST] > best:
                best = work[entry + BEST]
                points = work[entry + POINTS]
    final = ending_points(seat, dice, number, work)
    ahead = final - work[RIVAL_POINTS + seat]
    ends = final > NONE and (best == NONE or ahead > best - work[RIVAL_WORTH + seat])
    work[REPLY_WORTH] = final if ends else best
    work[REPLY_POINTS] = final if ends else points
    work[REPLY_ENDS] = 1 if ends else 0


@rule
def read_rivals(s: Any, seat: int, dice: int, number: int, work: Any) -> None:
    """What the best of the other seats comes to, and whether one of them ends the game."""
    worth = NONE
    points = NONE
    ends = 0
    if work[ALONE]:
        worth = 0
        points = 0
    else:
        for other in range(s.seats):
            if other != seat:
                reply(other, dice, number, work)
                worth = max(worth, work[REPLY_WORTH])
                points = max(points, work[REPLY_POINTS])
                ends |= work[REPLY_ENDS]
    work[REPLY_WORTH] = worth
    work[REPLY_POINTS] = points
    work[REPLY_ENDS] = ends


@rule
def best_margin(s: Any, seat: int, dice: int, number: int, work: Any) -> Any:
    """The margin of a seat that does the best it can with a number."""
    read_rivals(s, seat, dice, number, work)
    at = seat * ROOM
    if work[REPLY_ENDS]:
        top = best_of(TOP, seat, dice, number, work[at + PASS_POINTS], work)
        return end_utility(top - work[REPLY_POINTS], work)
    best = NONE
    worth = best_of(BEST, seat, dice, number, work[at + PASS_WORTH], work)
    if worth > NONE:
        best = rest_utility(worth - work[REPLY_WORTH], work)
    final = ending_points(seat, dice, number, work)
    if final > NONE:
        best = max(best, end_utility(final - work[REPLY_POINTS], work))
    return best


@rule
def utility(ahead: int, swing: int, premium: int) -> int:
    """What a margin is worth: itself, and a premium for as much as it is likely to win."""
    return ahead + premium * max(-swing, min(swing, ahead)) // swing


@rule
def end_utility(ahead: int, work: Any) -> int:
    """What a margin at the end is worth."""
    return utility(ahead, UNIT // 2, work[WINNING])


@rule
def rest_utility(ahead: int, work: Any) -> int:
    """What a margin after this turn is worth."""
    return utility(ahead, work[SWINGING], work[WINNING])


@rule
def answer_worth(seat: int, action: int, number: int, model: Any, work: Any) -> Any:
    """The margin after one answer of a seat; what the others do has been read."""
    at = seat * ROOM
    if action == PASS:
        ends = work[at + PASS_ENDS]
        points = work[at + PASS_POINTS]
        worth = work[at + PASS_WORTH]
    else:
        row = (action - WRITE_AT) // FIELDS
        field = (action - WRITE_AT) % FIELDS
        ends = 1 if work[at + FULL] >= 1 and work[at + EMPTY + row] == 1 else 0
        written = written_points(work, at, row, field, number)
        points = written * UNIT
        worth = points
        if ends == 0 and work[REPLY_ENDS] == 0:
            worth = written_worth(model, work, at, row, field, number, written)
    if ends or work[REPLY_ENDS]:
        return end_utility(points - work[REPLY_POINTS], work)
    return rest_utility(worth - work[REPLY_WORTH], work)


@rule
def look_ahead(s: Any, seat: int, dice: int, work: Any) -> None:
    """What rolling some dice promises, once more or twice, to the active seat and to this one.

    The active seat decides whether to keep a sum.
    """
    count = COUNT[dice]
    for view in range(1 if seat == s.active else 2):
        who = seat if view else s.active
        total = 0
        for number in range(count, 6 * count + 1):
            found = best_margin(s, who, dice, number, work)
            work[MARGINS + view * VIEW + dice * NUMBERS + number] = found
            total += found * WAYS[count][number]
        work[LAST_ROLL + view * DICE_SETS + dice] = total // FALLS[count]
    for view in range(1 if seat == s.active else 2):
        last = work[LAST_ROLL + view * DICE_SETS + dice]
        total = 0
        for number in range(count, 6 * count + 1):
            entry = MARGINS + dice * NUMBERS + number
            keeps = work[entry] >= work[LAST_ROLL + dice]
            total += (work[entry + view * VIEW] if keeps else last) * WAYS[count][number]
        work[FIRST_ROLL + view * DICE_SETS + dice] = total // FALLS[count]
