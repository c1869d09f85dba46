"""The evaluator of Donnant Donnant: a learnt model of sheets and a search over the turn.

Before and between the rolls of its own turn a seat considers every outcome of the dice and every
set of dice to reroll, once or twice. This is exact as far as the values of purchases and
completions add up; these values come from the model, and so does what a reroll gives to the best
other seat. After the last roll each action is tried on a copy of the sheet, plus the best that can
follow it. Alone, the few best moves are compared by a search over the next turn as well. Cards that
the market will show, the turns of the other seats, and how two actions of a turn help each other
before the first of them is made, are left to the model or ignored.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.action_search import rate_acts
from rollwrite.games.donnant.bot.card_value import (
    MODEL_SIZE,
    MOST_PLACES,
    START,
    GridView,
    fullest,
    prospects,
    stage_of,
)
from rollwrite.games.donnant.bot.dice_subsets import Subsets
from rollwrite.games.donnant.bot.draft import assume_rivals, drafted, rate_draft
from rollwrite.games.donnant.bot.entry_search import rate_entries
from rollwrite.games.donnant.bot.entry_value import Entries
from rollwrite.games.donnant.bot.fill_search import OUTCOMES, Level
from rollwrite.games.donnant.bot.lookahead import (
    CANDIDATES,
    choose_candidates,
    correct,
    evaluate_turn,
    next_turn,
)
from rollwrite.games.donnant.bot.purchase_value import Purchases, read_market
from rollwrite.games.donnant.bot.sheet_value import read_costs, read_rivals
from rollwrite.games.donnant.bot.solo_utility import Aim, read_aim, utility
from rollwrite.games.donnant.bot.turn_search import decide_worth, outcome_of, read_idle
from rollwrite.games.donnant.rules.record import (
    ACT,
    ALL_DICE,
    CHEAPER,
    DECIDE,
    DICE,
    DRAFT,
    GRID,
    NAME,
    OVER,
    PASSIVE,
    PLACE,
    REMOVE,
    REMOVE_FROM,
    REROLL,
    ROLL,
    ROWS,
    STOP,
    WILD,
    Sheet,
    State,
)
from rollwrite.games.donnant.sheet import CELLS
from rollwrite.kernel.policy import UNIT, margin
from rollwrite.kernel.records import Record, i8, i16, i32, i64, many, one, slots
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

VERSION = 3
COMMAND = "rollwrite train donnant"
WEIGHTS, FEATURES = MODEL_SIZE, MOST_PLACES
SETTLED = True  # others' turns are foreseen on their sheets alone
PLAY_OUT = (24, 12)  # games and decisions by which the coach makes sure: a decision takes long here
# How often, in a thousand turns, at most so many dice can be made equal in three rolls; a purchase
# they pay for counts only in part, because others may be better.
EQUAL = (0, 1, 256, 452, 245, 46)
REMOVED = 4


class Workspace(Record):
    """Scratch memory of the evaluator; outcomes are numbered as in fill_search.py."""

    features: list[int] = i32[FEATURES]  # places in a model
    grid: GridView = one(GridView)  # of the sheet that was looked at last
    aim: Aim = one(Aim)

    after: list[Any] = slots(State, 1)  # the state after a move,
    completed: list[Any] = slots(State, 1)  # and with the card that it begins to complete
    removed: list[Any] = slots(State, 1)  # the state without a card of the market
    turn: list[Any] = slots(State, 1)  # the state at the beginning of the turn that is looked at
    sheet: list[Any] = slots(Sheet, 1)  # a copy to complete cards and use up bonuses on
    laid: list[Any] = slots(Sheet, 1)  # a copy to lay a card on

    others: int = i8  # cards in the fullest grid of the other seats
    best_rival: int = i8  # the other seat that may expect most, or -1
    rivals: list[int] = i64[2]  # what it may expect: as it is, and if the fullest grid grows
    base: int = i64  # what the sheet is worth as it lies: what steps add comes on top
    cost: list[int] = i64[CHEAPER + 1]  # what a use of each bonus takes from that
    purchases: Purchases = one(Purchases)
    saved_purchases: list[Any] = slots(Purchases, 1)  # as they are before a move
    done_gain: list[int] = i64[GRID]  # by slot: what its card adds once it is completed
    passive_gain: list[int] = i64[GRID]  # by slot: what its card gets in the passive turn anyway
    entries: Entries = one(Entries)
    subsets: Subsets = one(Subsets)
    gift: list[int] = i64[1 << DICE]  # what rerolling some dice gives to the best other seat
    passive_turn: list[int] = i64[4]  # alone: what the passive turn adds, by dice it may enter
    card_joker: list[int] = i64[ROWS]  # what a card from each deck adds

    levels: list[Level] = many(Level, CELLS)  # the cells of the card that is being filled
    exactly: list[int] = i64[1 << DICE]  # the best with exactly some of the dice that lie,
    packed: list[int] = i64[1 << DICE]  # and with at most these
    acting: list[int] = i32[OUTCOMES]  # by outcome: what acting adds,
    before: list[int] = i32[OUTCOMES]  # before the last option; or its value with one roll left,
    ahead: list[int] = i32[OUTCOMES]  # and with none left (before the first roll: with two)
    chosen: list[int] = i16[CANDIDATES]  # the moves that are looked at more closely,
    found: list[int] = i64[CANDIDATES]  # and what the next turn says of them


@rule
def resting(s: Any) -> bool:
    """Whether a turn begins."""
    return bool(s.phase == ROLL and s.rolls == 0 and s.allowance == 0)


@rule
def progress(s: Any) -> Any:
    """How far the game has come, from 0 to 15."""
    if s.level != 0:
        return min(15, s.round * 16 // rules.ROUNDS[s.level - 1])
    most = 0
    for seat in range(s.seats):
        most = max(most, s.sheets[seat].count)
    return min(15, max(0, most - 3) * 2 + s.last_round)


@rule
def goal(s: Any) -> int:
    """D24: the points with which a level is won; 0 if others play too."""
    return int(rules.GOALS[s.level - 1]) if s.level != 0 else 0


@rule
def features(s: Any, seat: int, own: Any) -> Any:
    """Write the indices of the weights that add up to the points a seat still makes."""
    if s.phase == OVER:
        return 0
    others = fullest(s, seat)
    stage = stage_of(s, seat, max(others, int(s.sheets[seat].count)), 0)
    return prospects(s.sheets[seat], stage, others, int(s.last_round), own)


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Write what each move of a pending seat is worth to it."""
    own = w.own
    read_aim(s, seat, model, own.aim)
    deciding = s.phase == DECIDE
    chosen = 1
    if not deciding:
        rate_steps(s, seat, moves, count, model, w)
        chosen = choose_candidates(s, seat, moves, count, model, w)
        own.aim.prize = 0
    for rank in range(chosen):
        own.turn[0] = s
        if not deciding:
            next_turn(s, own.turn[0], seat, moves[own.chosen[rank]], model, own)
        own.found[rank] = evaluate_turn(own.turn[0], seat, model, own)
    if deciding:
        rate_rerolls(s, moves, count, w)
        return
    correct(moves, count, chosen, w)
    read_aim(s, seat, model, own.aim)
    for place in range(count):
        w.worth[place] = utility(w.worth[place], own.aim)


@rule
def rate_rerolls(s: Any, moves: Any, count: int, w: Any) -> None:
    """D7 and D8: the value of stopping and of each reroll, once the turn has been searched."""
    for place in range(count):
        dice = moves[place] - REROLL if moves[place] != STOP else 0
        w.worth[place] = w.own.base + decide_worth(s, dice, w.own)


@rule
def rate_steps(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """The margin, alone the points, that a seat may expect after each move but a reroll."""
    if s.phase == DRAFT:
        rate_draft(s, seat, moves, count, model, w)
        return
    if s.phase == WILD:
        rate_colours(s, seat, moves, count, w)
        return
    own = w.own
    ended = 1 if seat == s.active else 0
    read_rivals(s, seat, ended, model, own)
    read_costs(s, seat, ended, model, own)
    base = own.base
    if s.phase in (ACT, PLACE):
        rate_acts(s, seat, moves, count, model, w)
    elif s.phase == REMOVE:
        for place in range(count):
            row = moves[place] - REMOVE_FROM
            w.worth[place] = base + without_card(s, seat, row, ended, model, own)
    else:
        rate_entries(s, seat, moves, count, model, w)


@rule
def without_card(s: Any, seat: int, row: int, ended: int, model: Any, own: Any) -> Any:
    """D23: the value of purchases in the next turn without the rightmost card of a market row."""
    own.removed[0] = s
    rules.set_aside(own.removed[0], row)
    read_market(s, own.removed[0], seat, ended, model, own)
    best = 0
    total = 0
    for dice in range(DICE + 1):
        best = max(best, own.purchases.gain[dice])
        total += best * EQUAL[dice]
    return total // (1000 * REMOVED)


@rule
def rate_colours(s: Any, seat: int, moves: Any, count: int, w: Any) -> None:
    """P4: the margin after a colour is named, and those still to be named one by one."""
    for place in range(count):
        w.own.after[0] = s
        after = w.own.after[0]
        sheet = after.sheets[seat]
        sheet.named[rules.nameless(sheet)] = 1 + (moves[place] - NAME) % DICE
        name_rest(after, seat)
        w.worth[place] = margin(after, seat) * UNIT


@rule
def name_rest(after: Any, seat: int) -> None:
    """Name the colours of wild cards, each the best for now."""
    sheet = after.sheets[seat]
    slot = rules.nameless(sheet)
    while slot >= 0:
        best = -1
        best_colour = 0
        for colour in range(DICE):
            sheet.named[slot] = colour + 1
            points = rules.score(after, seat)
            if points > best:
                best = points
                best_colour = colour
        sheet.named[slot] = best_colour + 1
        slot = rules.nameless(sheet)


@rule
def expect(s: Any, seat: int, model: Any, w: Any) -> Any:
    """The value of a position to a seat that is not to move."""
    own = w.own
    read_aim(s, seat, model, own.aim)
    own_turn = seat == s.active and s.allowance == 0 and s.drawing == 0
    if own_turn and s.phase in (ROLL, PASSIVE):
        evaluate_turn(s, seat, model, own)
        return own.base + ahead_worth(s, own)
    return utility(expected(s, seat, model, own), own.aim)


@rule
def expected(s: Any, seat: int, model: Any, own: Any) -> Any:
    """The margin, alone the points, that a seat may expect without rolls of its own turn."""
    if s.phase == OVER:
        return margin(s, seat) * UNIT
    own.after[0] = s
    if s.phase == WILD:
        for other in range(s.seats):
            name_rest(own.after[0], other)
        return margin(own.after[0], seat) * UNIT
    if s.phase == DRAFT or s.sheets[0].count == 0:
        assume_rivals(s, model, own)
        if s.phase == DRAFT:
            return drafted(s, own.after[0], seat, model, own)
        return model[START] - own.rivals[0]
    ended = 0
    if seat == s.active and not (s.phase == ROLL and s.rolls == 0):
        ended = 1
    read_rivals(s, seat, ended, model, own)
    read_costs(s, seat, ended, model, own)
    base = own.base
    if s.seats == 1 and s.phase == ROLL:
        read_idle(s, seat, model, own)
        base += own.passive_turn[s.allowance]
    elif s.drawing != 0 and seat == s.active:
        read_idle(s, seat, model, own)
        base += own.card_joker[s.drawing - 1]
    return base


@rule
def ahead_worth(s: Any, own: Any) -> Any:
    """What the rest of the turn adds for the active seat before a roll, or while others enter."""
    outcome = outcome_of(s.dice)
    if s.phase == ROLL:
        gift = own.gift[(ALL_DICE & ~s.site)] if s.rolls != 0 else 0
        return (own.before[outcome] if s.rolls == 1 else own.ahead[outcome]) - gift
    if s.rolls == 3:
        return own.ahead[outcome]
    best = decide_worth(s, 1, own)
    for dice in range(2, 1 << DICE):
        best = max(best, decide_worth(s, dice, own))
    if own.acting[outcome] > 0:
        best = max(best, decide_worth(s, 0, own))
    return best
