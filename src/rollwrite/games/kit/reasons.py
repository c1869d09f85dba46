"""What the games' advice shares: the first reason that holds, and amounts in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rollwrite.errors import say
from rollwrite.texts import Message

Reason = Callable[[], Message | None]


def first(reasons: Iterable[Reason]) -> Message | None:
    """The first reason that holds; they come in the order of their weight."""
    return next(filter(None, (reason() for reason in reasons)), None)


def points(count: int) -> Message:
    """A number of points in words."""
    return amount(say, "points", count)


def amount(say: Callable[..., Message], unit: str, count: int) -> Message:
    """A number of things in words: the game's texts have ``advice.UNIT.one`` and so on."""
    form = {0: "none", 1: "one"}.get(count, "many")
    return say(f"advice.{unit}.{form}", count=count)


def share(part: int, whole: int) -> int:
    """How many of a hundred: 0 and 100 only if it is none and all."""
    if part in (0, whole):
        return 100 if part else 0
    return min(99, max(1, (200 * part + whole) // (2 * whole)))


def lead(game: Any, s: Any, seat: int, own: int) -> int | None:
    """By how much a seat with its own score to come is ahead of the best other; None alone."""
    others = [game.rules.score(s, other) for other in range(s.seats) if other != seat]
    return own - max(others) if others else None


def ending(
    ends: bool,
    other_ends: bool,
    ahead: tuple[int | None, int | None],
    told: Callable[[int], Message] = points,
) -> Message | None:
    """The end of the game, if just one move brings it; ``ahead`` is the lead after each."""
    if ends and not other_ends and ahead[0] is not None and ahead[0] > 0:
        return say("advice.ends", lead=told(ahead[0]))
    if other_ends and not ends and ahead[1] is not None and ahead[1] < 0:
        return say("advice.lasts", lead=told(-ahead[1]))
    return None
