"""Duet, the smallest whole game: two dice, two rows of crosses, and a secret colour for each."""

from rollwrite.games.contract import Definition
from rollwrite.games.kit.narration import places

from . import advice, drawing, notation, position, rules, tally

GAME = Definition(
    id="duet",
    package=__package__,
    version=1,
    seats=range(1, 4),
    provenance="printed",
    rules=rules,
    notation=notation,
    position=position,
    tally=tally,
    drawing=drawing,
    narration=(places,),
    advice=advice,
)
