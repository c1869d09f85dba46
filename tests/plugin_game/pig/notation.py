"""Moves and rolls of Pig."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite.errors import Kind
from rollwrite.games.contract import Chance, GameContext, Refusal
from rollwrite.games.kit import dice
from rollwrite.texts import Message, speaker

from .rules import State

WORDS = ("roll", "hold")
DIE = "D"

say = speaker(__package__)


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


def chance(game: GameContext, s: State) -> Chance:
    return dice.due(DIE, [0])


def write_event(game: GameContext, s: State, event: list[int]) -> str:
    return dice.write_roll(DIE, event)


def read_event(game: GameContext, s: State, text: str) -> list[int] | Refusal:
    return dice.read_roll(DIE, [0], text)


def outcomes(game: GameContext, s: State) -> Iterator[tuple[list[int], int]]:
    return dice.rolls(1, [0])


def begins_turn(game: GameContext, s: State) -> bool:
    return s.turn == 0 and bool(s.pending)


def window(game: GameContext, s: State) -> int:
    return s.active  # who holds asks the next seat at once, and that is another window
