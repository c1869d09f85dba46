"""Turns: the best that a seat can do from any moment of a turn, and what a roll may bring."""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.bot.dice_options import hand_of, spread
from rollwrite.games.clever_kids.bot.dice_pools import (
    NOTHING,
    SPENT,
    answer_slot,
    clear_hands,
    coded,
    fill,
    finish,
    prepare_others,
)
from rollwrite.games.clever_kids.bot.sheet_value import pack
from rollwrite.games.clever_kids.rules import ALL_DICE
from rollwrite.games.clever_kids.sheet import BLUE, YELLOW
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)


@rule
def consider(options: Any, pool: int, chooser: int, own: Any) -> None:
    """Compare the chooser's best so far with what options and the pool they leave come to."""
    present = options.present
    if own.cache.seats == 1:
        if present & 1 and options.points[0][0] > own.best:
            own.best = options.points[0][0]
            own.watched = own.best
        return
    near = 0
    while present >> near != 0:
        if present >> near & 1:
            others = own.pool_answers[answer_slot(pool, near, chooser, own)]
            points = options.points[near][others.near]
            margin = points - others.best
            if margin > own.best:
                own.best = margin
                own.watched = margin
                if chooser != own.watcher:
                    own.watched = others.watcher - max(points, others.third)
        near += 1


@rule
def consider_hand(hand: int, pool: int, least: int, chooser: int, own: Any) -> None:
    """Compare all ways to spend dice of a hand, ``least`` of them: the rest stays in the pool."""
    player = own.players[chooser]
    for place in range(rules.SUBS_AT[hand], rules.SUBS_AT[hand + 1]):
        part = rules.SUBS[place]
        spent = rules.HAND_CODES[part]
        options = player.options[part]
        if options.present != 0 and (spent != 0 or least == 0):
            consider(options, pool - spent, chooser, own)


@rule
def rest_of_turn(s: Any, model: Any, own: Any) -> None:
    """Find the best the active seat can do from here, its dice having been rolled."""
    seat = own.active + 0
    player = own.players[seat]
    sheet = s.sheets[seat]
    own.best = NOTHING
    if s.phase == rules.TURN and sheet.step == rules.CHOOSE:
        code = coded(s, ALL_DICE)
        fill(s, seat, code, model, own)
        for zone in range(YELLOW, BLUE + 1):
            consider_hand(hand_of(code, zone), code, 1, seat, own)
    elif s.phase == rules.TURN and sheet.step == rules.TICK:
        hand = coded(s, sheet.hand)
        taken = rules.taken(s, seat, sheet.zone)
        clear_hands(player)
        spread(pack(sheet), sheet.zone, hand, player, model, own.cache)
        least = 0
        if taken == sheet.hand:
            least = 1
        pool = coded(s, ALL_DICE & ~taken | sheet.hand)
        consider_hand(hand_of(hand, sheet.zone), pool, least, seat, own)
    else:
        finish(s, seat, model, own)
        consider(player.options[SPENT], coded(s, s.pool), seat, own)


@rule
def window(seat: int, pool: int, own: Any) -> None:
    """Find the best a seat can do while the pool is open, all the others doing theirs."""
    player = own.players[seat]
    own.best = NOTHING
    if player.spent:
        consider(player.options[SPENT], pool, seat, own)
    else:
        for zone in range(YELLOW, BLUE + 1):
            consider(player.options[hand_of(pool, zone)], pool, seat, own)


@rule
def before_roll(s: Any, model: Any, own: Any) -> int:
    """The mean of what the watcher has after each roll; rolls without use are rolled again."""
    seat = own.active + 0
    prepare_others(s, -1, model, own)
    fill(s, seat, -1, model, own)
    if s.seats == 1:
        return before_solo_roll(own)
    total = 0
    ways = 0
    for roll in range(len(rules.ROLL_CODES)):
        code = rules.ROLL_CODES[roll]
        own.best = NOTHING
        for zone in range(YELLOW, BLUE + 1):
            consider_hand(rules.ROLL_HANDS[4 * roll + zone - 1], code, 1, seat, own)
        if own.best > NOTHING:
            total += own.watched * rules.ROLL_WAYS[roll]
            ways += rules.ROLL_WAYS[roll]
    return total // max(ways, 1)


@rule
def before_solo_roll(own: Any) -> int:
    """The mean of the best after each roll where nobody waits for the pool: dice left are lost."""
    player = own.players[0]
    bests = own.hand_bests
    for zone in range(YELLOW, BLUE + 1):
        player.options[hand_of(0, zone)].present = 0
    for hand in range(len(rules.HAND_CODES)):
        best = NOTHING
        for place in range(rules.SUBS_AT[hand], rules.SUBS_AT[hand + 1]):
            options = player.options[rules.SUBS[place]]
            if options.present != 0:
                best = max(best, options.points[0][0])
        bests[hand] = best
    total = 0
    ways = 0
    for roll in range(len(rules.ROLL_WAYS)):
        at = 4 * roll
        best = NOTHING
        for zone in range(4):
            best = max(best, bests[rules.ROLL_HANDS[at + zone]])
        if best > NOTHING:
            total += best * rules.ROLL_WAYS[roll]
            ways += rules.ROLL_WAYS[roll]
    return total // max(ways, 1)
