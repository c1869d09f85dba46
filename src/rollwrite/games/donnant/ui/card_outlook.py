"""What a seat's cards can still become: facts that advice tells, computed from the rules."""

from __future__ import annotations

from itertools import product
from typing import Any, NamedTuple

from rollwrite.games.donnant.rules.record import ALL_DICE, DICE, PIPS, SWAP, Sheet, State

MOST_ROLLED = 2  # dice of which every fall is looked at
FACES = 6 * DICE


def grid_score(rules: Any, sheet: Sheet) -> int:
    """The points of a sheet's cards as they are."""
    return sum(rules.card_points(sheet, slot) for slot in range(sheet.count))


def gain(rules: Any, sheet: Sheet, slot: int) -> int:
    """How many points completing one card brings."""
    done = sheet.copy()
    done.empty[slot] = 0
    return grid_score(rules, done) - grid_score(rules, sheet)


def promise(rules: Any, sheet: Sheet) -> int:
    """The points that a sheet would have with all its cards completed."""
    done = sheet.copy()
    for slot in range(sheet.count):
        done.empty[slot] = 0
    return grid_score(rules, done)


def promise_with(rules: Any, sheet: Sheet, card: int) -> int:
    """The same with one more card (from 0), at the place where it is worth most."""
    places = rules.open_places(sheet)
    best = 0
    for place in range(places.bit_length()):
        if places >> place & 1:
            more = sheet.copy()
            rules.lay(more, card, place)
            best = max(best, promise(rules, more))
    return best


def fitting_faces(rules: Any, sheet: Sheet) -> int:
    """Of the 30 faces of the dice, those that can be entered on some card without a bonus."""
    found = 0
    for slot in range(sheet.count):
        if sheet.empty[slot]:
            card, values = sheet.card[slot] - 1, rules.packed(sheet, slot)
            for cell in range(rules.LENGTH[card]):
                if values >> 3 * cell & 7 == 0:
                    low, high = rules.lowest(card, values, cell), rules.highest(card, values, cell)
                    for die in range(DICE):
                        if not rules.foreign(card, cell, die):
                            for value in range(low, high + 1):
                                found |= 1 << die * 6 + value - 1
    return found.bit_count()


def most_filled(rules: Any, s: State, sheet: Sheet, slot: int, dice: int) -> int:
    """How many cells of a card some dice (bits) can fill together, without a bonus."""
    card = sheet.card[slot] - 1
    layer = {rules.packed(sheet, slot): 0}  # the values in the cells, and how many are new
    for die in range(DICE):
        if dice >> die & 1:
            for values, count in list(layer.items()):
                for cell in range(rules.LENGTH[card]):
                    if (
                        values >> 3 * cell & 7 == 0
                        and not rules.repeats(card, values, cell)
                        and not rules.foreign(card, cell, die)
                        and rules.lowest(card, values, cell) <= s.dice[die]
                        and s.dice[die] <= rules.highest(card, values, cell)
                    ):
                        later = values | s.dice[die] << 3 * cell
                        layer[later] = max(layer.get(later, 0), count + 1)
    return max(layer.values())


class Kept(NamedTuple):
    """Cells of a card that kept dice fill, and which card."""

    filled: int
    slot: int


def best_kept(rules: Any, s: State, sheet: Sheet, dice: int) -> Kept:
    """The card of which some dice fill most cells, of equal ones that with fewest empty."""
    found = [
        (most_filled(rules, s, sheet, slot, dice), -sheet.empty[slot], slot)
        for slot in range(sheet.count)
        if sheet.empty[slot]
    ]
    filled, _, slot = max(found, default=(0, 0, 0))
    return Kept(filled, slot)


def alike(s: State, dice: int) -> int:
    """How many of some dice (bits) show the same."""
    shown = [s.dice[die] for die in range(DICE) if dice >> die & 1]
    return max((shown.count(value) for value in shown), default=0)


def completing(rules: Any, s: State, seat: int, rolled: int) -> dict[int, int]:
    """By card: the falls of a few rerolled dice (bits) after which it can be completed."""
    sheet, found = s.sheets[seat], dict.fromkeys(range(s.sheets[seat].count), 0)
    dice = [die for die in range(DICE) if rolled >> die & 1]
    if len(dice) > MOST_ROLLED:
        return found
    later = s.copy()
    pips, swaps = rules.left_of(sheet, PIPS), rules.left_of(sheet, SWAP)
    near = [
        slot
        for slot in range(sheet.count)
        if 0 < sheet.empty[slot] <= DICE
        and (pips or swaps or _within_reach(rules, s, sheet, slot, rolled))
    ]
    for values in product(range(1, 7), repeat=len(dice)):
        for die, value in zip(dice, values, strict=True):
            later.dice[die] = value
        for slot in near:
            found[slot] += rules.ways_to_fill(later, seat, slot, pips, swaps) != 0
    return found


def _within_reach(rules: Any, s: State, sheet: Sheet, slot: int, rolled: int) -> bool:
    """Whether the dice that stay fill all cells but as many as are rolled."""
    stay = most_filled(rules, s, sheet, slot, ALL_DICE & ~rolled)
    return stay + rolled.bit_count() >= sheet.empty[slot]
