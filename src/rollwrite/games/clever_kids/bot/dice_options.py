"""What a seat can make of dice: every way to tick and cross to the end, gathered in blocks.

A *block* holds what some choices come to. Of the papers that are equally near to ending the game
only the best points count, for each nearness of the others: a row a nearness, a column a nearness
of the others, and a bit for each row that is there. Where blocks are, ``work`` says.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.bot.dice_outcomes import (
    A_JOKER,
    CODE,
    JOKER_SHIFT,
    MASK,
    PLACE,
    SHIFT,
    UNITS,
)
from rollwrite.games.clever_kids.bot.sheet_value import (
    NEAR,
    OWED,
    appraise,
    balloons_of,
    crossed,
    gifts_of,
    missing,
    owed_to,
    treats_of,
    wagons_of,
)
from rollwrite.games.clever_kids.sheet import (
    BLUE,
    BLUE_AT,
    DICE,
    GREEN,
    GREEN_AT,
    MOST_PAIRS,
    RED,
    RED_AT,
    TREATS,
    YELLOW,
)
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

LEVELS = NEAR + 1  # rows and columns of a block
BLOCK = 1 + LEVELS * LEVELS
LEAF, LEAVES = 12, 1021  # papers that were weighed: nearness, points by column, some room
CHAINS = 251  # papers with crosses to make: a block each
SEEN = 2039  # papers that were looked at, each with the stamp of the question
DEPTH = 512

# Where everything lies in ``work``.
SEATS, STAMP = 0, 1
LEAF_KEYS = 32  # keys lie together, because they are emptied for each question
CHAIN_KEYS = LEAF_KEYS + LEAVES
SEEN_KEYS = CHAIN_KEYS + CHAINS
KEYS_END = SEEN_KEYS + SEEN
LEAVES_AT = KEYS_END
CHAINS_AT = LEAVES_AT + LEAF * LEAVES
STAMPS = CHAINS_AT + BLOCK * CHAINS
CHAIN_STACK = STAMPS + SEEN
STACK = CHAIN_STACK + DEPTH
END = STACK + 3 * DEPTH


@rule
def forget(work: Any) -> None:
    """Empty what is remembered of earlier questions."""
    work[STAMP] = 0
    for place in range(LEAF_KEYS, KEYS_END):
        work[place] = -1


@rule
def weighed(paper: int, turn: int, model: Any, work: Any) -> int:
    """Where the worth of a paper without crosses to make stands: nearness, then points."""
    key = paper << 1 | turn
    slot = key % LEAVES
    at = LEAVES_AT + LEAF * slot
    if work[LEAF_KEYS + slot] != key:
        work[LEAF_KEYS + slot] = key
        appraise(paper, work[SEATS], turn, model, work, at)
    return at


@rule
def add_paper(paper: int, turn: int, block: int, model: Any, work: Any) -> None:
    """Add a paper without crosses to make to a block."""
    at = weighed(paper, turn, model, work)
    near = work[at]
    row = block + 1 + LEVELS * near
    columns = LEVELS
    if work[SEATS] == 1:
        columns = 1
    if work[block] >> near & 1:
        for column in range(columns):
            work[row + column] = max(work[row + column], work[at + 1 + column])
    else:
        work[block] |= 1 << near
        for column in range(columns):
            work[row + column] = work[at + 1 + column]


@rule
def add_block(other: int, block: int, work: Any) -> None:
    """Add all that another block holds to a block."""
    present = work[other]
    near = 0
    while present >> near != 0:
        if present >> near & 1:
            row = 1 + LEVELS * near
            if work[block] >> near & 1:
                for column in range(row, row + LEVELS):
                    work[block + column] = max(work[block + column], work[other + column])
            else:
                work[block] |= 1 << near
                for column in range(row, row + LEVELS):
                    work[block + column] = work[other + column]
        near += 1


@rule
def add_end(paper: int, turn: int, block: int, model: Any, work: Any) -> None:
    """Add a paper after its last tick to a block, with all ways to make its bonus crosses."""
    paper = lapsed(paper)
    if paper < OWED[0]:
        add_paper(paper, turn, block, model, work)
        return
    key = paper << 1 | turn
    slot = key % CHAINS
    if work[CHAIN_KEYS + slot] != key:
        work[CHAIN_KEYS + slot] = key
        follow(paper, turn, CHAINS_AT + BLOCK * slot, model, work)
    add_block(CHAINS_AT + BLOCK * slot, block, work)


@rule
def lapsed(paper: int) -> int:
    """K8: crosses in full zones lapse."""
    if paper >= OWED[0]:
        for zone in range(YELLOW, BLUE + 1):
            owed = owed_to(paper, zone)
            if owed > 0 and missing(paper, zone) == 0:
                paper -= owed * OWED[zone - 1]
    return paper


@rule
def follow(paper: int, turn: int, block: int, model: Any, work: Any) -> None:
    """Make a block of all ways to make a paper's bonus crosses.

    Zones do not depend on each other, so the order of crosses does not matter: the first zone that
    is owed one comes first.
    """
    work[block] = 0
    work[STAMP] += 1
    work[CHAIN_STACK] = paper
    top = 1
    while top > 0:
        top -= 1
        left = lapsed(work[CHAIN_STACK + top])
        zone = YELLOW
        while zone <= BLUE and owed_to(left, zone) == 0:
            zone += 1
        if zone > BLUE:
            add_paper(left, turn, block, model, work)
            continue
        left -= OWED[zone - 1]
        top = push(left, top, work)  # declined
        if zone == YELLOW:
            top = push(crossed(left, balloons_of(left)), top, work)
        elif zone == RED:
            top = push(crossed(left, RED_AT + wagons_of(left)), top, work)
        elif zone == GREEN:
            for number in range(rules.ROWS * rules.COLUMNS):
                place = rules.GIFTS[number]
                if gifts_of(left) >> place & 1 == 0:
                    top = push(crossed(left, GREEN_AT + place), top, work)
        else:
            for treat in range(TREATS):
                pair = treats_of(left, treat)
                if pair < rules.PAIRS[treat]:
                    top = push(crossed(left, BLUE_AT + MOST_PAIRS * treat + pair), top, work)


@rule
def push(paper: int, top: int, work: Any) -> int:
    """Note a paper that is to be looked at, unless that is known to have been done."""
    slot = paper % SEEN
    if work[SEEN_KEYS + slot] == paper and work[STAMPS + slot] == work[STAMP]:
        return top
    work[SEEN_KEYS + slot] = paper
    work[STAMPS + slot] = work[STAMP]
    work[CHAIN_STACK + top] = paper
    return top + 1


@rule
def hand_of(code: int, zone: int) -> Any:
    """The number of the hand that some dice are in a zone; -1 if no roll gives it."""
    place = PLACE[zone] + (code >> SHIFT[zone] & MASK[zone])
    jokers = code >> JOKER_SHIFT
    if jokers > rules.HAND_JOKERS[place]:
        return -1
    return rules.HAND_FIRST[place] + jokers


@rule
def lying(code: int, face: int, zone: int) -> Any:
    """How often a natural face lies among dice."""
    return (code >> SHIFT[zone] & MASK[zone]) // UNITS[face] % 6


@rule
def spread(paper: int, zone: int, limit: int, turn: int, table: int, model: Any, work: Any) -> None:
    """Write what can be ticked in a zone with exactly each hand into the hand's block.

    ``limit`` is the code of the dice there are, or -1 for any roll; the empty hand is one of them.
    """
    work[STACK] = paper
    work[STACK + 1] = 0  # the dice spent
    work[STACK + 2] = 0  # where to go on, so that no two orders lead to the same paper
    top = 1
    while top > 0:
        top -= 1
        at = STACK + 3 * top
        now = work[at]
        spent = work[at + 1]
        first = work[at + 2]
        add_end(now, turn, table + BLOCK * hand_of(spent, zone), model, work)
        if zone == YELLOW:
            if balloons_of(now) < rules.BALLOONS:
                top = tick(now, spent, balloons_of(now), 0, zone, limit, top, work)
        elif zone == RED:
            if wagons_of(now) < rules.WAGONS:
                top = tick(now, spent, RED_AT + wagons_of(now), 0, zone, limit, top, work)
        elif zone == GREEN:
            for number in range(first, rules.ROWS * rules.COLUMNS):
                place = rules.GIFTS[number]
                if gifts_of(now) >> place & 1 == 0:
                    top = tick(now, spent, GREEN_AT + place, number + 1, zone, limit, top, work)
        else:
            for treat in range(first, TREATS):
                pair = treats_of(now, treat)
                if pair < rules.PAIRS[treat]:
                    target = BLUE_AT + MOST_PAIRS * treat + pair
                    top = tick(now, spent, target, treat, zone, limit, top, work)


@rule
def tick(
    paper: int, spent: int, target: int, first: int, zone: int, limit: int, top: int, work: Any
) -> int:
    """Note what comes of ticking a symbol, with each number of jokers that the dice allow."""
    face = rules.FACE[target]
    need = rules.NEED[target]
    lies = lying(spent, face, zone)
    for jokers in range(need + 1):
        dice = spent + (need - jokers) * CODE[face] + jokers * A_JOKER
        fits = lies + need - jokers <= DICE and hand_of(dice, zone) >= 0
        if fits and limit >= 0:
            least = lies + need - jokers <= lying(limit, face, zone)
            fits = least and dice >> JOKER_SHIFT <= limit >> JOKER_SHIFT
        if fits:
            at = STACK + 3 * top
            work[at] = crossed(paper, target)
            work[at + 1] = dice
            work[at + 2] = first
            top += 1
    return top
