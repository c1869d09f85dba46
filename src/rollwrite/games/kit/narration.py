"""Words of a notation in words of a language: the readers that several games share.

A reader is given a game's texts, a word of its notation, and whether the word is part of a move
(else of a roll or deal). It returns the words that tell it, or None if it does not know it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from rollwrite.texts import MINUS

WordReader = Callable[[Mapping[str, str], str, bool], list[str] | None]

_PLACE = re.compile(r"([A-Z])(\d+)")
_DICE = re.compile(r"(?:[A-Z][-+]*)+")
_DIE = re.compile(r"([A-Z])([-+]*)")


def places(texts: Mapping[str, str], word: str, moved: bool) -> list[str] | None:
    """A die and its value, or a field: ``Y5``. Texts ``told.field`` or ``told.field-Y`` name it."""
    found = _PLACE.fullmatch(word)
    if found is None:
        return None
    letter, number = found.groups()
    colour = texts.get(f"colour.{letter}", "")
    template = texts.get(f"told.field-{letter}") or (texts.get("told.field") if colour else None)
    if moved and template:
        return [template.format(colour=colour, what=number, row=number[0], column=number[-1])]
    return [f"{colour} {number}"] if colour and not moved else None


def dice(texts: Mapping[str, str], word: str, moved: bool) -> list[str] | None:
    """Dice by the letters of their colours, and what changes their values: ``YP+``."""
    if not _DICE.fullmatch(word):
        return None
    found = _DIE.findall(word)
    if any(f"colour.{die}" not in texts for die, _ in found):
        return None
    return [texts[f"colour.{die}"] + change(marks) for die, marks in found]


def change(marks: str) -> str:
    """What was added to a die or taken from it."""
    value = marks.count("+") - marks.count("-")
    return f" {value:+d}".replace("-", MINUS) if value else ""
