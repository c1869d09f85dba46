"""Words of the notation of Clever Kids that no other game has: zones, faces and jokers."""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite.games.kit.narration import WordReader, dice, places


def named(texts: Mapping[str, str], word: str, moved: bool) -> list[str] | None:
    """A zone of the sheet, or a face of a die."""
    name = texts.get(f"zone.{word}" if moved else f"face.{word}")
    return None if name is None else [name]


def jokers(texts: Mapping[str, str], word: str, moved: bool) -> list[str] | None:
    """Jokers that a move spends: ``jj``."""
    return [texts["face.joker"]] * len(word) if moved and word.strip("j") == "" else None


NARRATION: tuple[WordReader, ...] = (named, jokers, places, dice)
