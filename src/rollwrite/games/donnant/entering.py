"""Entering dice in cells: as a passive player, by a dice joker, and to complete a card."""

from __future__ import annotations

from rollwrite.games.donnant.fills import fill_steps
from rollwrite.games.donnant.grid import boxes, boxes_left, left_of, of_kind, slot_at, tick
from rollwrite.games.donnant.objectives import (
    entries,
    foreign,
    next_cell,
    packed,
    repeats,
    shown,
)
from rollwrite.games.donnant.record import (
    ALL_DICE,
    COUNT,
    DECIDE,
    DICE,
    EXTRA,
    FILL,
    JOKER,
    LENGTH,
    PASSIVE,
    PIPS,
    SWAP,
    WRITE,
    State,
)
from rollwrite.games.donnant.sheet import CELLS
from rollwrite.kernel.rule import rule


@rule
def enterable(s: State, seat: int, phase: int) -> int:
    """D14, D17, D23 and P3: the dice (bits) of which a seat may enter one in a phase."""
    sheet = s.sheets[seat]
    dice = ALL_DICE & ~sheet.written
    if phase == PASSIVE:
        dice &= ~s.site
    used_up = COUNT[sheet.written] >= entries_allowed(s, phase)
    if used_up and (phase == JOKER or left_of(sheet, EXTRA) == 0):
        return 0
    return dice


@rule
def entries_allowed(s: State, phase: int) -> int:
    """D14, D17 and D23: how many dice may be entered in a window without P3."""
    if phase == PASSIVE:
        return 1
    return 2 if phase == JOKER else s.allowance


@rule
def add_writes(s: State, seat: int, moves: list[int], count: int) -> int:
    """D14 and D15: every die that may be entered in every cell; of cells alike only the first."""
    sheet = s.sheets[seat]
    dice = enterable(s, seat, s.phase)
    if dice == 0:
        return count
    left = boxes_left(sheet)
    pips, swaps = of_kind(left, PIPS), of_kind(left, SWAP)
    able = shown(s.dice, dice, pips)
    for slot in range(sheet.count):
        if sheet.empty[slot] != 0:
            card = sheet.card[slot] - 1
            values = packed(sheet, slot)
            for cell in range(LENGTH[card]):
                if values >> 3 * cell & 7 == 0 and not repeats(card, values, cell):
                    ways = entries(card, values, cell, able, swaps)
                    start = WRITE + cell_action(sheet.place[slot], cell)
                    count = add_ways(card, cell, ways, start, moves, count)
    return count


@rule
def can_write(s: State, seat: int, phase: int) -> bool:
    """Whether a seat can enter any die in a phase."""
    sheet = s.sheets[seat]
    dice = enterable(s, seat, phase)
    if dice == 0:
        return False
    left = boxes_left(sheet)
    pips, swaps = of_kind(left, PIPS), of_kind(left, SWAP)
    able = shown(s.dice, dice, pips)
    for slot in range(sheet.count):
        if sheet.empty[slot] != 0:
            card = sheet.card[slot] - 1
            values = packed(sheet, slot)
            for cell in range(LENGTH[card]):
                empty = values >> 3 * cell & 7 == 0
                if empty and entries(card, values, cell, able, swaps) != 0:
                    return True
    return False


@rule
def cell_action(place: int, cell: int) -> int:
    """Where the actions that enter a die in a cell begin."""
    return (place * CELLS + cell) * DICE * 16


@rule
def add_ways(card: int, cell: int, ways: int, start: int, moves: list[int], count: int) -> int:
    """List the ways to fill a cell as actions, those with a die of another colour as swaps."""
    for die in range(DICE):
        values = ways >> 8 * die & 255
        if values != 0:
            entry = start + 16 * die + foreign(card, cell, die)
            for value in range(1, 7):
                if values >> value & 1:
                    moves[count] = entry + 2 * value
                    count += 1
    return count


@rule
def add_fills(s: State, seat: int, moves: list[int], count: int) -> int:
    """D10 and D11: the next step of every card that can be completed with the dice left.

    While the dice may still be rolled, one card is enough to know of.
    """
    sheet = s.sheets[seat]
    left = boxes_left(sheet)
    pips, swaps = of_kind(left, PIPS), of_kind(left, SWAP)
    for slot in range(sheet.count):
        asked = s.filling == 0 or s.filling == sheet.place[slot] + 1
        if asked and sheet.empty[slot] != 0:
            card = sheet.card[slot] - 1
            ways = ways_to_fill(s, seat, slot, pips, swaps)
            if ways != 0:
                cell = next_cell(card, packed(sheet, slot) | picked_values(s))
                start = FILL + cell_action(sheet.place[slot], cell)
                count = add_ways(card, cell, ways, start, moves, count)
                if s.phase == DECIDE:
                    return count
    return count


@rule
def ways_to_fill(s: State, seat: int, slot: int, pips: int, swaps: int) -> int:
    """D11: the ways to fill the next cell of a card, after the cells already chosen for it."""
    sheet = s.sheets[seat]
    card = sheet.card[slot] - 1
    free = ALL_DICE & ~s.spent
    if sheet.empty[slot] > DICE:
        return 0
    chosen = 0
    if s.filling != 0:
        for cell in range(LENGTH[card]):
            if s.picks[cell] != 0:
                die = pick_die(s, cell)
                chosen |= die + 1 << 3 * cell
                free &= ~(1 << die)
                pips -= abs(pick_value(s, cell) - s.dice[die])
                swaps -= foreign(card, cell, die)
    values = packed(sheet, slot) | picked_values(s)
    return fill_steps(card, values, chosen, s.dice, free, pips, swaps)


@rule
def pick_die(s: State, cell: int) -> int:
    """The die chosen for a cell of the card being completed."""
    return (s.picks[cell] - 1) // 6


@rule
def pick_value(s: State, cell: int) -> int:
    """What the die chosen for a cell counts as."""
    return (s.picks[cell] - 1) % 6 + 1


@rule
def picked_values(s: State) -> int:
    """The values chosen for the card being completed, packed."""
    values = 0
    if s.filling != 0:
        for cell in range(CELLS):
            if s.picks[cell] != 0:
                values |= pick_value(s, cell) << 3 * cell
    return values


@rule
def choose(s: State, seat: int, entry: int) -> None:
    """D11: choose a die for the next cell; with the last one the card is completed at once."""
    sheet = s.sheets[seat]
    place = entry // (CELLS * DICE * 16)
    cell = entry // (DICE * 16) % CELLS
    s.filling = place + 1
    s.picks[cell] = entry // 16 % DICE * 6 + entry // 2 % 8
    slot = slot_at(sheet, place)
    chosen = 0
    for other in range(CELLS):
        if s.picks[other] != 0:
            chosen += 1
    if chosen == sheet.empty[slot]:
        complete(s, seat, slot)


@rule
def complete(s: State, seat: int, slot: int) -> None:
    """D10, D11 and D19: spend the dice and the bonuses, fill the cells."""
    sheet = s.sheets[seat]
    card = sheet.card[slot] - 1
    needed = 0
    for cell in range(LENGTH[card]):
        if s.picks[cell] != 0:
            die = pick_die(s, cell)
            value = pick_value(s, cell)
            needed += boxes(PIPS, abs(value - s.dice[die]))
            needed += boxes(SWAP, foreign(card, cell, die))
            s.spent |= 1 << die
            sheet.cells[slot][cell] = value
    tick(sheet, needed)
    sheet.empty[slot] = 0
    s.acted = 1
    clear_picks(s)


@rule
def clear_picks(s: State) -> None:
    """No card is half-way through being completed."""
    s.filling = 0
    for cell in range(CELLS):
        s.picks[cell] = 0


@rule
def enter(s: State, seat: int, entry: int) -> None:
    """D14, D17 and D19: enter one die in a cell; what it takes of bonuses is ticked first."""
    sheet = s.sheets[seat]
    cell = entry // (DICE * 16) % CELLS
    die = entry // 16 % DICE
    value = entry // 2 % 8
    slot = slot_at(sheet, entry // (CELLS * DICE * 16))
    needed = boxes(PIPS, abs(value - s.dice[die]))
    needed += boxes(SWAP, foreign(sheet.card[slot] - 1, cell, die))
    if COUNT[sheet.written] >= entries_allowed(s, s.phase):
        needed += boxes(EXTRA, 1)
    tick(sheet, needed)
    sheet.written |= 1 << die
    sheet.cells[slot][cell] = value
    sheet.empty[slot] -= 1
