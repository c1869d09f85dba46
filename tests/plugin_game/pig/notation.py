"""Moves and rolls of Pig."""

from __future__ import annotations

from rollwrite.errors import Kind
from rollwrite.games.contract import GameContext, Refusal
from rollwrite.games.kit.dice import Dice
from rollwrite.texts import Message, speaker

from .rules import State

WORDS = ("roll", "hold")
DIE = "D"

say = speaker(__package__)
_dice = Dice(say, DIE, ("white",))
chance, outcomes = _dice.chance, _dice.outcomes
write_event, read_event = _dice.write_event, _dice.read_event


def write(game: GameContext, s: State, seat: int, action: int) -> str:
    return WORDS[action]


def read(game: GameContext, s: State, seat: int, text: str) -> int | None:
    word = text.strip().lower()
    return WORDS.index(word) if word in WORDS else None


def parts(game: GameContext, s: State, seat: int, action: int) -> tuple[str, ...]:
    return (WORDS[action],)


def refusal(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    return Refusal(Kind.AGAINST_RULES, say("refused.P1"), "P1")


def prompt(game: GameContext, s: State, seat: int) -> Message:
    return say("prompt", points=s.turn)


def begins_turn(game: GameContext, s: State) -> bool:
    return s.turn == 0 and bool(s.pending)


def window(game: GameContext, s: State) -> int:
    return s.active  # who holds asks the next seat at once, and that is another window
