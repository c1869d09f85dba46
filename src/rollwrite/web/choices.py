"""What can be chosen before a game: variants, and options that are whole numbers."""

from __future__ import annotations

from typing import Any

from rollwrite.play.game import Game
from rollwrite.play.registry import game as find
from rollwrite.web.translate import text_or


def choices(game: Game) -> list[dict[str, Any]]:
    """Every variant with its name, how many may play it, and its options with their values."""
    language = game.language
    return [
        {
            "variant": variant,
            "name": variant_name(language, variant or "base"),
            "seats": list(find(game.id, variant=variant).seats),
            "options": [
                {
                    "id": option.name,
                    "name": _name(language, "option", option.name),
                    "values": list(option.values),
                }
                for option in game.definition.options
                if option.values and (not option.variants or variant in option.variants)
            ],
        }
        for variant in game.definition.variants or (None,)
    ]


def variant_name(language: str, variant: str) -> str:
    """What a variant is called."""
    return _name(language, "variant", variant)


def _name(language: str, kind: str, id_: str) -> str:
    return text_or(language, f"{kind}.{id_}", id_.replace("_", " ").capitalize())
