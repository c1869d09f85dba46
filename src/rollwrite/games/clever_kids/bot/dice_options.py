"""What a seat can make of dice: every way to tick and cross to the end, gathered as options.

Of the sheets that are equally near to ending the game only the best points count, for each nearness
of the others: so a small table holds what any number of choices come to.
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
    LEVELS,
    OWED,
    PLACES,
    SheetValue,
    balloons_of,
    crossed,
    evaluate_sheet,
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
from rollwrite.kernel.records import Record, i8, i32, i64, many
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)

VALUES, CHAINS, VISITED = 1021, 251, 2039  # sizes of hash tables: primes
DEPTH = 512


class Options(Record):
    """What some choices come to."""

    present: int = i8  # a bit for each nearness that a choice leads to
    points: list[list[int]] = i32[LEVELS, LEVELS]  # by that nearness, then by that of the others


class TickedSheet(Record):
    """A sheet in a search for all that dice can tick in a zone."""

    packed: int = i64
    spent: int = i64  # the dice spent, as a code
    first: int = i8  # where to go on, so that no two orders lead to the same sheet


class SheetCache(Record):
    """What sheets are worth, kept during one evaluation; a newer sheet takes the place of an older.

    Keys are arrays of their own, because they are cleared for each evaluation.
    """

    seats: int = i8  # how many play
    places: list[int] = i32[PLACES]  # of a sheet's weights in the model
    # Sheets without crosses to make.
    sheet_keys: list[int] = i64[VALUES]
    sheet_values: list[SheetValue] = many(SheetValue, VALUES)
    # Sheets with crosses to make, and all ways to make them.
    chain_keys: list[int] = i64[CHAINS]
    chains: list[Options] = many(Options, CHAINS)
    # Sheets that were looked at: last in the search with this number.
    visited: list[int] = i64[VISITED]
    visited_in: list[int] = i32[VISITED]
    search: int = i32
    to_cross: list[int] = i64[DEPTH]  # stacks of sheets still to be looked at
    to_tick: list[TickedSheet] = many(TickedSheet, DEPTH)


@rule
def clear(seats: int, cache: Any) -> None:
    """Forget earlier evaluations."""
    cache.seats = seats
    cache.search = 0
    for slot in range(VALUES):
        cache.sheet_keys[slot] = -1
    for slot in range(CHAINS):
        cache.chain_keys[slot] = -1
    for slot in range(VISITED):
        cache.visited_in[slot] = 0


@rule
def value_slot(packed: int, turn: int, model: Any, cache: Any) -> int:
    """Where in ``sheet_values`` the value of a sheet without crosses to make is."""
    key = packed << 1 | turn
    slot = key % VALUES
    if cache.sheet_keys[slot] != key:
        cache.sheet_keys[slot] = key
        value = cache.sheet_values[slot]
        evaluate_sheet(packed, cache.seats, turn, model, cache.places, value)
    return slot


@rule
def add_sheet(packed: int, turn: int, options: Any, model: Any, cache: Any) -> None:
    """Add a sheet without crosses to make to some options."""
    value = cache.sheet_values[value_slot(packed, turn, model, cache)]
    near = value.near
    row = options.points[near]
    columns = LEVELS
    if cache.seats == 1:
        columns = 1
    if options.present >> near & 1:
        for column in range(columns):
            row[column] = max(row[column], value.points[column])
    else:
        options.present |= 1 << near
        for column in range(columns):
            row[column] = value.points[column]


@rule
def add_options(more: Any, options: Any) -> None:
    """Add all of some options to others."""
    present = more.present
    near = 0
    while present >> near != 0:
        if present >> near & 1:
            row = options.points[near]
            added = more.points[near]
            if options.present >> near & 1:
                for column in range(LEVELS):
                    row[column] = max(row[column], added[column])
            else:
                options.present |= 1 << near
                for column in range(LEVELS):
                    row[column] = added[column]
        near += 1


@rule
def add_end(packed: int, turn: int, options: Any, model: Any, cache: Any) -> None:
    """Add a sheet after its last tick to some options, with all ways to make its bonus crosses."""
    packed = lapsed(packed)
    if packed < OWED[0]:
        add_sheet(packed, turn, options, model, cache)
        return
    key = packed << 1 | turn
    slot = key % CHAINS
    chain = cache.chains[slot]
    if cache.chain_keys[slot] != key:
        cache.chain_keys[slot] = key
        follow(packed, turn, chain, model, cache)
    add_options(chain, options)


@rule
def lapsed(packed: int) -> int:
    """K8: crosses in full zones lapse."""
    if packed >= OWED[0]:
        for zone in range(YELLOW, BLUE + 1):
            owed = owed_to(packed, zone)
            if owed > 0 and missing(packed, zone) == 0:
                packed -= owed * OWED[zone - 1]
    return packed


@rule
def follow(packed: int, turn: int, chain: Any, model: Any, cache: Any) -> None:
    """Write all ways to make a sheet's bonus crosses.

    Zones do not depend on each other, so the order of crosses does not matter: the first zone that
    is owed one comes first.
    """
    chain.present = 0
    cache.search += 1
    cache.to_cross[0] = packed
    top = 1
    while top > 0:
        top -= 1
        left = lapsed(cache.to_cross[top])
        zone = YELLOW
        while zone <= BLUE and owed_to(left, zone) == 0:
            zone += 1
        if zone > BLUE:
            add_sheet(left, turn, chain, model, cache)
            continue
        left -= OWED[zone - 1]
        top = push(left, top, cache)  # declined
        if zone == YELLOW:
            top = push(crossed(left, balloons_of(left)), top, cache)
        elif zone == RED:
            top = push(crossed(left, RED_AT + wagons_of(left)), top, cache)
        elif zone == GREEN:
            for number in range(rules.ROWS * rules.COLUMNS):
                place = rules.GIFTS[number]
                if gifts_of(left) >> place & 1 == 0:
                    top = push(crossed(left, GREEN_AT + place), top, cache)
        else:
            for treat in range(TREATS):
                pair = treats_of(left, treat)
                if pair < rules.PAIRS[treat]:
                    top = push(crossed(left, BLUE_AT + MOST_PAIRS * treat + pair), top, cache)


@rule
def push(packed: int, top: int, cache: Any) -> int:
    """Put a sheet on the stack, unless this search is known to have looked at it."""
    slot = packed % VISITED
    if cache.visited[slot] == packed and cache.visited_in[slot] == cache.search:
        return top
    cache.visited[slot] = packed
    cache.visited_in[slot] = cache.search
    cache.to_cross[top] = packed
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
def natural_count(code: int, face: int, zone: int) -> Any:
    """How many dice show a face other than the joker."""
    return (code >> SHIFT[zone] & MASK[zone]) // UNITS[face] % 6


@rule
def spread(packed: int, zone: int, limit: int, player: Any, model: Any, cache: Any) -> None:
    """Add what can be ticked in a zone with exactly each hand to the hand's options.

    ``limit`` is the code of the dice there are, or -1 for any roll; the empty hand is one of them.
    """
    start = cache.to_tick[0]
    start.packed = packed
    start.spent = 0
    start.first = 0
    top = 1
    while top > 0:
        top -= 1
        entry = cache.to_tick[top]  # overwritten by what is put on the stack
        now = entry.packed + 0
        spent = entry.spent + 0
        first = entry.first + 0
        add_end(now, player.turn, player.options[hand_of(spent, zone)], model, cache)
        if zone == YELLOW:
            if balloons_of(now) < rules.BALLOONS:
                top = tick(now, spent, balloons_of(now), 0, zone, limit, top, cache)
        elif zone == RED:
            if wagons_of(now) < rules.WAGONS:
                top = tick(now, spent, RED_AT + wagons_of(now), 0, zone, limit, top, cache)
        elif zone == GREEN:
            for number in range(first, rules.ROWS * rules.COLUMNS):
                place = rules.GIFTS[number]
                if gifts_of(now) >> place & 1 == 0:
                    top = tick(now, spent, GREEN_AT + place, number + 1, zone, limit, top, cache)
        else:
            for treat in range(first, TREATS):
                pair = treats_of(now, treat)
                if pair < rules.PAIRS[treat]:
                    target = BLUE_AT + MOST_PAIRS * treat + pair
                    top = tick(now, spent, target, treat, zone, limit, top, cache)


@rule
def tick(
    packed: int, spent: int, target: int, first: int, zone: int, limit: int, top: int, cache: Any
) -> int:
    """Put what comes of ticking a symbol on the stack, by the jokers that the dice allow."""
    face = rules.FACE[target]
    need = rules.NEED[target]
    shown = natural_count(spent, face, zone)
    for jokers in range(need + 1):
        dice = spent + (need - jokers) * CODE[face] + jokers * A_JOKER
        fits = shown + need - jokers <= DICE and hand_of(dice, zone) >= 0
        if fits and limit >= 0:
            least = shown + need - jokers <= natural_count(limit, face, zone)
            fits = least and dice >> JOKER_SHIFT <= limit >> JOKER_SHIFT
        if fits:
            ticked = cache.to_tick[top]
            ticked.packed = crossed(packed, target)
            ticked.spent = dice
            ticked.first = first
            top += 1
    return top
