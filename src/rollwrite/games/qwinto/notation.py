"""Qwinto's actions and rolls: their notation, the parts they touch, and why one is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rollwrite.errors import Kind
from rollwrite.errors import say as say_common
from rollwrite.games.contract import Chance, GameContext, Refusal
from rollwrite.games.kit import dice
from rollwrite.games.qwinto.rules import (
    CHOOSE,
    COLUMNS,
    DICE,
    FIELDS,
    KEEP,
    PASS,
    REROLL,
    ROWS,
    STAY,
    WIDTH,
    WRITE,
    WRITE_AT,
    State,
    number,
)
from rollwrite.texts import Message, speaker

LETTERS = "OYP"
_WORDS = {"keep": STAY, "reroll": REROLL, "pass": PASS}
_NAMES = {action: word for word, action in _WORDS.items()}

say = speaker(__package__)


def colour(row: int) -> Message:
    """The name of a row's and a die's colour."""
    return say(f"colour.{LETTERS[row]}")


def letter(row: int) -> Message:
    """What stands for a colour on a drawing; in the notation it is the same in every language."""
    return say(f"letter.{LETTERS[row]}")


def row_name(row: int) -> Message:
    """A row by its colour, in the middle of a sentence."""
    return say(f"row.{LETTERS[row]}")


def colours(bits: int) -> list[Message]:
    """The names of several colours."""
    return [colour(row) for row in range(ROWS) if bits >> row & 1]


def field_of(action: int) -> tuple[int, int]:
    """Row and field (from 0) of a writing action."""
    return divmod(action - WRITE_AT, FIELDS)


def write(game: GameContext, s: State, seat: int, action: int) -> str:
    if action in _NAMES:
        return _NAMES[action]
    if action < STAY:
        return "roll " + "".join(LETTERS[die] for die in range(DICE) if action + 1 >> die & 1)
    row, field = field_of(action)
    return f"{LETTERS[row]}{field + 1}"


def read(game: GameContext, s: State, seat: int, text: str) -> int | None:
    words = text.lower().strip()
    if words in _WORDS:
        return _WORDS[words]
    if match := re.fullmatch(r"roll\s+([oyp,\s]+)", words):
        letters = re.sub(r"[,\s]", "", match[1])
        if len(set(letters)) == len(letters):
            return sum(1 << LETTERS.index(letter.upper()) for letter in letters) - 1
    if match := re.fullmatch(r"([oyp])\s*([1-9])", words):
        return WRITE_AT + FIELDS * LETTERS.index(match[1].upper()) + int(match[2]) - 1
    return None


def parts(game: GameContext, s: State, seat: int, action: int) -> tuple[str, ...]:
    if action < STAY:
        return tuple(f"die-{LETTERS[die]}" for die in range(DICE) if action + 1 >> die & 1)
    return (write(game, s, seat, action),)


def refusal(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    if s.phase != WRITE or not WRITE_AT <= action < PASS:
        move = write(game, s, seat, action)
        message = say_common("refused.wrong_moment", move=move, prompt=prompt(game, s, seat))
        return Refusal(Kind.WRONG_MOMENT, message)
    row, field = field_of(action)
    cells = s.sheets[seat].cells
    column = COLUMNS[row][field]
    told: dict[str, Any] = {"number": number(s), "row": colour(row), "field": field + 1}
    if not s.chosen >> row & 1:
        return _against("Q4", dice=colours(s.chosen), **told)
    if cells[row][column]:
        return _against("Q4.full", "Q4", there=cells[row][column], **told)
    left = max((cells[row][c] for c in range(column)), default=0)
    right = min((cells[row][c] for c in range(column, WIDTH) if cells[row][c]), default=0)
    if left >= number(s):
        return _against("Q5.left", "Q5", neighbour=left, **told)
    if right and right <= number(s):
        return _against("Q5.right", "Q5", neighbour=right, **told)
    other = next(r for r in range(ROWS) if cells[r][column] == number(s))
    return _against("Q6", other=colour(other), **told)


def _against(key: str, rule: str | None = None, **values: Any) -> Refusal:
    return Refusal(Kind.AGAINST_RULES, say(f"refused.{key}", **values), rule or key)


def prompt(game: GameContext, s: State, seat: int) -> Message:
    if s.phase == CHOOSE:
        return say("prompt.choose")
    if s.phase == KEEP:
        return say("prompt.keep", number=number(s))
    who = "active" if seat == s.active else "passive"
    return say(f"prompt.write_{who}", number=number(s), colours=colours(s.chosen))


def _chosen(s: State) -> list[int]:
    return [die for die in range(DICE) if s.chosen >> die & 1]


def chance(game: GameContext, s: State) -> Chance:
    return dice.due(LETTERS, _chosen(s))


def write_event(game: GameContext, s: State, event: list[int]) -> str:
    return dice.write_roll(LETTERS, event)


def read_event(game: GameContext, s: State, text: str) -> list[int] | Refusal:
    return dice.read_roll(LETTERS, _chosen(s), text)


def outcomes(game: GameContext, s: State) -> Iterator[tuple[list[int], int]]:
    return dice.rolls(DICE, _chosen(s))


def begins_turn(game: GameContext, s: State) -> bool:
    return s.phase == CHOOSE


def window(game: GameContext, s: State) -> int:
    return s.phase
