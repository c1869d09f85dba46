"""Entering dice in cells: as a passive player, by a dice joker, and to complete a card."""

from __future__ import annotations

from rollwrite.games.donnant.rules.fills import Left, fill_steps, search
from rollwrite.games.donnant.rules.grid import boxes, boxes_left, of_kind, slot_at, tick
from rollwrite.games.donnant.rules.objectives import (
    counting,
    entries,
    foreign,
    lowest_bit,
    lying,
    next_cell,
    packed,
    repeats,
)
from rollwrite.games.donnant.rules.record import (
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
    Sheet,
    State,
)
from rollwrite.games.donnant.sheet import CELLS
from rollwrite.kernel.rule import rule

TO_ENTER, TO_COMPLETE, FOR_BOTH = range(3)  # what cells are looked at for


@rule
def enterable(s: State, seat: int, phase: int) -> int:
    """D14, D17, D23 and P3: the dice (bits) of which a seat may enter one in a phase."""
    return enterable_with(s, s.sheets[seat], phase, boxes_left(s.sheets[seat]))


@rule
def enterable_with(s: State, sheet: Sheet, phase: int, left: int) -> int:
    """The same for a sheet with these boxes left."""
    used_up = COUNT[sheet.written] >= entries_allowed(s, phase)
    if used_up and (phase == JOKER or of_kind(left, EXTRA) == 0):
        return 0
    site = s.site if phase == PASSIVE else 0
    return ALL_DICE & ~sheet.written & ~site


@rule
def entries_allowed(s: State, phase: int) -> int:
    """D14, D17 and D23: how many dice may be entered in a window without P3."""
    if phase == PASSIVE:
        return 1
    return 2 if phase == JOKER else s.allowance


@rule
def can_write(s: State, seat: int, phase: int) -> bool:
    """Whether a seat can enter any die in a phase."""
    sheet = s.sheets[seat]
    left = boxes_left(sheet)
    able = counting(lying(s.dice, enterable_with(s, sheet, phase, left)), of_kind(left, PIPS))
    if able != 0:
        for slot in range(sheet.count):
            if sheet.empty[slot] != 0:
                card = sheet.card[slot] - 1
                values = packed(sheet, slot)
                for cell in range(LENGTH[card]):
                    empty = values >> 3 * cell & 7 == 0
                    if empty and entries(card, values, cell, able, of_kind(left, SWAP)) != 0:
                        return True
    return False


@rule
def look(
    s: State, sheet: Sheet, able: int, swaps: int, picked: int, aim: int, moves: list[int]
) -> tuple[int, int]:
    """Look which empty cells take a die that is ``able`` to count as something.

    TO_ENTER (D14 and D15): every way is listed as a move, after the first one; of cells alike only
    the first has any. TO_COMPLETE (D11): as bits, the cards of which every empty cell takes some
    die; ``picked`` are the values chosen already for the one that is asked about, if one is.
    FOR_BOTH: that, and one way to enter a die is counted as a move.
    """
    count = 1
    hopeful = 0
    dice = COUNT[ALL_DICE & ~s.spent]
    for slot in range(sheet.count):
        asked = s.filling == 0 or s.filling == sheet.place[slot] + 1
        if asked and sheet.empty[slot] != 0:
            card = sheet.card[slot] - 1
            values = packed(sheet, slot) | picked
            hope = 1 if sheet.empty[slot] <= dice else 0
            for cell in range(LENGTH[card]):
                if hope == 0 and (aim == TO_COMPLETE or (aim == FOR_BOTH and count > 1)):
                    break
                if values >> 3 * cell & 7 == 0:
                    ways = entries(card, values, cell, able, swaps)
                    if ways == 0:
                        hope = 0
                    elif aim != TO_ENTER:
                        count = 2
                    elif not repeats(card, values, cell):
                        start = WRITE + cell_action(sheet.place[slot], cell)
                        count = add_ways(card, cell, ways, start, moves, count)
            hopeful |= hope << slot
    return count, hopeful


@rule
def cell_action(place: int, cell: int) -> int:
    """Where the actions that enter a die in a cell begin."""
    return (place * CELLS + cell) * DICE * 16


@rule
def add_ways(card: int, cell: int, ways: int, start: int, moves: list[int], count: int) -> int:
    """List the ways to fill a cell as actions, those with a die of another colour as swaps."""
    while ways != 0:
        way = lowest_bit(ways)
        ways &= ways - 1
        moves[count] = start + 2 * way + foreign(card, cell, way >> 3)
        count += 1
    return count


@rule
def add_fills(
    s: State,
    sheet: Sheet,
    hopeful: int,
    picked: int,
    chosen: int,
    left: Left,
    moves: list[int],
    count: int,
) -> int:
    """D10 and D11: the next step of every card that can be completed with the dice left.

    While the dice may still be rolled, one card is enough to know of.
    """
    one = s.phase == DECIDE
    before = 0  # cells of the card that are chosen already
    for cell in range(CELLS):
        before += 1 if picked >> 3 * cell & 7 != 0 else 0
    for slot in range(sheet.count):
        if hopeful >> slot & 1:
            card = sheet.card[slot] - 1
            values = packed(sheet, slot) | picked
            empty = sheet.empty[slot] - before
            ways = search(card, values, empty, chosen, s.dice, left, one)
            cell = next_cell(card, values)
            start = FILL + cell_action(sheet.place[slot], cell)
            count = add_ways(card, cell, ways, start, moves, count)
            if one and count != 0:
                break
    return count


@rule
def ways_to_fill(s: State, seat: int, slot: int, pips: int, swaps: int) -> int:
    """D11: the ways to fill the next cell of a card, after the cells already chosen for it."""
    sheet = s.sheets[seat]
    card = sheet.card[slot] - 1
    if sheet.empty[slot] > DICE:
        return 0
    free, chosen, picked, pips, swaps = after_picks(s, card, pips, swaps)
    return fill_steps(card, packed(sheet, slot) | picked, chosen, s.dice, free, pips, swaps)


@rule
def after_picks(s: State, card: int, pips: int, swaps: int) -> tuple[int, int, int, int, int]:
    """What the cells already chosen leave: free dice, dice and values chosen, uses of P1 and P2."""
    free = ALL_DICE & ~s.spent
    chosen = picked = 0
    if s.filling != 0:
        for cell in range(LENGTH[card]):
            if s.picks[cell] != 0:
                die, value = pick_die(s, cell), pick_value(s, cell)
                free &= ~(1 << die)
                chosen |= die + 1 << 3 * cell
                picked |= value << 3 * cell
                pips -= abs(value - s.dice[die])
                swaps -= foreign(card, cell, die)
    return free, chosen, picked, pips, swaps


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
    needed, filled = chosen(s, seat, entry)
    tick(s.sheets[seat], needed, filled)


@rule
def chosen(s: State, seat: int, entry: int) -> tuple[int, int]:
    """The same, but the boxes needed, which come back with the card, are still to be ticked."""
    sheet = s.sheets[seat]
    place = entry // (CELLS * DICE * 16)
    cell = entry // (DICE * 16) % CELLS
    s.filling = place + 1
    s.picks[cell] = entry // 16 % DICE * 6 + entry // 2 % 8
    slot = slot_at(sheet, place)
    count = 0
    for other in range(CELLS):
        if s.picks[other] != 0:
            count += 1
    return complete(s, sheet, slot) if count == sheet.empty[slot] else 0, slot


@rule
def complete(s: State, sheet: Sheet, slot: int) -> int:
    """D10 and D11: spend the dice, fill the cells; what comes back is the boxes needed."""
    card = sheet.card[slot] - 1
    needed = 0
    for cell in range(LENGTH[card]):
        if s.picks[cell] != 0:
            die, value = pick_die(s, cell), pick_value(s, cell)
            needed += boxes(PIPS, abs(value - s.dice[die]))
            needed += boxes(SWAP, foreign(card, cell, die))
            s.spent |= 1 << die
            sheet.cells[slot][cell] = value
    sheet.empty[slot] = 0
    s.acted = 1
    clear_picks(s)
    return needed


@rule
def clear_picks(s: State) -> None:
    """No card is half-way through being completed."""
    s.filling = 0
    for cell in range(CELLS):
        s.picks[cell] = 0


@rule
def enter(s: State, seat: int, entry: int) -> None:
    """D14, D17 and D19: enter one die in a cell and tick what it takes of bonuses."""
    needed, filled = entered(s, seat, entry)
    tick(s.sheets[seat], needed, filled)


@rule
def entered(s: State, seat: int, entry: int) -> tuple[int, int]:
    """The same, but the boxes needed, which come back with the card, are still to be ticked."""
    sheet = s.sheets[seat]
    cell = entry // (DICE * 16) % CELLS
    die = entry // 16 % DICE
    value = entry // 2 % 8
    slot = slot_at(sheet, entry // (CELLS * DICE * 16))
    needed = boxes(PIPS, abs(value - s.dice[die]))
    needed += boxes(SWAP, foreign(sheet.card[slot] - 1, cell, die))
    if COUNT[sheet.written] >= entries_allowed(s, s.phase):
        needed += boxes(EXTRA, 1)
    sheet.written |= 1 << die
    sheet.cells[slot][cell] = value
    sheet.empty[slot] -= 1
    return needed, slot
