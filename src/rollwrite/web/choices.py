"""What can be chosen before a game: variants, and options that are small whole numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

from rollwrite.errors import RollwriteError
from rollwrite.play.game import Game
from rollwrite.play.registry import game as find
from rollwrite.web.words import known_or

MOST = 20  # an option with more values than this is no list to choose from


def choices(game: Game) -> list[dict[str, Any]]:
    """Every variant with its name, how many may play it, and its options with their values."""
    language = game.language
    return [
        {
            "variant": variant,
            "name": _name(language, "variant", variant or "base"),
            "seats": _seats(game.id, variant),
            "options": [
                {"id": option, "name": _name(language, "option", option), "values": values}
                for option in game.definition.options
                if (values := _values(game.id, variant, option))
            ],
        }
        for variant in game.definition.variants or (None,)
    ]


def _name(language: str, kind: str, id_: str) -> str:
    return known_or(language, f"{kind}.{id_}", id_.replace("_", " ").capitalize())


@cache
def _seats(name: str, variant: str | None) -> list[int]:
    """The numbers of players a variant takes: the rules themselves are asked."""
    box = find(name, variant=variant)
    return [count for count in box.seats if _starts(box, count)]


@cache
def _values(name: str, variant: str | None, option: str) -> list[int]:
    box = find(name, variant=variant)
    seats = _seats(name, variant)
    if not seats:
        return []
    return [value for value in range(1, MOST + 1) if _starts(box, seats[0], **{option: value})]


def _starts(box: Game, seats: int, **options: Any) -> bool:
    try:
        box.start(seats, seed=1, **options)
    except (RollwriteError, TypeError, ValueError):
        return False
    return True
