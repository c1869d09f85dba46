"""Pig: roll on, or keep what the turn has brought. No evaluator, advice, narration or variants."""

from rollwrite.games.contract import Definition

from . import drawing, notation, position, rules, tally

GAME = Definition(
    id="pig",
    package=__package__,
    version=1,
    seats=range(2, 5),
    provenance="original",
    rules=rules,
    notation=notation,
    position=position,
    tally=tally,
    drawing=drawing,
)
