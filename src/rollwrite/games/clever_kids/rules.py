"""The rules of Clever Kids: the record and every rule, K1 to K10 of the specification.

A turn: five dice are rolled (ROLL, chance). The active seat (TURN) chooses a zone, ticks in it one
symbol after the other and makes its bonus crosses; if it can use no die it rolls again. Then all
others (POOL) do the same at the same time with the dice left over. Every sheet holds its own step,
because the seats of one window may be at different ones.
"""

from __future__ import annotations

from rollwrite.games.clever_kids.sheet import (
    BLUE,
    DICE,
    FACES,
    JOKER,
    MOST_BALLOONS,
    MOST_COLUMNS,
    MOST_PAIRS,
    MOST_ROWS,
    MOST_WAGONS,
    SIDES,
    YELLOW,
    ZONE_OF,
)
from rollwrite.games.clever_kids.zones import (  # noqa: F401  # some for game.rules alone
    ALL_GIFTS,
    BALLOONS,
    COLUMN_GIFTS,
    COLUMN_PRIZE,
    COLUMNS,
    DONE,
    FACE,
    GIFTS,
    JOKERS,
    KIND_GIFTS,
    NEED,
    PAIRS,
    PRINTED,
    PRIZE,
    ROW_GIFTS,
    ROW_PRIZE,
    ROWS,
    TICK_AT,
    WAGONS,
    Sheet,
    add_ticks,
    complete,
    count_of,
    cross,
    fits,
    full,
    full_column,
    full_row,
    stars,
    ticked,
    zone_of,
)
from rollwrite.kernel.records import Record, i8, many
from rollwrite.kernel.rng import draw
from rollwrite.kernel.rule import rule

TITLE = "Clever Kids"
SEATS = 4
ROLL, TURN, POOL, OVER = range(4)  # the phase of the game
WAIT, REROLL, CHOOSE, TICK, BONUS = range(5)  # the step of a sheet
ALL_DICE = (1 << DICE) - 1

# Actions: choose zone action + 1; tick, by target and by the jokers to be spent (0: no more than
# needed); done; decline a bonus of zone action - DECLINE_AT + 1 (or of no colour named, which is
# readable but never legal); pass; roll again.
DECLINE_AT = DONE + 1
DECLINE, PASS, ROLL_AGAIN = DECLINE_AT + 4, DECLINE_AT + 5, DECLINE_AT + 6
ACTIONS = ROLL_AGAIN + 1
EVENT = DICE
ACTION_TABLE = (
    (0, "choose zone `action + 1`"),
    (TICK_AT, f"tick target `n // {JOKERS}` with at least `n % {JOKERS}` jokers"),
    (DONE, "tick no more"),
    (DECLINE_AT, "decline a bonus cross of zone `n + 1`"),
    (DECLINE, "decline a bonus cross of no zone (never legal)"),
    (PASS, "pass"),
    (ROLL_AGAIN, "roll again"),
)
ANYTHING = DICE << 4 * JOKER  # counted dice that tick any one symbol

SHOWS: tuple[tuple[int, ...], ...] = PRINTED["SHOWS"]  # the faces of each die
MOVES: int = PRINTED["MOVES"]
# What these dice can give, for whoever reckons with it (see bot/dice_outcomes.py).
ROLL_CODES: tuple[int, ...] = PRINTED["ROLL_CODES"]  # every roll, equal ones merged,
ROLL_WAYS: tuple[int, ...] = PRINTED["ROLL_WAYS"]  # in how many ways it falls,
ROLL_HANDS: tuple[int, ...] = PRINTED["ROLL_HANDS"]  # and its hands in the four zones
HAND_FIRST: tuple[int, ...] = PRINTED["HAND_FIRST"]  # by natural dice: the hand without a joker,
HAND_JOKERS: tuple[int, ...] = PRINTED["HAND_JOKERS"]  # and the most jokers (-1: no such dice)
HAND_CODES: tuple[int, ...] = PRINTED["HAND_CODES"]
SUBS_AT: tuple[int, ...] = PRINTED["SUBS_AT"]  # by hand: where its parts begin in
SUBS: tuple[int, ...] = PRINTED["SUBS"]


# What observations from 0 to 1 divide numbers by, and which fields are bits.
LIMITS = {
    "dice": len(FACES) - 1, "balloons": MOST_BALLOONS, "wagons": MOST_WAGONS, "treats": MOST_PAIRS,
    "bonus": 6, "step": BONUS, "zone": BLUE,
}  # fmt: skip
BITS = {"pool": DICE, "hand": DICE, "gifts": MOST_ROWS * MOST_COLUMNS}


class State(Record):
    """A moment of a game; dice that are to be rolled show 0."""

    seats: int = i8
    active: int = i8
    phase: int = i8
    pending: int = i8  # a bit for each seat that is to move
    pool: int = i8  # the dice the active seat left, as bits, once it has finished ticking
    dice: list[int] = i8[DICE]
    sheets: list[Sheet] = many(Sheet, SEATS)


@rule
def start(s: State, seats: int, first: int) -> None:
    """K1: the first player begins."""
    s.seats = seats
    s.active = first
    begin_turn(s)


@rule
def begin_turn(s: State) -> None:
    """K2: all five dice are to be rolled."""
    s.phase = ROLL
    s.pending = 0
    s.pool = 0
    for die in range(DICE):
        s.dice[die] = 0


@rule
def sample(s: State, event: list[int], rng: list[int]) -> None:
    """Roll all five dice."""
    for die in range(DICE):
        event[die] = SHOWS[die][draw(rng, SIDES)]


@rule
def resolve(s: State, event: list[int]) -> None:
    """K2: the active player chooses a zone, or rolls again if no die is of use."""
    for die in range(DICE):
        s.dice[die] = event[die]
    s.phase = TURN
    s.pending = 1 << s.active
    sheet = s.sheets[s.active]
    sheet.step = REROLL
    counts = counted(s, ALL_DICE)
    for zone in range(YELLOW, BLUE + 1):
        if fits(sheet, counts, zone):
            sheet.step = CHOOSE
            break


@rule
def counted(s: State, dice: int) -> int:
    """How often each face lies among some dice (bits): four bits of the answer for each face."""
    counts = 0
    for die in range(DICE):
        if dice >> die & 1:
            counts += 1 << 4 * s.dice[die]
    return counts


@rule
def legal(s: State, seat: int, moves: list[int]) -> int:
    """List what a pending seat may do; return how many moves that is."""
    sheet = s.sheets[seat]
    count = 0
    if sheet.step == CHOOSE:  # K3 and K7
        counts = counted(s, offered(s, seat))
        for zone in range(YELLOW, BLUE + 1):
            if fits(sheet, counts, zone):
                moves[count] = zone - 1
                count += 1
        if seat != s.active:
            moves[count] = PASS
            count += 1
    elif sheet.step == TICK:  # K5 and K6
        spare = spares(s, seat)
        count = add_ticks(sheet, sheet.zone, counted(s, sheet.hand), spare, moves, count)
        if sheet.hand != taken(s, seat, sheet.zone):
            moves[count] = DONE
            count += 1
    elif sheet.step == BONUS:  # K8: any pending colour, the next whole symbol of its zone
        for zone in range(YELLOW, BLUE + 1):
            if sheet.bonus[zone - 1] > 0:
                count = add_ticks(sheet, zone, ANYTHING, False, moves, count)
        for zone in range(YELLOW, BLUE + 1):
            if sheet.bonus[zone - 1] > 0:
                moves[count] = DECLINE_AT + zone - 1
                count += 1
    else:  # K2
        moves[0] = ROLL_AGAIN
        count = 1
    return count


@rule
def offered(s: State, seat: int) -> int:
    """K3 and K7: the dice a seat may choose from, as bits: all, or those in the pool."""
    if seat == s.active:
        return ALL_DICE
    return s.pool


@rule
def taken(s: State, seat: int, zone: int) -> int:
    """K3: the dice, as bits, that choosing a zone takes: its background and all jokers."""
    dice = offered(s, seat)
    for die in range(DICE):
        if s.dice[die] != JOKER and ZONE_OF[s.dice[die]] != zone:
            dice &= ~(1 << die)
    return dice


@rule
def spares(s: State, seat: int) -> bool:
    """K6: whether it matters which dice are spent: somebody is waiting for the others."""
    return seat == s.active and s.seats > 1


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Make a legal move."""
    sheet = s.sheets[seat]
    if action < TICK_AT:  # K3
        sheet.step = TICK
        sheet.zone = action + 1
        sheet.hand = taken(s, seat, action + 1)
    elif action < DONE:
        target = (action - TICK_AT) // JOKERS
        if sheet.step == TICK:
            sheet.hand = without(s, sheet.hand, target, (action - TICK_AT) % JOKERS)
            cross(sheet, target)
            if not fits(sheet, counted(s, sheet.hand), sheet.zone):
                finish_ticking(s, seat)
        else:
            sheet.bonus[zone_of(target) - 1] -= 1
            cross(sheet, target)
            make_bonuses(s, seat)
    elif action == DONE:
        finish_ticking(s, seat)
    elif action < DECLINE:
        sheet.bonus[action - DECLINE_AT] -= 1
        make_bonuses(s, seat)
    elif action == PASS:
        finish(s, seat)
    else:  # K2
        sheet.step = WAIT
        begin_turn(s)


@rule
def without(s: State, hand: int, target: int, jokers: int) -> int:
    """K6: the dice left when a symbol is ticked with at least so many jokers, as bits."""
    natural = NEED[target] - jokers
    for die in range(DICE):
        if natural > 0 and hand >> die & 1 and s.dice[die] == FACE[target]:
            hand &= ~(1 << die)
            natural -= 1
    jokers += natural  # those that natural dice could not give
    for die in range(DICE):
        if jokers > 0 and hand >> die & 1 and s.dice[die] == JOKER:
            hand &= ~(1 << die)
            jokers -= 1
    return hand


@rule
def finish_ticking(s: State, seat: int) -> None:
    """K6: dice that the active player has not used go to the pool; then come the bonus crosses."""
    sheet = s.sheets[seat]
    if seat == s.active:
        s.pool = ALL_DICE & ~taken(s, seat, sheet.zone) | sheet.hand
    sheet.zone = 0
    sheet.hand = 0
    make_bonuses(s, seat)


@rule
def make_bonuses(s: State, seat: int) -> None:
    """K8: bonus crosses in full zones lapse; without any other the seat has finished."""
    sheet = s.sheets[seat]
    sheet.step = WAIT
    for zone in range(YELLOW, BLUE + 1):
        if full(sheet, zone):
            sheet.bonus[zone - 1] = 0
        if sheet.bonus[zone - 1] > 0:
            sheet.step = BONUS
    if sheet.step == WAIT:
        finish(s, seat)


@rule
def finish(s: State, seat: int) -> None:
    """K7: when the active player has made all his crosses, all others choose from the pool."""
    s.sheets[seat].step = WAIT
    s.pending &= ~(1 << seat)
    if seat == s.active:
        s.phase = POOL
        for other in range(s.seats):
            if other != seat:
                s.sheets[other].step = CHOOSE
                s.pending |= 1 << other
    if s.pending == 0:
        end_turn(s)


@rule
def end_turn(s: State) -> None:
    """K9: a full zone ends the game with the turn; else the next player is active."""
    for seat in range(s.seats):
        if complete(s.sheets[seat]):
            s.phase = OVER
    if s.phase != OVER:
        s.active = (s.active + 1) % s.seats
        begin_turn(s)


@rule
def score(s: State, seat: int) -> int:
    """K10: a point for every star."""
    return stars(s.sheets[seat])


@rule
def standing(s: State, seat: int) -> int:
    """K10: most stars win, equal stars share the victory."""
    return score(s, seat)
