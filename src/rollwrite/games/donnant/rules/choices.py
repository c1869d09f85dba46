"""What a seat may do at its decision: D5, D7 to D18, D24 and P4 of the specification."""

from __future__ import annotations

from rollwrite.games.donnant.rules.entering import (
    FOR_BOTH,
    TO_COMPLETE,
    TO_ENTER,
    add_fills,
    after_picks,
    enterable_with,
    look,
)
from rollwrite.games.donnant.rules.fills import Left
from rollwrite.games.donnant.rules.grid import add_places, boxes_left, full, of_kind, slot_at
from rollwrite.games.donnant.rules.market import add_purchases, deck_empty, payments
from rollwrite.games.donnant.rules.objectives import counting, lying
from rollwrite.games.donnant.rules.record import (
    ACT,
    ALL_DICE,
    CHEAPER,
    DECIDE,
    DICE,
    DISCARD,
    DRAFT,
    DROP,
    END,
    HAND,
    JOKER,
    JOKER_CARD,
    JOKER_DICE,
    NAME,
    PIPS,
    PLACE,
    REMOVE,
    REMOVE_FROM,
    REROLL,
    ROWS,
    SKIP,
    STOP,
    SWAP,
    WILD,
    Sheet,
    State,
)
from rollwrite.games.donnant.rules.turn import nameless, row_filled
from rollwrite.kernel.rule import rule


@rule
def legal(s: State, seat: int, moves: list[int]) -> int:
    """List what a pending seat may do; return how many moves that is."""
    placing = s.phase == PLACE
    if placing or s.phase == DRAFT:
        if not placing and s.sheets[seat].dropped == 0:
            return drops(s.sheets[seat], moves)
        moves[0] = DISCARD  # D18: a card drawn by a joker may be put under its deck
        return add_places(s.sheets[seat], moves, 1 if placing and s.acted == 0 else 0)
    if s.phase == REMOVE:
        count = 0
        for row in range(ROWS):
            if row_filled(s, row):
                moves[count] = REMOVE_FROM + row
                count += 1
        return count
    if s.phase == WILD:
        slot = nameless(s.sheets[seat])
        for colour in range(DICE):  # P4
            moves[colour] = NAME + s.sheets[seat].place[slot] * DICE + colour
        return DICE
    return uses_of_dice(s, seat, moves)


@rule
def uses_of_dice(s: State, seat: int, moves: list[int]) -> int:
    """D7 to D18: enter a die; or buy, complete, and what there is besides."""
    sheet = s.sheets[seat]
    left = boxes_left(sheet)
    pips, swaps, cheaper = of_kind(left, PIPS), of_kind(left, SWAP), of_kind(left, CHEAPER)
    deciding = s.phase == DECIDE
    acting = deciding or s.phase == ACT
    sets = payments(s, sheet, pips, cheaper) if acting and s.filling == 0 else 0
    if sets != 0 and deciding:
        return rerolls(moves, True)
    idle = acting and s.rolls == 3 and s.acted == 0 and s.filling == 0
    if acting:
        card = sheet.card[slot_at(sheet, s.filling - 1)] - 1 if s.filling != 0 else 0
        free, chosen, picked, pips, swaps = after_picks(s, card, pips, swaps)
        aim = FOR_BOTH if idle else TO_COMPLETE
    else:
        free, chosen, picked = enterable_with(s, sheet, s.phase, left), 0, 0
        aim = TO_ENTER
    lies = lying(s.dice, free)
    count, hopeful = look(s, sheet, counting(lies, pips), swaps, picked, aim, moves)
    if not acting:
        moves[0] = END if s.phase == JOKER else SKIP  # D14 and D17: nobody has to enter a die
        return count
    if idle:
        count = idle_actions(s, sheet, count > 1, moves)
    else:
        moves[0] = END
        count = 1 if s.acted != 0 and s.filling == 0 else 0
    if sets != 0:
        count = add_purchases(s, sets, cheaper, moves, count)
    dice_left = Left(lies, pips, swaps)
    count = add_fills(s, sheet, hopeful, picked, chosen, dice_left, moves, count)
    return rerolls(moves, count != 0) if deciding else count


@rule
def rerolls(moves: list[int], able: bool) -> int:
    """D7 and D8: stop, if something can be bought or completed, or reroll at least one die."""
    count = 0
    if able:
        moves[0] = STOP
        count = 1
    for dice in range(1, ALL_DICE + 1):
        moves[count] = REROLL + dice
        count += 1
    return count


@rule
def idle_actions(s: State, sheet: Sheet, able: bool, moves: list[int]) -> int:
    """D9, D17 and D18: pass; two dice as if passive; a card, unless the grid is full."""
    moves[0] = SKIP
    count = 1
    if able:
        moves[count] = JOKER_DICE
        count += 1
    if not full(sheet):
        for row in range(ROWS):
            if not deck_empty(s, row):
                moves[count] = JOKER_CARD + row
                count += 1
    return count


@rule
def drops(sheet: Sheet, moves: list[int]) -> int:
    """D5: drop one of the four cards, before the other three are laid."""
    for at in range(HAND):
        moves[at] = DROP + sheet.hand[at] - 1
    return HAND
