"""Twenty One: five rows of six coloured fields, at most the printed number in each."""

from rollwrite.games.contract import Definition, Option
from rollwrite.games.kit.narration import dice, places
from rollwrite.games.twenty_one import (
    advice,
    descriptions,
    drawing,
    notation,
    paper_sheet,
    position,
    rules,
    tally,
)
from rollwrite.games.twenty_one.bot import evaluator
from rollwrite.games.twenty_one.bot.baselines import BASELINES
from rollwrite.games.twenty_one.bot.solve import SOLVER

GAME = Definition(
    id="twenty_one",
    package=__package__,
    version=1,
    seats=range(1, 7),
    provenance="printed",
    rules=rules,
    notation=notation,
    position=position,
    tally=tally,
    drawing=drawing,
    paper_sheet=paper_sheet,
    minutes=20,
    narration=(places, dice),
    options=(Option("sheets"),),
    descriptions=descriptions,
    advice=advice,
    evaluator=evaluator,
    solver=SOLVER,
    baselines=BASELINES,
)
