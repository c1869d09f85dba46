"""Qwinto: three rows of rising numbers, three dice, everybody writes at the same time."""

from rollwrite.games.contract import Definition
from rollwrite.games.kit.narration import dice, places
from rollwrite.games.qwinto import (
    advice,
    descriptions,
    drawing,
    notation,
    paper_sheet,
    position,
    rules,
    tally,
)
from rollwrite.games.qwinto.bot import evaluator
from rollwrite.games.qwinto.bot.baselines import BASELINES
from rollwrite.games.qwinto.bot.training import TRAINING

GAME = Definition(
    id="qwinto",
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
    minutes=15,
    narration=(places, dice),
    descriptions=descriptions,
    advice=advice,
    evaluator=evaluator,
    training=TRAINING,
    baselines=BASELINES,
)
