"""The rules of Clever Kids: the record and every rule, K1 to K10 of the specification.

A turn: five dice are rolled (ROLL, chance). The active seat (TURN) chooses a zone, ticks in it one
symbol after the other and makes its bonus crosses; if it can use no die it rolls again. Then all
others (POOL) do the same at the same time with the dice left over. Every sheet holds its own step,
because the seats of one window may be at different ones.
"""

from __future__ import annotations

from rollwrite.games.clever_kids.sheet import (
    BLUE,
    BLUE_AT,
    CANDLE,
    DICE,
    GIFT,
    GREEN,
    GREEN_AT,
    JOKER,
    KINDS,
    MOST_COLUMNS,
    MOST_PAIRS,
    RED,
    RED_AT,
    SIDES,
    STAR,
    TARGETS,
    TREAT,
    TREATS,
    YELLOW,
    ZONE_OF,
    constants,
)
from rollwrite.games.edition import own_fields
from rollwrite.kernel.dice import draw
from rollwrite.kernel.records import Record, i8, i32, many
from rollwrite.kernel.rule import rule

TITLE = "Clever Kids"
SEATS = 4
ROLL, TURN, POOL, OVER = range(4)  # the phase of the game
WAIT, REROLL, CHOOSE, TICK, BONUS = range(5)  # the step of a sheet
ALL_DICE = (1 << DICE) - 1

# Actions: choose zone action + 1; tick, by target and by the jokers to be spent (0: no more than
# needed); done; decline a bonus of zone action - DECLINE_AT + 1 (or of no colour named, which is
# readable but never legal); pass; roll again.
TICK_AT, JOKERS = 4, DICE + 1
DONE = TICK_AT + TARGETS * JOKERS
DECLINE_AT = DONE + 1
DECLINE, PASS, ROLL_AGAIN = DECLINE_AT + 4, DECLINE_AT + 5, DECLINE_AT + 6
ACTIONS = ROLL_AGAIN + 1
EVENT = DICE
ANYTHING = DICE << 4 * JOKER  # counted dice that tick any one symbol

_PRINTED = constants(own_fields(__package__))
BALLOONS: int = _PRINTED["BALLOONS"]
WAGONS: int = _PRINTED["WAGONS"]
PAIRS: tuple[int, ...] = _PRINTED["PAIRS"]
ROWS: int = _PRINTED["ROWS"]
COLUMNS: int = _PRINTED["COLUMNS"]
GIFTS: tuple[int, ...] = _PRINTED["GIFTS"]  # the places of the grid that hold a gift
ALL_GIFTS: int = _PRINTED["ALL_GIFTS"]  # and these as bits
KIND_GIFTS: tuple[int, ...] = _PRINTED["KIND_GIFTS"]
ROW_GIFTS: tuple[int, ...] = _PRINTED["ROW_GIFTS"]
COLUMN_GIFTS: tuple[int, ...] = _PRINTED["COLUMN_GIFTS"]
ROW_PRIZE: tuple[int, ...] = _PRINTED["ROW_PRIZE"]
COLUMN_PRIZE: tuple[int, ...] = _PRINTED["COLUMN_PRIZE"]
FACE: tuple[int, ...] = _PRINTED["FACE"]  # by target: the face that ticks it,
NEED: tuple[int, ...] = _PRINTED["NEED"]  # how many dice that takes,
PRIZE: tuple[int, ...] = _PRINTED["PRIZE"]  # and what it brings: a bonus in a zone, or STAR
SHOWS: tuple[tuple[int, ...], ...] = _PRINTED["SHOWS"]  # the faces of each die
MOVES: int = _PRINTED["MOVES"]


class Sheet(Record):
    """One player's paper, and how far its player is in a turn."""

    gifts: int = i32  # a bit for each place of the grid
    balloons: int = i8
    wagons: int = i8
    treats: list[int] = i8[TREATS]
    bonus: list[int] = i8[4]  # crosses still to be made, by zone - 1
    step: int = i8
    zone: int = i8  # the one chosen, 0 before and after
    hand: int = i8  # the dice still to be spent there, as bits


class State(Record):
    """A moment of a game; dice that are to be rolled show 0."""

    seats: int = i8
    active: int = i8
    phase: int = i8
    pending: int = i8  # a bit for each seat that owes a decision
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
def count_of(counts: int, face: int) -> int:
    """How often a face lies among counted dice."""
    return counts >> 4 * face & 15


@rule
def fits(sheet: Sheet, counts: int, zone: int) -> bool:
    """K4 and K5: whether counted dice tick at least one whole symbol of a zone."""
    jokers = count_of(counts, JOKER)
    if zone == YELLOW:
        return sheet.balloons < BALLOONS and count_of(counts, FACE[sheet.balloons]) + jokers > 0
    if zone == RED:
        return (
            sheet.wagons < WAGONS
            and count_of(counts, CANDLE) + jokers >= NEED[RED_AT + sheet.wagons]
        )
    if zone == GREEN:
        free = ALL_GIFTS & ~sheet.gifts
        for kind in range(KINDS):
            if free & KIND_GIFTS[kind] and count_of(counts, GIFT + kind) + jokers > 0:
                return True
        return False
    for treat in range(TREATS):
        if sheet.treats[treat] < PAIRS[treat] and count_of(counts, TREAT + treat) + jokers >= 2:
            return True
    return False


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
def add_ticks(
    sheet: Sheet, zone: int, counts: int, spare: bool, moves: list[int], count: int
) -> int:
    """K5: add the next symbols of a zone that counted dice tick; return the new count."""
    if zone == YELLOW:
        if sheet.balloons < BALLOONS:
            count = add_tick(sheet.balloons, counts, spare, moves, count)
    elif zone == RED:
        if sheet.wagons < WAGONS:
            count = add_tick(RED_AT + sheet.wagons, counts, spare, moves, count)
    elif zone == GREEN:
        for place in GIFTS:
            if sheet.gifts >> place & 1 == 0:
                count = add_tick(GREEN_AT + place, counts, spare, moves, count)
    else:
        for treat in range(TREATS):
            if sheet.treats[treat] < PAIRS[treat]:
                target = BLUE_AT + MOST_PAIRS * treat + sheet.treats[treat]
                count = add_tick(target, counts, spare, moves, count)
    return count


@rule
def add_tick(target: int, counts: int, spare: bool, moves: list[int], count: int) -> int:
    """K4 and K6: add the ways to tick a symbol: natural dice first, or jokers in their place."""
    need = NEED[target]
    natural = count_of(counts, FACE[target])
    jokers = count_of(counts, JOKER)
    if natural + jokers < need:
        return count
    moves[count] = TICK_AT + JOKERS * target
    count += 1
    if spare:
        for spent in range(1, need + 1):
            if need - natural < spent <= jokers:
                moves[count] = TICK_AT + JOKERS * target + spent
                count += 1
    return count


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
def zone_of(target: int) -> int:
    """The zone in which a symbol is printed."""
    if target < RED_AT:
        return YELLOW
    if target < GREEN_AT:
        return RED
    if target < BLUE_AT:
        return GREEN
    return BLUE


@rule
def cross(sheet: Sheet, target: int) -> None:
    """K5 and K8: tick a symbol, whole, and note the bonus crosses that it earns."""
    zone = zone_of(target)
    earn(sheet, PRIZE[target])
    if zone == YELLOW:
        sheet.balloons += 1
    elif zone == RED:
        sheet.wagons += 1
    elif zone == BLUE:
        sheet.treats[(target - BLUE_AT) // MOST_PAIRS] += 1
    else:
        place = target - GREEN_AT
        sheet.gifts |= 1 << place
        if full_row(sheet, place // MOST_COLUMNS):
            earn(sheet, ROW_PRIZE[place // MOST_COLUMNS])
        if full_column(sheet, place % MOST_COLUMNS):
            earn(sheet, COLUMN_PRIZE[place % MOST_COLUMNS])


@rule
def earn(sheet: Sheet, prize: int) -> None:
    """K8: a coloured circle earns a bonus cross in the zone of that colour."""
    if 0 < prize < STAR:
        sheet.bonus[prize - 1] += 1


@rule
def full_row(sheet: Sheet, row: int) -> bool:
    """K10: whether all gifts of a row are ticked."""
    return sheet.gifts & ROW_GIFTS[row] == ROW_GIFTS[row]


@rule
def full_column(sheet: Sheet, column: int) -> bool:
    """K8 and K10: whether all gifts of a column are ticked."""
    return sheet.gifts & COLUMN_GIFTS[column] == COLUMN_GIFTS[column]


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
def full(sheet: Sheet, zone: int) -> bool:
    """K9: whether every symbol of a zone is ticked."""
    if zone == YELLOW:
        return sheet.balloons == BALLOONS
    if zone == RED:
        return sheet.wagons == WAGONS
    if zone == GREEN:
        return sheet.gifts == ALL_GIFTS
    for treat in range(TREATS):
        if sheet.treats[treat] < PAIRS[treat]:
            return False
    return True


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
def complete(sheet: Sheet) -> bool:
    """K9: whether one of the four zones is full."""
    for zone in range(YELLOW, BLUE + 1):
        if full(sheet, zone):
            return True
    return False


@rule
def ticked(sheet: Sheet, target: int) -> bool:
    """Whether a symbol is ticked."""
    zone = zone_of(target)
    if zone == YELLOW:
        return target < sheet.balloons
    if zone == RED:
        return target - RED_AT < sheet.wagons
    if zone == GREEN:
        return sheet.gifts >> (target - GREEN_AT) & 1 == 1
    place = target - BLUE_AT
    return place % MOST_PAIRS < sheet.treats[place // MOST_PAIRS]


@rule
def score(s: State, seat: int) -> int:
    """K10: every star beside a ticked symbol, and those of full rows and columns of gifts."""
    sheet = s.sheets[seat]
    stars = 0
    for target in range(sheet.balloons):
        if PRIZE[target] == STAR:
            stars += 1
    for wagon in range(sheet.wagons):
        if PRIZE[RED_AT + wagon] == STAR:
            stars += 1
    for treat in range(TREATS):
        for pair in range(sheet.treats[treat]):
            if PRIZE[BLUE_AT + MOST_PAIRS * treat + pair] == STAR:
                stars += 1
    for row in range(ROWS):
        if ROW_PRIZE[row] == STAR and full_row(sheet, row):
            stars += 1
    for column in range(COLUMNS):
        if COLUMN_PRIZE[column] == STAR and full_column(sheet, column):
            stars += 1
    return stars


@rule
def standing(s: State, seat: int) -> int:
    """K10: most stars win, equal stars share the victory."""
    return score(s, seat)
