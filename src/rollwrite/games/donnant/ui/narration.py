"""Words of the notation of Donnant Donnant that no other game has: cards and their cells."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rollwrite.games.kit.narration import WordReader, change, dice, places

_CARD = re.compile(r"([EB])(\d\d)")
_CELL = re.compile(r"(\d)([A-Z])([-+~]*)")


def cards(texts: Mapping[str, str], word: str, moved: bool) -> list[str] | None:
    """A card by its deck, whatever its number: ``B12`` is no blue die."""
    found = _CARD.fullmatch(word)
    if found is None:
        return None
    return [texts[f"told.card_{found[1]}"]]


def cells(texts: Mapping[str, str], word: str, moved: bool) -> list[str] | None:
    """The die for a cell and what changes its value: ``2Y+``."""
    found = _CELL.fullmatch(word)
    if found is None or f"colour.{found[2]}" not in texts:
        return None
    colour = texts[f"colour.{found[2]}"] + change(found[3])
    return [texts["told.cell"].format(colour=colour)]


NARRATION: tuple[WordReader, ...] = (cards, places, cells, dice)
