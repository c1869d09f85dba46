"""Whether what is said of cards of Donnant Donnant is true: drafted, laid, bought, set aside."""

from __future__ import annotations

from itertools import product
from typing import Any

from donnant_reasons import before, card_of, full, own, slot_of, total
from reasons_told import Check, Told

from rollwrite.games.donnant.rules import record as r
from rollwrite.games.donnant.ui.names import entry_of, purchase_of


def drop_colour(one: Told) -> bool:
    rules = one.state.game.rules
    card, other = card_of(one), card_of(one, "other")
    hand = {each - 1 for each in own(one, one.action).hand} | {
        each - 1 for each in before(one).hand if each - 1 != one.action - r.DROP
    }
    counts = rules.EVALUATION[card] in (2, 3) and rules.TARGET[card] == rules.COLOUR[other]
    return {card, other} <= hand and bool(counts)


def harder(one: Told) -> bool:
    lengths = [one.state.game.rules.LENGTH[card_of(one, name)] for name in ("card", "other")]
    return lengths == [one.number("count"), one.number("fewer")] and lengths[0] > lengths[1]


def drop_points(one: Told) -> bool:
    rules = one.state.game.rules
    cards = card_of(one), card_of(one, "other")
    points = [rules.POINTS[card] for card in cards]
    alike = rules.EVALUATION[cards[0]] == rules.EVALUATION[cards[1]] > 0
    told = [one.number("points"), one.number("more")]
    return alike and points == told and points[0] < points[1]


def ninth(one: Told) -> bool:
    """D20: the card that makes nine brings the last round, and the other move does not."""
    cards = [
        sheet.count + sum(card > 0 for card in sheet.hand)
        for sheet in (own(one, one.action), own(one, one.other))
    ]
    scores = one.state.scores()
    lead = scores[one.seat] - max(s for seat, s in enumerate(scores) if seat != one.seat)
    if one.key == "ninth":
        return cards[0] == 9 > cards[1] and lead == one.number("lead") > 0
    return cards[1] == 9 > cards[0] and -lead == one.number("lead") > 0


def promise(one: Told) -> bool:
    found = [full(one, own(one, each)) for each in (one.action, one.other)]
    return found == [one.number("points"), one.number("other")] and found[0] > found[1]


def open_places(sheet: Any) -> list[int]:
    """D3: beside a card by edge or corner, in a frame of three columns and three rows."""
    taken = [divmod(sheet.place[slot], 5) for slot in range(sheet.count)]
    found = []
    for row, column in product(range(5), repeat=2):
        near = any(max(abs(row - a), abs(column - b)) == 1 for a, b in taken)
        wide = all(max(abs(row - a), abs(column - b)) <= 2 for a, b in taken)
        if (row, column) not in taken and near and wide:
            found.append(5 * row + column)
    return found


def places(one: Told) -> bool:
    found = [len(open_places(own(one, each))) for each in (one.action, one.other)]
    return found == [one.number("count"), one.number("other")] and found[0] > found[1]


def with_card(one: Told, card: int) -> int:
    """The most points that all cards completed could come to with one more."""
    found = []
    for place in open_places(before(one)):
        sheet = before(one).copy()
        one.state.game.rules.lay(sheet, card, place)
        found.append(full(one, sheet))
    return max(found)


def aside(one: Told) -> bool:
    told = one.number("less"), one.number("points")
    return (with_card(one, card_of(one)), with_card(one, card_of(one, "other"))) == told


def bought(one: Told, action: int) -> int:
    purchase = purchase_of(action)
    return int(one.state._record.market[purchase.row][purchase.slot]) - 1


def buy(one: Told) -> bool:
    found = [with_card(one, bought(one, each)) for each in (one.action, one.other)]
    named = card_of(one) == bought(one, one.action)
    return named and found == [one.number("points"), one.number("other")]


def buy_more(one: Told) -> bool:
    card = bought(one, one.action)
    more = with_card(one, card) - full(one, before(one))
    return card_of(one) == card and more == one.number("points") > 0


def buy_cells(one: Told) -> bool:
    lengths = [one.state.game.rules.LENGTH[bought(one, each)] for each in (one.action, one.other)]
    return lengths == [one.number("count"), one.number("other")] and lengths[0] < lengths[1]


def cheaper(one: Told) -> bool:
    dice = [purchase_of(each).dice.bit_count() for each in (one.action, one.other)]
    return dice == [one.number("count"), one.number("other")] and dice[0] < dice[1]


def laid_bonus(one: Told) -> bool:
    kind = one.state.game.rules.BONUS[card_of(one)]
    return bool(kind) and one.reason.values["what"].key == f"bonus.P{kind}"


def fewer_dice(one: Told) -> bool:
    sheet, rules = before(one), one.state.game.rules
    slots = [rules.slot_at(sheet, entry_of(each).place) for each in (one.action, one.other)]
    empties = [sheet.empty[slot] for slot in slots]
    named = slot_of(one, sheet) == slots[0]
    return named and empties == [one.number("count"), one.number("other")]


def more(one: Told) -> bool:
    here, there = (total(one, own(one, each)) for each in (one.action, one.other))
    return here - there == one.number("points") > 0


CHECKS: dict[str, Check] = {
    "drop_colour": drop_colour,
    "harder": harder,
    "drop_points": drop_points,
    "ninth": ninth,
    "no_ninth": ninth,
    "more": more,
    "promise": promise,
    "laid_bonus": laid_bonus,
    "places": places,
    "aside": aside,
    "fewer_dice": fewer_dice,
    "buy": buy,
    "buy_cells": buy_cells,
    "buy_more": buy_more,
    "cheaper": cheaper,
}
