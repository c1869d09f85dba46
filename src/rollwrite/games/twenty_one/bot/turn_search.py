"""The turn of one seat, weighed exactly, fall by fall of the dice."""

from __future__ import annotations

from typing import Any

from rollwrite.games.twenty_one.bot.race import (
    COUNT,
    FIELDS,
    MOST_STEPS,
    REROLLS,
    SEATS,
    SHIFT,
    SURE,
    fastest_other,
    filled,
    later,
    race_of,
    standing_at,
)
from rollwrite.kernel.policy import UNIT, margin
from rollwrite.kernel.records import Record, i8, i32, i64, one
from rollwrite.kernel.rule import rule

rules: Any = None  # bound to the game's rules

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


class Written(Record):
    """A sheet once its row has been written on."""

    points: int = i32
    fields: int = i8  # filled or crossed out, in all
    standing: int = i32  # the number of its state, -1 if all is full


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
    ours: Written = one(Written)  # where two play: the row after a move,
    theirs: Written = one(Written)  # and what the other one is taken to write,
    stay: int = i64  # and the margin if the dice are kept,
    again: int = i64  # or rolled again


# Kinds of rolls: what falls is written; the seat may reroll; another one may.
ONLY, OWN, OTHERS = range(3)
OFTEN = tuple(SURE * 6 ** (FIELDS - left) for left in range(FIELDS + 1))


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
