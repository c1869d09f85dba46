"""Words of the notation of Donnant Donnant that no other game has: cells of cards."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rollwrite.games.kit.narration import WordReader, change, dice, places

_CELL = re.compile(r"(\d)([A-Z])([-+~]*)")


def cells(texts: Mapping[str, str], word: str, moved: bool) -> list[str] | None:
    """A cell, the die for it and what changes its value: ``2Y+``."""
    found = _CELL.fullmatch(word)
    if found is None or f"colour.{found[2]}" not in texts:
        return None
    colour = texts[f"colour.{found[2]}"] + change(found[3])
    return [texts["told.cell"].format(cell=found[1], colour=colour)]


NARRATION: tuple[WordReader, ...] = (places, cells, dice)
