"""What a move of Qwinto is called on a button, and what it does."""

from __future__ import annotations

from rollwrite.games.contract import GameContext
from rollwrite.games.kit.closing import compared
from rollwrite.games.kit.windows import carried_out
from rollwrite.games.kit.wording import counted, either, nth, together
from rollwrite.games.qwinto import rules
from rollwrite.games.qwinto.advice import HIGHEST, fields_for, lost_in
from rollwrite.games.qwinto.notation import dice, field_of, read, row_name, say
from rollwrite.games.qwinto.reachable import reachable
from rollwrite.games.qwinto.rules import (
    CHOOSE,
    COLUMNS,
    FIELDS,
    MISSES,
    PASS,
    PENTAGONS,
    ROWS,
    STAY,
    WRITE,
    Sheet,
    State,
)
from rollwrite.texts import Message

closes = compared(reachable)


def act(game: GameContext, s: State, seat: int, action: int) -> Message:
    if action < STAY:
        return counted(say, "act.roll", (action + 1).bit_count())
    if action == STAY:
        return say("act.keep", number=rules.number(s))
    if action == rules.REROLL:
        return say("act.reroll")
    if action == PASS:
        return say("act.miss" if seat == s.active else "act.pass")
    return say("act.write", number=rules.number(s))


def full(game: GameContext, s: State, seat: int, action: int) -> Message | None:
    if action < STAY:
        return say("full.roll", dice=together(dice.names(action + 1)))
    if not rules.WRITE_AT <= action < PASS:
        return None
    row, field = field_of(action)
    colour, place = dice.colour(row), nth(field + 1)
    return say("full.write", number=rules.number(s), colour=colour, place=place)


def effect(game: GameContext, s: State, seat: int, action: int) -> Message | None:
    if s.phase == CHOOSE:
        return say("effect.roll", rows=either(dice.names(action + 1)))
    if s.phase != WRITE:
        return _keep(s, seat) if action == STAY else say("effect.reroll")
    after = carried_out(game, s, seat, action).sheets[seat]
    if action == PASS:
        return say("effect.last_miss") if after.misses == MISSES else None
    return _written(s.sheets[seat], after, *field_of(action))


def _keep(s: State, seat: int) -> Message:
    count = len(fields_for(s.sheets[seat], s.chosen, rules.number(s)))
    if count == 0:
        return say("effect.keep_none", number=rules.number(s))
    return counted(say, "effect.keep", count, number=rules.number(s))


def _written(before: Sheet, sheet: Sheet, row: int, field: int) -> Message | None:
    """What a number that was just written completes, makes impossible, or leaves open."""
    if rules.finished(sheet):
        return say("effect.ends")
    column = COLUMNS[row][field]
    if rules.written(sheet, row) == FIELDS:
        return say("effect.row", row=row_name(row))
    if column in (at for _, at in PENTAGONS) and all(sheet.cells[r][column] for r in range(ROWS)):
        return say("effect.column")
    lost = lost_in(sheet, row) - lost_in(before, row)
    if lost > 0:
        return counted(say, "effect.lost", lost)
    return _room(sheet, row, field)


def _room(sheet: Sheet, row: int, field: int) -> Message | None:
    """The numbers that still fit beside a field: to its right, or else to its left."""
    for side, step in (("right", 1), ("left", -1)):
        gap, at = [], field + step
        while 0 <= at < FIELDS and not sheet.cells[row][COLUMNS[row][at]]:
            gap.append(at)
            at += step
        fits = numbers_for(sheet, row, gap)
        if fits and fits == list(range(fits[0], fits[-1] + 1)):
            if len(fits) == 1:
                return say(f"effect.{side}.one", number=fits[0])
            span = say("effect.span", low=fits[0], high=fits[-1])
            return say(f"effect.{side}.many", numbers=together(fits) if len(fits) == 2 else span)
    return None


def numbers_for(sheet: Sheet, row: int, fields: list[int]) -> list[int]:
    """The numbers that some field of a row takes, out of several fields."""
    actions = {rules.WRITE_AT + FIELDS * row + field for field in fields}
    numbers = range(1, HIGHEST + 1)
    return [n for n in numbers if actions & set(fields_for(sheet, 1 << row, n))]


def told(game: GameContext, s: State, seat: int | None, text: str) -> Message | None:
    """A number and its row, which the notation leaves to the dice."""
    if seat is None or s.phase != WRITE:
        return None
    action = read(game, s, seat, text)
    if action is None or not rules.WRITE_AT <= action < PASS:
        return None
    return say("told.write", number=rules.number(s), row=row_name(field_of(action)[0]))
