"""Twenty One's actions and rolls: their notation, the parts they touch, and why one is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rollwrite.errors import Kind
from rollwrite.errors import say as say_common
from rollwrite.games.contract import Chance, GameContext, Refusal
from rollwrite.games.kit import dice
from rollwrite.games.twenty_one.rules import (
    COLOURS,
    CROSS,
    DICE,
    KEEP,
    NUMBERS,
    PLACES,
    REROLL,
    ROLL,
    STAY,
    WRITE,
    WRITE_DICE,
    State,
    fits,
    rerollable,
)
from rollwrite.texts import Message, speaker

_WORDS = {"keep": STAY, "reroll": REROLL, "cross": CROSS}
_NAMES = {action: word for word, action in _WORDS.items()}

say = speaker(__package__)


def colour(die: int) -> Message:
    """The name of a die's and a field's colour."""
    return say(f"colour.{COLOURS[die]}")


def letter(die: int) -> Message:
    """What stands for a colour on a drawing; in the notation it is the same in every language."""
    return say(f"letter.{COLOURS[die]}")


def field_id(row: int, die: int) -> str:
    """The part of the sheet where a die is written: row 1's red field is ``1R``."""
    return f"{row + 1}{COLOURS[die]}"


def written_dice(action: int) -> list[int]:
    """The dice a writing action writes."""
    return [die for die in range(DICE) if action - WRITE_DICE >> die & 1]


def write(game: GameContext, s: State, seat: int, action: int) -> str:
    if action in _NAMES:
        return _NAMES[action]
    return "write " + "".join(COLOURS[die] for die in written_dice(action))


def read(game: GameContext, s: State, seat: int, text: str) -> int | None:
    words = text.lower().strip()
    if words in _WORDS:
        return _WORDS[words]
    if match := re.fullmatch(r"write\s+([rygbwk,\s]+)", words):
        letters = re.sub(r"[,\s]", "", match[1]).upper()
        if letters and len(set(letters)) == len(letters):
            return WRITE_DICE + sum(1 << COLOURS.index(letter) for letter in letters)
    return None


def parts(game: GameContext, s: State, seat: int, action: int) -> tuple[str, ...]:
    if action in _NAMES:
        return (_NAMES[action],)
    return tuple(field_id(s.sheets[seat].row, die) for die in written_dice(action))


def refusal(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    if s.phase == KEEP and action == REROLL and not rerollable(s):
        return Refusal(Kind.AGAINST_RULES, say("refused.T2"), "T2")
    if s.phase != WRITE or action in (STAY, REROLL):
        move = write(game, s, seat, action)
        message = say_common("refused.wrong_moment", move=move, prompt=prompt(game, s, seat))
        return Refusal(Kind.WRONG_MOMENT, message)
    sheet = s.sheets[seat]
    die = next(die for die in written_dice(action) if not fits(sheet, die, s.dice[die]))
    place = PLACES[sheet.model][sheet.row][die]
    there = sheet.cells[sheet.row][place]
    told: dict[str, Any] = {"die": colour(die), "value": s.dice[die]}
    if there:
        state = say("part.crossed") if there < 0 else there
        message = say("refused.T4.full", state=state, **told)
    else:
        message = say("refused.T4", printed=NUMBERS[sheet.row][place], **told)
    return Refusal(Kind.AGAINST_RULES, message, "T4")


def prompt(game: GameContext, s: State, seat: int) -> Message:
    if s.phase == KEEP:
        return say("prompt.keep" if rerollable(s) else "prompt.locked")
    return say("prompt.write", row=s.sheets[seat].row + 1)


def _due(s: State) -> list[int]:
    return [die for die in range(DICE) if s.dice[die] == 0]


def chance(game: GameContext, s: State) -> Chance:
    return dice.due(COLOURS, _due(s))


def write_event(game: GameContext, s: State, event: list[int]) -> str:
    return dice.write_roll(COLOURS, event)


def read_event(game: GameContext, s: State, text: str) -> list[int] | Refusal:
    return dice.read_roll(COLOURS, _due(s), text)


def outcomes(game: GameContext, s: State) -> Iterator[tuple[list[int], int]]:
    return dice.rolls(DICE, _due(s))


def begins_turn(game: GameContext, s: State) -> bool:
    return s.phase == ROLL and s.rolls == 0


def window(game: GameContext, s: State) -> int:
    return s.phase
