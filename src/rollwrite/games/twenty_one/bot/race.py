"""What a model of Twenty One holds, and where: values of rows, by how far the others have come.

For every number of seats it says what the rest of the game is worth to a seat at the start of a
turn: by its own current row, the filled fields and the hits there, by how far the fastest other
seat has come, and by how many turns there are until it rolls itself. Colours do not matter to that,
for each stands once in every row. How the others get on is a chain of chances, which the model
holds too.
"""

from __future__ import annotations

from typing import Any

from rollwrite.kernel.policy import HEAD, UNIT
from rollwrite.kernel.rule import rule

rules: Any = None  # bound to the game's rules

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
# Where two play, by turns until one's own and the fields of both: what is added to the difference
# of their values. By the fields of both: how far the margin may still go; all 0 in a model for
# which the other row does not matter. And what a victory is worth beside the margin.
ALL_FIELDS = ROWS * FIELDS
DUELS = REROLLS[SEATS + 1]
SPREADS = DUELS + 2 * ALL_FIELDS**2
PREMIUM = SPREADS + ALL_FIELDS**2
WEIGHTS = PREMIUM + 1 - HEAD
VICTORY = 20 * UNIT
LIFT = (0, 64 * UNIT, 0, 0, 0, 0, 0)  # alone one makes more points than a weight can hold


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
        return ALL_FIELDS
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
def race_of(seats: int, turns: int, step: int) -> int:
    """Where the race stands, in one number: who plays, whose turn it is, how far the others are."""
    return (seats * SEATS + turns) * MOST_STEPS + step
