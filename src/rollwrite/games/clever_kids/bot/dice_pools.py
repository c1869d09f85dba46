"""Pools: what every seat can make of the dice that the active one leaves, evaluated once for all.

Each seat has options (see dice_options.py) for each hand, or one set of them where its dice are
spent. The others are taken to make the most of a pool for their own stars. The evaluator's
``Workspace`` is called ``own`` throughout.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.bot.dice_options import (
    Options,
    add_end,
    add_options,
    clear,
    hand_of,
    spread,
)
from rollwrite.games.clever_kids.bot.dice_outcomes import CODE
from rollwrite.games.clever_kids.bot.sheet_value import LEVELS, nearness, pack
from rollwrite.games.clever_kids.rules import HAND_CODES
from rollwrite.games.clever_kids.sheet import BLUE, DICE, YELLOW
from rollwrite.kernel.records import Record, i8, i16, i32, many
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

HANDS = len(HAND_CODES)  # of the printed dice: for others there is no model
SPENT = HANDS  # where the options of a seat are whose dice are spent
POOLS = 4093  # the size of a hash table: a prime
NOTHING = -(1 << 31)  # less than any points


class Player(Record):
    """What one seat can make of dice."""

    near: int = i8  # to ending the game, before it ticks anything
    turn: int = i8  # 1 for the seat that is active next, 0 for the others
    spent: int = i8  # whether its dice are spent
    hand: int = i16  # what it makes of a pool: by which options,
    answer: int = i8  # and how near to ending the game it then is
    options: list[Options] = many(Options, HANDS + 1)  # by hand, then SPENT


class PoolAnswer(Record):
    """What the others make of a pool when the chooser ends so near.

    The last two only count where the watcher is not the chooser.
    """

    near: int = i8  # the nearness that decides what the chooser has
    best: int = i32  # points of the best other,
    watcher: int = i32  # of the watcher,
    third: int = i32  # and of the best who is neither chooser nor watcher


@rule
def coded(s: Any, dice: int) -> int:
    """Some dice (bits) as a code."""
    code = 0
    for die in range(DICE):
        if dice >> die & 1:
            code += CODE[s.dice[die]]
    return code


@rule
def prepare(s: Any, seat: int, own: Any) -> None:
    """Note what an evaluation is about."""
    clear(s.seats, own.cache)
    own.active = s.active
    own.watcher = seat
    for other in range(s.seats):
        player = own.players[other]
        player.near = nearness(pack(s.sheets[other]))
        player.turn = 0
    own.players[(s.active + 1) % s.seats].turn = 1
    if s.seats > 1:
        for slot in range(POOLS):
            own.pool_keys[slot] = -1


@rule
def clear_hands(player: Any) -> None:
    """Let a seat have no options for any hand."""
    for hand in range(HANDS):
        player.options[hand].present = 0


@rule
def fill(s: Any, seat: int, limit: int, model: Any, own: Any) -> None:
    """Find what a seat can tick in each zone with exactly each hand that dice give."""
    player = own.players[seat]
    clear_hands(player)
    packed = pack(s.sheets[seat])
    for zone in range(YELLOW, BLUE + 1):
        spread(packed, zone, limit, player, model, own.cache)


@rule
def close(player: Any, limit: int) -> None:
    """Let every hand have the options of its parts: dice may be left."""
    if limit < 0:
        for hand in range(len(rules.HAND_CODES)):
            gather(player, hand)
    else:
        for zone in range(YELLOW, BLUE + 1):
            whole = hand_of(limit, zone)
            for place in range(rules.SUBS_AT[whole], rules.SUBS_AT[whole + 1]):
                gather(player, rules.SUBS[place])


@rule
def gather(player: Any, hand: int) -> None:
    """Let a hand have the options of its parts."""
    options = player.options[hand]
    for place in range(rules.SUBS_AT[hand], rules.SUBS_AT[hand + 1]):
        part = rules.SUBS[place]
        if part != hand:
            add_options(player.options[part], options)


@rule
def finish(s: Any, seat: int, model: Any, own: Any) -> None:
    """Find the options of a seat that has finished ticking."""
    player = own.players[seat]
    options = player.options[SPENT]
    options.present = 0
    player.spent = 1
    add_end(pack(s.sheets[seat]), player.turn, options, model, own.cache)


@rule
def find_options(s: Any, seat: int, model: Any, own: Any) -> None:
    """Find all that a seat can still do while the pool is open, or has done."""
    player = own.players[seat]
    sheet = s.sheets[seat]
    packed = pack(sheet)
    player.near = nearness(packed)
    open_to = s.phase == rules.POOL and s.pending >> seat & 1 == 1
    if open_to and sheet.step == rules.CHOOSE:
        player.spent = 0
        fill(s, seat, coded(s, s.pool), model, own)
        close(player, coded(s, s.pool))
    elif open_to and sheet.step == rules.TICK:
        hand = coded(s, sheet.hand)
        clear_hands(player)
        spread(packed, sheet.zone, hand, player, model, own.cache)
        options = player.options[SPENT]
        player.spent = 1
        options.present = 0
        whole = hand_of(hand, sheet.zone)
        fresh = sheet.hand == rules.taken(s, seat, sheet.zone)
        for place in range(rules.SUBS_AT[whole], rules.SUBS_AT[whole + 1]):
            part = rules.SUBS[place]
            if rules.HAND_CODES[part] != 0 or not fresh:
                add_options(player.options[part], options)
    else:
        finish(s, seat, model, own)


@rule
def find_all_options(s: Any, model: Any, own: Any) -> None:
    """Find all that every seat can still do while the pool is open, or has done."""
    for seat in range(s.seats):
        find_options(s, seat, model, own)


@rule
def prepare_others(s: Any, limit: int, model: Any, own: Any) -> None:
    """Find what the others can make of any pool that the active seat may leave."""
    for other in range(s.seats):
        if other != own.active:
            own.players[other].spent = 0
            fill(s, other, limit, model, own)
            close(own.players[other], limit)


@rule
def best_answer(player: Any, hand: int, column: int, most: int) -> int:
    """Note a seat's best option for a hand if it is better than ``most``; return the better."""
    options = player.options[hand]
    present = options.present
    near = 0
    while present >> near != 0:
        if present >> near & 1 and options.points[near][column] > most:
            most = options.points[near][column]
            player.answer = near
            player.hand = hand
        near += 1
    return most


@rule
def answer(player: Any, pool: int, near: int) -> None:
    """Note what a seat makes of a pool for its own stars, the others being that near."""
    most = NOTHING
    if player.spent:
        best_answer(player, SPENT, near, most)
    else:
        for zone in range(YELLOW, BLUE + 1):
            most = best_answer(player, hand_of(pool, zone), near, most)


@rule
def answer_slot(pool: int, near: int, chooser: int, own: Any) -> int:
    """Where in ``pool_answers`` the others' answer to a pool is, the chooser ending so near."""
    key = pool * LEVELS + near
    slot = key % POOLS
    if own.pool_keys[slot] == key:
        return slot
    own.pool_keys[slot] = key
    found = own.pool_answers[slot]
    seats = own.cache.seats + 0  # as wide as the numbers of seats it is compared with
    nearest = 0
    for seat in range(seats):
        if seat != chooser:
            others = near
            for other in range(seats):
                if other not in (seat, chooser):
                    others = max(others, own.players[other].near)
            player = own.players[seat]
            answer(player, pool, others)
            nearest = max(nearest, player.answer)
    found.near = nearest
    best = NOTHING
    found.watcher = NOTHING
    third = NOTHING
    for seat in range(seats):
        if seat != chooser:
            others = near
            for other in range(seats):
                if other not in (seat, chooser):
                    others = max(others, own.players[other].answer)
            player = own.players[seat]
            points = player.options[player.hand].points[player.answer][others]
            best = max(best, points)
            if seat == own.watcher:
                found.watcher = points
            else:
                third = max(third, points)
    found.best = best
    found.third = third
    return slot
