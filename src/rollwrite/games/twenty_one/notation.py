"""Twenty One's actions and rolls: their notation, the parts they touch, and why one is refused."""

from __future__ import annotations

from typing import Any

from rollwrite.games.contract import GameContext, Refusal
from rollwrite.games.kit.dice import Dice
from rollwrite.games.kit.moves import Words, against, wrong_moment
from rollwrite.games.kit.windows import carried_out
from rollwrite.games.twenty_one import rules
from rollwrite.games.twenty_one.rules import COLOURS, DICE, KEEP, REROLL, STAY, WRITE_DICE, State
from rollwrite.texts import Message, speaker

NAMES = ("red", "yellow", "green", "blue", "white", "black")

say = speaker(__package__)
_words = Words(keep=STAY, reroll=REROLL, cross=rules.CROSS)


def _due(s: State) -> list[int]:
    return [die for die in range(DICE) if s.dice[die] == 0]


preview = carried_out
dice = Dice(say, COLOURS, NAMES, due=_due)
colour = dice.colour
chance, outcomes = dice.chance, dice.outcomes
write_event, read_event = dice.write_event, dice.read_event


def field_id(row: int, die: int) -> str:
    """The part of the sheet where a die is written: row 1's red field is ``1R``."""
    return f"{row + 1}{COLOURS[die]}"


def written_dice(action: int) -> list[int]:
    """The dice a writing action writes."""
    return [die for die in range(DICE) if action - WRITE_DICE >> die & 1]


def write(game: GameContext, s: State, seat: int, action: int) -> str:
    return _words.write(action) or f"write {dice.write(action - WRITE_DICE)}"


def read(game: GameContext, s: State, seat: int, text: str) -> int | None:
    bits = dice.read("write", text)
    return WRITE_DICE + bits if bits else _words.read(text)


def parts(game: GameContext, s: State, seat: int, action: int) -> tuple[str, ...]:
    if word := _words.write(action):
        return (word,)
    return tuple(field_id(s.sheets[seat].row, die) for die in written_dice(action))


def aliases(game: GameContext, s: State, seat: int) -> dict[str, str]:
    """A die stands for the field of its colour in the row that is filled."""
    if s.phase != rules.WRITE:
        return {}
    return {dice.part(die): field_id(s.sheets[seat].row, die) for die in range(DICE)}


def refusal(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    if s.phase == KEEP and action == REROLL and not rules.rerollable(s):
        return against(say, "T2")
    if s.phase != rules.WRITE or action in (STAY, REROLL):
        return wrong_moment(write(game, s, seat, action), prompt(game, s, seat))
    sheet = s.sheets[seat]
    die = next(d for d in written_dice(action) if not rules.fits(sheet, d, s.dice[d]))
    place = rules.PLACES[sheet.model][sheet.row][die]
    there = sheet.cells[sheet.row][place]
    told: dict[str, Any] = {"die": colour(die), "value": s.dice[die]}
    if there:
        return against(say, "T4.full", die=colour(die))
    return against(say, "T4", printed=rules.NUMBERS[sheet.row][place], **told)


def prompt(game: GameContext, s: State, seat: int) -> Message:
    if s.phase == KEEP:
        return say("prompt.keep" if rules.rerollable(s) else "prompt.locked")
    fitting = rules.fitting_dice(s, seat)
    return say("prompt.write" if fitting else "prompt.none", row=s.sheets[seat].row + 1)


def begins_turn(game: GameContext, s: State) -> bool:
    return s.phase == rules.ROLL and s.rolls == 0
