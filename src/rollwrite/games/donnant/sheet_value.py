"""What a sheet is worth: its points and what its cards promise; in the end its points alone."""

from __future__ import annotations

from typing import Any

from rollwrite.games.donnant.card_value import DONE, EAGER, ENDED, FAR, SCORE, STAGES, prospects
from rollwrite.games.donnant.record import ANY_COLOUR, DICE
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.rule import rule

rules: Any = None  # bound by interpreter, compiler and GPU (see kernel/specialize.py)


@rule
def name_best(sheet: Any, work: Any) -> Any:
    """P4: the points at the end of a sheet just read, its wild cards named one by one.

    The sheet is a copy, and comes back as it was.
    """
    best = work[SCORE]
    named = 0
    for slot in range(sheet.count):
        wild = rules.BONUS[sheet.card[slot] - 1] == ANY_COLOUR and sheet.named[slot] == 0
        if wild and sheet.empty[slot] == 0:
            hue = 0
            for colour in range(1, DICE + 1):
                sheet.named[slot] = colour
                prospects(sheet, ENDED, 0, 0, work)
                if work[SCORE] > best:
                    best = work[SCORE]
                    hue = colour
            sheet.named[slot] = hue
            named |= 1 << slot
    for slot in range(sheet.count):
        if named >> slot & 1:
            sheet.named[slot] = 0
    return best


@rule
def worth_of(sheet: Any, stage: int, others: int, last: int, model: Any, work: Any) -> Any:
    """The points a seat may expect at the end, as the weights say."""
    count = prospects(sheet, stage, others, last, work)
    if stage == ENDED:
        return name_best(sheet, work) * UNIT
    total = work[SCORE] * UNIT
    for place in range(count):
        total += model[work[place]]
    if others == 0:
        soon = min(STAGES - 1 - stage, FAR)  # in the end only points count
        total += model[EAGER] * (sheet.count + work[DONE]) * soon // FAR
    return total
