"""Entering dice (D14, D17, D23): each is tried on a copy of the sheet, plus what can follow."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import stage_of
from rollwrite.games.donnant.bot.dice_subsets import (
    any_dice,
    best_die,
    best_set,
    read_sets,
    these_dice,
)
from rollwrite.games.donnant.bot.entry_value import read_done
from rollwrite.games.donnant.bot.sheet_value import last_of, own_worth
from rollwrite.games.donnant.bot.turn_search import AFTER_JOKER
from rollwrite.games.donnant.rules.record import ALL_DICE, COUNT, EXTRA, GRID, JOKER, PASSIVE, WRITE
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)


@rule
def rate_entries(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """D14, D17, D23 and P3: the value of each entry, with what can be entered after it."""
    own = w.own
    ended = 1 if s.phase == JOKER else 0
    sheet = s.sheets[seat]
    left = rules.entries_allowed(s, s.phase) - COUNT[sheet.written]
    extra = own.cost[EXTRA]
    for slot in range(GRID):
        own.passive_gain[slot] = 0
    for place in range(count):
        own.after[0] = s
        after = own.after[0].sheets[seat]
        w.worth[place] = own.base
        more = 0
        if moves[place] >= WRITE:
            rules.enter(own.after[0], seat, moves[place] - WRITE)
            w.worth[place] = own_worth(s, seat, after, ended, model, own)
            if left > 1:
                more = more_entries(s, seat, after, left - 1, ended, model, own)
            elif s.phase != JOKER and rules.left_of(after, EXTRA) > 0:
                more = max(0, more_entries(s, seat, after, 1, ended, model, own) - extra)
        if s.level != 0 and s.phase == JOKER:
            passive = passive_die(s, seat, after, model, own)
            more = max(passive, more + passive // AFTER_JOKER)
        w.worth[place] += more


@rule
def more_entries(s: Any, seat: int, after: Any, most: int, ended: int, model: Any, own: Any) -> Any:
    """What so many more of the dice as rolled add to a sheet (a copy)."""
    free = ALL_DICE & ~after.written
    if s.phase == PASSIVE:
        free &= ~s.site
    fullest_now = max(own.others, int(after.count))
    stage = stage_of(s, seat, fullest_now, ended)
    read_done(after, stage, own.others, last_of(s, fullest_now), model, own)
    these_dice(s.dice, free, own.subsets)
    read_sets(after, stage, most, ended, model, own)
    return best_set(s.dice, free, most, own.subsets)


@rule
def passive_die(s: Any, seat: int, after: Any, model: Any, own: Any) -> Any:
    """D23: what the passive turn after a third roll adds to a sheet (a copy)."""
    stage = stage_of(s, seat, int(after.count), 1)
    read_done(after, stage, 0, last_of(s, int(after.count)), model, own)
    any_dice(own.subsets)
    read_sets(after, stage, 1, 0, model, own)
    return best_die(own)
