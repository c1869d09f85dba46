"""Whether the reasons of Donnant Donnant are true: dice, entries and cards completed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import reasons_donnant_cards
from donnant_reasons import before, gain, made, own, slot_of
from reasons_told import Check, Told, is_share

from rollwrite.games.donnant.rules import record as r
from rollwrite.games.donnant.ui.names import entry_of

FALLS = 60  # that are looked at of more dice


def worth_as_told(one: Told, slot: int) -> bool:
    """Whether completing a card brings the points, the bonus or nothing, as told."""
    rules, sheet = one.state.game.rules, before(one)
    bonus, points = rules.BONUS[sheet.card[slot] - 1], gain(one, slot)
    if one.key.endswith("_points"):
        return points == one.number("points") > 0
    if one.key.endswith("_bonus"):
        return bool(one.reason.values["what"].key == f"bonus.P{bonus}")
    return points <= 0 and not bonus


def completes(one: Told) -> bool:
    slot = slot_of(one, before(one))
    after = own(one, one.action)
    return after.empty[slot] == 0 < before(one).empty[slot] and worth_as_told(one, slot)


def fillable(one: Told, dice: list[int]) -> set[int]:
    """The places of cards that can be completed with such dice, by listing the moves."""
    rules, s = one.state.game.rules, one.state._record.copy()
    s.dice[:] = dice
    s.phase, s.site, s.spent, s.acted = r.ACT, 0, 0, 0
    room = [0] * rules.MOVES
    moves = room[: rules.legal(s, one.seat, room)]
    return {entry_of(move).place for move in moves if r.FILL <= move < r.WRITE}


def falls(one: Told, rolled: int) -> Iterator[list[int]]:
    """The dice after every fall of some of them (bits); of many, after some falls."""
    dice, draw = one.state._record.dice, Random(1)
    if rolled.bit_count() <= 2:
        yield from map(list, product(*(
            range(1, 7) if rolled >> die & 1 else [dice[die]] for die in range(r.DICE)
        )))  # fmt: skip
        return
    for _ in range(FALLS):
        yield [draw.randint(1, 6) if rolled >> die & 1 else dice[die] for die in range(r.DICE)]


def rolled(action: int) -> int:
    return action - r.REROLL if action != r.STOP else 0


def can(one: Told) -> bool:
    slot = slot_of(one, before(one))
    possible = before(one).place[slot] in fillable(one, list(one.state._record.dice))
    return possible and worth_as_told(one, slot)


def can_buy(one: Told) -> bool:
    rules, s = one.state.game.rules, made(one, r.STOP)
    room = [0] * rules.MOVES
    moves = room[: rules.legal(s, one.seat, room)]
    others = [s.sheets[seat] for seat in range(s.seats) if seat != one.seat]
    gaps = any(each.empty[slot] for each in others for slot in range(each.count))
    return gaps == (one.key == "can_buy_first") and any(r.BUY <= m < r.FILL for m in moves)


def allowance(one: Told) -> bool:
    now = {1: (3, 2), 2: (2, 1)}[one.state._record.rolls]
    return (one.number("count"), one.number("other")) == now


def still(one: Told) -> bool:
    place = before(one).place[slot_of(one, before(one))]
    return all(place in fillable(one, dice) for dice in falls(one, rolled(one.action)))


def chance(one: Told) -> bool:
    place = before(one).place[slot_of(one, before(one))]
    for name, action in (("share", one.action), ("other", one.other)):
        found = [place in fillable(one, dice) for dice in falls(one, rolled(action))]
        if not is_share(one.number(name), sum(found), len(found)):
            return False
    return one.number("share") > one.number("other")


def most_filled(one: Told, slot: int, dice: list[int]) -> int:
    """The most cells of a card that some dice fill: every die in every cell, or left out."""
    rules, sheet = one.state.game.rules, before(one)
    card, shown = sheet.card[slot] - 1, one.state._record.dice

    def fill(values: int, rest: list[int]) -> int:
        if not rest:
            return 0
        die, most = rest[0], fill(values, rest[1:])
        for cell in range(rules.LENGTH[card]):
            if values >> 3 * cell & 7 == 0 and not rules.foreign(card, cell, die):
                low, high = rules.span(card, values, cell)
                if low <= shown[die] <= high:
                    most = max(most, 1 + fill(values | shown[die] << 3 * cell, rest[1:]))
        return most

    return fill(rules.packed(sheet, slot), dice)


def kept_dice(action: int) -> list[int]:
    return [die for die in range(r.DICE) if not rolled(action) >> die & 1]


def kept(one: Told) -> bool:
    slot = slot_of(one, before(one))
    filled = most_filled(one, slot, kept_dice(one.action))
    empty = before(one).empty[slot]
    return (filled, empty) == (one.number("count"), one.number("empty"))


def alike(one: Told) -> bool:
    shown = [one.state._record.dice[die] for die in kept_dice(one.action)]
    most = max(map(shown.count, shown))
    return most == one.number("count") > 1 and before(one).count < 9


def for_others(one: Told) -> bool:
    counts = [rolled(each).bit_count() for each in (one.action, one.other)]
    return one.state.seats > 1 and counts == [one.number("count"), one.number("other")]


def lacks(one: Told) -> bool:
    sheet = own(one, one.action)
    slot = slot_of(one, sheet)
    here = sheet.empty[slot] == one.number("cells")
    return bool(here and sheet.place[slot] == entry_of(one.action).place)


def faces_of(one: Told, sheet: Any) -> int:
    """How many faces of the dice can be entered without a bonus, by listing the moves."""
    rules, found, room = one.state.game.rules, 0, [0] * one.state.game.rules.MOVES
    s = one.state._record.copy()
    s.sheets[one.seat] = sheet.copy()
    s.sheets[one.seat].written = 0
    solo = s.level != 0
    s.phase = r.SOLO_PASSIVE if solo else r.PASSIVE
    s.allowance = 3 if solo else 0
    s.pending, s.site, s.rolls = 1 << one.seat, 0, 2
    for value in range(1, 7):
        s.dice[:] = [value] * r.DICE
        entries = [
            entry_of(move) for move in room[: rules.legal(s, one.seat, room)] if move >= r.WRITE
        ]
        dice = {each.die for each in entries if each.value == value and not each.swapped}
        found += len(dice)
    return found


def faces(one: Told) -> bool:
    found = [faces_of(one, own(one, each)) for each in (one.action, one.other)]
    return found == [one.number("count"), one.number("other")] and found[0] > found[1]


def uses(one: Told, sheet: Any, kind: int) -> int:
    bonus = one.state.game.rules.BONUS
    return sum(sheet.uses[s] for s in range(sheet.count) if bonus[sheet.card[s] - 1] == kind)


def kept_bonus(one: Told) -> bool:
    kind = int(one.reason.values["what"].key[-1])
    now, here, there = (
        uses(one, sheet, kind) for sheet in (before(one), own(one, one.action), own(one, one.other))
    )
    return now <= here < there


def saves(one: Told) -> bool:
    kind = int(one.reason.values["what"].key[-1])
    found = []
    for action in (one.action, one.other):
        if action >= r.FILL:
            entry = entry_of(action)
            shown = one.state._record.dice[entry.die]
            found.append(abs(entry.value - shown) if kind == r.PIPS else int(entry.swapped))
        else:
            found.append(uses(one, own(one, action), kind) - uses(one, before(one), kind))
    return found == [one.number("count"), one.number("other")] and found[0] < found[1]


def entries(one: Told, s: Any) -> list[int]:
    rules = one.state.game.rules
    room = [0] * rules.MOVES
    if not s.pending >> one.seat & 1 or s.phase != r.JOKER:
        return []
    return [move for move in room[: rules.legal(s, one.seat, room)] if move >= r.WRITE]


def joker_dice(one: Told) -> bool:
    return one.other == r.SKIP and bool(entries(one, made(one, one.action)))


def joker_card(one: Told) -> bool:
    s = one.state._record
    empty = one.state.game.rules.deck_empty(s, one.action - r.JOKER_CARD)
    return before(one).count == one.number("count") < 8 and not empty


def joker_cells(one: Told) -> bool:
    """D17: two entries, one after the other, on the same card."""
    slot = slot_of(one, before(one))
    place, s = before(one).place[slot], made(one, one.action)
    if before(one).empty[slot] != one.number("cells"):
        return False
    for first in entries(one, s):
        if entry_of(first).place == place:
            later = s.copy()
            one.state.game.rules.apply(later, one.seat, first)
            if any(entry_of(second).place == place for second in entries(one, later)):
                return True
    return False


def worth(one: Told) -> bool:
    rules, sheet = one.state.game.rules, before(one)
    slots = [rules.slot_at(sheet, entry_of(each).place) for each in (one.action, one.other)]
    gains = [gain(one, slot) for slot in slots]
    named = slot_of(one, sheet) == slots[0]
    return named and gains == [one.number("points"), one.number("other")] and gains[0] > gains[1]


CHECKS: dict[str, Check] = reasons_donnant_cards.CHECKS | {
    "complete": completes,
    "complete_points": completes,
    "complete_bonus": completes,
    "can": can,
    "can_points": can,
    "can_bonus": can,
    "can_buy": can_buy,
    "can_buy_first": can_buy,
    "allowance": allowance,
    "still": still,
    "chance": chance,
    "kept": kept,
    "alike": alike,
    "for_others": for_others,
    "lacks": lacks,
    "faces": faces,
    "kept_bonus": kept_bonus,
    "saves": saves,
    "joker_dice": joker_dice,
    "joker_card": joker_card,
    "joker_cells": joker_cells,
    "worth": worth,
}
