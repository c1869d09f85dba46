"""Lookahead: the best moves that end a turn are compared by a search over the next turn.

The model knows neither the market nor how cards get in each other's way. The next turn is searched
over all outcomes of its dice; where its value differs from that of the model, the difference is
added to the best few moves.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.action_search import lay_from_hand
from rollwrite.games.donnant.bot.card_value import DEPTH, ENDED, stage_of
from rollwrite.games.donnant.bot.draft import drafted
from rollwrite.games.donnant.bot.sheet_value import own_worth, read_costs, read_rivals
from rollwrite.games.donnant.bot.turn_search import read_rest
from rollwrite.games.donnant.rules.record import (
    BUY,
    DICE,
    DRAFT,
    DROP,
    FILL,
    FINISH,
    GRID,
    LAST,
    PLACES,
    PUT,
    REMOVE,
    REMOVE_FROM,
    ROLL,
    SOLO_PASSIVE,
    WILD,
    WRITE,
)
from rollwrite.games.donnant.sheet import CELLS
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

CANDIDATES = 4  # moves to search further,
ENTERED = 3  # but only so many, half as near to the best, in the passive turn: it comes often


@rule
def evaluate_turn(s: Any, seat: int, model: Any, own: Any) -> Any:
    """Search the rest of the active seat's turn.

    Return by how much its value before the first roll exceeds that of the model.
    """
    read_rivals(s, seat, 1, model, own)
    known = own_worth(s, seat, s.sheets[seat], 0, model, own)
    read_costs(s, seat, 1, model, own)
    read_rest(s, seat, model, own)
    return own.base + own.ahead[0] - known


@rule
def choose_candidates(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> int:
    """Choose the best moves with different effects, all near to the very best; return how many.

    A single candidate needs no search, nor do moves in the last turn; and a card that leaves the
    market changes too little to be worth a search.
    """
    if s.level == 0 or model[DEPTH] == 0 or s.phase in (WILD, REMOVE) or s.filling != 0:
        return 0
    if stage_of(s, seat, int(s.sheets[seat].count), 1) == ENDED:
        return 0
    own = w.own
    few, near = CANDIDATES, model[DEPTH]
    if s.phase == SOLO_PASSIVE:
        few, near = ENTERED, near // 2
    chosen = 0
    for _ in range(few):
        best = -1
        for place in range(count):
            if best < 0 or w.worth[place] > w.worth[best]:
                new = True
                for rank in range(chosen):
                    if ending(moves[own.chosen[rank]]) == ending(moves[place]):
                        new = False
                if new:
                    best = place
        if best < 0 or (chosen > 0 and w.worth[own.chosen[0]] - w.worth[best] > near):
            break
        own.chosen[chosen] = best
        chosen += 1
    return chosen if chosen > 1 else 0


@rule
def correct(moves: Any, count: int, chosen: int, w: Any) -> None:
    """Add to each candidate how much more the next turn is worth than after the best one."""
    own = w.own
    for place in range(count):
        for rank in range(1, chosen):
            if ending(moves[own.chosen[rank]]) == ending(moves[place]):
                w.worth[place] += own.found[rank] - own.found[0]


@rule
def ending(action: int) -> int:
    """A number for the effect of a move: the same whichever dice are used for it."""
    if action >= WRITE:
        entry = action - WRITE
        return WRITE + entry // (DICE * 16) * 8 + entry // 2 % 8
    if action >= FILL:
        return FILL + (action - FILL) // (CELLS * DICE * 16)
    if action >= BUY:
        return BUY + (action - BUY) // ((1 << DICE) * 8)
    return action if action >= REMOVE_FROM else 0


@rule
def next_turn(s: Any, after: Any, seat: int, action: int, model: Any, own: Any) -> None:
    """Make a move and skip to the start of the seat's next turn."""
    sheet = after.sheets[seat]
    if s.phase == DRAFT:
        if action >= PUT:
            lay_from_hand(sheet, (action - PUT) // PLACES, (action - PUT) % PLACES)
        else:
            rules.give(sheet, action - DROP)
        drafted(s, after, seat, model, own)
        after.phase = ROLL
        after.pending = 0
        return
    if action >= WRITE:
        rules.enter(after, seat, action - WRITE)
    elif action >= FILL:
        sheet.empty[rules.slot_at(sheet, (action - FILL) // (CELLS * DICE * 16))] = 0
    elif action >= BUY:
        rules.buy(after, seat, action - BUY)
        place = own.saved_purchases[0].place[(action - BUY) // ((1 << DICE) * 8)]
        lay_from_hand(sheet, sheet.hand[0] - 1, place)
    elif action >= PUT:
        lay_from_hand(sheet, (action - PUT) // PLACES, (action - PUT) % PLACES)
    begin_turn(after, sheet)


@rule
def begin_turn(after: Any, sheet: Any) -> None:
    """Skip to the start of the next turn."""
    rules.end_turn(after)
    after.phase = ROLL
    after.pending = 0
    after.allowance = 0
    after.bought = 0
    after.round += 1
    sheet.written = 0
    if after.last_round == FINISH or sheet.count == GRID:
        after.last_round = LAST
