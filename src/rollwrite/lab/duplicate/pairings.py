"""Pairings: who sits at which table, for tables of any size; the same again from the same seed.

A round robin follows the circle method: one player stays, the others move on around the table. In
a Swiss round neighbours in the standings meet who have not met before. Seats that are left over go
to bots, or as many players as do not fill a table sit out: the lowest of those who did so least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from random import Random
from typing import NamedTuple

from rollwrite.errors import BadOption, say

Table = tuple[str | None, ...]  # who sits at each seat; None is a bot
FEWEST_TABLES = 2  # below that nobody sits where somebody else sits
STEPS = 20_000  # of the search for a round in which nobody meets again


class Round(NamedTuple):
    """Who sits where in a round, and who sits out."""

    tables: tuple[Table, ...]
    out: tuple[str, ...] = ()


class Past:
    """What earlier rounds were like: who met, who sat out or with bots, and at which seats."""

    def __init__(self, rounds: Iterable[Round]) -> None:
        self.met: Counter[tuple[str, str]] = Counter()
        self.apart: Counter[str] = Counter()  # rounds without a full table
        self.seats: Counter[tuple[str, int]] = Counter()
        for one in rounds:
            self.add(one)

    def add(self, one: Round) -> None:
        """Add a round."""
        self.apart.update(one.out)
        for table in one.tables:
            self._add(table)

    def _add(self, table: Table) -> None:
        people = [name for name in table if name is not None]
        for a, b in permutations(people, 2):
            self.met[a, b] += 1
        if len(people) < len(table):
            self.apart.update(people)
        self.seats.update((name, seat) for seat, name in enumerate(table) if name is not None)

    def meetings(self, table: Sequence[str]) -> int:
        """How often two of a table have met before."""
        return sum(self.met[pair] for pair in combinations(table, 2))


def swiss(
    ranked: Sequence[str], past: Iterable[Round], seats: int, seed: int = 0, *, bots: bool = True
) -> Round:
    """The next round for players in the order of the standings, the first one foremost."""
    known = Past(past)
    sizes = table_sizes(len(ranked), seats, bots=bots)
    short = [size for size in sizes if size < seats]
    apart = sum(short) if bots else len(ranked) - sum(sizes)
    places = {name: place for place, name in enumerate(ranked)}
    lowest = sorted(ranked, key=lambda name: (known.apart[name], -places[name]))[:apart]
    chosen = set(lowest)
    most = [name for name in ranked if name not in chosen]
    rest = [name for name in ranked if name in chosen]
    full = neighbours(most, [size for size in sizes if size == seats], known)
    tables = [*full, *(neighbours(rest, short, known) if bots else ())]
    _exchange(tables, seats, known)
    if seats == 2 and any(map(known.meetings, tables)):
        pairs = _searched([name for table in tables[: len(full)] for name in table], known)
        tables = [*pairs, *tables[len(full) :]] if pairs else tables
    seated = seatings(tables, seats, known, seed)
    return Round(seated, () if bots else tuple(rest))


def table_sizes(players: int, seats: int, *, bots: bool) -> list[int]:
    """How many people sit at each table; bots are shared out evenly, at the last tables."""
    count = max(FEWEST_TABLES, -(-players // seats)) if bots else players // seats
    if players < FEWEST_TABLES:
        raise BadOption(say("duplicate.few", least=FEWEST_TABLES, value=players))
    if count < FEWEST_TABLES:
        least = FEWEST_TABLES * seats
        raise BadOption(say("duplicate.few_without_bots", least=least, value=players, seats=seats))
    if not bots:
        return [seats] * count
    return sorted([players // count + (n < players % count) for n in range(count)], reverse=True)


def neighbours(ranked: Sequence[str], sizes: Sequence[int], past: Past) -> list[list[str]]:
    """Tables from the top of the standings, each filled with the next who met nobody there."""
    left, tables = list(ranked), []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            costs = (sum(past.met[one, name] for one in table) for name in left)
            table.append(left.pop(_least(costs)))
        tables.append(table)
    return tables


def _least(costs: Iterable[int]) -> int:
    """The place of the first nothing, or of the first least cost."""
    best, least = 0, -1
    for place, cost in enumerate(costs):
        if cost == 0:
            return place
        if least < 0 or cost < least:
            best, least = place, cost
    return best


def _exchange(tables: list[list[str]], seats: int, past: Past) -> None:
    """Let two players change places, the nearest first, while fewer meet again after it.

    With two seats this is enough for half as many rounds as there are players (Dirac's condition).
    """
    again = [number for number in reversed(range(len(tables))) if past.meetings(tables[number])]
    while again:  # every exchange lessens the sum of all meetings, so that this ends
        number = again.pop()
        near = sorted(set(range(len(tables))) - {number}, key=lambda other: abs(other - number))
        for other in near if past.meetings(tables[number]) else ():
            if _better(tables[number], tables[other], seats, past):
                again += [other, number]
                break


def _better(own: list[str], theirs: list[str], seats: int, past: Past) -> bool:
    """Exchange two players of two tables if that helps."""
    before = past.meetings(own) + past.meetings(theirs)
    alike = (len(own) < seats) == (len(theirs) < seats)
    for a in reversed(range(len(own))):
        for b in range(len(theirs)):
            if not alike and past.apart[own[a]] != past.apart[theirs[b]]:
                continue  # a seat beside bots is for those who had one least
            own[a], theirs[b] = theirs[b], own[a]
            if past.meetings(own) + past.meetings(theirs) < before:
                return True
            own[a], theirs[b] = theirs[b], own[a]
    return False


def _searched(ranked: Sequence[str], past: Past) -> list[list[str]] | None:
    """Pairs that have not met, by backtracking; None after so many steps, or if there are none."""
    steps = STEPS
    pairs: list[list[str]] = []
    # What is left to be paired, and whom the first of it has been tried with.
    levels = [(list(ranked), 1)]
    while levels and steps:
        left, place = levels.pop()
        del pairs[len(levels) :]
        if not left:
            return pairs
        while place < len(left) and past.met[left[0], left[place]]:
            place += 1
        steps -= 1
        if place < len(left):
            levels.append((left, place + 1))
            pairs.append([left[0], left[place]])
            levels.append(([*left[1:place], *left[place + 1 :]], 1))
    return None


def round_robin(players: Sequence[str], seed: int = 0, *, bots: bool = True) -> tuple[Round, ...]:
    """All rounds of a tournament at tables of two; of an odd number one is alone in each.

    Whoever is alone plays with a bot, or sits out.
    """
    count = len(players) // 2 + (len(players) % 2 if bots else 0)
    if count < FEWEST_TABLES:
        least = FEWEST_TABLES * 2 - bots
        raise BadOption(say("duplicate.few", least=least, value=len(players)))
    circle: list[str | None] = list(players)
    Random(seed).shuffle(circle)
    circle += [None] * (len(circle) % 2)
    rounds: list[Round] = []
    known = Past(())
    for number in range(len(circle) - 1):
        pairs = zip(circle[: len(circle) // 2], reversed(circle), strict=False)
        people = [[name for name in pair if name is not None] for pair in pairs]
        out = [] if bots else [pair[0] for pair in people if len(pair) == 1]
        seated = seatings([pair for pair in people if pair != out], 2, known, seed + number)
        rounds.append(Round(seated, tuple(out)))
        known.add(rounds[-1])
        circle[1:] = [circle[-1], *circle[1:-1]]
    return tuple(rounds)


def seatings(
    tables: Sequence[Sequence[str]], seats: int, past: Past, seed: int
) -> tuple[Table, ...]:
    """Give everybody a seat where they sat least; chance decides among equals."""
    random, found = Random(seed), []
    for people in tables:
        free = list(range(seats))
        random.shuffle(free)
        table: list[str | None] = [None] * seats
        for name in random.sample(list(people), len(people)):
            seat = min(free, key=lambda place: past.seats[name, place])
            free.remove(seat)
            table[seat] = name
        found.append(tuple(table))
    return tuple(found)
