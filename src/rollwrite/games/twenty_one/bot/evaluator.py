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
from rollwrite.kernel.records import Record, i8, i64
from rollwrite.kernel.rule import rule

rules: Any = None  # bound to the game's rules

VERSION = 1
COMMAND = "rollwrite solve twenty_one"
SETTLED = True  # the points of others are seen on their sheets alone
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
MOST_STEPS = 32
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

HITS = FIELDS + 1  # so many numbers of hits


class Workspace(Record):
    """Scratch memory for the turn of one seat."""

    fields: list[int] = i8[FIELDS]  # the empty fields of its row, small numbers first
    # What it is worth to fill a set of empty fields with so many hits; by how many dice are fixed.
    worth: list[list[list[int]]] = i64[FIELDS + 1, 1 << FIELDS, HITS]
    # Where a walk over all rolls stands, by the dice that are fixed: the next face to try, the ways
    # in which the dice fell so far, and which of them show a 1.
    faces: list[int] = i8[FIELDS]
    ways: list[int] = i64[FIELDS]
    ones: list[int] = i8[FIELDS]
    reroll: list[int] = i64[1 << FIELDS]  # what a reroll is worth, by the dice locked at 1
    often: list[int] = i64[FIELDS + 1]  # how often others reroll, by the ones they see


# Kinds of rolls: what falls is written; the seat may reroll; another one may.
ONLY, OWN, OTHERS = range(3)
OFTEN = tuple(SURE * 6 ** (FIELDS - left) for left in range(FIELDS + 1))


@rule
def rate(s: Any, seat: int, moves: Any, count: int, model: Any, w: Any) -> None:
    """Write what each move of a pending seat is worth to it."""
    own = w.own
    left = prepare(s, seat, model, own)
    for index in range(count):
        if moves[index] == rules.STAY:
            w.worth[index] = best_writing(s, seat, left, own)
        elif moves[index] == rules.REROLL:
            w.worth[index] = reroll_mean(s, seat, left, own)
        else:
            w.worth[index] = after_writing(s, seat, moves[index], own)


@rule
def expect(s: Any, seat: int, model: Any, w: Any) -> Any:
    """What a moment is worth to a seat that does not decide now."""
    if s.phase == rules.OVER:
        return margin(s, seat) * UNIT
    if s.phase == rules.ROLL and s.rolls == 0:
        sheet = s.sheets[seat]
        ahead = margin(s, seat) * UNIT
        here = standing_at(sheet.row, filled(sheet), rules.hits(sheet, sheet.row))
        turns = (seat - s.active + s.seats) % s.seats
        return ahead + value(s.seats, turns, fastest_other(s, seat), here, model)
    own = w.own
    left = prepare(s, seat, model, own)
    if s.phase == rules.ROLL:
        return reroll_mean(s, seat, left, own)
    if s.phase == rules.KEEP:
        kept = best_writing(s, seat, left, own)
        rerolled = reroll_mean(s, seat, left, own)
        if seat == s.active:
            return max(kept, rerolled)
        ones = 0
        for die in range(rules.DICE):
            if s.dice[die] == 1:
                ones += 1
        often = model[REROLLS[s.seats] + ones] >> SHIFT
        return kept + (often * (rerolled - kept) + SURE // 2) // SURE
    if s.answers[seat] != 0:
        return after_writing(s, seat, s.answers[seat], own)
    return best_writing(s, seat, left, own)


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
def later(race: int, own: int, model: Any) -> Any:
    """What is still to be won once the seat has filled its row in a turn, ``own`` being left."""
    step = race % MOST_STEPS
    turns = race // MOST_STEPS % SEATS
    seats = race // MOST_STEPS // SEATS
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
def prepare(s: Any, seat: int, model: Any, own: Any) -> int:
    """Make the table of a seat's turn; return how many fields of its row are empty."""
    sheet = s.sheets[seat]
    hits = rules.hits(sheet, sheet.row)
    turns = (seat - s.active + s.seats) % s.seats
    race = race_of(s.seats, turns, fastest_other(s, seat))
    base = margin(s, seat) * UNIT
    return lay_out(sheet.row, filled(sheet), hits, base, race, model, own)


@rule
def race_of(seats: int, turns: int, step: int) -> int:
    """Where the race stands, in one number: who plays, whose turn it is, how far the others are."""
    return (seats * SEATS + turns) * MOST_STEPS + step


@rule
def lay_out(row: int, mask: int, hits: int, base: Any, race: int, model: Any, own: Any) -> int:
    """What it is worth to fill each set of empty fields with so many hits, numbers not counted.

    Fields are taken from the right, small numbers first. Where none is filled, the leftmost one
    is crossed out: a seat may always do that instead.
    """
    left = 0
    for place in range(FIELDS):
        if mask >> FIELDS - 1 - place & 1 == 0:
            own.fields[left] = FIELDS - 1 - place
            left += 1
    for chosen in range(1 << left):
        after = mask
        for index in range(left):
            if chosen >> index & 1:
                after |= 1 << own.fields[index]
        for more in range(COUNT[chosen] + 1):
            if chosen == 0:
                after |= 1 << own.fields[left - 1]
            gain = (rules.BONUS[hits + more] - rules.BONUS[hits]) * UNIT
            rest = standing_at(row, after, hits + more)
            own.worth[0][chosen][more] = base + gain + later(race, rest, model)
    return left


@rule
def after_writing(s: Any, seat: int, action: int, own: Any) -> Any:
    """What it is worth to write some dice, or to cross out."""
    if action == rules.CROSS:
        return own.worth[0][0][0]
    sheet = s.sheets[seat]
    chosen = 0
    hits = 0
    points = 0
    for die in range(rules.DICE):
        if action - rules.WRITE_DICE >> die & 1:
            place = rules.PLACES[sheet.model][sheet.row][die]
            index = 0
            while own.fields[index] != place:
                index += 1
            chosen |= 1 << index
            points += s.dice[die]
            if s.dice[die] == rules.NUMBERS[sheet.row][place]:
                hits += 1
    return own.worth[0][chosen][hits] + points * UNIT


@rule
def best_writing(s: Any, seat: int, left: int, own: Any) -> Any:
    """What the dice as they lie are worth to a seat that fills its row with them."""
    sheet = s.sheets[seat]
    for level in range(left):
        place = own.fields[level]
        face = 0
        for die in range(rules.DICE):
            if rules.PLACES[sheet.model][sheet.row][die] == place:
                face = s.dice[die]
        fix_die(level, left, face, rules.NUMBERS[sheet.row][place], own)
    return own.worth[left][0][0]


@rule
def fix_die(level: int, left: int, face: int, printed: int, own: Any) -> None:
    """Let the die of an empty field show a face, and keep what is best for the rest."""
    here = own.worth[level]
    there = own.worth[level + 1]
    hit = 1 if face == printed else 0
    points = face * UNIT
    for rest in range(1 << (left - level - 1)):
        for hits in range(COUNT[rest] + 1):
            without = here[2 * rest][hits]
            if face <= printed:
                written = here[2 * rest + 1][hits + hit] + points
                without = max(without, written)
            there[rest][hits] = without


@rule
def reroll_mean(s: Any, seat: int, left: int, own: Any) -> Any:
    """What it is worth to a seat that all dice but the 1s are rolled again."""
    ones = locked(s, seat, left, own)
    return mean_of_rolls(s.sheets[seat].row, left, ones, ONLY, own)


@rule
def locked(s: Any, seat: int, left: int, own: Any) -> int:
    """The empty fields whose die shows a 1, which stays in a reroll, as bits."""
    sheet = s.sheets[seat]
    ones = 0
    for level in range(left):
        for die in range(rules.DICE):
            here = rules.PLACES[sheet.model][sheet.row][die] == own.fields[level]
            if here and s.dice[die] == 1:
                ones |= 1 << level
    return ones


@rule
def mean_of_rolls(row: int, left: int, ones: int, roll: int, own: Any) -> Any:
    """What it is worth to roll all dice but those locked at 1: the mean over all falls.

    After an only roll rows are filled; a first roll may be rolled again, by the seat if that is
    better for it, or by another one as often as ``own.often`` says.
    """
    total = 0
    level = 0
    own.faces[0] = 1
    own.ways[0] = 1
    own.ones[0] = 0
    while level >= 0:
        face = own.faces[level]
        printed = rules.NUMBERS[row][own.fields[level]]
        if face > min(printed + 1, 6) or (face > 1 and ones >> level & 1):
            level -= 1
        else:  # what is higher than the printed number is all the same
            own.faces[level] = face + 1
            ways = own.ways[level] * (1 if face <= printed else 6 - printed)
            seen = own.ones[level] | (1 << level if face == 1 else 0)
            fix_die(level, left, face, printed, own)
            if level < left - 1:
                level += 1
                own.faces[level] = 1
                own.ways[level] = ways
                own.ones[level] = seen
            else:
                kept = own.worth[left][0][0]
                if roll == ONLY:
                    total += ways * kept
                elif roll == OWN:
                    total += ways * max(kept, own.reroll[seen])
                else:
                    often = own.often[COUNT[seen]]
                    total += ways * (kept * (OFTEN[left] - often) + own.reroll[seen] * often)
    falls = WAYS[left - COUNT[ones]] * (OFTEN[left] if roll == OTHERS else 1)
    return (total + falls // 2) // falls


@rule
def settle(race: int, row: int, mask: int, hits: int, model: Any, own: Any) -> Any:
    """What is still to be won at the start of a turn, computed from what may come after it."""
    turns = race // MOST_STEPS % SEATS
    seats = race // MOST_STEPS // SEATS
    left = lay_out(row, mask, hits, 0, race, model, own)
    for ones in range(1 << left):
        own.reroll[ones] = mean_of_rolls(row, left, ones, ONLY, own)
    for ones in range(left + 1):
        often = 0
        for more in range(FIELDS - left + 1):
            rerolled = model[REROLLS[seats] + ones + more] >> SHIFT
            often += CHOICES[FIELDS - left][more] * rerolled
        own.often[ones] = often
    return mean_of_rolls(row, left, 0, OWN if turns == 0 else OTHERS, own)
