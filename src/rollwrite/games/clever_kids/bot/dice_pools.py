"""Pools: what every seat can make of the dice that the active one leaves, weighed once for all.

Each seat has a table with a block (see dice_options.py) for each hand, or a single block where its
dice are spent. The others are taken to make the most of a pool for their own stars.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.bot.dice_options import (
    BLOCK,
    END,
    LEVELS,
    SEATS,
    add_block,
    add_end,
    forget,
    hand_of,
    spread,
)
from rollwrite.games.clever_kids.bot.dice_outcomes import CODE
from rollwrite.games.clever_kids.bot.sheet_value import nearness, paper_of
from rollwrite.games.clever_kids.rules import HAND_CODES
from rollwrite.games.clever_kids.rules import SEATS as MOST_SEATS
from rollwrite.games.clever_kids.sheet import BLUE, DICE, YELLOW
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

HANDS = len(HAND_CODES)
NOTHING = -(1 << 60)

# Where things lie in ``work``, beside those of dice_options.py.
NEXT, ACTIVE, WATCHER = 2, 3, 4  # who is active next, who is now, and whose worth is asked for
NEARS, SINGLE, ANSWER, ROW = 8, 12, 16, 20  # by seat
POOL, POOLS = 4, 4093  # what the others make of a pool: four numbers (see answered)
POOL_KEYS = END
POOLS_AT = POOL_KEYS + POOLS
SINGLES_AT = POOLS_AT + POOL * POOLS
TABLES_AT = SINGLES_AT + BLOCK * MOST_SEATS
POOLS_END = TABLES_AT + BLOCK * HANDS * MOST_SEATS


@rule
def coded(s: Any, dice: int) -> int:
    """Some dice (bits) as a code."""
    code = 0
    for die in range(DICE):
        if dice >> die & 1:
            code += CODE[s.dice[die]]
    return code


@rule
def on_turn(seat: int, work: Any) -> int:
    """1 for the seat that is active next, 0 for the others."""
    if seat == work[NEXT]:
        return 1
    return 0


@rule
def table_of(seat: int) -> int:
    """Where the blocks of a seat's hands begin."""
    return TABLES_AT + BLOCK * HANDS * seat


@rule
def prepare(s: Any, seat: int, work: Any) -> None:
    """Note what a question is about."""
    forget(work)
    work[SEATS] = s.seats
    work[NEXT] = (s.active + 1) % s.seats
    work[ACTIVE] = s.active
    work[WATCHER] = seat
    for other in range(s.seats):
        work[NEARS + other] = nearness(paper_of(s.sheets[other]))
    if s.seats > 1:
        for place in range(POOL_KEYS, POOL_KEYS + POOLS):
            work[place] = -1


@rule
def fill(s: Any, seat: int, limit: int, model: Any, work: Any) -> None:
    """Weigh what a seat can tick in each zone with exactly each hand that dice give."""
    table = table_of(seat)
    for hand in range(HANDS):
        work[table + BLOCK * hand] = 0
    paper = paper_of(s.sheets[seat])
    turn = on_turn(seat, work)
    for zone in range(YELLOW, BLUE + 1):
        spread(paper, zone, limit, turn, table, model, work)


@rule
def close(seat: int, limit: int, work: Any) -> None:
    """Let every hand hold what its parts hold: dice may be left."""
    table = table_of(seat)
    if limit < 0:
        for hand in range(len(rules.HAND_CODES)):
            gather(table, hand, work)
    else:
        for zone in range(YELLOW, BLUE + 1):
            whole = hand_of(limit, zone)
            for place in range(rules.SUBS_AT[whole], rules.SUBS_AT[whole + 1]):
                gather(table, rules.SUBS[place], work)


@rule
def gather(table: int, hand: int, work: Any) -> None:
    """Let a hand hold what its parts hold."""
    block = table + BLOCK * hand
    for place in range(rules.SUBS_AT[hand], rules.SUBS_AT[hand + 1]):
        other = table + BLOCK * rules.SUBS[place]
        if other != block:
            add_block(other, block, work)


@rule
def single(s: Any, seat: int, model: Any, work: Any) -> None:
    """Make the block of a seat that has finished ticking."""
    block = SINGLES_AT + BLOCK * seat
    work[block] = 0
    work[SINGLE + seat] = 1
    add_end(paper_of(s.sheets[seat]), on_turn(seat, work), block, model, work)


@rule
def stand(s: Any, seat: int, model: Any, work: Any) -> None:
    """Weigh all that a seat can still do while the pool is open, or has done."""
    sheet = s.sheets[seat]
    work[NEARS + seat] = nearness(paper_of(sheet))
    open_to = s.phase == rules.POOL and s.pending >> seat & 1 == 1
    if open_to and sheet.step == rules.CHOOSE:
        work[SINGLE + seat] = 0
        fill(s, seat, coded(s, s.pool), model, work)
        close(seat, coded(s, s.pool), work)
    elif open_to and sheet.step == rules.TICK:
        table = table_of(seat)
        hand = coded(s, sheet.hand)
        for number in range(HANDS):
            work[table + BLOCK * number] = 0
        spread(paper_of(sheet), sheet.zone, hand, on_turn(seat, work), table, model, work)
        block = SINGLES_AT + BLOCK * seat
        work[SINGLE + seat] = 1
        work[block] = 0
        whole = hand_of(hand, sheet.zone)
        fresh = sheet.hand == rules.taken(s, seat, sheet.zone)
        for place in range(rules.SUBS_AT[whole], rules.SUBS_AT[whole + 1]):
            part = rules.SUBS[place]
            if rules.HAND_CODES[part] != 0 or not fresh:
                add_block(table + BLOCK * part, block, work)
    else:
        single(s, seat, model, work)


@rule
def all_stand(s: Any, model: Any, work: Any) -> None:
    """Weigh all that every seat can still do while the pool is open, or has done."""
    for seat in range(s.seats):
        stand(s, seat, model, work)


@rule
def others_ready(s: Any, limit: int, model: Any, work: Any) -> None:
    """Weigh what the others can make of any pool that the active seat may leave."""
    for other in range(s.seats):
        if other != work[ACTIVE]:
            work[SINGLE + other] = 0
            fill(s, other, limit, model, work)
            close(other, limit, work)


@rule
def best_row(block: int, column: int, seat: int, most: int, work: Any) -> int:
    """Note a seat's best row of a block if it is better than ``most``; return the better."""
    present = work[block]
    near = 0
    while present >> near != 0:
        at = block + 1 + LEVELS * near
        if present >> near & 1 and work[at + column] > most:
            most = work[at + column]
            work[ANSWER + seat] = near
            work[ROW + seat] = at
        near += 1
    return most


@rule
def answer(seat: int, pool: int, near: int, work: Any) -> None:
    """Note what a seat makes of a pool for its own stars, the others being that near."""
    most = NOTHING
    if work[SINGLE + seat]:
        best_row(SINGLES_AT + BLOCK * seat, near, seat, most, work)
    else:
        for zone in range(YELLOW, BLUE + 1):
            block = table_of(seat) + BLOCK * hand_of(pool, zone)
            most = best_row(block, near, seat, most, work)


@rule
def answered(pool: int, near: int, chooser: int, work: Any) -> int:
    """Where it stands what the others make of a pool when the chooser ends so near.

    Four numbers: the nearness that decides what the chooser has; the points of the best other; the
    watcher's points; those of the best who is neither chooser nor watcher. The last two only
    where the watcher is not the chooser.
    """
    key = pool * LEVELS + near
    slot = key % POOLS
    at = POOLS_AT + POOL * slot
    if work[POOL_KEYS + slot] == key:
        return at
    work[POOL_KEYS + slot] = key
    seats = work[SEATS]
    nearest = 0
    for seat in range(seats):
        if seat != chooser:
            others = near
            for other in range(seats):
                if other not in (seat, chooser):
                    others = max(others, work[NEARS + other])
            answer(seat, pool, others, work)
            nearest = max(nearest, work[ANSWER + seat])
    work[at] = nearest
    for place in range(1, 4):
        work[at + place] = NOTHING
    for seat in range(seats):
        if seat != chooser:
            others = near
            for other in range(seats):
                if other not in (seat, chooser):
                    others = max(others, work[ANSWER + other])
            points = work[work[ROW + seat] + others]
            work[at + 1] = max(work[at + 1], points)
            if seat == work[WATCHER]:
                work[at + 2] = points
            else:
                work[at + 3] = max(work[at + 3], points)
    return at
