"""Donnant Donnant: buy cards, complete them with dice, and mind what a reroll gives the others."""

from rollwrite.games.contract import Definition, Option
from rollwrite.games.donnant import campaign, paper_sheet, position, rules, tally
from rollwrite.games.donnant.bot import evaluator
from rollwrite.games.donnant.bot.training import TRAINING
from rollwrite.games.donnant.sheet import LEVELS, constants
from rollwrite.games.donnant.ui import advice, descriptions, drawing, notation
from rollwrite.games.donnant.ui.narration import NARRATION

GAME = Definition(
    id="donnant",
    package=__package__,
    version=1,
    seats={"base": range(2, 5), "solo": range(1, 2)},
    provenance="reconstructed",
    rules=rules,
    notation=notation,
    position=position,
    tally=tally,
    drawing=drawing,
    paper_sheet=paper_sheet,
    minutes=40,
    narration=NARRATION,
    variants=("base", "solo"),
    options=(Option("level", range(1, LEVELS + 1), ("solo",)),),
    constants=constants,
    descriptions=descriptions,
    advice=advice,
    evaluator=evaluator,
    campaign=campaign,
    training=TRAINING,
)
