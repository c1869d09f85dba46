"""Donnant Donnant's search for ways to fill cells, against trying everything."""

from __future__ import annotations

from itertools import product

from donnant_table import GAME
from hypothesis import assume, given
from hypothesis import strategies as st

from rollwrite.games.donnant.rules.fills import Left, fill_steps, search
from rollwrite.games.donnant.rules.grid import open_places
from rollwrite.games.donnant.rules.market import alike as alike_dice
from rollwrite.games.donnant.rules.objectives import counting, entries, lowest_bit, lying
from rollwrite.games.donnant.rules.record import Sheet

RULES = GAME.rules
CARDS = [card for card in range(100) if RULES.LENGTH[card]]
DICE = st.lists(st.integers(1, 6), min_size=5, max_size=5)


def right(card: int, values: list[int]) -> bool:
    """D2, straight from the card: numbers, relations, the sum."""
    for cell, value in enumerate(values):
        if RULES.NUMBER[card][cell] not in (0, value):
            return False
        if cell and RULES.RELATION[card][cell - 1] == 1 and not values[cell - 1] < value:
            return False
        if cell and RULES.RELATION[card][cell - 1] == 2 and values[cell - 1] != value:
            return False
    return bool(sum(values) >= RULES.SUM[card])


def solutions(card: int) -> list[tuple[int, ...]]:
    """Every way in which a card of up to six cells can be completed, whatever the dice."""
    ranges = [
        [number] if (number := RULES.NUMBER[card][cell]) else list(range(1, 7))
        for cell in range(RULES.LENGTH[card])
    ]
    return [values for values in product(*ranges) if right(card, list(values))]


def packed(values: list[int]) -> int:
    return sum(value << 3 * cell for cell, value in enumerate(values))


@st.composite
def begun_cards(draw: st.DrawFn) -> tuple[int, list[int]]:
    """A card, part of it filled so that it can be completed."""
    card = draw(st.sampled_from(CARDS))
    length = RULES.LENGTH[card]
    if length > 6:  # E04: eight cells with a sum of 40
        values = draw(st.lists(st.integers(5, 6), min_size=length, max_size=length))
        empty = draw(st.sets(st.integers(0, length - 1), min_size=1, max_size=4))
    else:
        values = list(draw(st.sampled_from(solutions(card))))
        empty = draw(st.sets(st.integers(0, length - 1), min_size=1, max_size=5))
    return card, [0 if cell in empty else value for cell, value in enumerate(values)]


def every_way(
    card: int, values: list[int], dice: list[int], free: int, pips: int, swaps: int
) -> int:
    """The first steps of all ways to complete a card, alike cells with their dice in order."""
    empty = [cell for cell, value in enumerate(values) if value == 0]
    found = 0

    def go(place: int, used: list[int], now: list[int], pips: int, swaps: int) -> bool:
        if place == len(empty):
            return right(card, now)
        cell = empty[place]
        worked = False
        for die in range(5):
            if not free >> die & 1 or die in used:
                continue
            specializer = [used[i] for i in range(place) if alike(card, empty[i], cell)]
            if specializer and max(specializer) > die:
                continue
            swap = RULES.CELL_COLOUR[card][cell] not in (5, die)
            for value in range(1, 7):
                cost = abs(value - dice[die])
                if cost > pips or swap > swaps:
                    continue
                after = [*now[:cell], value, *now[cell + 1 :]]
                if go(place + 1, [*used, die], after, pips - cost, swaps - swap):
                    worked = True
                    if place == 0:
                        nonlocal found
                        found |= 1 << die * 8 + value
                    else:
                        return True
        return worked

    go(0, [], values, pips, swaps)
    return found


def alike(card: int, one: int, two: int) -> bool:
    """Whether two cells ask for the same: joined by =, or by nothing at all."""
    number, colour, relation = (t[card] for t in (RULES.NUMBER, RULES.CELL_COLOUR, RULES.RELATION))
    if (number[one], colour[one]) != (number[two], colour[two]):
        return False
    low, high = min(one, two), max(one, two)
    if all(relation[cell] == 2 for cell in range(low, high)):
        return True
    return all(relation[c] == 0 and (c == 0 or relation[c - 1] == 0) for c in (one, two))


@given(begun_cards(), DICE, st.integers(0, 31), st.integers(0, 3), st.integers(0, 2))
def test_d11_steps_are_offered_exactly_when_the_whole_can_be_completed(
    begun: tuple[int, list[int]], dice: list[int], free: int, pips: int, swaps: int
) -> None:
    card, values = begun
    found = fill_steps(card, packed(values), 0, dice, free, pips, swaps)
    assert found == every_way(card, values, dice, free, pips, swaps)


@given(begun_cards(), DICE, st.integers(0, 31), st.integers(0, 3), st.integers(0, 2))
def test_d8_one_way_is_found_exactly_when_there_is_any(
    begun: tuple[int, list[int]], dice: list[int], free: int, pips: int, swaps: int
) -> None:
    card, values = begun
    assume(values.count(0) <= free.bit_count())
    left = Left(lying(dice, free), pips, swaps)
    found = search(card, packed(values), values.count(0), 0, dice, left, one=True)
    every = every_way(card, values, dice, free, pips, swaps)
    assert found & ~every == 0
    assert found.bit_count() == min(1, every.bit_count())


@given(st.integers(0, 39), st.integers(0, (1 << 40) - 1))
def test_the_lowest_bit_of_a_word_is_found(place: int, above: int) -> None:
    word = (above << place + 1 | 1 << place) & (1 << 40) - 1
    assert lowest_bit(word) == place


@given(begun_cards(), DICE, st.integers(0, 31), st.integers(0, 3), st.integers(0, 2), st.data())
def test_d15_entries_are_offered_exactly_when_the_card_stays_completable(
    begun: tuple[int, list[int]],
    dice: list[int],
    free: int,
    pips: int,
    swaps: int,
    data: st.DataObject,
) -> None:
    card, values = begun
    assume(RULES.LENGTH[card] <= 6)
    cell = data.draw(st.sampled_from([c for c, value in enumerate(values) if value == 0]))
    possible = {
        solution[cell]
        for solution in solutions(card)
        if all(value in (0, solution[c]) for c, value in enumerate(values))
    }
    expected = 0
    for die, value in product(range(5), range(1, 7)):
        fits = free >> die & 1 and abs(value - dice[die]) <= pips and value in possible
        if fits and (swaps or RULES.CELL_COLOUR[card][cell] in (5, die)):
            expected |= 1 << die * 8 + value
    able = counting(lying(dice, free), pips)
    assert entries(card, packed(values), cell, able, swaps) == expected


def pips_for(dice: list[int], chosen: list[int], value: int) -> int:
    return sum(abs(dice[die] - value) for die in chosen)


@given(DICE, st.integers(0, 31), st.integers(0, 9), st.integers(0, 5))
def test_p1_dice_count_as_one_value_exactly_when_the_uses_suffice(
    dice: list[int], free: int, pips: int, fewest: int
) -> None:
    payable = 0
    for chosen in range(32):
        members = [die for die in range(5) if chosen >> die & 1]
        if chosen & ~free:
            continue
        costs = [pips_for(dice, members, value) for value in range(1, 7)]
        if min(costs) <= pips:
            payable |= (len(members) >= fewest) << chosen
        least = costs.index(min(costs)) + 1 if members else 0
        assert RULES.common_value(dice, chosen) == least
    assert alike_dice(dice, free, pips, fewest) == payable


@given(st.lists(st.integers(0, 24), max_size=8))
def test_d3_a_card_touches_another_and_stays_within_three_by_three(picks: list[int]) -> None:
    sheet = Sheet()
    cards: list[tuple[int, int]] = []
    for pick in [12, *picks]:
        expected = [
            row * 5 + column
            for row, column in product(range(5), range(5))
            if (row, column) not in cards
            and any(abs(row - r) <= 1 and abs(column - c) <= 1 for r, c in cards)
            and all(abs(row - r) <= 2 and abs(column - c) <= 2 for r, c in cards)
        ] or [12]
        assert open_places(sheet) == sum(1 << place for place in expected)
        place = expected[pick % len(expected)]
        cards.append((place // 5, place % 5))
        sheet.place[sheet.count] = place
        sheet.count += 1
