"""Positions of Donnant Donnant in short, for its tests."""

from __future__ import annotations

from typing import Any

import pytest

import rollwrite as rw
from rollwrite import IllegalMove, State

GAME = rw.game("donnant")
SOLO = rw.game("donnant", variant="solo")
EVALUATIONS = [f"E{n:02}" for n in range(1, 30)]
BONUSES = [f"B{n:02}" for n in range(1, 21)]
# Completed evaluation cards: they take no die and have no bonus.
FILLERS = ["E29 123456", "E20 23456", "E28 11223", "E13 3456", "E11 1234", "E02 1166", "E23 444",
           "E14 5555", "E08 666", "E25 1234", "E27 222", "E24 1234", "E22 222", "E18 11111",
           "E15 1122", "E12 12345", "E10 6663", "E09 456"]  # fmt: skip
AROUND = ["d4", "c4", "b4", "d3", "b3", "d2", "c2", "b2"]


def card(text: str) -> dict[str, Any]:
    """``"B02 2.5 u1 Y"``: card, cells (a dot is empty), ticked boxes, named colour."""
    name, *words = text.split()
    found: dict[str, Any] = {"card": name, "cells": None, "uses": 0}
    for word in words:
        if word[0] == "u":
            found["uses"] = int(word[1:])
        elif word.isalpha():
            found["colour"] = word
        else:
            found["cells"] = [None if cell == "." else int(cell) for cell in word]
    if found["cells"] is None:
        rules, deck = GAME.rules, {"E": 0, "B": 60}[name[0]]
        found["cells"] = [None] * rules.LENGTH[deck + int(name[1:]) - 1]
    return found


def table(
    *grids: dict[str, str], dice: str = "00000", cards: int = 3, **changes: Any
) -> dict[str, Any]:
    """A position with these grids (filled up with completed cards); seat 0 is active."""
    fillers = list(FILLERS)
    sheets: list[dict[str, Any]] = []
    for number in range(max(2 if changes.get("variant", "base") == "base" else 1, len(grids))):
        given = grids[number] if number < len(grids) else {}
        grid = {place: card(text) for place, text in given.items()}
        wanted = 3 if number else cards  # how many cards seat 0 has may be said
        for place in ["c3", *AROUND]:
            used = {entry["card"] for sheet in sheets for entry in sheet["grid"].values()}
            used |= {entry["card"] for entry in grid.values()}
            used |= {text.split()[0] for other in grids[number + 1 :] for text in other.values()}
            while fillers and fillers[0].split()[0] in used:
                fillers.pop(0)
            if place not in grid and (len(grid) < wanted or place == "c3"):
                grid[place] = card(fillers.pop(0))
        sheets.append({"grid": grid, "hand": [], "written": []})
    for seat, extra in changes.pop("sheets", {}).items():
        sheets[seat].update(extra)
    used = {entry["card"] for sheet in sheets for entry in sheet["grid"].values()}
    used |= {name for sheet in sheets for name in sheet["hand"]}
    market = changes.pop("market", None) or {
        "e": [name for name in EVALUATIONS if name not in used][:4],
        "b": [name for name in BONUSES if name not in used][:4],
    }
    used |= {name for row in market.values() for name in row if name}
    used |= {name for row in changes.get("under", {}).values() for name in row}
    position = {
        "game": "donnant",
        "variant": "base",
        "seats": len(sheets),
        "active": 0,
        "first": 0,
        "phase": "act",
        "rolls": 3,
        "dice": {letter: int(value) for letter, value in zip("YOGBP", dice, strict=True)},
        "market": market,
        "decks": {
            "e": [name for name in EVALUATIONS if name not in used],
            "b": [name for name in BONUSES if name not in used],
        },
        "sheets": sheets,
    }
    return position | changes


def at(*grids: dict[str, str], **changes: Any) -> State:
    """The state of such a position."""
    game = SOLO if changes.get("variant") == "solo" else GAME
    return game.position(table(*grids, **changes), seed=1)


def moves(state: State, verb: str = "", seat: int | None = None) -> list[str]:
    """The moves that begin with a verb, without it."""
    found = [str(move) for move in state.moves(seat)]
    return [text.removeprefix(f"{verb} ") for text in found if text.split()[0] == verb or not verb]


def cells(state: State, place: str, seat: int = 0) -> list[int | None]:
    """What stands in the cells of a card."""
    found: list[int | None] = state.position()["sheets"][seat]["grid"][place]["cells"]
    return found


def uses(state: State, place: str, seat: int = 0) -> int:
    """The ticked boxes of a card."""
    return int(state.position()["sheets"][seat]["grid"][place]["uses"])


def drafted(seats: int = 2, seed: int = 5) -> State:
    """The start of the draft: market and hands are dealt."""
    state = GAME.start(seats=seats, seed=seed)
    while state.chance:
        state = state.roll()
    return state


def begun(seats: int = 2, seed: int = 5, first: int = 0) -> State:
    """The first turn, before its roll."""
    state = GAME.start(seats=seats, seed=seed, first=first)
    while not (state.chance and state.chance.kind == "roll"):
        state = state.roll() if state.chance else state.play(state.moves(state.pending[0])[0])
    return state


def refused(state: State, text: str, seat: int | None = None) -> rw.Refused:
    """Why a move is refused."""
    with pytest.raises(IllegalMove) as found:
        state.play(text, seat)
    return found.value
