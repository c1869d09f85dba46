"""Padlock: cross numbers from left to right, and lock the rows before the others do."""

from rollwrite.games.contract import Definition
from rollwrite.games.kit.narration import dice, places
from rollwrite_padlock import drawing, notation, position, rules, tally

GAME = Definition(
    id="padlock",
    package=__package__,
    version=1,
    seats=range(1, rules.SEATS + 1),
    provenance="original",
    rules=rules,
    notation=notation,
    position=position,
    tally=tally,
    drawing=drawing,
    narration=(places, dice),
)
