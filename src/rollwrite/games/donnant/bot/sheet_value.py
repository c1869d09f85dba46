"""The value of a sheet, and what buying or completing a card, or using a bonus, adds to it.

Values are differences to the margin at the end. Actions are evaluated one by one: two of them are
taken to add the sum of what each adds.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.bot.card_value import (
    EAGER,
    ENDED,
    FAR,
    STAGES,
    fullest,
    prospects,
    stage_of,
)
from rollwrite.games.donnant.rules.record import (
    ANY_COLOUR,
    CHEAPER,
    DICE,
    DRAFT,
    FINISH,
    GRID,
    PLACES,
    ROWS,
    USES,
)
from rollwrite.games.donnant.sheet import FIRST_BONUS, SLOTS
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

NOTHING = -(1 << 40)


@rule
def name_best(sheet: Any, own: Any) -> Any:
    """P4: the final points of the sheet just read, with its wild cards named one by one.

    The sheet is left as it was.
    """
    best = own.grid.score
    named = 0
    for slot in range(sheet.count):
        wild = rules.BONUS[sheet.card[slot] - 1] == ANY_COLOUR and sheet.named[slot] == 0
        if wild and sheet.empty[slot] == 0:
            best_colour = 0
            for colour in range(1, DICE + 1):
                sheet.named[slot] = colour
                prospects(sheet, ENDED, 0, 0, own)
                if own.grid.score > best:
                    best = own.grid.score
                    best_colour = colour
            sheet.named[slot] = best_colour
            named |= 1 << slot
    for slot in range(sheet.count):
        if named >> slot & 1:
            sheet.named[slot] = 0
    return best


@rule
def worth_of(sheet: Any, stage: int, others: int, last: int, model: Any, own: Any) -> Any:
    """The points a seat can expect at the end, by the model."""
    count = prospects(sheet, stage, others, last, own)
    if stage == ENDED:
        return name_best(sheet, own) * UNIT
    total = own.grid.score * UNIT
    for place in range(count):
        total += model[own.features[place]]
    if others == 0:
        soon = min(STAGES - 1 - stage, FAR)  # in the end only points count
        total += model[EAGER] * (sheet.count + own.grid.done) * soon // FAR
    return total


@rule
def read_rivals(s: Any, seat: int, ended: int, model: Any, own: Any) -> None:
    """What the best other seat can expect, as it is and if this seat's grid gets the fullest."""
    own.others = 0
    own.rivals[0] = 0
    own.rivals[1] = 0
    own.best_rival = -1
    if s.seats == 1:
        return
    own.others = fullest(s, seat)
    most = max(own.others, int(s.sheets[seat].count))
    for more in range(2):
        best = NOTHING
        for other in range(s.seats):
            if other != seat:
                most_now = max(most, int(s.sheets[seat].count) + more)
                stage = stage_of(s, other, most_now, ended)
                last = last_of(s, most_now)
                others = min(GRID, max(fullest(s, other), int(s.sheets[seat].count) + more))
                found = worth_of(s.sheets[other], stage, others, last, model, own)
                if found > best:
                    best = found
                    own.best_rival = other
        own.rivals[more] = best


@rule
def last_of(s: Any, most: int) -> int:
    """Which of the last rounds it is: by the state, or after a ninth card."""
    if most >= GRID and s.last_round == 0:
        return FINISH
    return int(s.last_round)


@rule
def own_worth(s: Any, seat: int, sheet: Any, ended: int, model: Any, own: Any) -> Any:
    """The margin if a seat had this sheet; call ``read_rivals`` before."""
    most = max(own.others, int(sheet.count))
    stage = stage_of(s, seat, most, ended)
    points = worth_of(sheet, stage, own.others, last_of(s, most), model, own)
    grown = 1 if most > max(own.others, int(s.sheets[seat].count)) else 0
    return points - own.rivals[grown]


@rule
def read_costs(s: Any, seat: int, ended: int, model: Any, own: Any) -> None:
    """The value of the sheet as it is, and what a use of each bonus costs."""
    own.sheet[0] = s.sheets[seat]
    sheet = own.sheet[0]
    own.base = own_worth(s, seat, sheet, ended, model, own)
    for kind in range(CHEAPER + 1):
        own.cost[kind] = 0
    for slot in range(sheet.count):
        kind = rules.BONUS[sheet.card[slot] - 1]
        if kind != 0 and sheet.empty[slot] == 0 and sheet.uses[slot] < USES:
            sheet.uses[slot] += 1
            less = own_worth(s, seat, sheet, ended, model, own)
            sheet.uses[slot] -= 1
            own.cost[kind] = max(0, own.base - less)


@rule
def card_gain(s: Any, seat: int, sheet: Any, slot: int, ended: int, model: Any, own: Any) -> Any:
    """What completing a card adds to ``own.base``; the sheet is left as it was.

    What the card would get in the passive turn anyway is subtracted.
    """
    empty = sheet.empty[slot]
    sheet.empty[slot] = 0
    found = own_worth(s, seat, sheet, ended, model, own) - own.base
    sheet.empty[slot] = empty
    return found - own.passive_gain[slot]


@rule
def best_lay(
    s: Any, after: Any, seat: int, card: int, ended: int, model: Any, own: Any
) -> tuple[int, int]:
    """What laying a card (from 0) at its best place adds to ``own.base``, and that place."""
    places = rules.open_places(after.sheets[seat])
    best = NOTHING
    best_place = -1
    for place in range(PLACES):
        if places >> place & 1:
            own.laid[0] = after.sheets[seat]
            sheet = own.laid[0]
            rules.lay(sheet, card, place)
            found = own_worth(s, seat, sheet, ended, model, own) - own.base
            if found > best:
                best = found
                best_place = place
    return best, best_place


@rule
def drawn_card(s: Any, seat: int, row: int, ended: int, model: Any, own: Any) -> int:
    """What a card from a deck adds to ``own.base``, over all its cards that are nowhere in sight.

    Each is tried at two of the open places; it need not be kept.
    """
    places = rules.open_places(s.sheets[seat])
    first_place = 0
    while places >> first_place & 1 == 0:
        first_place += 1
    last_place = PLACES - 1
    while places >> last_place & 1 == 0:
        last_place -= 1
    total = 0
    count = 0
    first = row * FIRST_BONUS
    for card in range(first, first + (rules.BONUSES if row else rules.EVALUATIONS)):
        if not in_sight(s, card + 1):
            best = own.base
            for side in range(2):
                own.laid[0] = s.sheets[seat]
                sheet = own.laid[0]
                rules.lay(sheet, card, last_place if side else first_place)
                best = max(best, own_worth(s, seat, sheet, ended, model, own))
            total += best - own.base
            count += 1
    return total // count if count else 0


@rule
def in_sight(s: Any, card: int) -> bool:
    """Whether a card (from 1) lies in a grid or in the market."""
    for row in range(ROWS):
        for slot in range(SLOTS):
            if s.market[row][slot] == card:
                return True
    if s.phase != DRAFT:
        for seat in range(s.seats):
            for slot in range(int(s.sheets[seat].count)):
                if s.sheets[seat].card[slot] == card:
                    return True
    return False
