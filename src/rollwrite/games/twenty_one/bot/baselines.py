"""Baselines of Twenty One, against which a strong player is measured.

``everything`` writes every die that fits; ``hits_first`` writes hits and nothing else as long as
there are some. ``race`` is the expert that knows of the other of two only how far it has come.
"""

from __future__ import annotations

from typing import Any

from rollwrite.games.contract import Baseline
from rollwrite.games.twenty_one.bot.race import DUELS
from rollwrite.kernel.policy import Policy, rate_gains
from rollwrite.kernel.rule import rule
from rollwrite.kernel.step import Scratch

rules: Any = None  # bound to the game's rules


@rule
def hits_now(s: Any, seat: int) -> int:
    """The dice that would be hits in a seat's row, as bits."""
    sheet = s.sheets[seat]
    found = 0
    for die in range(rules.DICE):
        place = rules.PLACES[sheet.model][sheet.row][die]
        if sheet.cells[sheet.row][place] == 0 and s.dice[die] == rules.NUMBERS[sheet.row][place]:
            found |= 1 << die
    return found


@rule
def choose_everything(s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> int:
    """Write every die that fits; reroll where that lets more of them fit on average."""
    if s.phase == rules.KEEP:
        return 1 if count > 1 and fitting_after_reroll(s, seat) > 0 else 0
    return count - 1  # moves rise, and all fitting dice are the highest of them


@rule
def fitting_after_reroll(s: Any, seat: int) -> int:
    """How many more dice a reroll lets fit on average, in sixths."""
    sheet = s.sheets[seat]
    more = 0
    for die in range(rules.DICE):
        place = rules.PLACES[sheet.model][sheet.row][die]
        if sheet.cells[sheet.row][place] == 0 and s.dice[die] != 1:
            more += rules.NUMBERS[sheet.row][place]
            if rules.fits(sheet, die, s.dice[die]):
                more -= 6
    return more


@rule
def choose_hits(s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> int:
    """Write hits and nothing else; without one reroll, then write the nearest die.

    The nearest is the one die that falls short of its printed number by least, the leftmost of
    equals; where nothing fits, a field is crossed out.
    """
    hits = hits_now(s, seat)
    if s.phase == rules.KEEP:
        return 1 if count > 1 and hits == 0 else 0
    sheet = s.sheets[seat]
    action = rules.WRITE_DICE + hits
    if hits == 0:
        action = rules.CROSS
        nearest = 6 * rules.DICE
        for die in range(rules.DICE):
            if rules.fits(sheet, die, s.dice[die]):
                place = rules.PLACES[sheet.model][sheet.row][die]
                short = (rules.NUMBERS[sheet.row][place] - s.dice[die]) * rules.DICE + place
                if short < nearest:
                    nearest = short
                    action = rules.WRITE_DICE + (1 << die)
    best = 0
    for place in range(count):
        if scratch.moves[place] == action:
            best = place
    return best


def race(expert: Policy) -> Policy:
    """The expert with a model that says nothing of the other's row."""
    return expert._replace(model=[*expert.model[:DUELS], *[0] * (len(expert.model) - DUELS)])


BASELINES: dict[str, Baseline] = {
    "everything": Policy(choose_everything, rate_gains),
    "hits_first": Policy(choose_hits, rate_gains),
    "race": race,
}
