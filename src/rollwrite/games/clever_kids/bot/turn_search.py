"""Turns: the best that a seat can do from any moment of a turn, and what a roll may bring."""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.bot.dice_options import BLOCK, LEVELS, SEATS, hand_of, spread
from rollwrite.games.clever_kids.bot.dice_pools import (
    ACTIVE,
    HANDS,
    NOTHING,
    POOLS_AT,
    SINGLE,
    SINGLES_AT,
    WATCHER,
    answered,
    coded,
    fill,
    on_turn,
    others_ready,
    single,
    table_of,
)
from rollwrite.games.clever_kids.bot.sheet_value import paper_of
from rollwrite.games.clever_kids.rules import ALL_DICE
from rollwrite.games.clever_kids.sheet import BLUE, YELLOW
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

BEST, SEEN_WORTH = 5, 6  # in ``work``: the most the chooser can get, and the watcher's part of it
BESTS = POOLS_AT  # alone there are no pools: the best of each hand


@rule
def consider(block: int, pool: int, chooser: int, work: Any) -> None:
    """Compare the chooser's best so far with what a block and the pool it leaves come to."""
    present = work[block]
    if work[SEATS] == 1:
        if present & 1 and work[block + 1] > work[BEST]:
            work[BEST] = work[block + 1]
            work[SEEN_WORTH] = work[BEST]
        return
    near = 0
    while present >> near != 0:
        if present >> near & 1:
            at = answered(pool, near, chooser, work)
            own = work[block + 1 + LEVELS * near + work[at]]
            worth = own - work[at + 1]
            if worth > work[BEST]:
                work[BEST] = worth
                work[SEEN_WORTH] = worth
                if chooser != work[WATCHER]:
                    work[SEEN_WORTH] = work[at + 2] - max(own, work[at + 3])
        near += 1


@rule
def consider_hand(table: int, hand: int, base: int, least: int, chooser: int, work: Any) -> None:
    """Compare all ways to spend dice of a hand, ``least`` of them: the rest joins the pool."""
    for place in range(rules.SUBS_AT[hand], rules.SUBS_AT[hand + 1]):
        part = rules.SUBS[place]
        spent = rules.HAND_CODES[part]
        if work[table + BLOCK * part] != 0 and (spent != 0 or least == 0):
            consider(table + BLOCK * part, base - spent, chooser, work)


@rule
def rest_of_turn(s: Any, model: Any, work: Any) -> None:
    """Find the best the active seat can do from here, its dice having been rolled."""
    seat = work[ACTIVE]
    sheet = s.sheets[seat]
    work[BEST] = NOTHING
    if s.phase == rules.TURN and sheet.step == rules.CHOOSE:
        code = coded(s, ALL_DICE)
        fill(s, seat, code, model, work)
        for zone in range(YELLOW, BLUE + 1):
            consider_hand(table_of(seat), hand_of(code, zone), code, 1, seat, work)
    elif s.phase == rules.TURN and sheet.step == rules.TICK:
        table = table_of(seat)
        hand = coded(s, sheet.hand)
        taken = rules.taken(s, seat, sheet.zone)
        for number in range(HANDS):
            work[table + BLOCK * number] = 0
        spread(paper_of(sheet), sheet.zone, hand, on_turn(seat, work), table, model, work)
        least = 0
        if taken == sheet.hand:
            least = 1
        base = coded(s, ALL_DICE & ~taken | sheet.hand)
        consider_hand(table, hand_of(hand, sheet.zone), base, least, seat, work)
    else:
        single(s, seat, model, work)
        consider(SINGLES_AT + BLOCK * seat, coded(s, s.pool), seat, work)


@rule
def window(seat: int, pool: int, work: Any) -> None:
    """Find the best a seat can do while the pool is open, all the others doing theirs."""
    work[BEST] = NOTHING
    if work[SINGLE + seat]:
        consider(SINGLES_AT + BLOCK * seat, pool, seat, work)
    else:
        for zone in range(YELLOW, BLUE + 1):
            consider(table_of(seat) + BLOCK * hand_of(pool, zone), pool, seat, work)


@rule
def before_roll(s: Any, model: Any, work: Any) -> int:
    """The mean of what the watcher has after each roll; rolls without use are rolled again."""
    seat = work[ACTIVE]
    table = table_of(seat)
    others_ready(s, -1, model, work)
    fill(s, seat, -1, model, work)
    if s.seats == 1:
        return alone(table, work)
    total = 0
    ways = 0
    for roll in range(len(rules.ROLL_CODES)):
        code = rules.ROLL_CODES[roll]
        work[BEST] = NOTHING
        for zone in range(YELLOW, BLUE + 1):
            consider_hand(table, rules.ROLL_HANDS[4 * roll + zone - 1], code, 1, seat, work)
        if work[BEST] > NOTHING:
            total += work[SEEN_WORTH] * rules.ROLL_WAYS[roll]
            ways += rules.ROLL_WAYS[roll]
    return total // max(ways, 1)


@rule
def alone(table: int, work: Any) -> int:
    """The mean of the best after each roll where nobody waits for the pool: dice left are lost."""
    for zone in range(YELLOW, BLUE + 1):
        work[table + BLOCK * hand_of(0, zone)] = 0
    for hand in range(len(rules.HAND_CODES)):
        best = NOTHING
        for place in range(rules.SUBS_AT[hand], rules.SUBS_AT[hand + 1]):
            block = table + BLOCK * rules.SUBS[place]
            if work[block] != 0:
                best = max(best, work[block + 1])
        work[BESTS + hand] = best
    total = 0
    ways = 0
    for roll in range(len(rules.ROLL_WAYS)):
        at = 4 * roll
        best = work[BESTS + rules.ROLL_HANDS[at]]
        for zone in range(1, 4):
            best = max(best, work[BESTS + rules.ROLL_HANDS[at + zone]])
        if best > NOTHING:
            total += best * rules.ROLL_WAYS[roll]
            ways += rules.ROLL_WAYS[roll]
    return total // max(ways, 1)
