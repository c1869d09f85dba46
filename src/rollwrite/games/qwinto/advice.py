"""What speaks for a move of Qwinto: full rows and columns, misses, and room between numbers."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product
from typing import NamedTuple

from rollwrite.games.contract import GameContext
from rollwrite.games.kit.reasons import amount, ending, first, lead, points, share
from rollwrite.games.qwinto.notation import field_of, row_name, say
from rollwrite.games.qwinto.rules import (
    BONUSES,
    CHOOSE,
    COLUMNS,
    DICE,
    FIELDS,
    KEEP,
    MOVES,
    PASS,
    PENTAGONS,
    ROWS,
    STAY,
    Sheet,
    State,
    add_fields,
    bonus_points,
    finished,
    number,
    row_points,
    score,
    written,
)
from rollwrite.texts import Message

HIGHEST = 6 * DICE
# WAYS[n][total]: the falls of n dice that add up to a total.
WAYS = tuple(Counter(map(sum, product(range(1, 7), repeat=count))) for count in range(DICE + 1))
ALL_CHOICES = range(1, 1 << DICE)
MUCH = 3  # of a hundred rolls: less is not worth a word


def why(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    if action == other:
        return None
    if s.phase == CHOOSE:
        return _dice(s, seat, action + 1, other + 1)
    if s.phase == KEEP:
        return _keep(s, seat) if action == STAY else _reroll(s, seat)
    return _writing(game, s, seat, action, other)


# What a number does to a sheet


class Falls(NamedTuple):
    """Of a hundred rolls: those that fit, leave numbers to spare, complete a row or column."""

    fitting: int
    roomy: int
    prized: int
    best: dict[int, Best | None]  # what each number can do


class Best(NamedTuple):
    """The best that can be done with a number, each on its own."""

    prize: int  # points for a full row or column
    action: int  # the field that brings them
    room: int  # the most numbers to spare on its narrower side


def fields_for(sheet: Sheet, dice: int, total: int) -> list[int]:
    """The writing actions for a number that some dice (bits) gave."""
    room = [0] * MOVES
    count = 0
    for row in range(ROWS):
        if dice >> row & 1:
            count = add_fields(sheet, row, total, room, count)
    return room[:count]


def lost_in(sheet: Sheet, row: int) -> int:
    """Empty fields of a row that can never be filled: too few numbers lie between neighbours."""
    lost = empty = low = 0
    for column in COLUMNS[row]:
        value = sheet.cells[row][column]
        if value == 0:
            empty += 1
        else:
            lost += max(0, empty - (value - low - 1))
            low, empty = value, 0
    return lost + max(0, empty - (HIGHEST - low))


def room_beside(sheet: Sheet, row: int, field: int) -> int:
    """By how much numbers outnumber empty fields between a field's number and its neighbours.

    The narrower side counts; a side without an empty field does not.
    """
    own = sheet.cells[row][COLUMNS[row][field]]
    room = HIGHEST
    for step in (-1, 1):
        empty, at = 0, field + step
        while 0 <= at < FIELDS and sheet.cells[row][COLUMNS[row][at]] == 0:
            empty, at = empty + 1, at + step
        end = 0 if step < 0 else HIGHEST + 1
        bound = sheet.cells[row][COLUMNS[row][at]] if 0 <= at < FIELDS else end
        if empty:
            room = min(room, abs(own - bound) - 1 - empty)
    return room


def prize_of(sheet: Sheet, action: int) -> int:
    """What a field that was just written completes: its row, its column of three fields."""
    row, field = field_of(action)
    found = row_points(sheet, row) if written(sheet, row) == FIELDS else 0
    for bonus in range(BONUSES):
        if PENTAGONS[bonus][1] == COLUMNS[row][field]:
            found += bonus_points(sheet, bonus)
    return found


def best_of(sheet: Sheet, dice: int, total: int) -> Best | None:
    """The best that a number can do on a sheet; None if it fits nowhere."""
    sheet = sheet.copy()
    prizes, room = [], []
    for action in fields_for(sheet, dice, total):
        row, field = field_of(action)
        sheet.cells[row][COLUMNS[row][field]] = total
        prizes.append((prize_of(sheet, action), action))
        room.append(room_beside(sheet, row, field))
        sheet.cells[row][COLUMNS[row][field]] = 0
    return Best(*max(prizes), max(room)) if prizes else None


def falls(sheet: Sheet, dice: int) -> Falls:
    """What a roll of some dice (bits) does for a sheet."""
    ways = WAYS[dice.bit_count()]
    best = {total: best_of(sheet, dice, total) for total in ways}

    return Falls(
        of_hundred(ways, [total for total, found in best.items() if found]),
        of_hundred(ways, [total for total, found in best.items() if found and found.room > 0]),
        of_hundred(ways, [total for total, found in best.items() if found and found.prize]),
        best,
    )


def of_hundred(ways: Counter[int], totals: list[int]) -> int:
    """How many of a hundred rolls give one of some totals."""
    return share(sum(ways[total] for total in totals), sum(ways.values()))


def open_rolls(sheet: Sheet) -> int:
    """How many of a hundred rolls fit on a sheet, over all seven choices of dice."""
    fits = [0] * ROWS
    room = [0] * MOVES
    for row in range(ROWS):
        for total in range(1, HIGHEST + 1):
            fits[row] |= bool(add_fields(sheet, row, total, room, 0)) << total
    fitting = 0
    for dice in ALL_CHOICES:
        totals = 0
        for row in range(ROWS):
            totals |= fits[row] if dice >> row & 1 else 0
        ways = WAYS[dice.bit_count()]
        scale = 6 ** (DICE - dice.bit_count())
        fitting += scale * sum(ways[total] for total in ways if totals >> total & 1)
    return share(fitting, len(ALL_CHOICES) * 6**DICE)


# Choosing dice


def _dice(s: State, seat: int, dice: int, other: int) -> Message | None:
    own, against = falls(s.sheets[seat], dice), falls(s.sheets[seat], other)

    def more(key: str, here: int, there: int) -> Message | None:
        if here < there + MUCH:
            return None
        return say(f"advice.dice_{key}", share=here, other=there)

    fit = partial(more, "fit", own.fitting, against.fitting)
    prize = partial(more, "prize", own.prized, against.prized)
    fits_first = own.fitting - against.fitting > own.prized - against.prized
    return first(
        (
            *((fit, prize) if fits_first else (prize, fit)),
            partial(more, "room", own.roomy, against.roomy),
            partial(_dice_rows, s.sheets[seat], dice, other),
            partial(_dice_of_others, s, seat, dice, other),
        )
    )


def _dice_rows(sheet: Sheet, dice: int, other: int) -> Message | None:
    here, there = (
        sum(chosen >> row & 1 and written(sheet, row) < FIELDS for row in range(ROWS))
        for chosen in (dice, other)
    )
    return say("advice.dice_rows", count=here, other=there) if here > there else None


def _dice_of_others(s: State, seat: int, dice: int, other: int) -> Message | None:
    """The fewer of a neighbour's rolls fit, the better: told of one neighbour at the table."""
    if s.seats != 2:
        return None
    sheet = s.sheets[1 - seat]
    theirs, against = falls(sheet, dice).fitting, falls(sheet, other).fitting
    if theirs + MUCH > against:
        return None
    return say("advice.dice_other", share=theirs, other=against)


# Keeping or rerolling


def _keep(s: State, seat: int) -> Message | None:
    sheet, total = s.sheets[seat], number(s)
    best = best_of(sheet, s.chosen, total)
    if best is None:
        return None
    if best.prize:
        return _prize(sheet, best.action, total)
    again = falls(sheet, s.chosen)
    if again.fitting <= 80:
        return say("advice.keep_miss", share=100 - again.fitting)
    if s.seats > 1 and not any(_fits(s, other) for other in range(s.seats) if other != seat):
        return say("advice.keep_alone", number=total)
    ways = WAYS[s.chosen.bit_count()]
    as_much = [t for t, found in again.best.items() if found and found.room >= best.room]
    if 0 < best.room < HIGHEST and of_hundred(ways, as_much) <= 50:
        return say("advice.keep_room", number=total, share=of_hundred(ways, as_much))
    return say("advice.keep_miss", share=100 - again.fitting) if again.fitting < 100 else None


def _fits(s: State, seat: int) -> bool:
    return bool(fields_for(s.sheets[seat], s.chosen, number(s)))


def _reroll(s: State, seat: int) -> Message | None:
    sheet, total = s.sheets[seat], number(s)
    best, again = best_of(sheet, s.chosen, total), falls(sheet, s.chosen)
    if best is None:
        if again.fitting == 0:
            return None
        return say("advice.reroll_miss", number=total, share=again.fitting)
    for other in range(s.seats):
        gift = best_of(s.sheets[other], s.chosen, total) if other != seat else None
        if gift and gift.prize > best.prize:
            return say("advice.reroll_gift", number=total)
    if best.prize == 0 and again.prized:
        return say("advice.reroll_prize", number=total, share=again.prized)
    ways = WAYS[s.chosen.bit_count()]
    roomier = [t for t, found in again.best.items() if found and found.room > best.room]
    if of_hundred(ways, roomier) >= 50:
        return say("advice.reroll_room", number=total, share=of_hundred(ways, roomier))
    return None


# Writing


def _after(s: State, seat: int, action: int) -> Sheet:
    """The sheet after an answer, whatever the others have answered."""
    sheet = s.sheets[seat].copy()
    if action != PASS:
        row, field = field_of(action)
        sheet.cells[row][COLUMNS[row][field]] = number(s)
    elif seat == s.active:
        sheet.misses += 1
    return sheet


def _scored(s: State, seat: int, sheet: Sheet) -> int:
    copy = s.copy()
    copy.sheets[seat] = sheet
    return score(copy, seat)


def _writing(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    own, against = _after(s, seat, action), _after(s, seat, other)
    scores = _scored(s, seat, own), _scored(s, seat, against)
    ahead = lead(game, s, seat, scores[0]), lead(game, s, seat, scores[1])
    prizes = [
        0 if move == PASS else prize_of(sheet, move)
        for move, sheet in ((action, own), (other, against))
    ]
    if told := ending(finished(own), finished(against), ahead):
        return told
    if prizes[0] > prizes[1]:
        return _prize(s.sheets[seat], action, number(s))
    if against.misses > own.misses:
        return say("advice.miss")
    return first(
        (
            partial(_lost, own, against),
            partial(_room, own, against),
            partial(_column, own, against, action, other, number(s)),
            partial(_spare, own, against, action, other, number(s)),
            partial(_more, scores[0] - scores[1]),
        )
    )


def _prize(sheet: Sheet, action: int, total: int) -> Message:
    """The column or row that a number completes, whichever brings more."""
    sheet = sheet.copy()
    row, field = field_of(action)
    column = COLUMNS[row][field]
    sheet.cells[row][column] = total
    full = row_points(sheet, row) if written(sheet, row) == FIELDS else 0
    for bonus, (_, at) in enumerate(PENTAGONS):
        if at == column and bonus_points(sheet, bonus) > full:
            return say("advice.column", number=total, points=points(bonus_points(sheet, bonus)))
    return say("advice.row", number=total, row=row_name(row), points=points(full))


def _lost(own: Sheet, against: Sheet) -> Message | None:
    here, there = (sum(lost_in(sheet, row) for row in range(ROWS)) for sheet in (own, against))
    if here >= there:
        return None
    if here == 0:
        return say("advice.lost_none", fields=amount(say, "fields", there))
    return say("advice.lost_fewer", count=here, other=there)


def _room(own: Sheet, against: Sheet) -> Message | None:
    here, there = open_rolls(own), open_rolls(against)
    return say("advice.room", share=here, other=there) if here >= there + 2 else None


def _column(own: Sheet, against: Sheet, action: int, other: int, total: int) -> Message | None:
    """A column of three fields comes nearer, or the number stands in its pentagon."""
    here = _towards(own, action)
    if here <= _towards(against, other):
        return None
    return say("advice.second") if here == 2 else say("advice.pentagon", number=total)


def _towards(sheet: Sheet, action: int) -> int:
    """2 if a field is the second of three in its column, 1 if it is a pentagon, else 0."""
    if action == PASS:
        return 0
    row, at = field_of(action)[0], _column_of(action)
    place = next((place for place, column in PENTAGONS if column == at), None)
    if place is None:
        return 0
    if sum(sheet.cells[r][at] != 0 for r in range(ROWS)) == 2:
        return 2
    return 1 if place == row else 0


def _spare(own: Sheet, against: Sheet, action: int, other: int, total: int) -> Message | None:
    """More numbers are left for the empty fields on the narrower side of this one."""
    if other == PASS:
        return None
    there = room_beside(against, *field_of(other))
    if action == PASS:
        return say("advice.tight", number=total) if there <= 0 else None
    here = room_beside(own, *field_of(action))
    if not 0 <= there < here < HIGHEST:
        return None
    return say("advice.spare", number=total, count=here, other=there)


def _column_of(action: int) -> int:
    row, field = field_of(action)
    return COLUMNS[row][field]


def _more(gain: int) -> Message | None:
    return say("advice.more", points=points(gain)) if gain > 0 else None
