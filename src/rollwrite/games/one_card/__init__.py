"""One Card: five colour dice for everybody, and cards whose rows they fill."""

from rollwrite.games.contract import Definition
from rollwrite.games.kit.narration import dice
from rollwrite.games.one_card import (
    advice,
    descriptions,
    drawing,
    notation,
    paper_sheet,
    position,
    rules,
    sheet,
    tally,
)
from rollwrite.games.one_card.bot import evaluator
from rollwrite.games.one_card.bot.baselines import BASELINES
from rollwrite.games.one_card.bot.training import TRAINING

GAME = Definition(
    id="one_card",
    package=__package__,
    version=1,
    seats=range(1, 5),
    provenance="reconstructed",
    rules=rules,
    notation=notation,
    position=position,
    tally=tally,
    drawing=drawing,
    paper_sheet=paper_sheet,
    minutes=10,
    narration=(dice,),
    variants=("base", "advanced"),
    constants=sheet.constants,
    descriptions=descriptions,
    advice=advice,
    evaluator=evaluator,
    training=TRAINING,
    baselines=BASELINES,
)
