"""What speaks for a move of Twenty One: hits, full rows, fields kept open, and the end."""

from __future__ import annotations

from functools import partial

from rollwrite.games.contract import GameContext
from rollwrite.games.kit.reasons import amount, ending, first, lead, points, share
from rollwrite.games.twenty_one.notation import colour, say, written_dice
from rollwrite.games.twenty_one.rules import (
    BONUS,
    CROSS,
    DICE,
    KEEP,
    NUMBERS,
    PLACES,
    ROWS,
    STAY,
    WRITE_DICE,
    Sheet,
    State,
    complete,
    fill,
    fits,
    hits,
    row_points,
)
from rollwrite.texts import Message

RARE, FREQUENT = 60, 25  # of a hundred rerolls: what speaks for keeping, and for rerolling


def why(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    if action == other:
        return None
    if s.phase == KEEP:
        return _keep(s, seat) if action == STAY else _reroll(s, seat)
    return _writing(game, s, seat, action, other)


# Keeping or rerolling: a die helps a row by fitting, and more by hitting


def _printed(sheet: Sheet, die: int) -> int:
    """What is printed in a die's field of the current row; 0 if it is filled."""
    place = PLACES[sheet.model][sheet.row][die]
    return 0 if sheet.cells[sheet.row][place] else NUMBERS[sheet.row][place]


def _now(s: State, sheet: Sheet, hitting: bool) -> int:
    """How many dice fit the current row as they lie, or hit."""
    if hitting:
        return sum(s.dice[die] == _printed(sheet, die) for die in range(DICE))
    return sum(fits(sheet, die, s.dice[die]) for die in range(DICE))


def at_least(s: State, sheet: Sheet, hitting: bool, wanted: int) -> int:
    """Of a hundred rerolls, those after which so many dice fit, or hit; 1s are locked."""
    ways = [1] + [0] * DICE  # the falls that bring so many
    for die in range(DICE):
        printed = _printed(sheet, die)
        if s.dice[die] == 1:
            good = 6 * (printed == 1 if hitting else printed > 0)
        else:
            good = bool(printed) if hitting else printed
        ways = [
            ways[count] * (6 - good) + (ways[count - 1] * good if count else 0)
            for count in range(DICE + 1)
        ]
    return share(sum(ways[wanted:]), 6**DICE)


def points_now(s: State, sheet: Sheet) -> int:
    """The points that writing every die that fits brings, as the dice lie."""
    full = sheet.copy()
    fill(s, full, WRITE_DICE + sum(fits(sheet, d, s.dice[d]) << d for d in range(DICE)))
    return row_points(full, sheet.row) - row_points(sheet, sheet.row)


def points_later(s: State, sheet: Sheet, wanted: int) -> int:
    """Of a hundred rerolls, those after which writing all that fits brings so many points."""
    before = hits(sheet, sheet.row)
    ways = {(0, 0): 1}  # by new hits and the sum of the numbers
    for die in range(DICE):
        printed = _printed(sheet, die)
        later: dict[tuple[int, int], int] = {}
        for value in [1] * 6 if s.dice[die] == 1 else range(1, 7):
            gain = (value == printed, value if value <= printed else 0)
            for (hit, total), count in ways.items():
                key = hit + gain[0], total + gain[1]
                later[key] = later.get(key, 0) + count
        ways = later
    good = [
        count
        for (hit, total), count in ways.items()
        if total + BONUS[before + hit] - BONUS[before] >= wanted
    ]
    return share(sum(good), 6**DICE)


def _hits_told(count: int) -> Message:
    return amount(say, "hits_count", count)


def _empty(sheet: Sheet) -> int:
    return sheet.cells[sheet.row].count(0)


def _keep(s: State, seat: int) -> Message | None:
    sheet = s.sheets[seat]
    fitting, hitting = _now(s, sheet, False), _now(s, sheet, True)
    row = sheet.row + 1
    if fitting == _empty(sheet):
        again = at_least(s, sheet, False, fitting)
        if again <= RARE:
            return say("advice.keep_row", row=row, share=again)
    if hitting:
        again = at_least(s, sheet, True, hitting)
        if again <= RARE:
            return say("advice.keep_hits", hits=_hits_told(hitting), share=again)
    if fitting:
        again = at_least(s, sheet, False, fitting)
        if again <= RARE:
            return say("advice.keep_fields", fields=amount(say, "fields", fitting), share=again)
        again = points_later(s, sheet, points_now(s, sheet))
        if again <= RARE:
            return say("advice.keep_points", points=points(points_now(s, sheet)), share=again)
        if at_least(s, sheet, False, 1) < 100:
            return say("advice.keep_risk", share=100 - at_least(s, sheet, False, 1))
    for other in range(s.seats):
        theirs = s.sheets[other]
        if other != seat and _now(s, theirs, False) == 0:
            again = at_least(s, theirs, False, 1)
            if again >= FREQUENT:
                return say("advice.keep_other", share=again)
    return None


def _reroll(s: State, seat: int) -> Message | None:
    sheet = s.sheets[seat]
    fitting, hitting = _now(s, sheet, False), _now(s, sheet, True)
    row = sheet.row + 1
    if fitting == 0:
        again = at_least(s, sheet, False, 1)
        return say("advice.reroll_nothing", row=row, share=again) if again else None
    if fitting < _empty(sheet):
        again = at_least(s, sheet, False, _empty(sheet))
        if again >= FREQUENT:
            return say("advice.reroll_row", row=row, share=again)
    again = at_least(s, sheet, True, hitting + 1)
    if again >= FREQUENT:
        return say("advice.reroll_hits", hits=_hits_told(hitting), share=again)
    again = at_least(s, sheet, False, fitting + 1)
    if again >= FREQUENT:
        return say("advice.reroll_fields", fields=amount(say, "fields", fitting), share=again)
    again = points_later(s, sheet, points_now(s, sheet) + 1)
    if again >= FREQUENT:
        return say("advice.reroll_points", points=points(points_now(s, sheet)), share=again)
    for other in range(s.seats):
        theirs = s.sheets[other]
        if other != seat and _now(s, theirs, False) == _empty(theirs):
            again = at_least(s, theirs, False, _empty(theirs))
            if again <= RARE:
                return say("advice.reroll_other", share=again)
    return None


# Writing


def _after(s: State, seat: int, action: int) -> Sheet:
    """The sheet after an answer, whatever the others have answered; its row as it was."""
    sheet = s.sheets[seat].copy()
    fill(s, sheet, action)
    return sheet


def _score(sheet: Sheet) -> int:
    return sum(row_points(sheet, row) for row in range(ROWS))


def _writing(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    own, against = _after(s, seat, action), _after(s, seat, other)
    full, other_full = complete(own), complete(against)
    last = own.row == ROWS - 1
    ahead = lead(game, s, seat, _score(own)), lead(game, s, seat, _score(against))
    if told := ending(last and full, last and other_full, ahead):
        return told
    return first(
        (
            partial(_hits, s, own, against, action, other),
            partial(_row, own, full and not last, other_full),
            partial(_crossed, s.sheets[seat], action, other),
            partial(_open, s, own, against, other),
            partial(_filled, own, against),
            partial(_more, _score(own) - _score(against)),
        )
    )


def _hits(s: State, own: Sheet, against: Sheet, action: int, other: int) -> Message | None:
    row = own.row
    gain = BONUS[hits(own, row)] - BONUS[hits(against, row)]
    if gain <= 0:
        return None
    told = {"row": row + 1, "points": points(gain)}
    if hits(own, row) - hits(against, row) > 1:
        return say("advice.hits", **told)
    written = written_dice(other) if other != CROSS else []
    for die in written_dice(action):
        hit = s.dice[die] == NUMBERS[row][PLACES[own.model][row][die]]
        if hit and die not in written:
            return say("advice.hit", die=colour(die), value=s.dice[die], **told)
    return None


def _row(own: Sheet, full: bool, other_full: bool) -> Message | None:
    if full and not other_full:
        return say("advice.row", row=own.row + 1, next=own.row + 2)
    return None


def _crossed(before: Sheet, action: int, other: int) -> Message | None:
    """What crossing out gives up: the leftmost empty field, which has the highest number left."""
    if other != CROSS:
        return None
    place = before.cells[before.row].index(0)
    die = PLACES[before.model][before.row].index(place)
    return say("advice.cross", die=colour(die), printed=NUMBERS[before.row][place])


def _open(s: State, own: Sheet, against: Sheet, other: int) -> Message | None:
    """A field that the other move fills below its number stays open for a hit."""
    if other == CROSS:
        return None
    found = []
    for die in written_dice(other):
        place = PLACES[own.model][own.row][die]
        printed = NUMBERS[own.row][place]
        if own.cells[own.row][place] == 0 and against.cells[own.row][place] < printed:
            found.append((printed, die))
    if not found:
        return None
    printed, die = max(found)
    return say("advice.open", die=colour(die), printed=printed, value=s.dice[die])


def _filled(own: Sheet, against: Sheet) -> Message | None:
    left, other = _empty(own), _empty(against)
    if left >= other:
        return None
    told = {"left": amount(say, "empty", left), "other": other}
    return say("advice.filled", row=own.row + 1, **told)


def _more(gain: int) -> Message | None:
    return say("advice.more", points=points(gain)) if gain > 0 else None
