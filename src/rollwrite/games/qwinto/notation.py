"""Qwinto's actions and rolls: their notation, the parts they touch, and why one is refused."""

from __future__ import annotations

import re
from typing import Any

from rollwrite.games.contract import GameContext, Refusal
from rollwrite.games.kit.dice import Dice
from rollwrite.games.kit.moves import Words, against, wrong_moment
from rollwrite.games.kit.windows import carried_out
from rollwrite.games.kit.wording import either
from rollwrite.games.qwinto import rules
from rollwrite.games.qwinto.rules import COLUMNS, FIELDS, PASS, ROWS, STAY, WRITE_AT, Sheet, State
from rollwrite.texts import Message, speaker

LETTERS = "OYP"
NAMES = ("orange", "yellow", "purple")

say = speaker(__package__)
_words = Words(keep=STAY, reroll=rules.REROLL, **{"pass": PASS})


def _chosen(s: State) -> list[int]:
    return [die for die in range(rules.DICE) if s.chosen >> die & 1]


preview = carried_out
dice = Dice(say, LETTERS, NAMES, due=_chosen, in_use=_chosen, summed=True)
colour = dice.colour
chance, outcomes = dice.chance, dice.outcomes
write_event, read_event = dice.write_event, dice.read_event


def row_name(row: int) -> Message:
    """A row by its colour, in the middle of a sentence."""
    return say(f"row.{LETTERS[row]}")


def field_id(row: int, field: int) -> str:
    """The part of the sheet where a number is written: the first field of the row is ``O1``."""
    return f"{LETTERS[row]}{field + 1}"


def field_of(action: int) -> tuple[int, int]:
    """Row and field (from 0) of a writing action."""
    return divmod(action - WRITE_AT, FIELDS)


def rows_for(sheet: Sheet, rows: int, total: int) -> list[int]:
    """The rows, of a set of bits, with a field that takes a number."""
    room = [0] * FIELDS
    chosen = (row for row in range(ROWS) if rows >> row & 1)
    return [row for row in chosen if rules.add_fields(sheet, row, total, room, 0)]


def write(game: GameContext, s: State, seat: int, action: int) -> str:
    if action < STAY:
        return f"roll {dice.write(action + 1)}"
    return _words.write(action) or field_id(*field_of(action))


def read(game: GameContext, s: State, seat: int, text: str) -> int | None:
    if bits := dice.read("roll", text):
        return bits - 1
    if match := re.fullmatch(r"([OYP])\s*([1-9])", text.strip().upper()):
        return WRITE_AT + FIELDS * LETTERS.index(match[1]) + int(match[2]) - 1
    return _words.read(text)


def parts(game: GameContext, s: State, seat: int, action: int) -> tuple[str, ...]:
    return dice.parts(action + 1) if action < STAY else (write(game, s, seat, action),)


def refusal(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    if s.phase != rules.WRITE or not WRITE_AT <= action < PASS:
        return wrong_moment(write(game, s, seat, action), prompt(game, s, seat))
    row, field = field_of(action)
    cells = s.sheets[seat].cells
    column = COLUMNS[row][field]
    told: dict[str, Any] = {"number": rules.number(s), "row": colour(row), "field": field + 1}
    if not s.chosen >> row & 1:
        return against(say, "Q4", dice=either(dice.names(s.chosen)), **told)
    if cells[row][column]:
        return against(say, "Q4.full", there=cells[row][column], **told)
    left = max((cells[row][c] for c in range(column)), default=0)
    right = min((cells[row][c] for c in range(column, rules.WIDTH) if cells[row][c]), default=0)
    if left >= rules.number(s):
        return against(say, "Q5.left", neighbour=left, **told)
    if right and right <= rules.number(s):
        return against(say, "Q5.right", neighbour=right, **told)
    other = next(r for r in range(ROWS) if cells[r][column] == rules.number(s))
    return against(say, "Q6", other=colour(other), **told)


def prompt(game: GameContext, s: State, seat: int) -> Message:
    if s.phase == rules.CHOOSE:
        return say("prompt.choose")
    if s.phase == rules.KEEP:
        fits = rows_for(s.sheets[seat], s.chosen, rules.number(s))
        return say("prompt.keep" if fits else "prompt.keep_none", number=rules.number(s))
    who = "active" if seat == s.active else "passive"
    fits = rows_for(s.sheets[seat], s.chosen, rules.number(s))
    key = f"prompt.write_{who}" if fits else f"prompt.none_{who}"
    return say(key, number=rules.number(s), colours=either([colour(row) for row in fits]))


def begins_turn(game: GameContext, s: State) -> bool:
    return s.phase == rules.CHOOSE
