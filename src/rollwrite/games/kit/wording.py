"""Words that the sentences of several games share: amounts, and things one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rollwrite.texts import Message, speaker

_say = speaker(__package__)


def counted(say: Callable[..., Message], key: str, count: int, **values: Any) -> Message:
    """A text that has a singular and a plural: the game's texts ``KEY.one`` and ``KEY.many``."""
    return say(f"{key}.{'one' if count == 1 else 'many'}", count=count, **values)


def either(things: Sequence[Any]) -> Any:
    """Things to choose from: "orange, yellow or purple"."""
    return _listed("or", things)


def together(things: Sequence[Any]) -> Any:
    """Things that belong together: "2, 3 and 4"."""
    return _listed("and", things)


def nth(number: int) -> Message:
    """A place in a row, from 1 to 12, as an ordinal number: "3rd"."""
    return _say(f"nth.{number}")


def _listed(word: str, things: Sequence[Any]) -> Any:
    if len(things) < 2:
        return things[0] if things else ""
    return _say(f"list.{word}", head=list(things[:-1]), last=things[-1])
