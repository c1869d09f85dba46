"""How a strong player thinks about Clever Kids.

All that can still happen in a turn is weighed: every roll, every way of the active seat to tick and
cross, and every pool that leaves to the others. They are taken to make the most of it for their own
stars. What the sheets are worth at the end of the turn is read from a learnt mind.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.hands import CODE
from rollwrite.games.clever_kids.options import (
    BLOCK,
    END,
    LEVELS,
    SEATS,
    add_block,
    add_end,
    forget,
    hand_of,
    spread,
)
from rollwrite.games.clever_kids.papers import (
    GRIDS,
    LINES,
    WEIGHTS,  # noqa: F401  # for whoever makes minds
    context,
    nearness,
    paper_of,
    places,
)
from rollwrite.games.clever_kids.rules import ALL_DICE, HAND_CODES
from rollwrite.games.clever_kids.rules import SEATS as MOST_SEATS
from rollwrite.games.clever_kids.sheet import BLUE, DICE, YELLOW
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/twins.py)

VERSION = 1
COMMAND = "rollwrite train clever_kids"
FEATURES = 5

HANDS = len(HAND_CODES)
NOTHING = -(1 << 60)

# Where things lie in ``work``, beside those of options.py.
NEXT, ACTIVE, WATCHER = 2, 3, 4  # who is active next, who is now, and whose worth is asked for
BEST, SEEN_WORTH = 5, 6  # the most the active seat can get, and what the watcher has of it
NEARS, SINGLE, ANSWER, ROW = 8, 12, 16, 20  # by seat
POOL, POOLS = 4, 4093  # what the others make of a pool: four numbers (see answered)
POOL_KEYS = END
POOLS_AT = POOL_KEYS + POOLS
BESTS = POOLS_AT  # alone there are no pools: the best of each hand
SINGLES_AT = POOLS_AT + POOL * POOLS
TABLES_AT = SINGLES_AT + BLOCK * MOST_SEATS
WORK = TABLES_AT + BLOCK * HANDS * MOST_SEATS


@rule
def resting(s: Any) -> bool:
    """Whether a turn begins."""
    return s.phase == rules.ROLL


@rule
def progress(s: Any) -> int:
    """How far the fullest zone of all sheets is, from 0 to 15."""
    most = 0
    for seat in range(s.seats):
        sheet = s.sheets[seat]
        pairs = 0
        printed = 0
        for treat in range(len(rules.PAIRS)):
            pairs += sheet.treats[treat]
            printed += rules.PAIRS[treat]
        gifts = 0
        for number in range(rules.ROWS * rules.COLUMNS):
            gifts += sheet.gifts >> rules.GIFTS[number] & 1
        most = max(most, sheet.balloons * 15 // rules.BALLOONS, sheet.wagons * 15 // rules.WAGONS)
        most = max(most, pairs * 15 // printed, gifts * 15 // (rules.ROWS * rules.COLUMNS))
    return most


@rule
def features(s: Any, seat: int, work: Any) -> int:
    """Where the weights lie that add up to the stars a seat still gets, at the start of a turn."""
    if s.phase == rules.OVER:
        return 0
    places(paper_of(s.sheets[seat]), work, 0)
    near = 0
    for other in range(s.seats):
        if other != seat:
            near = max(near, nearness(paper_of(s.sheets[other])))
    turn = 0
    if seat == s.active:
        turn = 1
    where = context(s.seats, near, turn)
    work[3] += where * LINES
    work[4] += where * GRIDS
    return 5


@rule
def coded(s: Any, dice: int) -> int:
    """Some dice (bits) as a code."""
    code = 0
    for die in range(DICE):
        if dice >> die & 1:
            code += CODE[s.dice[die]]
    return code


@rule
def on_turn(seat: int, work: Any) -> int:
    """1 for the seat that is active next, 0 for the others."""
    if seat == work[NEXT]:
        return 1
    return 0


@rule
def table_of(seat: int) -> int:
    """Where the blocks of a seat's hands begin."""
    return TABLES_AT + BLOCK * HANDS * seat


@rule
def prepare(s: Any, seat: int, work: Any) -> None:
    """Note what a question is about."""
    forget(work)
    work[SEATS] = s.seats
    work[NEXT] = (s.active + 1) % s.seats
    work[ACTIVE] = s.active
    work[WATCHER] = seat
    for other in range(s.seats):
        work[NEARS + other] = nearness(paper_of(s.sheets[other]))
    if s.seats > 1:
        for place in range(POOL_KEYS, POOL_KEYS + POOLS):
            work[place] = -1


@rule
def fill(s: Any, seat: int, limit: int, mind: Any, work: Any) -> None:
    """Weigh what a seat can tick in each zone with exactly each hand that dice give."""
    table = table_of(seat)
    for hand in range(HANDS):
        work[table + BLOCK * hand] = 0
    paper = paper_of(s.sheets[seat])
    turn = on_turn(seat, work)
    for zone in range(YELLOW, BLUE + 1):
        spread(paper, zone, limit, turn, table, mind, work)


@rule
def close(seat: int, limit: int, work: Any) -> None:
    """Let every hand hold what its parts hold: dice may be left."""
    table = table_of(seat)
    if limit < 0:
        for hand in range(HANDS):
            gather(table, hand, work)
    else:
        for zone in range(YELLOW, BLUE + 1):
            whole = hand_of(limit, zone)
            for place in range(rules.SUBS_AT[whole], rules.SUBS_AT[whole + 1]):
                gather(table, rules.SUBS[place], work)


@rule
def gather(table: int, hand: int, work: Any) -> None:
    """Let a hand hold what its parts hold."""
    block = table + BLOCK * hand
    for place in range(rules.SUBS_AT[hand], rules.SUBS_AT[hand + 1]):
        other = table + BLOCK * rules.SUBS[place]
        if other != block:
            add_block(other, block, work)


@rule
def best_row(block: int, column: int, seat: int, most: int, work: Any) -> int:
    """Note a seat's best row of a block if it is better than ``most``; return the better."""
    present = work[block]
    near = 0
    while present >> near != 0:
        at = block + 1 + LEVELS * near
        if present >> near & 1 and work[at + column] > most:
            most = work[at + column]
            work[ANSWER + seat] = near
            work[ROW + seat] = at
        near += 1
    return most


@rule
def answer(seat: int, pool: int, near: int, work: Any) -> None:
    """Note what a seat makes of a pool for its own stars, the others being that near."""
    most = NOTHING
    if work[SINGLE + seat]:
        best_row(SINGLES_AT + BLOCK * seat, near, seat, most, work)
    else:
        for zone in range(YELLOW, BLUE + 1):
            block = table_of(seat) + BLOCK * hand_of(pool, zone)
            most = best_row(block, near, seat, most, work)


@rule
def answered(pool: int, near: int, chooser: int, work: Any) -> int:
    """Where it stands what the others make of a pool when the chooser ends so near.

    Four numbers: the nearness that decides what the chooser has; the points of the best other; the
    watcher's points; those of the best who is neither chooser nor watcher. The last two only
    where the watcher is not the chooser.
    """
    key = pool * LEVELS + near
    slot = key % POOLS
    at = POOLS_AT + POOL * slot
    if work[POOL_KEYS + slot] == key:
        return at
    work[POOL_KEYS + slot] = key
    seats = work[SEATS]
    nearest = 0
    for seat in range(seats):
        if seat != chooser:
            others = near
            for other in range(seats):
                if other not in (seat, chooser):
                    others = max(others, work[NEARS + other])
            answer(seat, pool, others, work)
            nearest = max(nearest, work[ANSWER + seat])
    work[at] = nearest
    for place in range(1, 4):
        work[at + place] = NOTHING
    for seat in range(seats):
        if seat != chooser:
            others = near
            for other in range(seats):
                if other not in (seat, chooser):
                    others = max(others, work[ANSWER + other])
            points = work[work[ROW + seat] + others]
            work[at + 1] = max(work[at + 1], points)
            if seat == work[WATCHER]:
                work[at + 2] = points
            else:
                work[at + 3] = max(work[at + 3], points)
    return at


@rule
def consider(block: int, pool: int, chooser: int, work: Any) -> None:
    """Compare the chooser's best so far with what a block and the pool it leaves come to."""
    present = work[block]
    if work[SEATS] == 1:
        if present & 1 and work[block + 1] > work[BEST]:
            work[BEST] = work[block + 1]
            work[SEEN_WORTH] = work[BEST]
        return
    near = 0
    while present >> near != 0:
        if present >> near & 1:
            at = answered(pool, near, chooser, work)
            own = work[block + 1 + LEVELS * near + work[at]]
            worth = own - work[at + 1]
            if worth > work[BEST]:
                work[BEST] = worth
                work[SEEN_WORTH] = worth
                if chooser != work[WATCHER]:
                    work[SEEN_WORTH] = work[at + 2] - max(own, work[at + 3])
        near += 1


@rule
def consider_hand(table: int, hand: int, base: int, least: int, chooser: int, work: Any) -> None:
    """Compare all ways to spend dice of a hand, ``least`` of them: the rest joins the pool."""
    for place in range(rules.SUBS_AT[hand], rules.SUBS_AT[hand + 1]):
        part = rules.SUBS[place]
        spent = rules.HAND_CODES[part]
        if work[table + BLOCK * part] != 0 and (spent != 0 or least == 0):
            consider(table + BLOCK * part, base - spent, chooser, work)


@rule
def single(s: Any, seat: int, mind: Any, work: Any) -> None:
    """Make the block of a seat that has finished ticking."""
    block = SINGLES_AT + BLOCK * seat
    work[block] = 0
    work[SINGLE + seat] = 1
    add_end(paper_of(s.sheets[seat]), on_turn(seat, work), block, mind, work)


@rule
def rest_of_turn(s: Any, mind: Any, work: Any) -> None:
    """Find the best the active seat can do from here, its dice having been rolled."""
    seat = work[ACTIVE]
    sheet = s.sheets[seat]
    work[BEST] = NOTHING
    if s.phase == rules.TURN and sheet.step == rules.CHOOSE:
        code = coded(s, ALL_DICE)
        fill(s, seat, code, mind, work)
        for zone in range(YELLOW, BLUE + 1):
            consider_hand(table_of(seat), hand_of(code, zone), code, 1, seat, work)
    elif s.phase == rules.TURN and sheet.step == rules.TICK:
        table = table_of(seat)
        hand = coded(s, sheet.hand)
        taken = rules.taken(s, seat, sheet.zone)
        for number in range(HANDS):
            work[table + BLOCK * number] = 0
        spread(paper_of(sheet), sheet.zone, hand, on_turn(seat, work), table, mind, work)
        least = 0
        if taken == sheet.hand:
            least = 1
        base = coded(s, ALL_DICE & ~taken | sheet.hand)
        consider_hand(table, hand_of(hand, sheet.zone), base, least, seat, work)
    else:
        single(s, seat, mind, work)
        consider(SINGLES_AT + BLOCK * seat, coded(s, s.pool), seat, work)


@rule
def window(seat: int, pool: int, work: Any) -> None:
    """Find the best a seat can do while the pool is open, all the others doing theirs."""
    work[BEST] = NOTHING
    if work[SINGLE + seat]:
        consider(SINGLES_AT + BLOCK * seat, pool, seat, work)
    else:
        for zone in range(YELLOW, BLUE + 1):
            consider(table_of(seat) + BLOCK * hand_of(pool, zone), pool, seat, work)


@rule
def stand(s: Any, seat: int, mind: Any, work: Any) -> None:
    """Weigh all that a seat can still do while the pool is open, or has done."""
    sheet = s.sheets[seat]
    work[NEARS + seat] = nearness(paper_of(sheet))
    open_to = s.phase == rules.POOL and s.pending >> seat & 1 == 1
    if open_to and sheet.step == rules.CHOOSE:
        work[SINGLE + seat] = 0
        fill(s, seat, coded(s, s.pool), mind, work)
        close(seat, coded(s, s.pool), work)
    elif open_to and sheet.step == rules.TICK:
        table = table_of(seat)
        hand = coded(s, sheet.hand)
        for number in range(HANDS):
            work[table + BLOCK * number] = 0
        spread(paper_of(sheet), sheet.zone, hand, on_turn(seat, work), table, mind, work)
        block = SINGLES_AT + BLOCK * seat
        work[SINGLE + seat] = 1
        work[block] = 0
        whole = hand_of(hand, sheet.zone)
        fresh = sheet.hand == rules.taken(s, seat, sheet.zone)
        for place in range(rules.SUBS_AT[whole], rules.SUBS_AT[whole + 1]):
            part = rules.SUBS[place]
            if rules.HAND_CODES[part] != 0 or not fresh:
                add_block(table + BLOCK * part, block, work)
    else:
        single(s, seat, mind, work)


@rule
def all_stand(s: Any, mind: Any, work: Any) -> None:
    """Weigh all that every seat can still do while the pool is open, or has done."""
    for seat in range(s.seats):
        stand(s, seat, mind, work)


@rule
def others_ready(s: Any, limit: int, mind: Any, work: Any) -> None:
    """Weigh what the others can make of any pool that the active seat may leave."""
    for other in range(s.seats):
        if other != work[ACTIVE]:
            work[SINGLE + other] = 0
            fill(s, other, limit, mind, work)
            close(other, limit, work)


@rule
def before_roll(s: Any, mind: Any, work: Any) -> int:
    """The mean of what the watcher has after each roll; rolls without use are rolled again."""
    seat = work[ACTIVE]
    table = table_of(seat)
    others_ready(s, -1, mind, work)
    fill(s, seat, -1, mind, work)
    if s.seats == 1:
        return alone(table, work)
    total = 0
    ways = 0
    for roll in range(len(rules.ROLL_CODES)):
        code = rules.ROLL_CODES[roll]
        work[BEST] = NOTHING
        for zone in range(YELLOW, BLUE + 1):
            consider_hand(table, rules.ROLL_HANDS[4 * roll + zone - 1], code, 1, seat, work)
        if work[BEST] > NOTHING:
            total += work[SEEN_WORTH] * rules.ROLL_WAYS[roll]
            ways += rules.ROLL_WAYS[roll]
    return total // max(ways, 1)


@rule
def alone(table: int, work: Any) -> int:
    """The mean of the best after each roll where nobody waits for the pool: dice left are lost."""
    for zone in range(YELLOW, BLUE + 1):
        work[table + BLOCK * hand_of(0, zone)] = 0
    for hand in range(HANDS):
        best = NOTHING
        for place in range(rules.SUBS_AT[hand], rules.SUBS_AT[hand + 1]):
            block = table + BLOCK * rules.SUBS[place]
            if work[block] != 0:
                best = max(best, work[block + 1])
        work[BESTS + hand] = best
    total = 0
    ways = 0
    for roll in range(len(rules.ROLL_WAYS)):
        at = 4 * roll
        best = max(
            max(work[BESTS + rules.ROLL_HANDS[at]], work[BESTS + rules.ROLL_HANDS[at + 1]]),
            max(work[BESTS + rules.ROLL_HANDS[at + 2]], work[BESTS + rules.ROLL_HANDS[at + 3]]),
        )
        if best > NOTHING:
            total += best * rules.ROLL_WAYS[roll]
            ways += rules.ROLL_WAYS[roll]
    return total // max(ways, 1)


@rule
def rate(
    s: Any, seat: int, moves: Any, count: int, mind: Any, work: Any, spare: Any, worth: Any
) -> None:
    """What each move is worth to a pending seat."""
    prepare(s, seat, work)
    if s.phase == rules.POOL:
        all_stand(s, mind, work)
    elif s.sheets[seat].step != rules.REROLL:
        others_ready(s, coded(s, ALL_DICE), mind, work)
    pool = coded(s, s.pool)
    for place in range(count):
        spare[0] = s
        after = spare[0]
        rules.apply(after, seat, moves[place])
        if moves[place] == rules.ROLL_AGAIN:
            worth[place] = before_roll(after, mind, work)
        else:
            if s.phase == rules.POOL:
                stand(after, seat, mind, work)
                window(seat, pool, work)
            else:
                rest_of_turn(after, mind, work)
            worth[place] = work[SEEN_WORTH]


@rule
def expect(s: Any, seat: int, mind: Any, work: Any, spare: Any) -> int:
    """What a moment is worth to a seat that does not decide now."""
    prepare(s, seat, work)
    if s.phase in (rules.POOL, rules.OVER):
        all_stand(s, mind, work)
        window(seat, coded(s, s.pool), work)
    elif s.phase == rules.ROLL or s.sheets[s.active].step == rules.REROLL:
        return before_roll(s, mind, work)
    else:
        others_ready(s, coded(s, ALL_DICE), mind, work)
        rest_of_turn(s, mind, work)
    return work[SEEN_WORTH]
