"""Two seats: both sheets weighed against each other.

The values of a model know another seat by its fields alone. Where only two play, the row of the
other one is looked at too, and what the dice, which serve both, give to it: it is taken to write
what is best for its own sheet. The margin is the difference of both values, with a shift for what
both count or leave out. The nearer the end, the more a lead is worth beside its points.
"""

from __future__ import annotations

from math import erf, sqrt
from typing import Any

from rollwrite.games.twenty_one.bot.race import (
    ALL_FIELDS,
    COUNT,
    DUELS,
    FIELDS,
    PREMIUM,
    SPREADS,
    fastest_other,
    fields_done,
    filled,
    standing_at,
    value,
)
from rollwrite.games.twenty_one.bot.turn_search import (
    after_writing,
    best_writing,
    prepare,
    reroll_mean,
)
from rollwrite.kernel.policy import UNIT, margin
from rollwrite.kernel.rule import rule

rules: Any = None  # bound to the game's rules

STEPS, REACH = 64, 4  # parts of a standard deviation, and how many of these there are
LEADS = tuple(round(erf(step / STEPS / sqrt(2)) * UNIT) for step in range(STEPS * REACH + 1))


@rule
def in_duel(s: Any, model: Any) -> bool:
    """Whether two play, and the model knows what that means."""
    return bool(s.seats == 2 and model[SPREADS] != 0)


@rule
def weigh_rolls(s: Any, seat: int, model: Any, own: Any) -> None:
    """Find the margin that one of two may expect with the dice as they lie, and rolled again.

    The dice serve both: what a roll gives to the other one counts against this one.
    """
    own.stay = 0
    own.again = 0
    for turn in range(2):
        who = seat if turn else 1 - seat
        left = prepare(s, who, model, own)
        base = margin(s, who) * UNIT
        stay = best_writing(s, who, left, own) - base
        again = reroll_mean(s, who, left, own) - base
        own.stay = stay - own.stay
        own.again = again - own.again
    more = margin(s, seat) * UNIT + shift_of(s, seat, model)
    own.stay += more
    own.again += more


@rule
def rest(s: Any, seat: int, model: Any) -> Any:
    """What is still to be won by a seat as a turn begins."""
    sheet = s.sheets[seat]
    here = standing_at(sheet.row, filled(sheet), rules.hits(sheet, sheet.row))
    turns = (seat - s.active + s.seats) % s.seats
    return value(s.seats, turns, fastest_other(s, seat), here, model)


@rule
def shift_of(s: Any, seat: int, model: Any) -> Any:
    """What is added to the difference of the values of two sheets as this turn began."""
    turns = (seat - s.active + 2) % 2
    return shift_at(turns, fields_done(s.sheets[seat]), fields_done(s.sheets[1 - seat]), model)


@rule
def shift_at(turns: int, fields: int, others: int, model: Any) -> Any:
    """What is added to the difference of the values of two sheets with so many fields."""
    return model[DUELS + (turns * ALL_FIELDS + fields) * ALL_FIELDS + others]


@rule
def spread_at(fields: int, others: int, model: Any) -> Any:
    """How far the margin of two with so many fields may still go."""
    return model[SPREADS + fields * ALL_FIELDS + others]


@rule
def of_victory(s: Any, seat: int, ahead: Any, model: Any) -> Any:
    """What an expected margin is worth at this moment."""
    spread = spread_at(fields_done(s.sheets[seat]), fields_done(s.sheets[1 - seat]), model)
    return with_lead(ahead, spread, model[PREMIUM])


@rule
def read_reply(s: Any, seat: int, model: Any, own: Any) -> None:
    """Find what a seat writes that cares for its own sheet first."""
    prepare(s, seat, model, own)
    best = own.worth[0][0][0]
    action = rules.CROSS
    fitting = rules.fitting_dice(s, seat)
    chosen = 0
    while chosen != fitting:
        chosen = (chosen - fitting) & fitting
        found = after_writing(s, seat, rules.WRITE_DICE + chosen, own)
        if found > best:
            best = found
            action = rules.WRITE_DICE + chosen
    write_down(s, seat, action, own.theirs)


@rule
def write_down(s: Any, seat: int, action: int, written: Any) -> None:
    """Note the row of a seat after some dice are written in it, or a field is crossed out."""
    sheet = s.sheets[seat]
    row = int(sheet.row)
    mask = filled(sheet)
    before = rules.hits(sheet, row)
    hits = before
    points = rules.score(s, seat)
    if action == rules.CROSS:
        place = 0
        while mask >> place & 1:
            place += 1
        mask |= 1 << place
    else:
        for die in range(rules.DICE):
            if action - rules.WRITE_DICE >> die & 1:
                place = rules.PLACES[sheet.model][row][die]
                mask |= 1 << place
                points += s.dice[die]
                if s.dice[die] == rules.NUMBERS[row][place]:
                    hits += 1
    written.points = points + rules.BONUS[hits] - rules.BONUS[before]
    written.fields = row * FIELDS + COUNT[mask]
    written.standing = standing_at(row, mask, hits)


@rule
def after_both(s: Any, seat: int, action: int, model: Any, own: Any) -> Any:
    """What a move is worth once the other one of two has written what it is taken to write."""
    ours = own.ours
    theirs = own.theirs
    write_down(s, seat, action, ours)
    premium = model[PREMIUM]
    if ours.standing < 0 or theirs.standing < 0:
        return end_worth(ours.points, theirs.points, premium)
    turns = (seat - s.active + 1) % 2  # until one's own, from the next one on
    ahead = (ours.points - theirs.points) * UNIT
    ahead += value(2, turns, theirs.fields, ours.standing, model)
    ahead -= value(2, 1 - turns, ours.fields, theirs.standing, model)
    ahead += shift_at(turns, ours.fields, theirs.fields, model)
    return with_lead(ahead, spread_at(ours.fields, theirs.fields, model), premium)


@rule
def expect_duel(s: Any, seat: int, model: Any, own: Any) -> Any:
    """What a moment is worth to one of two."""
    premium = model[PREMIUM]
    if s.phase == rules.OVER:
        points = rules.score(s, seat)
        return end_worth(points, points - margin(s, seat), premium)
    if s.phase == rules.WRITE:
        read_reply(s, 1 - seat, model, own)
        if s.answers[seat] != 0:
            return after_both(s, seat, s.answers[seat], model, own)
        best = after_both(s, seat, rules.CROSS, model, own)
        fitting = rules.fitting_dice(s, seat)
        chosen = 0
        while chosen != fitting:
            chosen = (chosen - fitting) & fitting
            best = max(best, after_both(s, seat, rules.WRITE_DICE + chosen, model, own))
        return best
    if s.rolls == 0:
        ahead = margin(s, seat) * UNIT + shift_of(s, seat, model)
        return of_victory(s, seat, ahead + rest(s, seat, model) - rest(s, 1 - seat, model), model)
    weigh_rolls(s, seat, model, own)
    ahead = own.again
    if s.phase == rules.KEEP and not rules.rerollable(s):
        ahead = own.stay
    elif s.phase == rules.KEEP:
        ahead = max(own.stay, own.again) if seat == s.active else min(own.stay, own.again)
    return of_victory(s, seat, ahead, model)


@rule
def lead(ahead: Any, spread: Any) -> Any:
    """How much likelier a seat is to win than to lose, up to UNIT, by an expected margin."""
    step = abs(ahead) * STEPS // max(spread, UNIT // 4)
    sure = LEADS[min(step, STEPS * REACH)]
    return sure if ahead > 0 else -sure


@rule
def end_worth(points: int, others: int, premium: Any) -> Any:
    """What a final margin is worth."""
    ahead = points - others
    worth = ahead * UNIT
    if ahead > 0:
        worth += premium
    elif ahead < 0:
        worth -= premium
    return worth


@rule
def with_lead(ahead: Any, spread: Any, premium: Any) -> Any:
    """What an expected margin is worth, with what it means for the victory."""
    return ahead + premium * lead(ahead, spread) // UNIT if premium else ahead


@rule
def rate_duel(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Write what each move is worth to one of two."""
    own = w.own
    if s.phase == rules.KEEP:
        weigh_rolls(s, seat, model, own)
        for index in range(count):
            ahead = own.again if moves[index] == rules.REROLL else own.stay
            w.worth[index] = of_victory(s, seat, ahead, model)
    else:
        read_reply(s, 1 - seat, model, own)
        for index in range(count):
            w.worth[index] = after_both(s, seat, moves[index], model, own)
