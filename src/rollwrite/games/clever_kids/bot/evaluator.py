"""The evaluator of Clever Kids: what each move, and each moment, is worth to a seat.

All that can still happen in a turn is searched: every roll, every way of the active seat to tick
and cross, and every pool that leaves to the others. They are taken to make the most of it for their
own stars. What the sheets are worth at the end of the turn is read from a trained model. Where
others play too, the few best moves are compared by a search of the next turn as well, if nothing
blurs the judgement.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.bot.dice_options import SheetCache
from rollwrite.games.clever_kids.bot.dice_pools import (
    HANDS,
    POOLS,
    Player,
    PoolAnswer,
    coded,
    find_all_options,
    find_options,
    prepare,
    prepare_others,
)
from rollwrite.games.clever_kids.bot.sheet_value import (
    FURTHER,
    GRIDS,
    LINES,
    MODEL_END,
    PLACES,
    context,
    find_weights,
    nearness,
    pack,
)
from rollwrite.games.clever_kids.bot.turn_search import before_roll, rest_of_turn, window
from rollwrite.games.clever_kids.rules import ALL_DICE, MOVES, SEATS, State
from rollwrite.kernel.policy import HEAD, NOISE
from rollwrite.kernel.records import Record, i8, i32, i64, many, one, slots
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

VERSION = 2
COMMAND = "rollwrite train clever_kids"
WEIGHTS = MODEL_END - HEAD
FEATURES = PLACES
CANDIDATES = 3  # moves to search further
LONGEST = 60  # decisions after which a turn is taken not to end
SET_ASIDE = 1 << 28  # by so much less the other moves are worth


class Workspace(Record):
    """Scratch memory of the evaluator."""

    features: list[int] = i32[FEATURES]
    after: list[Any] = slots(State, 1)  # the state after a move,
    turn: list[Any] = slots(State, 1)  # and after a turn
    found: list[int] = i32[MOVES]  # what the moves of a seat are worth
    active: int = i8  # the active seat,
    watcher: int = i8  # and the one for which moves are evaluated
    players: list[Player] = many(Player, SEATS)
    pool_keys: list[int] = i64[POOLS]  # a hash table of pools, and what the others make of them
    pool_answers: list[PoolAnswer] = many(PoolAnswer, POOLS)
    best: int = i64  # the most that whoever chooses can get,
    watched: int = i64  # and what the watcher then has
    hand_bests: list[int] = i32[HANDS]  # by hand, where a single player rolls
    cache: SheetCache = one(SheetCache)


@rule
def resting(s: Any) -> Any:
    """Whether a turn begins."""
    return s.phase == rules.ROLL


@rule
def progress(s: Any) -> int:
    """How far the fullest zone of all sheets is, from 0 to 15."""
    most = 0
    for seat in range(s.seats):
        sheet = s.sheets[seat]
        pairs = 0
        printed = 0
        for treat in range(len(rules.PAIRS)):
            pairs += sheet.treats[treat]
            printed += rules.PAIRS[treat]
        gifts = 0
        for number in range(rules.ROWS * rules.COLUMNS):
            gifts += sheet.gifts >> rules.GIFTS[number] & 1
        most = max(most, sheet.balloons * 15 // rules.BALLOONS, sheet.wagons * 15 // rules.WAGONS)
        most = max(most, pairs * 15 // printed, gifts * 15 // (rules.ROWS * rules.COLUMNS))
    return most


@rule
def features(s: Any, seat: int, own: Any) -> int:
    """Write where the weights are that add up to the stars a seat still gets when a turn begins."""
    if s.phase == rules.OVER:
        return 0
    find_weights(pack(s.sheets[seat]), s.seats, own.features)
    near = 0
    for other in range(s.seats):
        if other != seat:
            near = max(near, nearness(pack(s.sheets[other])))
    turn = 0
    if seat == s.active:
        turn = 1
    where = context(s.seats, near, turn)
    own.features[3] += where * LINES
    own.features[4] += where * GRIDS
    return FEATURES


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """What each move is worth to a pending seat."""
    quick_rate(s, seat, moves, count, model, w)
    unseen = s.phase == rules.POOL and s.seats > 2  # what others may have answered
    if s.seats > 1 and count > 1 and model[NOISE] == 0 and model[FURTHER] > 0 and not unseen:
        look_further(s, seat, moves, count, model, w)


@rule
def look_further(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Weigh the best moves by the next turn; the others stay as far behind the best of them.

    Moves of the same worth are mostly one plan begun in another order: the first stands for all.
    """
    found = w.own.found
    before = w.worth[0]
    for place in range(count):
        found[place] = w.worth[place]
        before = max(before, w.worth[place])
    least = before - model[FURTHER]
    rival = least
    for place in range(count):
        if found[place] < before:
            rival = max(rival, found[place])
    if rival == least:
        return
    most = -SET_ASIDE
    worth = before + 1
    weighed = 0
    ahead = 0
    while True:
        place = best_place(found, count)
        if found[place] <= least or (found[place] < worth and weighed == CANDIDATES):
            break
        if found[place] < worth:
            worth = found[place]
            weighed += 1
            ahead = after_turn(s, seat, moves[place], model, w)
            most = max(most, ahead)
        found[place] = ahead - SET_ASIDE
    for place in range(count):
        if found[place] < -SET_ASIDE // 2:
            w.worth[place] = found[place] + SET_ASIDE
        else:
            w.worth[place] = found[place] + most - before


@rule
def best_place(worth: Any, count: int) -> int:
    """The place of the highest worth, the first of equals."""
    best = 0
    for place in range(1, count):
        if worth[place] > worth[best]:
            best = place
    return best


@rule
def after_turn(s: Any, seat: int, action: int, model: Any, w: Any) -> Any:
    """What a move is worth if everybody does the best until chance decides, by what comes then."""
    w.own.turn[0] = s
    after = w.own.turn[0]
    rules.apply(after, seat, action)
    left = LONGEST
    while after.pending != 0 and after.phase != rules.OVER and left > 0:
        mover = 0
        while after.pending >> mover & 1 == 0:
            mover += 1
        count = rules.legal(after, mover, w.replies)
        best = 0
        if count > 1:
            quick_rate(after, mover, w.replies, count, model, w)
            best = best_place(w.worth, count)
        rules.apply(after, mover, w.replies[best])
        left -= 1
    return expect(after, seat, model, w)


@rule
def quick_rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """What each move is worth to a pending seat, by this turn alone."""
    own = w.own
    prepare(s, seat, own)
    if s.phase == rules.POOL:
        find_all_options(s, model, own)
    elif s.sheets[seat].step != rules.REROLL:
        prepare_others(s, coded(s, ALL_DICE), model, own)
    pool = coded(s, s.pool)
    for place in range(count):
        own.after[0] = s
        after = own.after[0]
        rules.apply(after, seat, moves[place])
        if moves[place] == rules.ROLL_AGAIN:
            w.worth[place] = before_roll(after, model, own)
        else:
            if s.phase == rules.POOL:
                find_options(after, seat, model, own)
                window(seat, pool, own)
            else:
                rest_of_turn(after, model, own)
            w.worth[place] = own.watched


@rule
def expect(s: Any, seat: int, model: Any, w: Any) -> Any:
    """What a moment is worth to a seat that does not decide now."""
    own = w.own
    prepare(s, seat, own)
    if s.phase in (rules.POOL, rules.OVER):
        find_all_options(s, model, own)
        window(seat, coded(s, s.pool), own)
    elif s.phase == rules.ROLL or s.sheets[s.active].step == rules.REROLL:
        return before_roll(s, model, own)
    else:
        prepare_others(s, coded(s, ALL_DICE), model, own)
        rest_of_turn(s, model, own)
    return own.watched
