"""How a strong player thinks about Donnant Donnant.

Before and between the rolls of its own turn a seat weighs every fall of the dice and every set of
dice to reroll, once or twice, exactly as far as purchases and completions add up: what each of them
adds is read from a learnt model, and so is what a reroll gives to the best other seat. With the
dice on the table each step is made on a copy of the sheet, and the best that can follow is added.
Alone, the few moves that look best are told apart by the turn after this one, weighed likewise. The
cards that the market will show, what the others will do in their turns, and how two steps of a turn
help each other before the first of them is made, are left to the model or left out.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.action_search import rate_acts
from rollwrite.games.donnant.bot.card_value import (
    MIND_SIZE,
    MOST_PLACES,
    START,
    fullest,
    prospects,
    stage_of,
)
from rollwrite.games.donnant.bot.draft import drafted, hidden, rate_draft
from rollwrite.games.donnant.bot.entry_search import rate_entries
from rollwrite.games.donnant.bot.fill_search import AHEAD, BEFORE, TABLE
from rollwrite.games.donnant.bot.lookahead import (
    CHOSEN,
    DEEPER_END,
    FOUND,
    choose_few,
    correct,
    next_turn,
    weigh_turn,
)
from rollwrite.games.donnant.bot.purchase_value import read_market
from rollwrite.games.donnant.bot.sheet_value import (
    BASE,
    BUY_GAIN,
    GIFT,
    RIVAL,
    read_costs,
    read_rivals,
)
from rollwrite.games.donnant.bot.solo_utility import PRIZE, read_aim, utility
from rollwrite.games.donnant.bot.turn_search import (
    CARD_JOKER,
    PASSIVE_TURN,
    decide_worth,
    fall_of,
    read_idle,
)
from rollwrite.games.donnant.rules.record import (
    ACT,
    ALL_DICE,
    DECIDE,
    DICE,
    DRAFT,
    NAME,
    OVER,
    PASSIVE,
    PLACE,
    REMOVE,
    REMOVE_FROM,
    REROLL,
    ROLL,
    STOP,
    WILD,
    State,
)
from rollwrite.kernel.policy import UNIT, margin
from rollwrite.kernel.records import Record, i32, i64, slots
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

VERSION = 3
COMMAND = "rollwrite train donnant"
WEIGHTS, FEATURES, WORK = MIND_SIZE, MOST_PLACES, DEEPER_END
PLAY_OUT = (24, 12)  # games and decisions by which the coach makes sure: a decision takes long here
# How often, of a thousand turns, so many dice at most can be made equal in three rolls; a purchase
# that they pay counts for one part in so many of what it adds, for others may be better.
EQUAL = (0, 1, 256, 452, 245, 46)
REMOVED = 4


class Workspace(Record):
    """Scratch memory of the evaluator."""

    features: list[int] = i32[FEATURES]
    work: list[int] = i64[WORK]
    spare: list[Any] = slots(State, 4)


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
    """Where the weights lie that add up to the points a seat still makes."""
    if s.phase == OVER:
        return 0
    others = fullest(s, seat)
    stage = stage_of(s, seat, max(others, int(s.sheets[seat].count)), 0)
    count = prospects(s.sheets[seat], stage, others, int(s.last_round), own.work)
    for index in range(count):
        own.features[index] = own.work[index]
    return count


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Write what each move of a pending seat is worth to it."""
    work, spare, worth = w.own.work, w.own.spare, w.worth
    read_aim(s, seat, model, work)
    deciding = s.phase == DECIDE
    chosen = 1
    if not deciding:
        rate_steps(s, seat, moves, count, model, work, spare, worth)
        chosen = choose_few(s, seat, moves, count, model, work, worth)
        work[PRIZE] = 0
    for rank in range(chosen):
        spare[3] = s
        if not deciding:
            next_turn(s, spare[3], seat, moves[work[CHOSEN + rank]], model, work, spare)
        work[FOUND + rank] = weigh_turn(spare[3], seat, model, work, spare)
    if deciding:
        rate_rerolls(s, moves, count, work, worth)
        return
    correct(moves, count, chosen, work, worth)
    read_aim(s, seat, model, work)
    for place in range(count):
        worth[place] = utility(worth[place], work)


@rule
def rate_rerolls(s: Any, moves: Any, count: int, work: Any, worth: Any) -> None:
    """D7 and D8: what stopping and each reroll are worth; the rest of the turn has been weighed."""
    for place in range(count):
        dice = moves[place] - REROLL if moves[place] != STOP else 0
        worth[place] = work[BASE] + decide_worth(s, dice, work)


@rule
def rate_steps(
    s: Any, seat: int, moves: Any, count: int, model: Any, work: Any, spare: Any, worth: Any
) -> None:
    """The margin, alone the points, that a seat may expect after each move but a reroll."""
    if s.phase == DRAFT:
        rate_draft(s, seat, moves, count, model, work, spare, worth)
        return
    if s.phase == WILD:
        rate_colours(s, seat, moves, count, spare, worth)
        return
    ended = 1 if seat == s.active else 0
    read_rivals(s, seat, ended, model, work)
    read_costs(s, seat, ended, model, work, spare)
    base = work[BASE]
    if s.phase in (ACT, PLACE):
        rate_acts(s, seat, moves, count, model, work, spare, worth)
    elif s.phase == REMOVE:
        for place in range(count):
            row = moves[place] - REMOVE_FROM
            worth[place] = base + without(s, seat, row, ended, model, work, spare)
    else:
        rate_entries(s, seat, moves, count, model, work, spare, worth)


@rule
def without(s: Any, seat: int, row: int, ended: int, model: Any, work: Any, spare: Any) -> Any:
    """D23: what purchases promise in the next turn without the rightmost card of a market row."""
    spare[3] = s
    rules.set_aside(spare[3], row)
    read_market(s, spare[3], seat, ended, model, work, spare)
    best = 0
    total = 0
    for dice in range(DICE + 1):
        best = max(best, work[BUY_GAIN + dice])
        total += best * EQUAL[dice]
    return total // (1000 * REMOVED)


@rule
def rate_colours(s: Any, seat: int, moves: Any, count: int, spare: Any, worth: Any) -> None:
    """P4: the margin after a colour is named, and those still to be named one by one."""
    for place in range(count):
        spare[0] = s
        after = spare[0]
        sheet = after.sheets[seat]
        sheet.named[rules.nameless(sheet)] = 1 + (moves[place] - NAME) % DICE
        name_rest(after, seat)
        worth[place] = margin(after, seat) * UNIT


@rule
def name_rest(after: Any, seat: int) -> None:
    """Name the colours of wild cards, each the best for now."""
    sheet = after.sheets[seat]
    slot = rules.nameless(sheet)
    while slot >= 0:
        best = -1
        colour = 0
        for hue in range(DICE):
            sheet.named[slot] = hue + 1
            points = rules.score(after, seat)
            if points > best:
                best = points
                colour = hue
        sheet.named[slot] = colour + 1
        slot = rules.nameless(sheet)


@rule
def expect(s: Any, seat: int, model: Any, w: Any) -> Any:
    """What a moment is worth to a seat that does not decide now."""
    work, spare = w.own.work, w.own.spare
    read_aim(s, seat, model, work)
    own_turn = seat == s.active and s.allowance == 0 and s.drawing == 0
    if own_turn and s.phase in (ROLL, PASSIVE):
        weigh_turn(s, seat, model, work, spare)
        return work[BASE] + ahead_worth(s, work)
    return utility(expected(s, seat, model, work, spare), work)


@rule
def expected(s: Any, seat: int, model: Any, work: Any, spare: Any) -> Any:
    """The margin, alone the points, that a seat may expect without rolls of its own turn."""
    if s.phase == OVER:
        return margin(s, seat) * UNIT
    spare[0] = s
    if s.phase == WILD:
        for other in range(s.seats):
            name_rest(spare[0], other)
        return margin(spare[0], seat) * UNIT
    if s.phase == DRAFT or s.sheets[0].count == 0:
        hidden(s, model, work)
        if s.phase == DRAFT:
            return drafted(s, spare[0], seat, model, work, spare)
        return model[START] - work[RIVAL]
    ended = 0
    if seat == s.active and not (s.phase == ROLL and s.rolls == 0):
        ended = 1
    read_rivals(s, seat, ended, model, work)
    read_costs(s, seat, ended, model, work, spare)
    base = work[BASE]
    if s.seats == 1 and s.phase == ROLL:
        read_idle(s, seat, model, work, spare)
        base += work[PASSIVE_TURN + s.allowance]
    elif s.drawing != 0 and seat == s.active:
        read_idle(s, seat, model, work, spare)
        base += work[CARD_JOKER + s.drawing - 1]
    return base


@rule
def ahead_worth(s: Any, work: Any) -> Any:
    """What the rest of the turn adds for the active seat before a roll, or while others enter."""
    fall = fall_of(s.dice)
    if s.phase == ROLL:
        gift = work[GIFT + (ALL_DICE & ~s.site)] if s.rolls != 0 else 0
        return (work[BEFORE + fall] if s.rolls == 1 else work[AHEAD + fall]) - gift
    if s.rolls == 3:
        return work[AHEAD + fall]
    best = decide_worth(s, 1, work)
    for dice in range(2, 1 << DICE):
        best = max(best, decide_worth(s, dice, work))
    if work[TABLE + fall] > 0:
        best = max(best, decide_worth(s, 0, work))
    return best
