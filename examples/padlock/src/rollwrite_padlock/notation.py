"""Padlock's moves and rolls: their notation, the parts they touch, and why one is refused."""

from __future__ import annotations

import re

from rollwrite.games.contract import GameContext, Refusal
from rollwrite.games.kit.dice import Dice
from rollwrite.games.kit.moves import Words, against, wrong_moment
from rollwrite.texts import Message, speaker
from rollwrite_padlock import rules
from rollwrite_padlock.rules import CROSS, PASS, PLACES, ROWS, WHITES, State

COLOURS = ("white", "white", "red", "yellow", "green", "blue")
LETTERS = "WXRYGB"
ROW_LETTERS = LETTERS[WHITES:]

say = speaker(__package__)
_words = Words(**{"pass": PASS})


def _rolled(s: State) -> list[int]:
    return [die for die in range(rules.DICE) if rules.rolled(s, die)]


dice = Dice(say, LETTERS, COLOURS, due=_rolled, in_use=_rolled)
chance, outcomes = dice.chance, dice.outcomes
write_event, read_event = dice.write_event, dice.read_event


def colour(row: int) -> Message:
    """The colour of a row."""
    return dice.colour(WHITES + row)


def printed(row: int, place: int) -> int:
    """The number printed in a place."""
    return place + 2 if row < 2 else 12 - place


def field_id(row: int, place: int) -> str:
    """The part of a place: the red 7 is ``R7``."""
    return f"{ROW_LETTERS[row]}{printed(row, place)}"


def write(game: GameContext, s: State, seat: int, action: int) -> str:
    return _words.write(action) or field_id(*divmod(action - CROSS, PLACES))


def read(game: GameContext, s: State, seat: int, text: str) -> int | None:
    if match := re.fullmatch(r"([RYGB])\s*([2-9]|1[012])", text.strip().upper()):
        row = ROW_LETTERS.index(match[1])
        return CROSS + PLACES * row + rules.place_of(row, int(match[2]))
    return _words.read(text)


def parts(game: GameContext, s: State, seat: int, action: int) -> tuple[str, ...]:
    return (write(game, s, seat, action),)


def refusal(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    row, place = divmod(action - CROSS, PLACES)
    told = {"colour": colour(row), "number": printed(row, place)}
    bits = s.sheets[seat].rows[row]
    if s.locked >> row & 1:
        return against(say, "P6", **told)
    if bits >> place:
        return against(say, "P4", **told)
    if place == PLACES - 1 and rules.crosses(bits) < rules.NEEDED:
        return against(say, "P5", needed=rules.NEEDED, **told)
    return wrong_moment(field_id(row, place), prompt(game, s, seat))


def prompt(game: GameContext, s: State, seat: int) -> Message:
    if s.phase == rules.SHARE:
        return say("prompt.share", number=s.dice[0] + s.dice[1])
    return say("prompt.fault" if s.idle else "prompt.own")


def begins_turn(game: GameContext, s: State) -> bool:
    return s.phase == rules.ROLL


def locked_rows(s: State) -> list[Message]:
    """The colours of the locked rows."""
    return [colour(row) for row in range(ROWS) if s.locked >> row & 1]
