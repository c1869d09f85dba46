"""Tables of the evaluator of One Card: kinds of cards, their states, sets of dice.

Colours are all alike, so cards that differ only in them are of one kind: its rows longest first.
Everything here is made of the printed cards: other editions have no model.
"""

from __future__ import annotations

from itertools import product

from rollwrite.games.one_card.cards import CARDS, COLOURS, FULL, LENGTHS, SUNNY

SHORTEST_WAY = 13  # more than the boxes that any card lacks to be finished
PROMISES = 8


def _rows(card: int) -> list[int]:
    """A card's colours, longest rows first, of equal ones those with a sun."""
    there = [colour for colour in range(COLOURS) if LENGTHS[card][colour]]
    return sorted(there, key=lambda c: (-LENGTHS[card][c], -SUNNY[card][c]))


def _kind(card: int) -> tuple[tuple[int, int], ...]:
    return tuple((LENGTHS[card][c], SUNNY[card][c]) for c in _rows(card))


_KINDS = sorted({_kind(card) for card in range(1, CARDS + 1)})
KINDS = len(_KINDS)
KIND = (0, *(_KINDS.index(_kind(card)) for card in range(1, CARDS + 1)))


def _sizes(kind: tuple[tuple[int, int], ...]) -> list[int]:
    """How many states come before one more box of each row."""
    sizes = [1]
    for length, _ in reversed(kind):
        sizes.append(sizes[-1] * (length + 1))
    return sizes[::-1]


# FRESH[kind] is the state of an empty card; a box more adds STRIDE[card][colour] to it.
FRESH = tuple(sum(_sizes(kind)[0] for kind in _KINDS[:number]) for number in range(KINDS + 1))
STATES = FRESH[KINDS]
STRIDE = tuple(
    tuple(
        _sizes(_kind(card))[_rows(card).index(colour) + 1] if card and LENGTHS[card][colour] else 0
        for colour in range(COLOURS)
    )
    for card in range(CARDS + 1)
)


def _told(kind: tuple[tuple[int, int], ...], ticks: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Of a state: full rows, points, boxes lacking to a finish, points that this finish brings."""
    rows = [
        (length - ticked, length, sun) for (length, sun), ticked in zip(kind, ticks, strict=True)
    ]
    full = [row for row in rows if row[0] == 0]
    points = sum(length for _, length, _ in full)
    if len(full) >= FULL:
        return len(full), points + (0, 2, 5)[sum(sun for *_, sun in full)], 0, 0

    rows.sort(key=lambda row: (row[0], -row[1] - 2 * row[2]))  # the shortest way, and the best one
    worth = (
        sum(length for _, length, _ in rows[:FULL]) + (0, 2, 5)[sum(sun for *_, sun in rows[:FULL])]
    )
    return len(full), points, sum(lacking for lacking, *_ in rows[:FULL]), worth


_STATES = [
    _told(kind, ticks)
    for kind in _KINDS
    for ticks in product(*(range(length + 1) for length, _ in kind))
]
FULLS = tuple(told[0] for told in _STATES)
POINTS = tuple(told[1] for told in _STATES)
LACKING = tuple(told[2] for told in _STATES)
# A card in a few words: full rows, boxes that it lacks, points it promises.
OUTLINES = FULL * SHORTEST_WAY * PROMISES
OUTLINE = tuple(
    0 if full >= FULL else
    (full * SHORTEST_WAY + lacking) * PROMISES + min(max(worth - 8, 0) // 2, PROMISES - 1)
    for full, _, lacking, worth in _STATES
)  # fmt: skip

# Sets of up to five dice, the smaller ones first; FIRST is the first of those of five.
DICE = 5
_SETS = [
    counts
    for size in range(DICE + 1)
    for counts in product(range(size + 1), repeat=COLOURS)
    if sum(counts) == size
]
SETS = len(_SETS)
FIRST = next(place for place, counts in enumerate(_SETS) if sum(counts) == DICE)
ROLLS = SETS - FIRST
COUNTS = tuple(_SETS)
_PLACES = {counts: place for place, counts in enumerate(_SETS)}


def _changed(counts: tuple[int, ...], colour: int, by: int) -> int:
    changed = tuple(count + by * (c == colour) for c, count in enumerate(counts))
    return _PLACES.get(changed, -1)


MORE = tuple(tuple(_changed(counts, c, 1) for c in range(COLOURS)) for counts in _SETS)
LESS = tuple(tuple(_changed(counts, c, -1) for c in range(COLOURS)) for counts in _SETS)
