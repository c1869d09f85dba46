"""Clever Kids: a birthday party of balloons, candles, gifts and treats, from age five."""

from rollwrite.games.clever_kids import paper_sheet, position, rules, tally
from rollwrite.games.clever_kids.bot import evaluator
from rollwrite.games.clever_kids.bot.solve import SOLVER
from rollwrite.games.clever_kids.bot.training import TRAINING
from rollwrite.games.clever_kids.sheet import constants
from rollwrite.games.clever_kids.ui import advice, descriptions, drawing, notation
from rollwrite.games.clever_kids.ui.narration import NARRATION
from rollwrite.games.contract import Definition

GAME = Definition(
    id="clever_kids",
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
    minutes=15,
    narration=NARRATION,
    constants=constants,
    descriptions=descriptions,
    advice=advice,
    evaluator=evaluator,
    training=TRAINING,
    solver=SOLVER,
)
