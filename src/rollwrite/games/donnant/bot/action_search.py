"""Actions (D9 to D12): each is tried on a copy of the sheet, plus the best that can follow it."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import stage_of
from rollwrite.games.donnant.bot.dice_subsets import best_set, read_sets, these_dice
from rollwrite.games.donnant.bot.fill_search import SURE, Means, Task, fill_ways, no_ways
from rollwrite.games.donnant.bot.packing import read_ways
from rollwrite.games.donnant.bot.purchase_value import read_market
from rollwrite.games.donnant.bot.sheet_value import NOTHING, own_worth
from rollwrite.games.donnant.bot.turn_search import AFTER_JOKER, read_idle
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
from rollwrite.games.donnant.sheet import CELLS
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)


@rule
def rate_acts(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """D9 to D12: the value of each action, with the best that can follow it."""
    own = w.own
    base = own.base
    passive = 0
    joker_dice = 0
    joker = s.rolls == 3 and s.acted == 0 and s.filling == 0 and s.phase == ACT
    for slot in range(GRID):
        own.passive_gain[slot] = 0
    if s.level != 0 or joker:
        read_idle(s, seat, model, own)
        if s.level != 0:
            passive = own.passive_turn[4 - s.rolls]
    if joker:
        stage = stage_of(s, seat, max(own.others, int(s.sheets[seat].count)), 1)
        these_dice(s.dice, ALL_DICE, own.subsets)
        read_sets(s.sheets[seat], stage, 2, 1, model, own)
        joker_dice = best_set(s.dice, ALL_DICE, 2, own.subsets)
    if s.phase == ACT and s.filling == 0 and count > 1:
        read_market(s, s, seat, 1, model, own)
        own.saved_purchases[0] = own.purchases
    for place in range(count):
        action = int(moves[place])
        found = base
        if action == JOKER_DICE:
            found = base + joker_dice + passive // AFTER_JOKER - passive
        elif action >= JOKER_CARD and action < REMOVE_FROM:
            found = base + own.card_joker[action - JOKER_CARD]
        elif action > DISCARD:
            own.after[0] = s
            found = after_act(s, own.after[0], seat, action, model, own)
        w.worth[place] = found + passive
    if joker and waits(s, seat):
        look_on(s, moves, count, base, w)
    elif s.phase == PLACE and s.acted == 0 and waits(s, seat) and s.rest[0] + s.rest[1] == 0:
        stop_waiting(moves, count, w)


@rule
def waits(s: Any, seat: int) -> bool:
    """Whether a seat may wait for a last card, with no end in sight.

    The rules let all pass for ever, or put the same cards under a deck again and again, where each
    always comes to another seat. Waiting gains nothing then, so this seat ends it.
    """
    return bool(s.level == 0 and s.last_round == 0 and s.sheets[seat].count == GRID - 1)


@rule
def look_on(s: Any, moves: Any, count: int, base: int, w: Any) -> None:
    """D18: rather look at a card than pass, at first at those that nobody has put back."""
    for place in range(count):
        drawn = moves[place] >= JOKER_CARD and moves[place] < REMOVE_FROM
        if not drawn and w.worth[place] > base:
            return
    for place in range(count):
        row = moves[place] - JOKER_CARD
        if row >= 0 and row < ROWS:
            if s.rest[row] != 0:
                w.worth[place] = max(w.worth[place], base + 2)
            elif s.rest[1 - row] != 0:
                w.worth[place] = base + 1
            else:
                w.worth[place] = max(w.worth[place], base + 1)


@rule
def stop_waiting(moves: Any, count: int, w: Any) -> None:
    """D18: putting the card back is worth no more than laying it where it serves best."""
    best = NOTHING
    for place in range(count):
        if moves[place] != DISCARD:
            best = max(best, w.worth[place])
    for place in range(count):
        if moves[place] == DISCARD:
            w.worth[place] = min(w.worth[place], best - 1)


@rule
def after_act(s: Any, after: Any, seat: int, action: int, model: Any, own: Any) -> Any:
    """The value of an action with the best that can follow it; ``after`` is a copy of the state."""
    sheet = after.sheets[seat]
    double = 0
    if action >= FILL:
        rules.choose(after, seat, action - FILL)
        if after.filling != 0:
            return completing(s, after, seat, model, own)
        double = own.passive_gain[rules.slot_at(sheet, (action - FILL) // (CELLS * DICE * 16))]
    elif action >= BUY:
        rules.buy(after, seat, action - BUY)
        bought = (action - BUY) // ((1 << DICE) * 8)
        there = own.saved_purchases[0].place[bought]
        double = -own.saved_purchases[0].soon[bought]
        lay_from_hand(sheet, sheet.hand[0] - 1, there)
    else:
        lay_from_hand(sheet, (action - PUT) // PLACES, (action - PUT) % PLACES)
    own.base = own_worth(s, seat, sheet, 1, model, own)
    if s.acted == 0 and s.phase == PLACE:
        return own.base  # D18: a joker ends the turn
    read_ways(s, after, seat, 1, model, own)
    return own.base - double + own.packed[ALL_DICE & ~after.spent]


@rule
def completing(s: Any, after: Any, seat: int, model: Any, own: Any) -> Any:
    """The value of the card that is being completed, with the dice that serve it best."""
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
    paid = (rules.left_of(sheet, PIPS) - pips) * own.cost[PIPS]
    paid += (rules.left_of(sheet, SWAP) - swaps) * own.cost[SWAP]
    own.completed[0] = after
    done = own.completed[0]
    done.sheets[seat].empty[slot] = 0
    done.filling = 0
    own.base = own_worth(s, seat, done.sheets[seat], 1, model, own)
    read_ways(s, done, seat, 1, model, own)
    no_ways(own)
    free = ALL_DICE & ~after.spent
    means = Means(after.dice, free & ~used, used, pips, swaps)
    fill_ways(Task(card, values, chosen), means, SURE, 0, own)
    best = NOTHING
    for mask in range(1 << DICE):
        if own.exactly[mask] > 0:
            best = max(best, own.exactly[mask] - SURE + own.packed[free & ~mask])
    return own.base - own.passive_gain[slot] + best - paid


@rule
def lay_from_hand(sheet: Any, card: int, place: int) -> None:
    """Lay a card (from 0) from the hand."""
    rules.give(sheet, card)
    rules.lay(sheet, card, place)
