"""A baseline of One Card: ``filling`` scores what it can at once, otherwise fills boxes."""

from __future__ import annotations

from typing import Any

from rollwrite.kernel.policy import Policy, rate_gains
from rollwrite.kernel.rule import rule
from rollwrite.kernel.step import Scratch

rules: Any = None  # bound to the game's rules

MUCH = 32  # a point scored at once goes before any number of boxes


@rule
def boxes(s: Any, seat: int, place: int, counts: Any) -> Any:
    """How many boxes of a card some dice, by colour, would fill."""
    filled = 0
    for colour in range(rules.COLOURS):
        free = rules.LENGTHS[s.sheets[seat].cards[place]][colour]
        free -= s.sheets[seat].ticks[place][colour]
        if counts[colour] <= free:
            filled += counts[colour]
    return filled


@rule
def choose_filling(s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> int:
    """Mark where that scores most at once, else where it fills most boxes; hold and take the first.

    Of the dice those are kept that fit on the card on which most of them do; the rest is rerolled.
    """
    moves = scratch.moves
    if s.phase == rules.KEEP:
        return keep_fitting(s, seat, moves, count)
    w = scratch.work[0]
    rate_gains(s, seat, moves, count, model, w)
    best = 0
    most = -1
    for index in range(count):
        reached = 0
        if s.phase == rules.MARK:
            reached = w.worth[index] * MUCH
            if moves[index] != rules.PASS:
                reached += boxes(s, seat, moves[index] - rules.CARD_AT, s.counts)
        if reached > most:
            most = reached
            best = index
    return best


@rule
def keep_fitting(s: Any, seat: int, moves: Any, count: int) -> int:
    """Reroll the dice that do not fit on the card on which most do."""
    best = 0
    most = -1
    for place in range(s.places):
        rerolled = 0
        kept = 0
        for colour in range(rules.COLOURS):
            free = rules.LENGTHS[s.sheets[seat].cards[place]][colour]
            free -= s.sheets[seat].ticks[place][colour]
            for die in range(rules.DICE):
                if s.dice[die] == colour + 1:
                    if free > 0:
                        free -= 1
                        kept += 1
                    else:
                        rerolled |= 1 << die
        if kept > most:
            most = kept
            best = rerolled
    for index in range(count):  # of equal dice the moves name the first ones: as many of each
        if alike(s, moves[index], best):
            return index
    return 0


@rule
def alike(s: Any, one: int, two: int) -> bool:
    """Whether two rerolls take equally many dice of each colour."""
    for colour in range(1, rules.COLOURS + 1):
        more = 0
        for die in range(rules.DICE):
            if s.dice[die] == colour:
                more += (one >> die & 1) - (two >> die & 1)
        if more != 0:
            return False
    return True


BASELINES = {"filling": Policy(choose_filling, rate_gains)}
