"""What tests of the reasons of Donnant Donnant share: sheets after moves, points, cards by name."""

from __future__ import annotations

from typing import Any

from reasons_told import Told

from rollwrite.games.donnant.sheet import FIRST_BONUS
from rollwrite.games.donnant.ui.words import laid_card, the_card


def before(one: Told) -> Any:
    return one.state._record.sheets[one.seat]


def made(one: Told, action: int) -> Any:
    """The record after a move; a card that is being completed is completed."""
    rules, s = one.state.game.rules, one.state._record.copy()
    room = [0] * rules.MOVES
    rules.apply(s, one.seat, action)
    while s.filling:
        rules.legal(s, one.seat, room)
        rules.apply(s, one.seat, room[0])
    return s


def own(one: Told, action: int) -> Any:
    return made(one, action).sheets[one.seat]


def total(one: Told, sheet: Any) -> int:
    """The points of a sheet as it lies."""
    s = one.state._record.copy()
    s.sheets[one.seat] = sheet
    return int(one.state.game.rules.score(s, one.seat))


def full(one: Told, sheet: Any) -> int:
    """The points of a sheet with all its cards completed."""
    done = sheet.copy()
    for slot in range(done.count):
        done.empty[slot] = 0
    return total(one, done)


def slot_of(one: Told, sheet: Any) -> int:
    """The card of a grid that is told about."""
    game = one.state.game
    named = [slot for slot in range(sheet.count)
             if laid_card(game, sheet, slot) == one.reason.values["card"]]  # fmt: skip
    assert len(named) == 1
    return named[0]


def card_of(one: Told, name: str = "card") -> int:
    """A card that does not lie yet, from its name."""
    game = one.state.game
    cards = [*range(game.rules.EVALUATIONS), *range(FIRST_BONUS, FIRST_BONUS + game.rules.BONUSES)]
    (found,) = [card for card in cards if the_card(game, card) == one.reason.values[name]]
    return int(found)


def gain(one: Told, slot: int) -> int:
    sheet = before(one).copy()
    sheet.empty[slot] = 0
    return total(one, sheet) - total(one, before(one))
