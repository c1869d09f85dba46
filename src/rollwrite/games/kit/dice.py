"""Coloured dice in notation (``Y4 P5``), and every way they can fall."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from rollwrite.errors import Kind, say
from rollwrite.games.contract import Chance, Refusal

_DIE = re.compile(r"([A-Z])\s*(-?\d+)")


def due(letters: str, dice: Sequence[int]) -> Chance:
    """The chance event of rolling these dice (by number)."""
    return Chance("roll", tuple(letters[die] for die in dice))


def write_roll(letters: str, event: Sequence[int]) -> str:
    """The rolled dice in order; a 0 took no part."""
    return " ".join(f"{letters[die]}{value}" for die, value in enumerate(event) if value)


def read_roll(letters: str, dice: Sequence[int], text: str) -> list[int] | Refusal:
    """The event a text means where these dice are due, in any order and case."""
    words = text.upper().replace(",", " ").split()
    expected = due(letters, dice)
    matches = [_DIE.fullmatch(word) for word in words]
    if not words or None in matches:
        example = write_roll(
            letters, [die % 6 + 1 if die in dice else 0 for die in range(len(letters))]
        )
        return Refusal(Kind.UNREADABLE, say("refused.roll_unreadable", text=text, example=example))
    event = [0] * len(letters)
    for match in matches:
        letter, value = match.groups() if match else ("", "0")
        die = letters.find(letter)
        if die not in dice:
            message = say("refused.die_not_due", die=letter, dice=expected.what)
            return Refusal(Kind.WRONG_DICE, message)
        if not 1 <= int(value) <= 6:
            return Refusal(Kind.WRONG_DICE, say("refused.die_value", die=letter, value=value))
        if event[die]:
            return Refusal(Kind.WRONG_DICE, say("refused.die_twice", die=letter))
        event[die] = int(value)
    missing = [letters[die] for die in dice if not event[die]]
    if missing:
        message = say("refused.dice_missing", missing=missing, dice=expected.what)
        return Refusal(Kind.WRONG_DICE, message)
    return event


def rolls(count: int, dice: Sequence[int]) -> Iterator[tuple[list[int], int]]:
    """Every fall of these dice out of ``count``, each with weight 1."""
    for values in product(range(1, 7), repeat=len(dice)):
        event = [0] * count
        for die, value in zip(dice, values, strict=True):
            event[die] = value
        yield event, 1
