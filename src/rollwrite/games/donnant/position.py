"""How a game of Donnant Donnant begins, and its positions as JSON: writing, and what is hidden."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollwrite.errors import BadOption
from rollwrite.games.contract import GameContext, Json, OptionValue
from rollwrite.games.donnant.position_reader import LAST_ROUNDS, PHASES, read
from rollwrite.games.donnant.rules.record import DICE, DRAFT, ROWS, WILD, Sheet, State
from rollwrite.games.donnant.sheet import CARDS, CELLS, COLOURS, FIRST_BONUS, LEVELS, say
from rollwrite.games.donnant.ui.names import DECKS, Entry, card_name, letters, place_name, signs

__all__ = ["read", "start", "write"]


def start(game: GameContext, seats: int, first: int, options: Mapping[str, OptionValue]) -> State:
    """D4 to D6; in solo (D24) at the level of the option ``level``, from 1."""
    s = State()
    game.rules.start(s, seats, first)
    if game.variant == "solo":
        level = options.get("level", 1)
        if type(level) is not int or not 1 <= level <= LEVELS:
            raise BadOption(say("option.level", given=level, last=LEVELS))
        s.level = level
    elif "level" in options:
        raise BadOption(say("option.no_level", given=options["level"]))
    return s


def write(game: GameContext, s: State, seat: int | None) -> Json:
    solo = {"level": s.level, "round": s.round, "allowance": s.allowance} if s.level else {}
    under = {deck: _cards(s.under[row]) for row, deck in enumerate(DECKS) if any(s.under[row])}
    return {
        "game": "donnant",
        "variant": game.variant,
        **({} if game.edition is None else {"edition": game.edition}),
        "seats": s.seats,
        "active": s.active,
        "first": s.first,
        "phase": PHASES[s.phase],
        "rolls": s.rolls,
        "pending": [other for other in range(s.seats) if s.pending >> other & 1],
        "dice": {COLOURS[die]: s.dice[die] for die in range(DICE)},
        "site": list(letters(s.site)),
        "spent": list(letters(s.spent)),
        "acted": bool(s.acted),
        "bought": [DECKS[row] for row in range(ROWS) if s.bought >> row & 1],
        "last_round": LAST_ROUNDS[s.last_round],
        **solo,
        **({"drawing": DECKS[s.drawing - 1]} if s.drawing else {}),
        **({"filling": _write_filling(game, s)} if s.filling else {}),
        "market": {
            deck: [card_name(card - 1) if card else None for card in s.market[row]]
            for row, deck in enumerate(DECKS)
        },
        "decks": _decks(s, seat),
        **({"under": under} if under and seat is None else {}),
        "sheets": [_write_sheet(s, other, seat in (None, other)) for other in range(s.seats)],
    }


def _cards(numbers: list[int]) -> list[str]:
    return [card_name(number - 1) for number in numbers if number]


def _decks(s: State, seat: int | None) -> Json:
    """The cards of the decks, or for a seat only how many there are: nobody may look."""
    found: dict[str, Any] = {}
    for row, deck in enumerate(DECKS):
        rest = [card for card in range(CARDS) if s.deck[card] and (card >= FIRST_BONUS) == row]
        under = sum(map(bool, s.under[row]))
        found[deck] = [card_name(card) for card in rest] if seat is None else len(rest) + under
    return found


def _write_filling(game: GameContext, s: State) -> Json:
    """D11: the card half-way through being completed, and the dice chosen for its cells."""
    sheet = s.sheets[s.active]
    place = s.filling - 1
    card = sheet.card[game.rules.slot_at(sheet, place)] - 1
    chosen = []
    for cell in range(CELLS):
        if s.picks[cell]:
            die, value = game.rules.pick_die(s, cell), game.rules.pick_value(s, cell)
            entry = Entry(place, cell, die, value, bool(game.rules.foreign(card, cell, die)))
            marks = signs(value - s.dice[die]) + "~" * entry.swapped
            chosen.append(f"{cell + 1}{COLOURS[die]}{marks}")
    return {"place": place_name(place), "dice": chosen}


def _write_sheet(s: State, seat: int, seen: bool) -> Json:
    """A seat's cards; others see no card drafted or drawn before it lies, no colour before all."""
    sheet = s.sheets[seat]
    drafting = s.phase == DRAFT
    hand = _cards(sheet.hand)
    if not seen and not s.acted:
        kept = sheet.count if drafting else 0
        hand = [None] * (len(hand) + kept)  # type: ignore[list-item]  # a card face down
    shown = range(sheet.count) if seen or not drafting else ()
    found: dict[str, Any] = {
        "grid": {
            place_name(sheet.place[slot]): _write_card(s, sheet, slot, seen) for slot in shown
        },
        "hand": hand,
        "written": list(letters(sheet.written)),
    }
    if sheet.dropped and seen:
        found["dropped"] = card_name(sheet.dropped - 1)
    return found


def _write_card(s: State, sheet: Sheet, slot: int, seen: bool) -> Json:
    card = sheet.card[slot] - 1
    length = sum(map(bool, sheet.cells[slot])) + sheet.empty[slot]
    found: dict[str, Any] = {
        "card": card_name(card),
        "cells": [value or None for value in sheet.cells[slot][:length]],
        "uses": sheet.uses[slot],
    }
    if sheet.named[slot] and (seen or s.phase != WILD):
        found["colour"] = COLOURS[sheet.named[slot] - 1]
    return found
