"""Dice as numbers: which hands and rolls these dice can give, and how often.

Dice are written as one number, their *code*: how often each face is there as digits of base 6,
those of one zone beside each other, and the jokers on top. Codes of dice laid together add up. A
*hand* is what can be spent in one zone, natural dice and jokers; all hands of all zones are
numbered, so that what each of them can tick is kept in one table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

# Where the digits of each zone stand in a code (by zone, 1 to 4) and how many bits they take.
SHIFT, MASK = (0, 0, 11, 14, 25), (0, 2047, 7, 2047, 255)
JOKER_SHIFT = 33
A_JOKER = 1 << JOKER_SHIFT
# By face: the code of one die, the place of its digit and its zone.
_ZONES = (0, 0, 1, 1, 1, 1, 2, 4, 4, 4, 3, 3, 3, 3)
_DIGIT = (0, 0, 0, 1, 2, 3, 0, 0, 1, 2, 0, 1, 2, 3)
UNITS = tuple(6**digit for digit in _DIGIT)
CODE = (0, A_JOKER, *(UNITS[face] << SHIFT[_ZONES[face]] for face in range(2, 14)))
# Where each zone's natural dice begin in the lists by natural dice.
PLACE = (0, 0, 1296, 1302, 2598)
PLACES = 2598 + 216


def hands(shows: Sequence[Sequence[int]]) -> dict[str, Any]:
    """The tables for dice with these faces, as constants of the rules."""
    rolls: dict[int, int] = {0: 1}
    for faces in shows:
        grown: Counter[int] = Counter()
        for code, ways in rolls.items():
            for face in faces:
                grown[code + CODE[face]] += ways
        rolls = grown
    first, jokers = [0] * PLACES, [-1] * PLACES
    codes: list[int] = []
    starts, subs = [0], []
    for zone in range(1, 5):
        most = _most_jokers(rolls, zone)
        for natural in sorted(most):
            first[PLACE[zone] + natural] = len(codes)
            jokers[PLACE[zone] + natural] = most[natural]
            codes += [natural << SHIFT[zone] | j * A_JOKER for j in range(most[natural] + 1)]
        for natural in sorted(most):
            within = [first[PLACE[zone] + part] for part in _parts(natural)]
            for j in range(most[natural] + 1):
                subs += [base + spent for base in within for spent in range(j + 1)]
                starts.append(len(subs))
    rolled = [
        first[PLACE[zone] + (code >> SHIFT[zone] & MASK[zone])] + (code >> JOKER_SHIFT)
        for code in rolls
        for zone in range(1, 5)
    ]
    return {
        "ROLL_CODES": tuple(rolls),
        "ROLL_HANDS": tuple(rolled),
        "ROLL_WAYS": tuple(rolls.values()),
        "HAND_FIRST": tuple(first),
        "HAND_JOKERS": tuple(jokers),
        "HAND_CODES": tuple(codes),
        "SUBS_AT": tuple(starts),
        "SUBS": tuple(subs),
    }


def _most_jokers(rolls: dict[int, int], zone: int) -> dict[int, int]:
    """Every natural hand of a zone, and with how many jokers at most it can be rolled."""
    rolled: dict[int, int] = {}
    for code in rolls:
        natural, jokers = code >> SHIFT[zone] & MASK[zone], code >> JOKER_SHIFT
        rolled[natural] = max(jokers, rolled.get(natural, 0))
    most: dict[int, int] = {}
    for natural, jokers in rolled.items():
        for part in _parts(natural):
            most[part] = max(jokers, most.get(part, 0))
    return most


def _parts(natural: int) -> Iterator[int]:
    """Every hand that some natural dice of one zone hold, the empty one first."""
    digits = [natural // 6**place % 6 for place in range(4)]
    for part in product(*(range(digit + 1) for digit in digits)):
        yield sum(count * 6**place for place, count in enumerate(part))
