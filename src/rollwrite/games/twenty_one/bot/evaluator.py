"""How a strong player weighs the moves of Twenty One: a race, solved sheet by sheet.

A model holds, for every number of seats, what the rest of the game is worth to a seat at the start
of a turn: by its own current row, the filled fields and the hits there, by how far the fastest
other seat has come, and by how many turns there are until it rolls itself. Colours do not matter
to that, for each stands once in every row. How the others get on is a chain of chances, which the
model holds too. The turn itself is weighed exactly, fall by fall of the dice.
"""

from __future__ import annotations

from typing import Any

from rollwrite.kernel.policy import HEAD, UNIT, margin
from rollwrite.kernel.rule import rule

rules: Any = None  # bound to the game's rules

VERSION = 1
COMMAND = "rollwrite solve twenty_one"
FEATURES = 0

SEATS, ROWS, FIELDS = 6, 5, 6
WHOLE = (1 << FIELDS) - 1
COUNT = tuple(mask.bit_count() for mask in range(1 << FIELDS))
# A row in progress: where its filled fields, as bits, begin; one place for each number of hits.
PLACE = tuple(sum(COUNT[lower] + 1 for lower in range(mask)) for mask in range(1 << FIELDS))
IN_ROW = PLACE[WHOLE]
STATES = ROWS * IN_ROW

# Steps of progress of the fastest other seat (in fields, or in pairs of them), by seats.
STEPS = (0, 1, 30, 15, 15, 15, 15)
COARSE = (1, 30, 1, 2, 2, 2, 2)
# Chances are told in parts of SURE, kept as whole grains; a step is 0 to 6, then comes the gain.
SURE, SHIFT = 1 << 14, 8
MOST_STEP, GAIN = 6, 7
LINK = 8
# Where things lie in a model, by seats: values, chains, and how often others reroll by their ones.
VALUES = tuple(
    HEAD + sum(seats * STEPS[seats] * STATES for seats in range(1, below))
    for below in range(SEATS + 2)
)
CHAINS = tuple(
    VALUES[SEATS + 1] + sum(seats * STEPS[seats] * LINK for seats in range(1, below))
    for below in range(SEATS + 2)
)
REROLLS = tuple(CHAINS[SEATS + 1] + seats * (FIELDS + 1) for seats in range(SEATS + 2))
WEIGHTS = REROLLS[SEATS + 1] - HEAD
LIFT = (0, 64 * UNIT, 0, 0, 0, 0, 0)  # alone one makes more points than a weight can hold

WAYS = tuple(6**count for count in range(FIELDS + 1))
# CHOICES[count][ones]: in how many ways of the dice that matter to nobody so many show a 1.
CHOICES = (
    (1, 0, 0, 0, 0, 0, 0),
    (5, 1, 0, 0, 0, 0, 0),
    (25, 10, 1, 0, 0, 0, 0),
    (125, 75, 15, 1, 0, 0, 0),
    (625, 500, 150, 20, 1, 0, 0),
    (3125, 3125, 1250, 250, 25, 1, 0),
    (15625, 18750, 9375, 2500, 375, 30, 1),
)

# The room: values after each set of fields and hits, of which every fixed die halves the number;
# then the empty fields, where a walk over all falls stands, and what rerolls are worth.
HITS = FIELDS + 1
LEVEL = tuple(
    sum(HITS << (FIELDS - lower) for lower in range(level)) for level in range(FIELDS + 2)
)
PLACES_AT = LEVEL[FIELDS + 1]
NEXT_AT = PLACES_AT + FIELDS
WAYS_AT = NEXT_AT + FIELDS
ONES_AT = WAYS_AT + FIELDS
REROLL_AT = ONES_AT + FIELDS
OFTEN_AT = REROLL_AT + (1 << FIELDS)
WORK = OFTEN_AT + FIELDS + 1
# Kinds of rolls: what falls is written; the seat may reroll; another one may.
ONLY, OWN, OTHERS = range(3)
OFTEN = tuple(SURE * 6 ** (FIELDS - left) for left in range(FIELDS + 1))


@rule
def rate(
    s: Any, seat: int, moves: Any, count: int, model: Any, work: Any, spare: Any, worth: Any
) -> None:
    """Write what each move of a pending seat is worth to it."""
    left = prepare(s, seat, model, work)
    for place in range(count):
        if moves[place] == rules.STAY:
            worth[place] = best_writing(s, seat, left, work)
        elif moves[place] == rules.REROLL:
            worth[place] = reroll_mean(s, seat, left, work)
        else:
            worth[place] = after_writing(s, seat, moves[place], left, work)


@rule
def expect(s: Any, seat: int, model: Any, work: Any, spare: Any) -> Any:
    """What a moment is worth to a seat that does not decide now."""
    if s.phase == rules.OVER:
        return margin(s, seat) * UNIT
    if s.phase == rules.ROLL and s.rolls == 0:
        sheet = s.sheets[seat]
        ahead = margin(s, seat) * UNIT
        own = standing_at(sheet.row, filled(sheet), rules.hits(sheet, sheet.row))
        turns = (seat - s.active + s.seats) % s.seats
        return ahead + value(s.seats, turns, fastest_other(s, seat), own, model)
    left = prepare(s, seat, model, work)
    if s.phase == rules.ROLL:
        return reroll_mean(s, seat, left, work)
    if s.phase == rules.KEEP:
        kept = best_writing(s, seat, left, work)
        rerolled = reroll_mean(s, seat, left, work)
        if seat == s.active:
            return max(kept, rerolled)
        ones = 0
        for die in range(rules.DICE):
            if s.dice[die] == 1:
                ones += 1
        often = model[REROLLS[s.seats] + ones] >> SHIFT
        return kept + (often * (rerolled - kept) + SURE // 2) // SURE
    if s.answers[seat] != 0:
        return after_writing(s, seat, s.answers[seat], left, work)
    return best_writing(s, seat, left, work)


@rule
def progress(s: Any) -> int:
    """How far the game has come, from 0 to 15."""
    most = 0
    for seat in range(s.seats):
        most = max(most, fields_done(s.sheets[seat]))
    return most // 2


@rule
def resting(s: Any) -> bool:
    """Whether a turn begins."""
    return bool(s.phase == rules.ROLL and s.rolls == 0)


@rule
def filled(sheet: Any) -> int:
    """The fields of the current row that are filled or crossed out, as bits."""
    mask = 0
    for place in range(FIELDS):
        if sheet.cells[sheet.row][place] != 0:
            mask |= 1 << place
    return mask


@rule
def fields_done(sheet: Any) -> Any:
    """How many fields of a sheet are filled or crossed out, of thirty."""
    if sheet.row == ROWS:
        return ROWS * FIELDS
    return sheet.row * FIELDS + COUNT[filled(sheet)]


@rule
def fastest_other(s: Any, seat: int) -> int:
    """The step of progress of the other seat that has come farthest."""
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, fields_done(s.sheets[other]))
    return most // COARSE[s.seats]


@rule
def standing_at(row: int, mask: int, hits: int) -> int:
    """The number of a sheet's state: row, filled fields, hits; -1 if all is full."""
    if mask == WHOLE:
        row += 1
        mask = 0
        hits = 0
    if row == ROWS:
        return -1
    return row * IN_ROW + PLACE[mask] + hits


@rule
def value(seats: int, turns: int, step: int, own: int, model: Any) -> Any:
    """What is still to be won at the start of a turn, ``turns`` before the seat's own."""
    return model[VALUES[seats] + (turns * STEPS[seats] + step) * STATES + own] + LIFT[seats]


@rule
def later(seats: int, turns: int, step: int, own: int, model: Any) -> Any:
    """What is still to be won once the seat has filled its row in a turn, ``own`` being left."""
    chain = CHAINS[seats] + (turns * STEPS[seats] + step) * LINK
    total = 0
    if own >= 0:
        following = (turns + seats - 1) % seats
        for more in range(min(MOST_STEP, STEPS[seats] - 1 - step) + 1):
            chance = model[chain + more] >> SHIFT
            if chance != 0:
                total += chance * value(seats, following, step + more, own, model)
    return (total + SURE // 2) // SURE - model[chain + GAIN]


@rule
def prepare(s: Any, seat: int, model: Any, work: Any) -> int:
    """Make the table of a seat's turn; return how many fields of its row are empty."""
    sheet = s.sheets[seat]
    hits = rules.hits(sheet, sheet.row)
    turns = (seat - s.active + s.seats) % s.seats
    step = fastest_other(s, seat)
    base = margin(s, seat) * UNIT
    return lay_out(sheet.row, filled(sheet), hits, base, s.seats, turns, step, model, work)


@rule
def lay_out(
    row: int, mask: int, hits: int, base: Any,
    seats: int, turns: int, step: int, model: Any, work: Any,
) -> int:  # fmt: skip
    """What it is worth to fill each set of empty fields with so many hits, numbers not counted.

    Fields are taken from the right, small numbers first. Where none is filled, the leftmost one
    is crossed out: a seat may always do that instead.
    """
    left = 0
    for place in range(FIELDS):
        if mask >> FIELDS - 1 - place & 1 == 0:
            work[PLACES_AT + left] = FIELDS - 1 - place
            left += 1
    for chosen in range(1 << left):
        after = mask
        for index in range(left):
            if chosen >> index & 1:
                after |= 1 << work[PLACES_AT + index]
        for more in range(COUNT[chosen] + 1):
            if chosen == 0:
                after |= 1 << work[PLACES_AT + left - 1]
            gain = (rules.BONUS[hits + more] - rules.BONUS[hits]) * UNIT
            own = standing_at(row, after, hits + more)
            work[chosen * HITS + more] = base + gain + later(seats, turns, step, own, model)
    return left


@rule
def after_writing(s: Any, seat: int, action: int, left: int, work: Any) -> Any:
    """What it is worth to write some dice, or to cross out."""
    if action == rules.CROSS:
        return work[0]
    sheet = s.sheets[seat]
    chosen = 0
    hits = 0
    points = 0
    for die in range(rules.DICE):
        if action - rules.WRITE_DICE >> die & 1:
            place = rules.PLACES[sheet.model][sheet.row][die]
            index = 0
            while work[PLACES_AT + index] != place:
                index += 1
            chosen |= 1 << index
            points += s.dice[die]
            if s.dice[die] == rules.NUMBERS[sheet.row][place]:
                hits += 1
    return work[chosen * HITS + hits] + points * UNIT


@rule
def best_writing(s: Any, seat: int, left: int, work: Any) -> Any:
    """What the dice as they lie are worth to a seat that fills its row with them."""
    sheet = s.sheets[seat]
    for level in range(left):
        place = work[PLACES_AT + level]
        face = 0
        for die in range(rules.DICE):
            if rules.PLACES[sheet.model][sheet.row][die] == place:
                face = s.dice[die]
        fix_die(level, left, face, rules.NUMBERS[sheet.row][place], work)
    return work[LEVEL[left]]


@rule
def fix_die(level: int, left: int, face: int, printed: int, work: Any) -> None:
    """Let the die of an empty field show a face, and keep what is best for the rest."""
    here = LEVEL[level]
    there = LEVEL[level + 1]
    hit = 1 if face == printed else 0
    points = face * UNIT
    for rest in range(1 << (left - level - 1)):
        for hits in range(COUNT[rest] + 1):
            without = work[here + 2 * rest * HITS + hits]
            if face <= printed:
                written = work[here + (2 * rest + 1) * HITS + hits + hit] + points
                without = max(without, written)
            work[there + rest * HITS + hits] = without


@rule
def reroll_mean(s: Any, seat: int, left: int, work: Any) -> Any:
    """What it is worth to a seat that all dice but the 1s are rolled again."""
    ones = locked(s, seat, left, work)
    return mean_of_rolls(s.sheets[seat].row, left, ones, ONLY, work)


@rule
def locked(s: Any, seat: int, left: int, work: Any) -> int:
    """The empty fields whose die shows a 1, which stays in a reroll, as bits."""
    sheet = s.sheets[seat]
    ones = 0
    for level in range(left):
        for die in range(rules.DICE):
            here = rules.PLACES[sheet.model][sheet.row][die] == work[PLACES_AT + level]
            if here and s.dice[die] == 1:
                ones |= 1 << level
    return ones


@rule
def mean_of_rolls(row: int, left: int, ones: int, roll: int, work: Any) -> Any:
    """What it is worth to roll all dice but those locked at 1: the mean over all falls.

    After an only roll rows are filled; a first roll may be rolled again, by the seat if that is
    better for it, or by another one as often as ``work`` says.
    """
    total = 0
    level = 0
    work[NEXT_AT] = 1
    work[WAYS_AT] = 1
    work[ONES_AT] = 0
    while level >= 0:
        face = work[NEXT_AT + level]
        printed = rules.NUMBERS[row][work[PLACES_AT + level]]
        if face > min(printed + 1, 6) or (face > 1 and ones >> level & 1):
            level -= 1
        else:  # what is higher than the printed number is all the same
            work[NEXT_AT + level] = face + 1
            ways = work[WAYS_AT + level] * (1 if face <= printed else 6 - printed)
            seen = work[ONES_AT + level] | (1 << level if face == 1 else 0)
            fix_die(level, left, face, printed, work)
            if level < left - 1:
                level += 1
                work[NEXT_AT + level] = 1
                work[WAYS_AT + level] = ways
                work[ONES_AT + level] = seen
            else:
                kept = work[LEVEL[left]]
                if roll == ONLY:
                    total += ways * kept
                elif roll == OWN:
                    total += ways * max(kept, work[REROLL_AT + seen])
                else:
                    often = work[OFTEN_AT + COUNT[seen]]
                    total += ways * (kept * (OFTEN[left] - often) + work[REROLL_AT + seen] * often)
    falls = WAYS[left - COUNT[ones]] * (OFTEN[left] if roll == OTHERS else 1)
    return (total + falls // 2) // falls


@rule
def settle(
    seats: int, turns: int, step: int, row: int, mask: int, hits: int, model: Any, work: Any
) -> Any:
    """What is still to be won at the start of a turn, computed from what may come after it."""
    left = lay_out(row, mask, hits, 0, seats, turns, step, model, work)
    for ones in range(1 << left):
        work[REROLL_AT + ones] = mean_of_rolls(row, left, ones, ONLY, work)
    for ones in range(left + 1):
        often = 0
        for more in range(FIELDS - left + 1):
            rerolled = model[REROLLS[seats] + ones + more] >> SHIFT
            often += CHOICES[FIELDS - left][more] * rerolled
        work[OFTEN_AT + ones] = often
    return mean_of_rolls(row, left, 0, OWN if turns == 0 else OTHERS, work)
