"""What a die adds that is entered in a cell, and what the best of some dice adds on the average."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import (
    ENDED,
    SEEN_REACH,
    SEEN_ROOM,
    fullest,
    place_of_fill,
    place_of_kind,
    place_of_room,
    place_of_shape,
    shape_of,
    stage_of,
)
from rollwrite.games.donnant.bot.fill_search import WAYS_END
from rollwrite.games.donnant.bot.sheet_value import (
    BEST_RIVAL,
    DOUBLE,
    ENTRY,
    GIFT,
    OTHERS,
    SORTED,
    last_of,
    worth_of,
)
from rollwrite.games.donnant.rules.record import ALL_DICE, COUNT, DICE, GRID
from rollwrite.games.donnant.sheet import NONE
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

MOST = 3  # dice that may be entered at once
DONE_GAIN = WAYS_END  # in the room: what each card adds once it is completed
ENTRIES_END = DONE_GAIN + GRID


@rule
def cells_worth(card: int, values: int, empty: int, reach: int, room: int, stage: int,
                model: Any) -> Any:  # fmt: skip
    """The weights of a card that depend on how it is filled; in the end there are none."""
    if stage == ENDED:
        return 0
    return (
        model[place_of_fill(card, empty, reach, stage)]
        + model[place_of_shape(card, shape_of(card, values), stage)]
        + model[place_of_room(card, empty, reach, room, stage)]
        + model[place_of_kind(card, empty, reach, stage)]
    )


@rule
def read_done(sheet: Any, stage: int, others: int, last: int, model: Any, work: Any) -> None:
    """DONE_GAIN: what each card with few empty cells adds if it is completed; sheet is a copy."""
    base = worth_of(sheet, stage, others, last, model, work)
    for slot in range(sheet.count):
        empty = int(sheet.empty[slot])
        work[DONE_GAIN + slot] = 0
        if 0 < empty <= MOST:
            sheet.empty[slot] = 0
            work[DONE_GAIN + slot] = worth_of(sheet, stage, others, last, model, work) - base
            sheet.empty[slot] = empty
    worth_of(sheet, stage, others, last, model, work)  # for what is seen of each card


@rule
def read_doubles(sheet: Any, stage: int, model: Any, work: Any) -> None:
    """DOUBLE: what a roll of five dice, of which one is entered, adds to each card by itself.

    ``read_done`` has been called. Who completes the card before has that no more.
    """
    for slot in range(sheet.count):
        work[DOUBLE + slot] = 0
        if sheet.empty[slot] > 0:
            work[DOUBLE + slot] = alone_worth(sheet, slot, stage, model, work)


@rule
def alone_worth(sheet: Any, slot: int, stage: int, model: Any, work: Any) -> Any:
    """What a roll of five dice, of which one is entered on a card, adds to it."""
    for at in range(ENTRY, ENTRY + DICE * 7):
        work[at] = 0
    add_entries(sheet, slot, stage, model, work)
    sort_entries(work)
    return mean_top(ALL_DICE, work)


@rule
def read_entries(sheet: Any, stage: int, model: Any, work: Any) -> None:
    """ENTRY: what each die with each value adds to a sheet if entered where it serves best."""
    for at in range(ENTRY, ENTRY + DICE * 7):
        work[at] = 0
    for slot in range(sheet.count):
        if sheet.empty[slot] > 0:
            add_entries(sheet, slot, stage, model, work)


@rule
def add_entries(sheet: Any, slot: int, stage: int, model: Any, work: Any) -> None:
    """The same for one card."""
    card = sheet.card[slot] - 1
    empty = int(sheet.empty[slot])
    values = rules.packed(sheet, slot)
    reach, room = work[SEEN_REACH + slot], work[SEEN_ROOM + slot]
    before = cells_worth(card, values, empty, reach, room, stage, model)
    for cell in range(rules.LENGTH[card]):
        if values >> 3 * cell & 7 == 0 and not rules.repeats(card, values, cell):
            low, high = rules.span(card, values, cell)
            colour = rules.COLOUR_BITS[card] >> 3 * cell & 7
            for value in range(low, high + 1):
                gain = work[DONE_GAIN + slot]
                if empty > 1:
                    after = values | value << 3 * cell
                    gain = cells_worth(card, after, empty - 1, reach, room, stage, model) - before
                for die in range(DICE):
                    if colour in (NONE, die):
                        at = ENTRY + die * 7 + value
                        work[at] = max(work[at], gain)


@rule
def sort_entries(work: Any) -> None:
    """Put what dice add in rising order, to count how often something is reached."""
    count = 0
    for die in range(DICE):
        for value in range(1, 7):
            gain = work[ENTRY + die * 7 + value]
            at = count
            while at > 0 and work[SORTED + at - 1] > gain:
                work[SORTED + at] = work[SORTED + at - 1]
                at -= 1
            work[SORTED + at] = gain
            count += 1


@rule
def mean_top(dice: int, work: Any) -> Any:
    """What the best of some dice adds on the average, if all of them are rolled."""
    total = 0
    before = 0
    for at in range(SORTED, SORTED + DICE * 6):
        gain = work[at]
        if gain > before:
            never = 1
            for die in range(DICE):
                if dice >> die & 1:
                    bad = 0
                    for value in range(1, 7):
                        if work[ENTRY + die * 7 + value] < gain:
                            bad += 1
                    never *= bad
            total += (gain - before) * (6 ** COUNT[dice] - never)
            before = gain
    return total // 6 ** COUNT[dice]


@rule
def read_gifts(s: Any, seat: int, ended: int, model: Any, work: Any, spare: Any) -> None:
    """D14: what each set of dice gives to the best other seat if it is rerolled."""
    other = work[BEST_RIVAL]
    for dice in range(1 << DICE):
        work[GIFT + dice] = 0
    if other < 0:
        return
    most = max(work[OTHERS], int(s.sheets[seat].count))
    spare[1] = s
    stage = stage_of(s, other, most, ended)
    sheet = spare[1].sheets[other]
    read_done(sheet, stage, fullest(s, other), last_of(s, most), model, work)
    read_entries(sheet, stage, model, work)
    sort_entries(work)
    for dice in range(1, 1 << DICE):
        work[GIFT + dice] = mean_top(dice, work)
