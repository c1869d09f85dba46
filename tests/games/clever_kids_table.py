"""What the tests of Clever Kids share: sheets, moments of a game, and what is said there."""

from __future__ import annotations

from typing import Any

import pytest

import rollwrite as rw
from rollwrite import IllegalMove, Kind, State

GAME = rw.game("clever_kids")
NO_GIFTS = ["0000", "0000", "0000"]
ALL_GIFTS = ["1111", "1111", "1111"]


def sheet(**there: Any) -> dict[str, Any]:
    """A sheet on which nothing is ticked but what is said."""
    empty = {"Y": 0, "R": 0, "G": NO_GIFTS, "M": 0, "D": 0, "C": 0}
    return {**empty, "bonus": [], "zone": None, "hand": [], **there}


def position(phase: str, dice: str | None, *sheets: Any, **more: Any) -> State:
    """A moment of a game: its phase, its dice and its sheets."""
    given = {"seats": len(sheets), "active": 0, "phase": phase, "sheets": list(sheets)}
    return GAME.position({**given, "dice": dice and dice.split(), **more})


def turn(dice: str, *sheets: Any) -> State:
    """The active seat 0 is to choose a zone."""
    return position("roll", None, *sheets).roll(dice)


def moves(state: State, seat: int = 0) -> str:
    return " · ".join(str(move) for move in state.moves(seat))


def after(state: State, *texts: str, seat: int | None = None) -> State:
    for text in texts:
        state = state.play(text, seat)
    return state


def paper(state: State, seat: int = 0) -> dict[str, Any]:
    return dict(state.position()["sheets"][seat])


def refused(state: State, text: str, rule: str | None, told: str, seat: int = 0) -> None:
    with pytest.raises(IllegalMove, match=told) as reason:
        state.play(text, seat)
    assert reason.value.rule == rule
    kind = Kind.AGAINST_RULES if rule else Kind.WRONG_MOMENT
    assert reason.value.kind is kind


def pool(dice: str, left: str, *sheets: Any, **more: Any) -> State:
    """Seat 0 has finished; all others choose from the pool."""
    return position("zone", dice, *sheets, pool=left.split(), **more)


def bonus(*colours: str, **there: Any) -> State:
    """Seat 0 of two has bonus crosses to make."""
    dice = "joker blue candle heart cake"
    mine = sheet(bonus=list(colours), **there)
    return position("bonus", dice, mine, sheet(), pool=["blue", "candle", "cake"])
