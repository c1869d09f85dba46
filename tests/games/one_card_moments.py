"""Moments of One Card in a few words, for its tests."""

from __future__ import annotations

from typing import Any

import rollwrite as rw
from rollwrite import State

BASE = rw.game("one_card")
ADVANCED = rw.game("one_card", variant="advanced")


def on(card: int, **ticks: int) -> Any:
    """A card with its ticks."""
    return {"card": card, "ticks": ticks}


def own(*cards: Any, scored: Any = ()) -> Any:
    """A seat's cards; a number is an untouched card."""
    lying = [on(card) if isinstance(card, int) else card for card in cards]
    return {"cards": lying, "scored": [{"card": c, "points": p} for c, p in scored]}


def at(phase: str, dice: str, *sheets: Any, game: rw.Game = BASE, **other: Any) -> State:
    """A moment of a game."""
    right: dict[str, Any] = {"seats": len(sheets), "active": 0, "phase": phase, "dice": dice}
    rolls = {"deal": 0 if dice == "?????" else 3, "hold": 0, "roll": 0, "keep": 1}.get(phase, 3)
    if game is ADVANCED:
        right["open"] = [28, 29, 30]
    return game.position({**right, "rolls": rolls, "sheets": list(sheets), **other})


def marking(dice: str, *sheets: Any, game: rw.Game = BASE, **other: Any) -> State:
    """A moment at which every seat may use the dice."""
    return at("mark", dice, *sheets, game=game, **other)


def moves(state: State, seat: int | None = None) -> list[str]:
    return [str(move) for move in state.moves(seat)]


def cards(state: State, seat: int = 0) -> list[Any]:
    """The cards of a seat as (number, ticks), None for a gap."""
    lying = state.position()["sheets"][seat]["cards"]
    return [card and (card["card"], card["ticks"]) for card in lying]


def scored(state: State, seat: int = 0) -> list[tuple[int, int]]:
    return [(card["card"], card["points"]) for card in state.position()["sheets"][seat]["scored"]]
