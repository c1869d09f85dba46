"""Sentences that advice on dice and advice on cards both tell."""

from __future__ import annotations

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import Sheet, State
from rollwrite.games.donnant.sheet import say
from rollwrite.games.donnant.ui.card_outlook import gain
from rollwrite.games.donnant.ui.words import laid_card
from rollwrite.games.kit.reasons import points
from rollwrite.texts import Message


def after(game: GameContext, s: State, seat: int, action: int) -> Sheet:
    """The seat's own sheet after a move."""
    later = s.copy()
    game.rules.apply(later, seat, action)
    return later.sheets[seat]


def lies(game: GameContext, sheet: Sheet, slot: int) -> dict[str, Message]:
    """A card of the grid, as texts name it."""
    return {"card": laid_card(game, sheet, slot)}


def bonus_of(game: GameContext, card: int) -> Message:
    """What the bonus of a card (from 0) is for."""
    return say(f"bonus.P{game.rules.BONUS[card]}")


def value(game: GameContext, sheet: Sheet, slot: int) -> tuple[int, bool]:
    """How much completing a card is to be preferred: its points, then a bonus."""
    return gain(game.rules, sheet, slot), bool(game.rules.BONUS[sheet.card[slot] - 1])


def completed(game: GameContext, sheet: Sheet, slot: int, key: str) -> Message:
    """A card that is, or can be, completed: told with its points or its bonus."""
    worth, helps = value(game, sheet, slot)
    if worth > 0:
        return say(f"advice.{key}_points", points=points(worth), **lies(game, sheet, slot))
    if helps:
        what = bonus_of(game, sheet.card[slot] - 1)
        return say(f"advice.{key}_bonus", what=what, **lies(game, sheet, slot))
    return say(f"advice.{key}", **lies(game, sheet, slot))


def more(worth: int) -> Message | None:
    """Points that come at once."""
    return say("advice.more", points=points(worth)) if worth > 0 else None


def cells(count: int) -> Message:
    """A number of empty cells in words."""
    return say("advice.cells.one") if count == 1 else say("advice.cells.many", count=count)
