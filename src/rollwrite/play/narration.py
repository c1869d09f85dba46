"""Events of a log in words: ``tick R2`` is "coche wagon 2" to somebody who reads French.

A log is written in one notation for everybody. What is told to people comes from the section
``told`` of the game's texts: a text for each first word of a move, with ``{what}`` for the rest,
and ``told.move`` for moves without such a word; ``told_you`` has the same in the second person.
``told.deal`` and the names of colours and faces serve for rolls and deals.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from rollwrite.play.log import TAKE_BACK, Event
from rollwrite.texts import MINUS, catalogue

_PLACE = re.compile(r"([A-Z])(\d+)")  # a die and its value, or a field
_CELL = re.compile(r"(\d)([A-Z])([-+~]*)")  # a cell, the die for it and what changes it
_DICE = re.compile(r"(?:[A-Z][-+]*)+")
_DIE = re.compile(r"([A-Z])([-+]*)")


def told(package: str, event: Event, language: str, *, to_you: bool = False) -> str:
    """What happened, in words, without who did it: "passes", or "pass" if it was "you"."""
    return _told(package, event.text, event.seat is not None, language, to_you)


@lru_cache(maxsize=8192)
def _told(package: str, text: str, moved: bool, language: str, to_you: bool) -> str:
    texts, section = catalogue(package, language), "told_you" if to_you else "told"
    if text == TAKE_BACK:
        return catalogue("rollwrite", language)[f"{section}.take_back"]
    verb, _, rest = text.partition(" ")
    for key in (text.replace(" ", "-"), f"{verb}-of" if rest else verb, verb):
        if template := texts.get(f"{section}.{key}") or texts.get(f"told.{key}"):
            return template.format(what=_listed(texts, rest, moved)).rstrip(" :\u202f")
    what = _listed(texts, text, moved)
    template = texts.get(f"{section}.move") if moved else None
    return template.format(what=what) if template else what


def _listed(texts: Mapping[str, str], text: str, moved: bool) -> str:
    """All words, each once and in their order, with how often it stands there."""
    found = Counter(name for word in text.split() for name in _words(texts, word, moved))
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in found.items())


def _words(texts: Mapping[str, str], word: str, moved: bool) -> Iterator[str]:
    """A word of the notation, as one or several words of the language."""
    if name := texts.get(f"zone.{word}" if moved else f"face.{word}"):
        kind, _, thing = name.partition(", ")
        yield f"{kind} ({thing})" if thing else name
    elif moved and word.strip("j") == "":
        yield from [texts["face.joker"]] * len(word)
    elif (found := _PLACE.fullmatch(word)) and (place := _place(texts, found, moved)):
        yield place
    elif (found := _CELL.fullmatch(word)) and f"colour.{found[2]}" in texts:
        name = texts[f"colour.{found[2]}"] + _marks(found[3])
        yield texts["told.cell"].format(cell=found[1], colour=name)
    elif _DICE.fullmatch(word) and all(f"colour.{die}" in texts for die, _ in _DIE.findall(word)):
        for die, marks in _DIE.findall(word):
            yield texts[f"colour.{die}"] + _marks(marks)
    else:
        yield word.replace(",", ", ")


def _place(texts: Mapping[str, str], found: re.Match[str], moved: bool) -> str | None:
    letter, number = found.groups()
    colour = texts.get(f"colour.{letter}", "")
    template = texts.get(f"told.field-{letter}") or (texts.get("told.field") if colour else None)
    if moved and template:
        return template.format(colour=colour, what=number, row=number[0], column=number[-1])
    return f"{colour} {number}" if colour and not moved else None


def _marks(signs: str) -> str:
    """What was added to a die or taken from it."""
    change = signs.count("+") - signs.count("-")
    return f" {change:+d}".replace("-", MINUS) if change else ""
