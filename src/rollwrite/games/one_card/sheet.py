"""What One Card's printed cards mean to its rules; every card is checked."""

from __future__ import annotations

import re
from typing import Any

from rollwrite.games.kit.reading import Fields
from rollwrite.texts import speaker

COLOURS = "ROYBGV"
FEWEST, MOST = 27, 60  # four seats of the advanced game use 4 × 3 + 3 cards, and 4 × 3 more
HIGHEST = 999  # the largest number on a card
ROWS, BOXES, SUNS = 5, 20, 2
SHORTEST, LONGEST = 2, 6
_ROW = re.compile(r"([A-Z])(\d+)(\*?)", re.ASCII)

say = speaker(__package__)


def constants(fields: Fields) -> dict[str, Any]:
    """The constants of rules.py; card 0 is an empty place, which has no rows."""
    fields.value("name", "")
    fields.value("provenance", "")
    table = fields.fields("cards")
    fields.done()
    cards = {_number(table, name): _card(table, name) for name in table.names()}
    if not FEWEST <= len(cards) <= MOST:
        raise table.wrong(
            table.where, say("edition.count", count=len(cards), low=FEWEST, high=MOST)
        )
    numbers = sorted(cards)
    nothing = (0,) * len(COLOURS)
    return {
        "CARDS": len(numbers),
        "NUMBERS": (0, *numbers),
        "LENGTHS": (nothing, *(cards[number][0] for number in numbers)),
        "SUNNY": (nothing, *(cards[number][1] for number in numbers)),
    }


def _number(table: Fields, name: str) -> int:
    """The number of a card; ``01`` is none, so that no card can stand twice."""
    if not re.fullmatch(r"[1-9]\d{0,2}", name, re.ASCII):
        raise table.wrong(table.at(name), say("edition.number", name=name, high=HIGHEST))
    return int(name)


def _card(table: Fields, name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lengths of a card's rows by colour, and a 1 for each that has a sun."""

    def wrong(key: str, **values: Any) -> Exception:
        return table.wrong(table.at(name), say(f"edition.{key}", **values))

    text = table.value(name)
    if not isinstance(text, str):
        raise wrong("card", value=text)
    lengths, suns = [0] * len(COLOURS), [0] * len(COLOURS)
    for word in text.upper().replace(",", " ").split():
        match = _ROW.fullmatch(word)
        if match is None:
            raise wrong("row", word=word)
        letter, length = match[1], int(match[2])
        if letter not in COLOURS:
            raise wrong("colour", letter=letter, word=word, letters=list(COLOURS))
        if not SHORTEST <= length <= LONGEST:
            raise wrong("length", word=word, length=length, low=SHORTEST, high=LONGEST)
        colour = COLOURS.index(letter)
        if lengths[colour]:
            raise wrong("twice", letter=letter)
        lengths[colour], suns[colour] = length, len(match[3])
    rows = sum(length > 0 for length in lengths)
    if rows != ROWS:
        raise wrong("rows", count=rows, right=ROWS)
    if sum(lengths) != BOXES:
        raise wrong("boxes", count=sum(lengths), right=BOXES)
    if sum(suns) != SUNS:
        raise wrong("suns", count=sum(suns), right=SUNS)
    return tuple(lengths), tuple(suns)
