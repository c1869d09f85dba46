"""The steps of acting (D9 to D12): each on a copy of the sheet, and the best that can follow it."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import stage_of
from rollwrite.games.donnant.bot.dice_subsets import best_set, read_sets, these_dice
from rollwrite.games.donnant.bot.fill_search import EXACTLY, PACKED, SURE, fill_ways, no_ways
from rollwrite.games.donnant.bot.packing import read_ways
from rollwrite.games.donnant.bot.purchase_value import read_market
from rollwrite.games.donnant.bot.sheet_value import (
    BASE,
    COST,
    DOUBLE,
    FRESH,
    NOTHING,
    OTHERS,
    SLOT_PLACE,
    own_worth,
)
from rollwrite.games.donnant.bot.turn_search import (
    AFTER_JOKER,
    CARD_JOKER,
    PASSIVE_TURN,
    SAVED_FRESH,
    SAVED_PLACE,
    read_idle,
)
from rollwrite.games.donnant.rules.record import (
    ACT,
    ALL_DICE,
    BUY,
    DICE,
    DISCARD,
    FILL,
    GRID,
    JOKER_CARD,
    JOKER_DICE,
    PIPS,
    PLACE,
    PLACES,
    PUT,
    REMOVE_FROM,
    ROWS,
    SWAP,
)
from rollwrite.games.donnant.sheet import CELLS, SLOTS
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)


@rule
def rate_acts(
    s: Any, seat: int, moves: Any, count: int, model: Any, work: Any, spare: Any, worth: Any
) -> None:
    """D9 to D12: each step on a copy, and the best of what can follow."""
    base = work[BASE]
    passive = 0
    joker_dice = 0
    joker = s.rolls == 3 and s.acted == 0 and s.filling == 0 and s.phase == ACT
    for slot in range(GRID):
        work[DOUBLE + slot] = 0
    if s.level != 0 or joker:
        read_idle(s, seat, model, work, spare)
        if s.level != 0:
            passive = work[PASSIVE_TURN + 4 - s.rolls]
    if joker:
        stage = stage_of(s, seat, max(work[OTHERS], int(s.sheets[seat].count)), 1)
        these_dice(s.dice, ALL_DICE, work)
        read_sets(s.sheets[seat], stage, 2, 1, model, work)
        joker_dice = best_set(s.dice, ALL_DICE, 2, work)
    if s.phase == ACT and s.filling == 0 and count > 1:
        read_market(s, s, seat, 1, model, work, spare)
        for slot in range(ROWS * SLOTS):
            work[SAVED_PLACE + slot] = work[SLOT_PLACE + slot]
            work[SAVED_FRESH + slot] = work[FRESH + slot]
    for place in range(count):
        action = int(moves[place])
        found = base
        if action == JOKER_DICE:
            found = base + joker_dice + passive // AFTER_JOKER - passive
        elif action >= JOKER_CARD and action < REMOVE_FROM:
            found = base + work[CARD_JOKER + action - JOKER_CARD]
        elif action > DISCARD:
            spare[0] = s
            found = after_act(s, spare[0], seat, action, model, work, spare)
        worth[place] = found + passive


@rule
def after_act(s: Any, after: Any, seat: int, action: int, model: Any, work: Any, spare: Any) -> Any:
    """What a step and the best after it come to; ``after`` is a copy."""
    sheet = after.sheets[seat]
    double = 0
    if action >= FILL:
        rules.choose(after, seat, action - FILL)
        if after.filling != 0:
            return completing(s, after, seat, model, work, spare)
        double = work[DOUBLE + rules.slot_at(sheet, (action - FILL) // (CELLS * DICE * 16))]
    elif action >= BUY:
        rules.buy(after, seat, action - BUY)
        bought = (action - BUY) // ((1 << DICE) * 8)
        there = work[SAVED_PLACE + bought]
        double = -work[SAVED_FRESH + bought]
        lay_from_hand(sheet, sheet.hand[0] - 1, there)
    else:
        lay_from_hand(sheet, (action - PUT) // PLACES, (action - PUT) % PLACES)
    work[BASE] = own_worth(s, seat, sheet, 1, model, work)
    if s.acted == 0 and s.phase == PLACE:
        return work[BASE]  # D18: a joker ends the turn
    read_ways(s, after, seat, 1, model, work, spare)
    return work[BASE] - double + work[PACKED + (ALL_DICE & ~after.spent)]


@rule
def completing(s: Any, after: Any, seat: int, model: Any, work: Any, spare: Any) -> Any:
    """What the card that is being completed comes to, with the dice that serve it best."""
    sheet = after.sheets[seat]
    slot = rules.slot_at(sheet, after.filling - 1)
    card = sheet.card[slot] - 1
    values = rules.packed(sheet, slot) | rules.picked_values(after)
    pips = rules.left_of(sheet, PIPS)
    swaps = rules.left_of(sheet, SWAP)
    chosen = 0
    used = 0
    for cell in range(CELLS):
        if after.picks[cell] != 0:
            die = rules.pick_die(after, cell)
            chosen |= (die + 1) << 3 * cell
            used |= 1 << die
            pips -= abs(rules.pick_value(after, cell) - after.dice[die])
            swaps -= rules.foreign(card, cell, die)
    paid = (rules.left_of(sheet, PIPS) - pips) * work[COST + PIPS]
    paid += (rules.left_of(sheet, SWAP) - swaps) * work[COST + SWAP]
    spare[3] = after
    done = spare[3]
    done.sheets[seat].empty[slot] = 0
    done.filling = 0
    work[BASE] = own_worth(s, seat, done.sheets[seat], 1, model, work)
    read_ways(s, done, seat, 1, model, work, spare)
    no_ways(work)
    free = ALL_DICE & ~after.spent
    fill_ways(card, values, chosen, after.dice, free & ~used, used, pips, swaps, SURE, 0, work)
    best = NOTHING
    for mask in range(1 << DICE):
        if work[EXACTLY + mask] > 0:
            best = max(best, work[EXACTLY + mask] - SURE + work[PACKED + (free & ~mask)])
    return work[BASE] - work[DOUBLE + slot] + best - paid


@rule
def lay_from_hand(sheet: Any, card: int, place: int) -> None:
    """Lay a card (from 0) that is in hand."""
    rules.give(sheet, card)
    rules.lay(sheet, card, place)
