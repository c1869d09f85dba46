"""Cards, places and prices of Donnant Donnant as a person would call them."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import (
    CENTRE,
    COUNT,
    DRAFT,
    PLACE,
    SIDE,
    Sheet,
    State,
)
from rollwrite.games.donnant.sheet import APART, COLOURS, EQUAL, FIRST_BONUS, NONE, say
from rollwrite.games.donnant.ui.names import Purchase, colour
from rollwrite.games.kit.wording import together
from rollwrite.texts import Message

Words = Message | str | int


def card_words(game: GameContext, card: int, tone: int | None = None) -> Message:
    """A card (from 0) by its colour and what it asks for: "yellow card with 2, 3 and 4"."""
    return _card("card", game.rules, card, tone)


def the_card(game: GameContext, card: int, tone: int | None = None) -> Message:
    """The same in a sentence: "the yellow card with 2, 3 and 4"."""
    return _card("the", game.rules, card, tone)


def on_card(game: GameContext, card: int, tone: int | None = None) -> Message:
    """Where something is written: "on the yellow card with 2, 3 and 4"."""
    return _card("on", game.rules, card, tone)


def laid_card(game: GameContext, sheet: Sheet, slot: int) -> Message:
    """A card of the grid, with the colour it has there."""
    return the_card(game, sheet.card[slot] - 1, game.rules.colour_of(sheet, slot))


@lru_cache(4096)  # the cards of a few editions: those in the market are named at every move
def _card(key: str, rules: Any, card: int, tone: int | None) -> Message:
    own = rules.COLOUR[card] if tone is None else tone
    letter = "none" if own == NONE else COLOURS[own]
    what: Words = together(_asked(rules, card))
    if mark := _mark(rules, card, own):
        what = say("asked.apart", what=what, mark=mark)
    return say(f"{key}.{letter}", what=what)


def _mark(rules: Any, card: int, tone: int) -> Message | None:
    """What tells a card from another one of its colour that asks for the same."""
    if rules.COLOUR[card] != tone:
        return say("asked.wild")
    cards = [*range(rules.EVALUATIONS), *range(FIRST_BONUS, FIRST_BONUS + rules.BONUSES)]
    alike = (
        other != card
        and (rules.COLOUR[other], rules.LENGTH[other]) == (tone, rules.LENGTH[card])
        and _asked(rules, other) == _asked(rules, card)
        for other in cards
    )
    if not any(alike):
        return None
    if rules.EVALUATION[card]:
        return say("asked.worth", points=rules.POINTS[card])
    return say(f"short.P{rules.BONUS[card]}")


def _asked(rules: Any, card: int) -> list[Words]:
    """What the cells of a card ask for: numbers, so many alike, rising, or with a sum."""
    found = list[Words]()
    length, cell = rules.LENGTH[card], 0
    if rules.SUM[card]:
        return [say("asked.sum", count=_count(length), least=rules.SUM[card])]
    while cell < length:
        first, relation = cell, rules.RELATION[card][cell]
        while cell + 1 < length and rules.RELATION[card][cell] != APART:
            cell += 1
        cell += 1
        if cell - first > 1:
            kind = "alike" if relation == EQUAL else "rising"
            found.append(say(f"asked.{kind}", count=_count(cell - first)))
        else:
            found.append(rules.NUMBER[card][first] or say("asked.any"))
    return found


def _count(number: int) -> Message:
    return say(f"count.{number}")


def own_dice(game: GameContext, card: int) -> Words:
    """The cells of a card that take the die of one colour alone; nothing if there are none."""
    found = [
        say("part.own_die", cell=cell + 1, colour=colour(die))
        for cell, die in enumerate(game.rules.CELL_COLOUR[card][: game.rules.LENGTH[card]])
        if die != NONE
    ]
    return say("part.own_dice", what=found) if found else ""


def lines_shown(game: GameContext, s: State, seat: int) -> tuple[int, int, int, int]:
    """The columns and rows to show: three by three, and every open place while cards are laid."""
    paper = s.sheets[seat]
    places = [paper.place[slot] for slot in range(paper.count)] or [CENTRE]
    if s.phase in (DRAFT, PLACE) and s.pending >> seat & 1:
        opened = game.rules.open_places(paper)
        places += [place for place in range(SIDE * SIDE) if opened >> place & 1]
    left, right = _span([place % SIDE for place in places])
    top, bottom = _span([place // SIDE for place in places])
    return left, top, right, bottom


def _span(lines: list[int]) -> tuple[int, int]:
    """The outermost lines, with others around them until there are three."""
    low, high = min(lines), max(lines)
    if low == high:
        return low - 1, high + 1
    if high - low == 1:
        return (low, high + 1) if high < SIDE - 1 else (low - 1, high)
    return low, high


_LINES = {
    3: ("first", "middle", "last"),
    4: ("first", "second", "third", "last"),
    5: ("first", "second", "middle", "fourth", "last"),
}


def place_words(game: GameContext, s: State, seat: int, place: int) -> Message:
    """A place of a seat's grid, seen from the places that are shown: "top left"."""
    left, top, right, bottom = lines_shown(game, s, seat)
    column, row = place % SIDE - left, place // SIDE - top
    if not (0 <= column <= right - left and 0 <= row <= bottom - top):
        return say("where.outside")
    across, down = _LINES[right - left + 1][column], _LINES[bottom - top + 1][row]
    known = ("first", "middle", "last")
    if across in known and down in known:
        return say(f"where.{down}_{across}")
    return say("where.place", row=say(f"row.{down}"), column=say(f"column.{across}"))


def payment(purchase: Purchase, key: str = "pay") -> Message:
    """The dice that pay for a card: "three twos"; with ``pay_in_figures``, "3 twos"."""
    count = COUNT[purchase.dice]
    if count == 0:
        return say("pay.nothing")
    if count == 1:
        return say(f"pay.one.{purchase.value}")
    told = count if key == "pay_in_figures" else _count(count)
    return say(f"pay.many.{purchase.value}", count=told)
