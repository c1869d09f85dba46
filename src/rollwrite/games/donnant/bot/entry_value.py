"""What a die entered in a cell adds, and what the best of several dice adds on average."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import (
    ENDED,
    fullest,
    place_of_fill,
    place_of_kind,
    place_of_room,
    place_of_shape,
    shape_of,
    stage_of,
)
from rollwrite.games.donnant.bot.sheet_value import last_of, worth_of
from rollwrite.games.donnant.rules.record import ALL_DICE, COUNT, DICE
from rollwrite.games.donnant.sheet import NONE
from rollwrite.kernel.records import Record, i64
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

MOST = 3  # dice that may be entered at once


class Entries(Record):
    """What dice add when they are entered one by one."""

    gain: list[list[int]] = i64[DICE, 7]  # by die and value: what it adds where it serves best
    rising: list[int] = i64[DICE * 6]  # the same in rising order


@rule
def cells_worth(
    card: int, values: int, empty: int, reach: int, room: int, stage: int, model: Any
) -> Any:
    """The weights of a card that depend on how it is filled; 0 at the end of the game."""
    if stage == ENDED:
        return 0
    return (
        model[place_of_fill(card, empty, reach, stage)]
        + model[place_of_shape(card, shape_of(card, values), stage)]
        + model[place_of_room(card, empty, reach, room, stage)]
        + model[place_of_kind(card, empty, reach, stage)]
    )


@rule
def read_done(sheet: Any, stage: int, others: int, last: int, model: Any, own: Any) -> None:
    """What each card with few empty cells adds if it is completed; the sheet is a copy."""
    base = worth_of(sheet, stage, others, last, model, own)
    for slot in range(sheet.count):
        empty = int(sheet.empty[slot])
        own.done_gain[slot] = 0
        if 0 < empty <= MOST:
            sheet.empty[slot] = 0
            own.done_gain[slot] = worth_of(sheet, stage, others, last, model, own) - base
            sheet.empty[slot] = empty
    worth_of(sheet, stage, others, last, model, own)  # for ``own.grid``


@rule
def read_passive_gains(sheet: Any, stage: int, model: Any, own: Any) -> None:
    """What a roll of five dice, of which one is entered, adds to each card by itself.

    Call ``read_done`` before. Whoever completes a card first does not get this as well.
    """
    for slot in range(sheet.count):
        own.passive_gain[slot] = 0
        if sheet.empty[slot] > 0:
            own.passive_gain[slot] = alone_worth(sheet, slot, stage, model, own)


@rule
def alone_worth(sheet: Any, slot: int, stage: int, model: Any, own: Any) -> Any:
    """What a roll of five dice, of which one is entered on a card, adds to it."""
    no_entries(own.entries)
    add_entries(sheet, slot, stage, model, own)
    sort_entries(own.entries)
    return mean_top(ALL_DICE, own.entries)


@rule
def no_entries(entries: Any) -> None:
    """Reset what dice add."""
    for die in range(DICE):
        for value in range(7):
            entries.gain[die][value] = 0


@rule
def read_entries(sheet: Any, stage: int, model: Any, own: Any) -> None:
    """What each die with each value adds to a sheet if entered where it serves best."""
    no_entries(own.entries)
    for slot in range(sheet.count):
        if sheet.empty[slot] > 0:
            add_entries(sheet, slot, stage, model, own)


@rule
def add_entries(sheet: Any, slot: int, stage: int, model: Any, own: Any) -> None:
    """The same for one card."""
    card = sheet.card[slot] - 1
    empty = int(sheet.empty[slot])
    values = rules.packed(sheet, slot)
    reach, room = own.grid.reach[slot], own.grid.room[slot]
    before = cells_worth(card, values, empty, reach, room, stage, model)
    for cell in range(rules.LENGTH[card]):
        if values >> 3 * cell & 7 == 0 and not rules.repeats(card, values, cell):
            low, high = rules.span(card, values, cell)
            colour = rules.COLOUR_BITS[card] >> 3 * cell & 7
            for value in range(low, high + 1):
                gain = own.done_gain[slot]
                if empty > 1:
                    after = values | value << 3 * cell
                    gain = cells_worth(card, after, empty - 1, reach, room, stage, model) - before
                for die in range(DICE):
                    if colour in (NONE, die):
                        of_die = own.entries.gain[die]
                        of_die[value] = max(of_die[value], gain)


@rule
def sort_entries(entries: Any) -> None:
    """Sort what dice add, to count how often a value is reached."""
    rising = entries.rising
    count = 0
    for die in range(DICE):
        for value in range(1, 7):
            gain = entries.gain[die][value]
            at = count
            while at > 0 and rising[at - 1] > gain:
                rising[at] = rising[at - 1]
                at -= 1
            rising[at] = gain
            count += 1


@rule
def mean_top(dice: int, entries: Any) -> Any:
    """What the best of some dice adds on average, if all of them are rolled."""
    total = 0
    before = 0
    for at in range(DICE * 6):
        gain = entries.rising[at]
        if gain > before:
            never = 1
            for die in range(DICE):
                if dice >> die & 1:
                    bad = 0
                    for value in range(1, 7):
                        if entries.gain[die][value] < gain:
                            bad += 1
                    never *= bad
            total += (gain - before) * (6 ** COUNT[dice] - never)
            before = gain
    return total // 6 ** COUNT[dice]


@rule
def read_gifts(s: Any, seat: int, ended: int, model: Any, own: Any) -> None:
    """D14: what each set of dice gives to the best other seat if it is rerolled."""
    other = own.best_rival
    for dice in range(1 << DICE):
        own.gift[dice] = 0
    if other < 0:
        return
    most = max(own.others, int(s.sheets[seat].count))
    own.sheet[0] = s.sheets[other]
    sheet = own.sheet[0]
    stage = stage_of(s, other, most, ended)
    read_done(sheet, stage, fullest(s, other), last_of(s, most), model, own)
    read_entries(sheet, stage, model, own)
    sort_entries(own.entries)
    for dice in range(1, 1 << DICE):
        own.gift[dice] = mean_top(dice, own.entries)
